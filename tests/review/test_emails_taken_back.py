"""E-mails that the table has overtaken: whatever is pointless by now must not go out any more."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Seat
from games.services.errors import Refused
from games.services.play import flags, matches, ties
from notifications.models import Message

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def waiting(match, *kinds):
    """Return the keys of the e-mails about a match that would still go out."""
    emails = Message.objects.filter(thread=match.thread, state=Message.State.QUEUED)
    return sorted(emails.filter(kind__in=kinds).values_list("key", flat=True))


def first_reminder(match, seat):
    """Return when the seat is to be reminded first."""
    at = Seat.objects.get(match=match, number=seat).remind_at
    assert at is not None
    return at


def test_nobody_is_asked_for_a_first_move_in_a_match_that_was_called_off(alice, bob, start, noon):
    match = start(alice, bob)
    matches.abort_match(match.pk, bob, now=noon + MINUTE)
    assert waiting(match, "match_started", "your_turn") == []
    assert len(waiting(match, "match_finished")) == 2


def test_a_reminder_that_still_waits_is_taken_back_by_the_move(alice, bob, start, play, noon):
    match = start(alice, bob)
    at = first_reminder(match, 0)
    flags.send_reminders(now=at)
    assert len(waiting(match, "reminder")) == 1
    play(match, "b2", at + MINUTE)
    assert waiting(match, "reminder") == []


def test_a_reminder_that_still_waits_is_taken_back_by_the_end(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    at = first_reminder(match, 1)
    flags.send_reminders(now=at)
    matches.resign_match(match.pk, alice, now=at + MINUTE)
    assert waiting(match, "reminder") == []


def test_a_move_takes_the_email_of_the_tie_back_that_it_declines(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    ties.offer_tie(match.pk, alice, now=noon)
    assert len(waiting(match, "tie_offered")) == 1
    play(match, "a1", noon + MINUTE)
    assert waiting(match, "tie_offered") == []


def test_a_declined_or_accepted_tie_takes_its_email_back(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    ties.offer_tie(match.pk, alice, now=noon)
    ties.decline_tie(match.pk, bob, now=noon + MINUTE)
    assert waiting(match, "tie_offered") == []
    play(match, "a1", noon + MINUTE)
    ties.offer_tie(match.pk, alice, now=noon + 2 * MINUTE)
    ties.offer_tie(match.pk, bob, now=noon + 3 * MINUTE)
    assert waiting(match, "tie_offered") == []


def test_declining_by_number_declines_no_later_offer_of_another(
    alice, bob, carol, start, play, noon
):
    match = start(alice, bob, carol, ruleset="halma")
    for question, player in ((5, alice), (6, bob)):
        seat = match.seats.filter(player=player)
        assert seat.update(tie_offered_at_ply=0, question=question) == 1
    with pytest.raises(Refused, match="not_asked_any_more"):
        ties.decline_tie(match.pk, carol, 5, now=noon)
    assert match.seats.exclude(tie_offered_at_ply=None).count() == 2
    ties.decline_tie(match.pk, carol, 6, now=noon)
    assert not match.seats.exclude(tie_offered_at_ply=None).exists()


def test_cancelled_leave_takes_back_the_emails_that_told_of_it(alice, bob, start, noon):
    match = start(alice, bob, preset="week_bank")
    leave = flags.book_leave(alice, noon.date() + DAY, noon.date() + 5 * DAY, now=noon)
    assert len(waiting(match, "opponent_on_leave")) == 1
    flags.cancel_leave(leave, now=noon + MINUTE)
    assert waiting(match, "opponent_on_leave") == []
