"""Time in odd places: summer time, reminders after a new schedule, the e-mails of a turn."""

from __future__ import annotations

from datetime import UTC, datetime, time as clock, timedelta
from typing import Any

import pytest

from accounts.services import profile
from games import clocks
from games.models import Match, Seat
from games.services.audit import replay_matches
from games.services.play import flags, matches, pauses
from notifications.models import Message

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NIGHTS = clocks.TimeControl(
    bank=3 * DAY, increment=DAY, cap=7 * DAY, stops=frozenset({"night", "leave", "weekend"})
)


def test_schedules_leave_and_pauses_in_mid_turn_refold_across_summer_time(
    alice, bob, start, play, noon
):
    friday = datetime(2026, 3, 27, 12, tzinfo=UTC)
    match = start(alice, bob, control=NIGHTS, now=friday)
    nights: dict[str, Any] = {"quiet_from": clock(22), "quiet_to": clock(7), "rest_days": [5, 6]}
    profile.change_schedule(alice, time_zone="Europe/Berlin", **nights)
    play(match, "b2", friday + 3 * DAY - HOUR)
    leave = flags.book_leave(bob, (friday + 4 * DAY).date(), (friday + 8 * DAY).date(), now=friday)
    flags.cancel_leave(leave, now=friday + 5 * DAY)
    profile.change_schedule(bob, time_zone="Pacific/Kiritimati", **nights)
    pauses.propose_pause(match.pk, alice, friday + 9 * DAY, now=friday + 5 * DAY)
    pauses.accept_pause(match.pk, bob, friday + 9 * DAY, now=friday + 5 * DAY)
    play(match, "a1", friday + 9 * DAY)
    matches.resign_match(match.pk, alice, now=friday + 10 * DAY)
    assert list(replay_matches(Match.objects.all())) == []


def test_a_reminder_is_never_posted_in_new_quiet_hours_nor_twice(alice, bob, start, noon):
    match = start(alice, bob)
    half = Seat.objects.get(match=match, number=0).remind_at
    assert half is not None
    flags.send_reminders(now=half)
    quiet: dict[str, Any] = {
        "quiet_from": (half + HOUR).time(),
        "quiet_to": (half + 9 * HOUR).time(),
    }
    profile.change_schedule(alice, time_zone="UTC", rest_days=[], **quiet)
    at = half
    while at < half + 3 * DAY:
        flags.send_reminders(now=at)
        at += HOUR
    emails = Message.objects.filter(kind="reminder", player=alice)
    steps = [key.rsplit(":", 2)[1] for key in emails.values_list("key", flat=True)]
    assert len(steps) == len(set(steps)) >= 2
    for email in emails.exclude(created_at=half):
        assert not quiet["quiet_from"] <= email.due_at.time() < quiet["quiet_to"]
