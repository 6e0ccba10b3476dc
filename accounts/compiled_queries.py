"""Queries whose SQL is built once: hot reads skip the ORM's work of building it again.

Building a query with the ORM takes several times as long as running it. The decorator keeps the
SQL of a function that returns a queryset; later calls only fill in their arguments:

    @composed
    def pauses_json(match: int, now: datetime) -> QuerySet[Pause]:
        return Pause.objects.filter(match=match, until__gt=now)

    pauses_json(4711, now)        # a list of rows

Arguments may only be used as values in the SQL: ints, strings and datetimes, never None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model, QuerySet

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

QueryParams = ParamSpec("QueryParams")
Row = TypeVar("Row")
PLACEHOLDER_BASE = 9_000_000_000_000_000_000  # no row has this id
COPIED_ATTRIBUTES = (
    "_iterable_class",
    "_fields",
    "_prefetch_related_lookups",
    "_known_related_objects",
)
PLACEHOLDER_DATE = datetime(2222, 2, 2, tzinfo=UTC)


@dataclass(frozen=True)
class CompiledStatement:
    """The SQL of a queryset with its parameters, and which of them are arguments."""

    rows: QuerySet[Model, object]
    compiler: Any
    sql: str
    values: tuple[object, ...]
    places: tuple[tuple[int, int], ...]  # (index of a parameter, index of its argument)

    def with_arguments(
        self, given: Sequence[object], connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[object, ...]]:
        """Return SQL and parameters, with these arguments filled in."""
        values = list(self.values)
        for place, argument in self.places:
            values[place] = _adapt_value(given[argument], connection)
        return self.sql, tuple(values)


class CompiledQuery(Generic[QueryParams, Row]):
    """Wraps a function that returns a queryset; builds the SQL on the first call only."""

    def __init__(self, function: Callable[QueryParams, QuerySet[Model, Row]]) -> None:
        self.function = function
        self.plans: dict[str, CompiledStatement] = {}  # by database vendor
        update_wrapper(self, function)

    def __call__(self, *given: QueryParams.args, **named: QueryParams.kwargs) -> list[Row]:
        if named or not all(isinstance(each, int | str | datetime) for each in given):
            raise TypeError("only numbers, texts and instants, by their place")
        connection = connections[DEFAULT_DB_ALIAS]
        plan = self.plans.get(connection.vendor)
        if plan is None:
            plan = self.plans[connection.vendor] = _compile(self.function, given, connection)
        rows = plan.rows
        if rows.query.select_for_update and not connection.in_atomic_block:
            raise transaction.TransactionManagementError("rows are locked in a transaction only")
        compiler = copy(plan.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_, **__: plan.with_arguments(given, connection)
        query = copy(rows.query)
        query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        asked: Any = type(rows)(model=rows.model, query=query)
        for name in COPIED_ATTRIBUTES:
            setattr(asked, name, getattr(rows, name))
        return list(asked)


compiled_query = CompiledQuery


def _compile(
    function: Callable[..., QuerySet[Model, object]],
    given: Sequence[object],
    connection: BaseDatabaseWrapper,
) -> CompiledStatement:
    """Build the SQL from unlikely placeholder values, and find those among its parameters."""
    marks = [_placeholder(place, each) for place, each in enumerate(given)]
    rows = function(*marks)
    compiler = rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
    sql, values = compiler.as_sql()
    sought = {_adapt_value(mark, connection): place for place, mark in enumerate(marks)}
    places = tuple(
        (place, sought[value])
        for place, value in enumerate(values)
        if type(value) in {int, str, datetime} and value in sought
    )
    if {argument for _place, argument in places} != set(range(len(marks))):
        raise ValueError(f"{function.__name__}: an argument is not a value of the statement")
    return CompiledStatement(rows, compiler, sql, tuple(values), places)


def _placeholder(place: int, value: object) -> object:
    """Return an unlikely value of the same type."""
    if isinstance(value, datetime):
        return PLACEHOLDER_DATE + timedelta(seconds=place)
    return PLACEHOLDER_BASE + place if isinstance(value, int) else f"\x01composed {place}"


def _adapt_value(value: object, connection: BaseDatabaseWrapper) -> object:
    """Return a value as the backend passes it to the database."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
