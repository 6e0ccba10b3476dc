"""Playing a turn: what it changes, what it refuses, what follows from it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import queries
from games.models import ClockCharge, Match, Ply, Rating, RatingEntry, Seat
from games.rules.base import IllegalMove, MalformedMove
from games.services.errors import Refused
from games.services.interventions import agreement
from games.services.play import flags, matches, pauses, ties
from games.services.play.commands import Submission, run_message
from games.services.play.play import play_turn
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import Message

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HOUR = timedelta(hours=1)


def test_a_move_lands_in_the_ledger_and_wakes_the_opponent(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon + HOUR)
    ply = Ply.objects.get(match=match)
    assert (ply.number, ply.seat, ply.text, ply.at) == (1, 0, "b2", noon + HOUR)
    first, second = match.seats.all()
    assert not first.awaited
    assert second.awaited_since == noon + HOUR
    assert second.deadline_at == noon + HOUR + timedelta(days=3)
    assert ClockCharge.objects.get(match=match).charged == 3600
    assert Message.objects.filter(key=f"your_turn:{match.pk}:2:1", player=bob).exists()


def test_a_stale_submission_changes_nothing_and_says_so(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    with pytest.raises(Refused) as refusal:
        play_turn(match.pk, 0, "a1", seen=0, now=noon, source="page")
    assert (refusal.value.code, refusal.value.params) == ("stale", {"seen": 0, "current": 1})
    assert Ply.objects.filter(match=match).count() == 1


def test_it_must_be_your_turn(alice, bob, start, noon):
    match = start(alice, bob)
    with pytest.raises(Refused, match="not_your_turn"):
        play_turn(match.pk, 1, "a1", seen=0, now=noon, source="page")


def test_a_page_never_shows_half_of_a_turn(alice, bob, start, play, noon, monkeypatch):
    match = start(alice, bob)
    read = queries.match_for

    def read_and_be_overtaken(viewer, pk):
        found = read(viewer, pk)
        if match.ply_count == 0:
            play(match, "b2", noon)
        return found

    monkeypatch.setattr(queries, "match_for", read_and_be_overtaken)
    position = queries.position_for(bob, match.pk)
    assert (position.at_ply, len(position.plies)) == (1, 1)
    assert position.seats[1].awaited


@pytest.mark.parametrize(("text", "error"), [("z9", MalformedMove), ("slide E", MalformedMove)])
def test_what_is_no_move_is_refused_by_name(alice, bob, start, noon, text, error):
    match = start(alice, bob)
    with pytest.raises(error):
        play_turn(match.pk, 0, text, seen=0, now=noon, source="page")


def test_an_illegal_move_changes_nothing(alice, bob, start, noon):
    match = start(alice, bob, ruleset="traffic_lights.slider")
    with pytest.raises(IllegalMove) as error:
        play_turn(match.pk, 0, "slide E", seen=0, now=noon, source="page")
    assert error.value.code == "slide_first"
    assert not Ply.objects.filter(match=match).exists()


def test_a_whole_rated_match_with_tie_break_ends_with_ratings(alice, bob, start, play, noon):
    match = start(alice, bob)
    # Each leg: three reds in row 1, completed by its starter (1 point).
    leg = "a1,c4,b1,a4,c1"
    for number in range(3):
        play(match, leg, noon + number * HOUR)
    assert match.is_running
    position = queries.position_for(alice, match.pk)
    assert position is not None
    assert position.state.totals == (2, 1)
    # In the last leg of the tie-break pair the one who did not begin it completes the line.
    play(match, "a1,c4,b1,c1", noon + 5 * HOUR)
    assert match.status == "finished"
    entries = RatingEntry.objects.filter(match=match)
    assert sum(entry.delta for entry in entries) == 0
    assert Rating.objects.get(player=alice).value > Rating.objects.get(player=bob).value
    assert [seat.points for seat in match.seats.all()] == [3, 1]
    assert replay_ratings() == []


def test_resigning_loses_and_is_rated(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    matches.resign_match(match.pk, alice, now=noon + HOUR)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("finished", "resigned")
    assert [seat.rank for seat in match.seats.all()] == [2, 1]
    assert Rating.objects.get(player=bob).value > Rating.objects.get(player=alice).value


def test_calling_off_before_the_first_move_annuls(alice, bob, start, noon):
    match = start(alice, bob)
    matches.abort_match(match.pk, bob, now=noon)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("annulled", "aborted")
    assert not RatingEntry.objects.exists()


def test_a_tie_is_agreed_by_two_offers_and_lapses_with_a_move(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    ties.offer_tie(match.pk, alice, now=noon)
    play(match, "a1", noon)
    assert Seat.objects.get(match=match, player=alice).tie_offered_at_ply is None
    ties.offer_tie(match.pk, alice, now=noon)
    ties.offer_tie(match.pk, bob, now=noon)
    match.refresh_from_db()
    assert match.ending == "tie_agreed"
    assert [seat.rank for seat in match.seats.all()] == [1, 1]


def test_a_draw_is_accepted_only_as_it_was_offered(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    ties.offer_tie(match.pk, alice, now=noon)
    offered = match.seats.get(player=alice).question
    play(match, "a1", noon)
    with pytest.raises(Refused, match="no_tie_offered"):
        ties.accept_tie(match.pk, bob, offered, now=noon)
    assert match.seats.get(player=bob).tie_offered_at_ply is None
    ties.offer_tie(match.pk, alice, now=noon)
    with pytest.raises(Refused, match="no_tie_offered"):
        ties.accept_tie(match.pk, bob, offered, now=noon)
    with pytest.raises(Refused, match="tie_offered_since"):
        ties.offer_tie(match.pk, bob, now=noon, seen=1)
    play(match, "b3", noon)
    with pytest.raises(Refused, match="stale"):
        ties.offer_tie(match.pk, bob, now=noon, seen=2)
    assert match.seats.get(player=bob).tie_offered_at_ply is None
    ties.offer_tie(match.pk, alice, now=noon, seen=3)
    ties.accept_tie(match.pk, bob, match.seats.get(player=alice).question, now=noon)
    match.refresh_from_db()
    assert match.ending == "tie_agreed"


def accept(match_id, player, *, now):
    ties.accept_tie(match_id, player, 1, now=now)


def resign_in_words(match_id, player, *, now):
    seen = Match.objects.get(pk=match_id).ply_count
    run_message(match_id, player, "resign", Submission(seen, now, "page"))


def pause(match_id, player, *, now):
    pauses.propose_pause(match_id, player, now + timedelta(days=1), now=now)


@pytest.mark.parametrize(
    "act",
    [
        matches.resign_match,
        resign_in_words,
        ties.offer_tie,
        accept,
        ties.decline_tie,
        pause,
        agreement.request_take_back,
    ],
)
def test_a_fallen_flag_comes_before_whatever_is_done_after_it(act, alice, bob, start, play, noon):
    match = start(alice, bob, rated=False)
    play(match, "b2,a1", noon)
    ties.offer_tie(match.pk, bob, now=noon)
    for player in (alice, bob):
        with pytest.raises(Refused, match="match_over"):
            act(match.pk, player, now=noon + timedelta(days=3, seconds=30))
        match.refresh_from_db()
        assert (match.status, match.ending) == ("finished", "timeout")
        assert [seat.rank for seat in match.seats.all()] == [2, 1]


def test_a_flag_is_settled_by_the_flag_check_alone(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    late = noon + timedelta(days=3)
    assert flags.settle_flags(now=late - timedelta(seconds=1)) == 0
    assert flags.settle_flags(now=late) == 1
    assert flags.settle_flags(now=late) == 0
    match.refresh_from_db()
    assert (match.status, match.ending) == ("finished", "timeout")
    assert Seat.objects.get(match=match, player=bob).rank == 1


def test_a_match_in_which_a_seat_never_moved_is_annulled(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    flags.settle_flags(now=noon + timedelta(days=4))
    match.refresh_from_db()
    assert (match.status, match.ending) == ("annulled", "never_moved")


def test_a_move_after_the_flag_settles_it_even_before_the_flag_check(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    with pytest.raises(Refused, match="time_over"):
        play(match, "c3", noon + timedelta(days=4))
    match.refresh_from_db()
    assert match.ending == "timeout"


def test_only_the_first_timeout_of_an_absence_is_rated(alice, bob, carol, start, play, noon):
    games = [start(alice, bob), start(alice, carol), start(alice, bob)]
    for match in games:
        play(match, "b2,a1", noon)
    flags.settle_flags(now=noon + timedelta(days=4))
    assert RatingEntry.objects.filter(player=alice).count() == 1


def test_the_turn_email_is_withdrawn_once_answered(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    play(match, "a1", noon + timedelta(minutes=1))
    email = Message.objects.get(key=f"your_turn:{match.pk}:2:1")
    assert email.state == "withdrawn"


def test_reminders_go_out_once_a_step_and_not_after_the_move(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    for hours in range(71):
        flags.send_reminders(now=noon + hours * HOUR)
    reminders = Message.objects.filter(kind="reminder", player=alice)
    assert 1 <= reminders.count() <= 3
    play(match, "c3", noon + 71 * HOUR)
    before = reminders.count()
    flags.send_reminders(now=noon + 72 * HOUR)
    assert reminders.count() == before


def test_leave_moves_the_deadline_and_tells_the_opponent(alice, bob, start, noon):
    match = start(alice, bob)
    before = Seat.objects.get(match=match, player=alice).deadline_at
    first = (noon + timedelta(days=1)).date()
    flags.book_leave(alice, first, first + timedelta(days=4), now=noon)
    after = Seat.objects.get(match=match, player=alice).deadline_at
    assert before is not None
    assert after == before + timedelta(days=5)
    assert Message.objects.filter(kind="opponent_on_leave", player=bob).exists()
