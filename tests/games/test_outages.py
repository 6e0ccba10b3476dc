"""While the site is down no clock runs: heartbeats, silences, and what follows from them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from games import tasks
from games.models import Challenge, Heartbeat, Match, Outage, RatingEntry, Seat
from games.services import audit
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.match import deadlines
from games.services.play import flags, matches, play
from games.services.time import outages
from tournaments.referees.models import Case

pytestmark = pytest.mark.django_db
SECOND, MINUTE, HOUR, DAY = (
    timedelta(seconds=1),
    timedelta(minutes=1),
    timedelta(hours=1),
    timedelta(days=1),
)


@pytest.fixture
def running(start, play, alice, bob, noon):
    """A rated match in which both have moved and Alice is to move at noon."""
    match = start(alice, bob, now=noon - 2 * HOUR)
    play(match, "b2,a1", noon)
    return match


def awaited(match):
    return Seat.objects.get(match=match, awaited_since__isnull=False)


def timetable(at):
    """Run what the timetable runs every minute, at this instant."""
    with time_machine.travel(at, tick=False):
        tasks.note_heartbeat()
        tasks.settle_flags()
        tasks.send_reminders()


def test_a_rated_match_is_not_lost_on_time_68_seconds_after_a_restart(running, noon):
    """The deadline passed while everything was down; the first sweep comes 68 s after the start."""
    due = awaited(running).deadline_at
    timetable(due - 10 * MINUTE)
    restart = due + 8 * HOUR
    with time_machine.travel(restart + 68 * SECOND, tick=False):
        assert tasks.settle_flags() == 0
    running.refresh_from_db()
    assert running.is_running
    assert not RatingEntry.objects.filter(match=running).exists()
    left = awaited(running).deadline_at - (restart + 68 * SECOND)
    assert left == 10 * MINUTE  # what was left at the last heartbeat


def test_three_days_after_a_violent_end_everybody_has_the_time_they_had(running, noon):
    timetable(noon + HOUR)
    before = awaited(running).deadline_at
    timetable(noon + HOUR + 3 * DAY)
    assert awaited(running).deadline_at == before + 3 * DAY
    outage = Outage.objects.get()
    assert (outage.since, outage.until) == (noon + HOUR, noon + HOUR + 3 * DAY)
    timetable(before + 3 * DAY - SECOND - MINUTE)  # a silence of its own, credited as well
    timetable(before + 6 * DAY)
    running.refresh_from_db()
    assert running.is_running


@pytest.mark.long
def test_a_flag_falls_when_the_credited_time_is_used_up(running, noon):
    at = noon
    while at < noon + 2 * HOUR:
        timetable(at)
        at += MINUTE
    timetable(at + 3 * DAY)  # nothing was heard since the minute before
    due = awaited(running).deadline_at
    assert due == noon + 6 * DAY + MINUTE
    Heartbeat.objects.update(at=due - MINUTE)
    timetable(due - SECOND)
    assert Match.objects.get(pk=running.pk).is_running
    timetable(due + MINUTE)
    assert Match.objects.get(pk=running.pk).ending == "timeout"
    assert list(audit.replay_match(Match.objects.get(pk=running.pk))) == []


def test_a_silence_of_two_minutes_is_none(noon):
    outages.record_heartbeat(now=noon)
    assert outages.record_heartbeat(now=noon + 2 * MINUTE) is None
    found = outages.record_heartbeat(now=noon + 4 * MINUTE + SECOND)
    assert (found.since, found.until) == (noon + 2 * MINUTE, noon + 4 * MINUTE + SECOND)
    assert Outage.objects.count() == 1


def test_the_first_heartbeat_of_all_credits_nothing(running, noon):
    due = awaited(running).deadline_at
    timetable(due + HOUR)
    assert Match.objects.get(pk=running.pk).ending == "timeout"
    assert not Outage.objects.exists()


def test_a_late_move_right_after_a_restart_counts_before_anything_was_noted(running, noon, alice):
    """The web server is back first: nobody has written an outage down yet."""
    due = awaited(running).deadline_at
    outages.record_heartbeat(now=due - 10 * MINUTE)
    late = due + 8 * HOUR
    played = play.play_turn(running.pk, alice, "c1", seen=2, now=late, source="page")
    assert played.match.is_running
    assert not Outage.objects.exists()
    charge = running.charges.get(turn=3)
    assert not charge.flagged
    assert charge.charged == (3 * DAY - 10 * MINUTE).total_seconds()
    assert charge.stops["pauses"][0][2] == "outage"
    timetable(late + MINUTE)
    assert list(audit.replay_match(Match.objects.get(pk=running.pk))) == []


def test_a_late_move_is_not_settled_while_the_timetable_has_not_vouched_for_the_time(
    running, noon, alice
):
    """The flag fell after the last heartbeat, in what may become an outage."""
    due = awaited(running).deadline_at
    outages.record_heartbeat(now=due - 10 * SECOND)
    with pytest.raises(Refused, match="flag_pending"):
        play.play_turn(running.pk, alice, "c1", seen=2, now=due + 30 * SECOND, source="page")
    with pytest.raises(Refused, match="flag_pending"):
        matches.resign_match(running.pk, alice, now=due + 30 * SECOND)
    assert Match.objects.get(pk=running.pk).is_running
    outages.record_heartbeat(now=due + 40 * SECOND)
    with pytest.raises(Refused, match="time_over"):
        play.play_turn(running.pk, alice, "c1", seen=2, now=due + 41 * SECOND, source="page")
    assert Match.objects.get(pk=running.pk).ending == "timeout"


def test_no_win_can_be_claimed_for_time_in_an_outage(start, play, alice, bob, noon):
    from games import clocks

    control = clocks.TimeControl(per_turn=DAY, on_flag="claim")
    match = start(alice, bob, now=noon, control=control)
    play(match, "b2,a1", noon)
    outages.record_heartbeat(now=noon + HOUR)
    with pytest.raises(Refused, match="nothing_to_claim"):
        matches.claim_win(match.pk, bob, now=noon + 2 * DAY)
    timetable(noon + 2 * DAY)
    with pytest.raises(Refused, match="nothing_to_claim"):
        matches.claim_win(match.pk, bob, now=noon + 2 * DAY)


def test_booking_leave_right_after_a_restart_settles_no_flag_of_the_outage(running, noon, alice):
    due = awaited(running).deadline_at
    outages.record_heartbeat(now=due - HOUR)
    after = due + DAY
    first = (after + 5 * DAY).date()
    flags.book_leave(alice, first, first + 3 * DAY, now=after)
    assert Match.objects.get(pk=running.pk).is_running


def test_overlapping_outages_count_once(running, noon):
    outages.record_heartbeat(now=noon + HOUR)
    outages.enter_outage(noon + 30 * MINUTE, noon + 5 * HOUR, note="", by=None, now=noon + 5 * HOUR)
    outages.record_heartbeat(now=noon + 4 * HOUR)
    outages.enter_outage(noon + 2 * HOUR, noon + 6 * HOUR, note="", by=None, now=noon + 6 * HOUR)
    flags.settle_flags(now=noon + 4 * HOUR)
    deadlines.recompute_after_outages(now=noon + 4 * HOUR)
    assert awaited(running).deadline_at == noon + 3 * DAY + 5 * HOUR + 30 * MINUTE


def test_the_statement_has_a_line_for_the_outage(running, client_for, alice, noon):
    timetable(noon + HOUR)
    timetable(noon + 3 * HOUR)
    Heartbeat.objects.update(at=noon + 4 * HOUR)
    with time_machine.travel(noon + 4 * HOUR, tick=False):
        page = client_for(alice).get(f"/matches/{running.pk}/clock/").content.decode()
        told = client_for(alice).get(f"/api/v1/matches/{running.pk}/clock/").json()
    assert "the server was down" in page
    turns = [turn for seat in told for turn in seat["turns"] if turn["running"]]
    assert [line["reason"] for line in turns[0]["lines"]] == ["running", "outage", "running"]
    assert turns[0]["charged"] == 2 * 3600


def test_a_flag_marked_for_a_claim_is_lifted_by_an_outage_entered_by_hand(
    start, play, alice, bob, noon
):
    from games import clocks

    control = clocks.TimeControl(per_turn=DAY, on_flag="claim")
    match = start(alice, bob, now=noon, control=control)
    play(match, "b2,a1", noon)
    flags.settle_flags(now=noon + DAY)
    assert awaited(match).flagged_at == noon + DAY
    outages.enter_outage(noon, noon + DAY, note="disk full", by=None, now=noon + DAY + HOUR)
    deadlines.recompute_after_outages(now=noon + DAY + HOUR)
    assert awaited(match).flagged_at is None
    assert awaited(match).deadline_at == noon + 2 * DAY


def test_stored_deadlines_follow_in_pieces(running, start, play, alice, bob, noon, monkeypatch):
    """A worker that dies between two pieces leaves the rest to the next one."""
    monkeypatch.setattr(deadlines, "BATCH_SIZE", 1)
    other = start(alice, bob, now=noon)
    before = {match.pk: awaited(match).deadline_at for match in (running, other)}
    outages.record_heartbeat(now=noon)
    outages.record_heartbeat(now=noon + HOUR)
    assert deadlines._recompute_batch(noon + HOUR) == 1
    assert awaited(running).deadline_at == before[running.pk] + HOUR
    assert awaited(other).deadline_at == before[other.pk]
    assert deadlines.recompute_after_outages(now=noon + HOUR) == 1
    assert awaited(other).deadline_at == before[other.pk] + HOUR
    assert Outage.objects.get().settled_at == noon + HOUR
    assert deadlines.recompute_after_outages(now=noon + HOUR) == 0


def test_challenges_and_cases_expire_later_by_an_outage(alice, bob, noon, running):
    from games import clocks
    from games.services.play.terms import Terms
    from tournaments.referees.services import cases

    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=True)
    made = challenges.issue_challenge(alice, terms, challenges.Offer(opponent=bob), now=noon)
    case = cases.open_case(alice, kind="other", text="Rude.", match_id=running.pk, now=noon)
    outages.record_heartbeat(now=noon)
    with time_machine.travel(noon + 30 * DAY, tick=False):
        tasks.expire_challenges()
    again = Challenge.objects.get(pk=made.pk)
    assert again.is_open
    assert made.expires_at
    assert again.expires_at == made.expires_at + 30 * DAY
    assert case.due_at
    assert Case.objects.get(pk=case.pk).due_at == case.due_at + 30 * DAY


@pytest.mark.parametrize(
    ("since", "until", "code"),
    [
        (0 * DAY, 0 * DAY, "outage_backwards"),
        (-40 * DAY, -1 * DAY, "outage_too_long"),
        (-40 * DAY, -39 * DAY, "outage_too_far"),
        (31 * DAY, 32 * DAY, "outage_too_far"),
    ],
)
def test_an_impossible_outage_is_refused(noon, since, until, code):
    with pytest.raises(Refused, match=code):
        outages.enter_outage(noon + since, noon + until, note="", by=None, now=noon)
    assert not Outage.objects.exists()


def test_an_outage_that_goes_on_can_be_ended_but_what_has_passed_stays(running, noon):
    made = outages.enter_outage(noon, noon + DAY, note="moving", by=None, now=noon)
    deadlines.recompute_after_outages(now=noon)
    assert awaited(running).deadline_at == noon + 4 * DAY
    outages.end_outage(made.pk, now=noon + HOUR)
    deadlines.recompute_after_outages(now=noon + HOUR)
    assert awaited(running).deadline_at == noon + 3 * DAY + HOUR
    with pytest.raises(Refused, match="outage_over"):
        outages.end_outage(made.pk, now=noon + 2 * HOUR)


def test_a_heartbeat_of_a_wrong_clock_is_forgotten(noon):
    outages.record_heartbeat(now=noon + 300 * DAY)
    assert outages.record_heartbeat(now=noon) is None
    assert Heartbeat.objects.get().at == noon
