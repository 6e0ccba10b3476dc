"""What keeps the lists of the admin as quick with a million rows as with a thousand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    RowInline = admin.TabularInline[Any, Any]
    RowPaginator = Paginator[Any]
else:
    AnyAdmin = admin.ModelAdmin
    RowInline = admin.TabularInline
    RowPaginator = Paginator

COUNTED_MOST = 10_000


class BoundedPaginator(RowPaginator):
    """Counts and shows COUNTED_MOST rows at most; a search or a filter leads to the others."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, up to the bound."""
        rows = cast("QuerySet[Any]", self.object_list)
        return int(rows.order_by()[:COUNTED_MOST].count())


class RowAdmin(AnyAdmin):
    """Rows of one table, the newest first: in an order that an index has."""

    ordering = ("-pk",)
    paginator = BoundedPaginator
    show_full_result_count = False


def known_values(
    field: str, name: object, values: Callable[[], Mapping[str, object]]
) -> type[admin.SimpleListFilter]:
    """Return a filter by a column whose values are known, so that none are looked for in the rows.

    ``values`` gives what each value is called; ``name`` heads the filter.
    """

    class KnownValues(admin.SimpleListFilter):
        title = name  # type: ignore[assignment]  # a translation that waits for its reader
        parameter_name = field

        def lookups(self, _request: HttpRequest, _shown: Any) -> list[tuple[str, Any]]:
            return list(values().items())

        def queryset(self, _request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
            return rows.filter(**{field: self.value()}) if self.value() in values() else rows

    return KnownValues
