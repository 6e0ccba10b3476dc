"""Zone, quiet hours and days off count for a turn as they were when it began."""

from __future__ import annotations

from datetime import UTC, datetime, time as clock, timedelta
from typing import Any

import pytest

from accounts.services import profile
from games import clocks, queries
from games.api.clocks import statements_json
from games.models import ClockCharge, Match, Seat
from games.services.audit import replay_matches
from games.services.play import flags

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FRIDAY = datetime(2026, 3, 6, 12, tzinfo=UTC)
STOPS = frozenset({"night", "weekend", "leave"})
CONTROL = clocks.TimeControl(per_turn=3 * DAY, stops=STOPS)
RESTFUL: dict[str, Any] = {
    "time_zone": "UTC",
    "quiet_from": clock(20),
    "quiet_to": clock(8),
    "rest_days": [5, 6],
}
BARE: dict[str, Any] = {
    "time_zone": "UTC",
    "quiet_from": None,
    "quiet_to": None,
    "rest_days": [],
}


@pytest.fixture
def table(alice, bob, start):
    """Return a match in which Alice has been to move since Friday noon, without quiet hours."""
    for player in (alice, bob):
        profile.change_schedule(player, **BARE)
    return start(alice, bob, control=CONTROL, now=FRIDAY)


def seat_of(match, player):
    return Seat.objects.get(match=match, player=player)


def charged(match, turn):
    return timedelta(seconds=ClockCharge.objects.get(match=match, turn=turn).charged)


def test_what_is_set_late_in_a_turn_gives_no_time_back(table, alice, bob, play):
    due = seat_of(table, alice).deadline_at
    assert due == FRIDAY + 3 * DAY
    profile.change_schedule(alice, **RESTFUL)
    flags.settle_flags(now=due - HOUR)
    assert seat_of(table, alice).deadline_at == due
    play(table, "b2", due - HOUR)
    assert charged(table, 1) == 3 * DAY - HOUR


def test_what_is_given_up_in_a_turn_does_not_hasten_its_end(alice, bob, start):
    profile.change_schedule(alice, **RESTFUL)
    match = start(alice, bob, control=CONTROL, now=FRIDAY)
    due = seat_of(match, alice).deadline_at
    profile.change_schedule(alice, **BARE)
    flags.settle_flags(now=FRIDAY + 3 * DAY + HOUR)
    match.refresh_from_db()
    assert match.is_running
    assert seat_of(match, alice).deadline_at == due > FRIDAY + 3 * DAY


def test_the_next_turn_goes_by_the_new_schedule(table, alice, bob, play):
    profile.change_schedule(alice, **RESTFUL)
    play(table, "b2", FRIDAY + HOUR)
    play(table, "a1", FRIDAY + 2 * HOUR)
    # Friday 14 to 20 and Monday 8 to 20 and so on: six hours, then twelve each day.
    assert (
        seat_of(table, alice).deadline_at == datetime(2026, 3, 14, tzinfo=UTC) + 2 * DAY + 14 * HOUR
    )
    play(table, "c1", FRIDAY + 4 * DAY)
    assert charged(table, 3) == 6 * HOUR + 12 * HOUR + 4 * HOUR
    assert list(replay_matches(Match.objects.all())) == []


def test_leave_in_mid_turn_still_stops_the_clock_by_the_zone_of_the_turn(table, alice):
    profile.change_schedule(alice, **RESTFUL | {"time_zone": "Pacific/Kiritimati"})
    day = FRIDAY.date() + 2 * DAY
    flags.book_leave(alice, day, day + DAY, now=FRIDAY + HOUR)
    assert seat_of(table, alice).deadline_at == FRIDAY + 5 * DAY


def test_the_statement_of_the_running_turn_shows_the_schedule_it_is_charged_by(table, alice):
    profile.change_schedule(alice, **RESTFUL)
    position = queries.position_for(alice, table.pk)
    assert position is not None
    (own, _other) = statements_json(position, [], FRIDAY + DAY)
    assert {line["reason"] for line in own["turns"][-1]["lines"]} == {"running"}
    assert own["left"] == (2 * DAY).total_seconds()


def test_reminders_keep_to_the_schedule_of_the_turn(table, alice):
    before = seat_of(table, alice).remind_at
    profile.change_schedule(alice, **RESTFUL)
    flags.send_reminders(now=FRIDAY)
    assert seat_of(table, alice).remind_at == before == FRIDAY + 1.5 * DAY
