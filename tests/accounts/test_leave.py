"""Leave: what is earned, what may be booked, and when clocks stop for it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from accounts.models import Leave, Player
from accounts.queries import INITIAL_LEAVE_DAYS, MAX_SAVED_LEAVE_DAYS, leave_allowance, leave_spans
from accounts.services.errors import LeaveRefused
from accounts.services.leave import book_leave, cancel_leave
from tests.sampling import examples

TODAY = date(2026, 3, 2)
DAY = timedelta(days=1)


def days(first: int, last: int) -> tuple[date, date]:
    """Return the days so many days after today."""
    return TODAY + first * DAY, TODAY + last * DAY


def code_of(player: Player, first: int, last: int, now: datetime) -> str:
    """Return the code with which the booking is refused."""
    with pytest.raises(LeaveRefused) as refusal:
        book_leave(player, *days(first, last), now=now)
    assert str(refusal.value), "every refusal has a sentence"
    return refusal.value.code


def test_everybody_starts_with_ten_days_and_earns_one_in_twelve(alice: Player, noon: Any) -> None:
    assert leave_allowance(alice, noon) == INITIAL_LEAVE_DAYS == 10
    assert leave_allowance(alice, noon + 12 * DAY - timedelta(seconds=1)) == 10
    assert leave_allowance(alice, noon + 12 * DAY) == 11
    assert leave_allowance(alice, noon + 365 * DAY) == 30 == MAX_SAVED_LEAVE_DAYS


def test_booking_spends_the_days_at_once(alice: Player, noon: Any) -> None:
    leave = book_leave(alice, *days(3, 9), now=noon)
    assert leave.days == 7
    assert leave_allowance(alice, noon) == 3
    assert code_of(alice, 20, 23, noon) == "spent"
    assert book_leave(alice, *days(20, 22), now=noon)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (5, 4, "order"),
        (-1, 3, "past"),
        (0, 0, "short"),
        (3, 3, "short"),
        (364, 366, "far"),
        (2, 30, "long"),
    ],
)
def test_days_that_break_a_rule_are_refused_by_name(
    alice: Player, noon: Any, first: int, last: int, code: str
) -> None:
    assert code_of(alice, first, last, noon) == code
    assert not Leave.objects.exists()


@pytest.mark.parametrize(("first", "last"), [(5, 8), (8, 10), (2, 5), (6, 7), (2, 12)])
def test_leave_never_overlaps(alice: Player, noon: Any, first: int, last: int) -> None:
    book_leave(alice, *days(5, 8), now=noon)
    assert code_of(alice, first, last, noon) == "overlap"


def test_days_side_by_side_count_as_one_stretch(alice: Player, noon: Any) -> None:
    later = noon + 365 * DAY
    book_leave(alice, *days(370, 376), now=later)
    book_leave(alice, *days(385, 391), now=later)
    assert code_of(alice, 377, 384, later) == "long", "the gap would join both"
    assert book_leave(alice, *days(377, 383), now=later).days == 7


def test_the_days_are_those_of_the_players_own_zone(person: Any, noon: Any) -> None:
    kiri = person("Kiri", time_zone="Pacific/Kiritimati")  # UTC+14: already tomorrow
    assert code_of(kiri, 0, 3, noon) == "past"
    leave = book_leave(kiri, *days(1, 3), now=noon)
    assert leave.span == (noon, datetime(2026, 3, 5, 10, tzinfo=UTC))


def test_booking_today_stops_clocks_from_now_not_from_midnight(alice: Player, noon: Any) -> None:
    leave = book_leave(alice, *days(0, 1), now=noon)
    assert leave.span == (noon, datetime(2026, 3, 3, 23, tzinfo=UTC))
    assert leave_spans(alice) == [leave.span]


def test_cancelling_before_it_begins_gives_every_day_back(alice: Player, noon: Any) -> None:
    leave = cancel_leave(book_leave(alice, *days(3, 9), now=noon), now=noon + DAY)
    assert leave_allowance(alice, noon) == 10
    assert leave.span is None
    assert leave_spans(alice) == []
    assert book_leave(alice, *days(3, 9), now=noon + DAY), "the days are free again"


def test_cancelling_in_the_middle_spends_the_days_that_have_begun(alice: Player, noon: Any) -> None:
    leave = book_leave(alice, *days(1, 7), now=noon)
    back = noon + 3 * DAY
    cancel_leave(leave, now=back)
    assert leave_allowance(alice, back) == 10 - 3
    assert leave_spans(alice) == [(datetime(2026, 3, 2, 23, tzinfo=UTC), back)]


def test_leave_is_given_back_once_and_not_when_it_is_over(alice: Player, noon: Any) -> None:
    leave = book_leave(alice, *days(1, 2), now=noon)
    with pytest.raises(LeaveRefused, match="over"):
        cancel_leave(leave, now=noon + 5 * DAY)
    cancel_leave(leave, now=noon)
    with pytest.raises(LeaveRefused, match="already been cancelled"):
        cancel_leave(leave, now=noon)


def test_guests_bots_and_closed_accounts_have_no_leave(alice: Player, noon: Any) -> None:
    for change in ({"kind": "guest"}, {"kind": "bot"}, {"kind": "person", "closed_at": noon}):
        Player.objects.filter(pk=alice.pk).update(**change)
        assert code_of(alice, 1, 3, noon) == "nobody"


STEPS = st.lists(
    st.tuples(st.integers(0, 90), st.integers(0, 20), st.integers(0, 16), st.booleans()),
    max_size=12,
)


@pytest.mark.long
@pytest.mark.django_db
@examples(20)
@given(STEPS)
def test_whatever_is_booked_and_cancelled_nobody_goes_below_nothing_or_over_thirty(
    steps: list[tuple[int, int, int, bool]],
) -> None:
    Player.objects.all().delete()
    now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    player = Player.objects.create(name="Nora", time_zone="UTC", created_at=now)
    for wait, ahead, length, regret in steps:
        now += wait * DAY
        first = now.date() + ahead * DAY
        try:
            leave = book_leave(player, first, first + length * DAY, now=now)
            if regret:
                cancel_leave(leave, now=now + DAY)
        except LeaveRefused:
            pass
        assert 0 <= leave_allowance(player, now) <= MAX_SAVED_LEAVE_DAYS
    taken = sorted((row.first_day, row.last_day) for row in player.leaves.filter(cancelled_at=None))
    assert all(a[1] < b[0] for a, b in pairwise(taken))
    spans = leave_spans(player)
    assert all(start < end for start, end in spans)
