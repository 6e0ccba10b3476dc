"""Statements that are composed once and run with other values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Count, QuerySet

from accounts.compiled_queries import compiled_query
from accounts.models import Leave, Player

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@compiled_query
def named(name: str, before: datetime) -> QuerySet[Player]:
    """Select players of a name."""
    return Player.objects.filter(name=name, created_at__lt=before).select_related("user")


def players(*names: str) -> list[Player]:
    return [Player.objects.create(name=name, created_at=NOON) for name in names]


def test_the_same_statement_finds_other_rows(django_assert_num_queries):
    ada, bea = players("Ada", "Bea")
    later = NOON + timedelta(seconds=1)
    with django_assert_num_queries(3):
        assert named("Ada", later) == [ada]
        assert named("Bea", later) == [bea]
        assert named("Bea", NOON) == []


def test_it_is_composed_at_the_first_call_alone():
    calls = []

    @compiled_query
    def numbered(player: int) -> QuerySet[Player]:
        calls.append(player)
        return Player.objects.filter(pk=player)

    for player in (*players("Ada", "Bea"), None):
        assert numbered(player.pk if player else 0) == ([player] if player else [])
    assert len(calls) == 1


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, -(2**63) - 1, 10**30])
def test_a_number_that_no_database_holds_finds_nothing(number):
    @compiled_query
    def numbered(player: int) -> QuerySet[Player]:
        return Player.objects.filter(pk=player)

    (ada,) = players("Ada")
    assert numbered(ada.pk) == [ada]
    assert numbered(number) == []


def test_rows_are_as_the_queryset_gives_them():
    (ada,) = players("Ada")
    Leave.objects.create(player=ada, first_day=NOON, last_day=NOON, booked_at=NOON)

    @compiled_query
    def counted(player: int) -> Any:
        found = Player.objects.filter(pk=player).annotate(days=Count("leaves"))
        return found.values("name", "days")

    @compiled_query
    def flat(player: int) -> Any:
        return Player.objects.filter(pk=player).values_list("name", flat=True)

    @compiled_query
    def gathered(player: int) -> QuerySet[Player]:
        return Player.objects.filter(pk=player).prefetch_related("leaves")

    for _again in range(2):
        assert counted(ada.pk) == [{"name": "Ada", "days": 1}]
        assert flat(ada.pk) == ["Ada"]
        (found,) = gathered(ada.pk)
        assert vars(found)["_prefetched_objects_cache"]["leaves"][0].player == ada
        found.name = "changed"


def test_arguments_that_would_change_the_statement_are_refused():
    with pytest.raises(TypeError):
        named(None, NOON)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        named("Ada", before=NOON)


def test_an_argument_that_is_lost_on_the_way_is_noticed():
    @compiled_query
    def all_of(player: int) -> QuerySet[Player]:
        return Player.objects.all()

    with pytest.raises(ValueError, match="all_of"):
        all_of(1)


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_only():
    if not connection.features.has_select_for_update:
        return

    @compiled_query
    def locked(player: int) -> QuerySet[Player]:
        return Player.objects.select_for_update().filter(pk=player)

    (ada,) = players("Ada")
    with transaction.atomic():
        assert locked(ada.pk) == [ada]
    with pytest.raises(transaction.TransactionManagementError):
        locked(ada.pk)
