"""Orders: withdrawn, paid for and told; lists for the draft, forced moves, whole texts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import clocks
from games.models import ClockCharge, Order, Seat
from games.orders.errors import BadOrder
from games.services.audit import replay_match
from games.services.match import public_ids
from games.services.play import matches, orders, ties
from games.services.play.commands import Submission, run_message
from games.services.time import preferences
from notifications.models import Message
from tests.emails import composed, render
from tests.games.orders_table import HOUR, ledger, refuses, states

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def bob(person):
    """Return a player who reads English, too."""
    return person("Bob")


# Taking back --------------------------------------------------------------------------------------
def test_an_order_is_withdrawn_with_what_goes_on_from_it(alice, bob, start, play, order, noon):
    match = start(alice, bob)
    first, _second, other = order(match, bob, "if b2 then a1 if c3 then a3\nif b1 then c1").kept
    gone = orders.withdraw_order(match.pk, bob, public_ids.public_id(first.pk, "order"), now=noon)
    assert [row.text for row in gone] == ["if b2 then a1", "if c3 then a3"]
    play(match, "b2", noon)
    assert ledger(match) == [(0, "b2", "page")]
    assert Order.objects.get(pk=other.pk).state == "lapsed"


def test_only_its_owner_withdraws_an_order_and_only_while_it_waits(
    alice, bob, start, play, order, noon
):
    match = start(alice, bob)
    (mine,) = order(match, bob, "if b2 then a1").kept
    withdraw = orders.withdraw_order
    number = public_ids.public_id(mine.pk, "order")
    assert refuses(withdraw, match.pk, alice, number, now=noon) == "no_such_order"
    assert refuses(withdraw, match.pk, bob, mine.pk, now=noon) == "no_such_order"
    play(match, "b2", noon)
    assert refuses(withdraw, match.pk, bob, number, now=noon) == "order_closed"
    assert orders.withdraw_orders(match.pk, bob, now=noon) == []


# Time and e-mails ---------------------------------------------------------------------------------
def test_the_answer_costs_no_time_and_the_ledger_of_time_says_so(
    alice, bob, start, play, order, noon
):
    match = start(alice, bob, control=clocks.PRESETS["week_bank"])
    order(match, bob, "if b2 then a1")
    before = match.seats.get(number=1).budget
    play(match, "b2", noon + 5 * HOUR)
    charge = ClockCharge.objects.get(match=match, seat=1)
    assert (charge.turn, charge.charged, charge.since, charge.until) == (
        *(2, 0, noon + 5 * HOUR),
        noon + 5 * HOUR,
    )
    budget = clocks.Budget.from_json
    after = match.seats.get(number=1).budget
    assert budget(after).bank - budget(before).bank == timedelta(days=1)


def test_orders_deleted_before_the_e_mail_goes_out_are_not_counted(
    alice, bob, start, play, order, noon
):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3")
    play(match, "b2", noon)
    email = Message.objects.get(kind="order_played", player=bob)
    assert "1 order is still waiting." in render(email, noon).body
    orders.withdraw_orders(match.pk, bob, now=noon + HOUR)
    assert composed(email)["waiting"] == 0
    assert "still waiting" not in render(email, noon + 2 * HOUR).body


def test_orders_of_whoever_took_the_seat_over_are_not_counted(
    alice, bob, carol, start, play, order, noon
):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3")
    play(match, "b2", noon)
    email = Message.objects.get(kind="order_played", player=bob)
    match.seats.filter(number=1).update(player=carol)
    assert composed(email)["waiting"] == 0


def test_the_owner_is_told_what_was_answered_and_the_other_that_it_is_their_turn(
    alice, bob, start, play, order, noon
):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3")
    play(match, "b2", noon)
    mine = Message.objects.get(kind="order_played", player=bob)
    assert composed(mine)["news"] == [
        "Alice played b2.",
        "Your planned reply was played: a1.",
    ]
    assert composed(mine)["waiting"] == 1
    assert mine.due_at == noon + timedelta(minutes=10)
    theirs = Message.objects.get(kind="your_turn", player=alice)
    assert composed(theirs)["news"] == ["Bob played a1 (planned in advance)."]
    play(match, "c3", noon + HOUR)
    told = Message.objects.filter(kind="order_played", player=bob)
    assert sorted(told.values_list("state", flat=True)) == ["queued", "withdrawn"]
    news = composed(told.get(state="queued"))["news"]
    assert [line.rpartition(" ")[2] for line in news] == ["b2.", "a1.", "c3.", "a3."]
    play(match, "c1", noon + 2 * HOUR)
    assert set(told.values_list("state", flat=True)) == {"withdrawn"}


def test_an_order_does_not_bring_an_absent_player_back(alice, bob, start, play, order, noon):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1")
    play(match, "b2", noon)
    assert Seat.objects.get(match=match, number=1).last_ply == 0


# The draft and sole moves -------------------------------------------------------------------------
BAG = "traffic_lights.4x3.bag"


def test_with_lists_of_both_the_six_picks_need_no_email(alice, bob, start, noon):
    for player, fields in ((alice, "RYG"), (bob, "gry")):
        preferences.change_preferences(player, auto_move=True, auto_draft=fields)
    match = start(alice, bob, ruleset=BAG)
    picks = [line for line in ledger(match) if line[1].startswith("take")]
    assert len(picks) == 6
    assert {source for _, _, source in picks} == {"order", "server"}  # a sole chip is the server's
    seats = match.seats.all()
    assert [seat.awaited for seat in seats] == [True, False]
    assert not any(seat.moved for seat in seats)
    assert Message.objects.filter(kind="your_turn").count() == 0
    assert list(replay_match(match)) == []
    matches.abort_match(match.pk, bob, now=noon)


def test_a_list_for_this_match_picks_at_once_and_goes_before_the_one_for_all(
    alice, bob, start, order, noon
):
    preferences.change_preferences(alice, auto_move=True, auto_draft="GYR")
    match = start(alice, bob, ruleset=BAG)
    done = order(match, bob, "auto-draft ryg")
    assert done.played is not None
    picks = [line for line in ledger(match) if line[1].startswith("take")]
    assert picks[0] == (1, "take Y", "page")
    assert {source for _, _, source in picks[1:6]} == {"order", "server"}
    again = order(match, alice, "auto-draft off")
    assert [row.text for row in again.kept] == ["auto-draft off"]
    assert refuses(order, match, alice, "auto-draft RRG") == "bad_preference"


def test_a_sole_move_is_played_at_once_unless_the_player_wants_to(alice, bob, start, play, noon):
    for auto in (True, False):
        preferences.change_preferences(bob, auto_move=auto, auto_draft="")
        match = start(alice, bob, ruleset="chess")
        play(match, "e2e4,f7f6,d1h5", noon)
        last = ledger(match)[-1]
        assert last == ((1, "g7g6", "server") if auto else (0, "d1h5", "page"))
        assert match.seats.get(number=0).awaited == auto
        assert list(replay_match(match)) == []


def test_a_sole_move_waits_while_a_tie_is_offered(alice, bob, start, play, noon):
    match = start(alice, bob, ruleset="chess")
    play(match, "e2e4,f7f6", noon)
    ties.offer_tie(match.pk, alice, now=noon)
    play(match, "d1h5", noon)
    assert ledger(match)[-1] == (0, "d1h5", "page")


# Texts --------------------------------------------------------------------------------------------
def test_everything_in_one_text_is_done_in_order(alice, bob, start, noon):
    match = start(alice, bob)
    text = "b2\nif a1 then c3\nnote watch the corner\nmsg Good luck, Bob!\ntie"
    done = run_message(match.pk, alice, text, Submission(0, noon, "page"))
    assert done.played.plies[0].text == "b2"
    assert [row.text for row in done.kept] == ["if a1 then c3"]
    seat = match.seats.get(number=0)
    assert seat.notes == "watch the corner"
    assert seat.tie_offered_at_ply == 1
    assert match.chat.get().text == "Good luck, Bob!"
    run_message(match.pk, alice, "note and b1", Submission(1, noon, "page"))
    seat.refresh_from_db()
    assert seat.notes == "watch the corner\nand b1"


def test_one_wrong_thing_undoes_everything_in_the_text(alice, bob, start, noon):
    match = start(alice, bob)
    text = "b2\nif a1 then c3\nif b2 then b2 if b2 then b2\nnote hm"
    with pytest.raises(BadOrder) as error:
        run_message(match.pk, alice, text, Submission(0, noon, "page"))
    assert error.value.line == 3
    assert ledger(match) == []
    assert states(match) == []
    assert match.seats.get(number=0).notes == ""


def test_a_fallen_flag_stays_fallen_whatever_else_was_written(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    text, late = "c3 if a2 then a3", noon + timedelta(days=9)
    assert refuses(run_message, match.pk, alice, text, Submission(2, late, "page")) == "time_over"
    match.refresh_from_db()
    assert match.ending == "timeout"


HUFFED = "g3-h4,d6-c5,e3-f4,c5-d4,a3-b4,correct,h6-g5"  # c3xe5 is played by the server


HUFF, STEP = "huff f6", "b2-c3"


def test_a_turn_of_several_steps_is_one_turn(alice, bob, start, play, noon):
    match = start(alice, bob, ruleset="draughts", options={"capture_rule": "huff"})
    play(match, HUFFED, noon)
    written = Submission(match.ply_count, noon, "page")
    assert refuses(run_message, match.pk, alice, f"{HUFF}; a1-h8", written) != ""
    before = match.turn
    done = run_message(match.pk, alice, f"{HUFF}; {STEP}", written)
    assert [ply.text for ply in done.played.plies] == [HUFF, STEP]
    match.refresh_from_db()
    assert match.turn == before + 1
    assert list(replay_match(match)) == []
