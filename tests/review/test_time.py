"""Flags, schedules and clocks where somebody tries to turn time back, or a row is poisoned."""

from __future__ import annotations

from datetime import time as clock, timedelta
from typing import Any

import pytest

from accounts.services import profile
from accounts.services.errors import ProfileRefused
from games import clocks
from games.models import ClockCharge, Match, RatingEntry, Seat
from games.services.audit import replay_matches
from games.services.play import flags, matches, ties

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def copy(row, **changes):
    """Return another row like this one, not yet saved."""
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    match = changes.pop("match", None)
    if match is not None:
        fields["match_id"] = match.pk
    return type(row)(**(fields | {"id": None} | changes))


NIGHTS = clocks.TimeControl(per_turn=3 * DAY, stops=frozenset({"night", "leave"}))


def test_new_quiet_hours_do_not_raise_a_flag_that_has_fallen(alice, bob, start, play, noon):
    match = start(alice, bob, control=NIGHTS)
    play(match, "b2,a1", noon)
    late = due(match) + MINUTE
    profile.change_schedule(
        alice,
        time_zone="Europe/Berlin",
        quiet_from=clock(20),
        quiet_to=clock(8),
        rest_days=[],
    )
    flags.settle_flags(now=late)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("finished", "timeout")


def due(match, column="deadline_at"):
    """Return when the clock of the first seat runs out, or what else is due."""
    at = getattr(Seat.objects.get(match=match, number=0), column)
    assert at is not None
    return at


@pytest.fixture
def poisoned(alice, bob, start, noon):
    """Put many matches that nobody can open in front of the queue."""
    model = start(alice, bob, rated=False, now=noon - DAY)
    seats = list(Seat.objects.filter(match=model))
    Match.objects.filter(pk=model.pk).update(ruleset="gone")
    model.refresh_from_db()
    copies = [copy(model, id=10_000 + number) for number in range(60)]
    Match.objects.bulk_create(copies)
    Seat.objects.bulk_create(copy(seat, match=each) for each in copies for seat in seats)


def test_dozens_of_poisoned_rows_do_not_stop_the_flag_check(poisoned, alice, bob, start, noon):
    sound = start(alice, bob, rated=False)
    flags.settle_flags(now=due(sound) + MINUTE)
    sound.refresh_from_db()
    assert sound.status == "annulled"


def test_dozens_of_poisoned_rows_do_not_stop_the_reminders(poisoned, alice, bob, start, noon):
    sound = start(alice, bob, rated=False)
    assert flags.send_reminders(now=due(sound, "remind_at")) == 1


def test_a_poisoned_match_does_not_keep_its_player_from_booking_leave(alice, bob, start, noon):
    Match.objects.filter(pk=start(alice, bob).pk).update(ruleset="gone")
    sound = start(alice, bob, rated=False)
    before = due(sound)
    flags.book_leave(alice, noon.date() + DAY, noon.date() + 5 * DAY, now=noon)
    assert due(sound) == before + 5 * DAY


def test_nobody_stops_their_clock_by_sleeping_all_day(alice, noon):
    schedule: dict[str, Any] = {"time_zone": "UTC", "rest_days": []}
    with pytest.raises(ProfileRefused, match="at most 12 hours"):
        profile.change_schedule(alice, quiet_from=clock(0, 1), quiet_to=clock(0), **schedule)
    profile.change_schedule(alice, quiet_from=clock(20), quiet_to=clock(8), **schedule)


def test_a_claimable_flag_that_has_fallen_is_not_moved_by_a_new_schedule_nor_by_leave(
    alice, bob, start, play, noon
):
    stops = frozenset({"night", "leave"})
    control = clocks.TimeControl(per_turn=3 * DAY, stops=stops, on_flag="claim")
    match = start(alice, bob, control=control)
    play(match, "b2,a1", noon)
    seat = Seat.objects.get(match=match, number=0)
    flags.settle_flags(now=due(match))
    seat.refresh_from_db()
    assert seat.flagged_at is not None
    before = due(match)
    profile.change_schedule(
        alice,
        time_zone="Europe/Berlin",
        quiet_from=clock(20),
        quiet_to=clock(8),
        rest_days=[],
    )
    today = before.date()
    flags.book_leave(alice, today, today + 3 * DAY, now=before + MINUTE)
    seat.refresh_from_db()
    assert seat.deadline_at == before, "a fallen flag stays where it fell"


@pytest.mark.parametrize("end", ["timeout", "resigned", "tie_agreed"])
def test_the_turn_in_which_a_match_ends_stands_in_the_clock_ledger(
    alice, bob, start, play, noon, end
):
    match = start(alice, bob, preset="week_bank")
    play(match, "b2,a1", noon)
    if end == "timeout":
        late = due(match) + MINUTE
        flags.settle_flags(now=late)
    elif end == "resigned":
        matches.resign_match(match.pk, alice, now=noon + DAY)
    else:
        ties.offer_tie(match.pk, bob, now=noon + DAY)
        ties.offer_tie(match.pk, alice, now=noon + DAY)
    match.refresh_from_db()
    assert match.ending == end
    last = ClockCharge.objects.get(match=match, turn=3, seat=0)
    assert last.flagged == (end == "timeout")
    assert last.charged > 0
    assert list(replay_matches([match])) == []


def test_an_unrated_time_out_does_not_shield_a_rated_one(alice, bob, carol, start, play, noon):
    casual = start(alice, bob, rated=False)
    play(casual, "b2,a1", noon - DAY)
    rated = start(alice, carol)
    play(rated, "b2,a1", noon - DAY)
    flags.settle_flags(now=noon + 30 * DAY)
    rated.refresh_from_db()
    assert rated.ending == "timeout"
    assert RatingEntry.objects.filter(match=rated).count() == 2
