"""Orders at the table: kept, carried out, lapsed, withdrawn; what they cost and who is told."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import clocks
from games.models import ClockCharge, Match, Order, Ply, Seat
from games.orders.faults import BadOrder
from games.rules.base import RulesError
from games.services.audit import refold_match
from games.services.errors import Refused
from games.services.match import opaque
from games.services.play import answers, matches, orders
from games.services.play.commands import Written, carry_out, place_orders
from games.services.time import preferences
from notifications.models import Message
from tests.emails import composed

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HOUR = timedelta(hours=1)


@pytest.fixture
def bob(person):
    """Return a player who reads English, too."""
    return person("Bob")


@pytest.fixture
def order(noon):
    """Return a writer of orders on the position as it stands."""

    def write(match, player, text, **given):
        row = Match.objects.get(pk=match.pk)
        seen = given.pop("seen", row.ply_count)
        return place_orders(match.pk, player, text, Written(seen, noon, "page", **given))

    return write


def ledger(match):
    return [(ply.seat, ply.text, ply.source) for ply in Ply.objects.filter(match=match)]


def states(match):
    return list(Order.objects.filter(match=match).values_list("text", "state", "reason"))


def refuses(call, *args, **kwargs):
    with pytest.raises((Refused, RulesError)) as error:
        call(*args, **kwargs)
    return getattr(error.value, "code")  # noqa: B009 (both have one, their base has none)


# Carrying out -------------------------------------------------------------------------------------
def test_an_order_answers_in_the_moment_the_expected_move_is_played(
    alice, bob, start, play, order, noon
):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1")
    play(match, "b2", noon + HOUR)
    assert ledger(match) == [(0, "b2", "page"), (1, "a1", "order")]
    assert states(match) == [("if b2 then a1", "executed", "")]
    first, second = match.seats.all()
    assert first.awaited_since == noon + HOUR
    assert not second.awaited
    assert second.moved
    assert match.turn == 3
    assert list(refold_match(Match.objects.get(pk=match.pk))) == []


def test_another_move_lets_it_lapse_and_the_player_is_asked(alice, bob, start, play, order, noon):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1\nif b1 then a1")
    play(match, "c3", noon)
    assert ledger(match) == [(0, "c3", "page")]
    assert {state for _, state, _ in states(match)} == {"lapsed"}
    assert match.seats.get(number=1).awaited
    email = Message.objects.get(kind="your_turn", player=bob)
    assert "2 of your orders have lapsed" in " ".join(composed(email)["news"])


def test_orders_of_both_sides_answer_each_other_to_their_ends(alice, bob, start, order, noon):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3")
    text = "b2\nif a1 then c3 if a3 then c1\nif a2 then c2"
    done = carry_out(match.pk, alice, text, Written(0, noon, "page"))
    assert [ply.text for ply in done.played.plies] == ["b2", "a1", "c3", "a3", "c1"]
    assert {state for _, state, _ in states(match)} == {"executed", "lapsed"}
    match.refresh_from_db()
    assert match.turn == 6
    assert match.seats.get(number=1).awaited
    assert Message.objects.filter(kind="your_turn").count() == 1
    assert Message.objects.filter(kind="order_played").count() == 1
    charges = ClockCharge.objects.filter(match=match).order_by("turn")
    assert [(each.turn, each.seat) for each in charges] == [(n, (n + 1) % 2) for n in range(1, 6)]
    assert list(refold_match(match)) == []


def test_there_is_an_end_to_answers_of_one_turn(alice, bob, start, order, noon, monkeypatch):
    monkeypatch.setattr(answers, "MOST", 2)
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3")
    text = "b2\nif a1 then c3 if a3 then c1"
    done = carry_out(match.pk, alice, text, Written(0, noon, "page"))
    assert [ply.text for ply in done.played.plies] == ["b2", "a1", "c3"]
    assert match.seats.get(number=1).awaited


def test_an_answer_may_end_a_leg_and_begin_the_next(alice, bob, start, play, order, noon):
    match = start(alice, bob)
    play(match, "a1,c4", noon)
    order(match, bob, "if b1 then c1 next b2")
    play(match, "b1", noon + HOUR)
    assert [(text, source) for _, text, source in ledger(match)][3:] == [
        ("c1", "order"),
        ("b2", "order"),
    ]
    match.refresh_from_db()
    assert match.seats.get(number=0).awaited
    assert list(refold_match(match)) == []


def test_next_begins_the_next_leg_in_the_same_message(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "a1,c4,b1", noon)
    carry_out(match.pk, bob, "c1; next b2", Written(3, noon + HOUR, "page"))
    assert ledger(match)[3:] == [(1, "c1", "page"), (1, "b2", "page")]
    assert Message.objects.filter(kind="leg_finished").count() == 0
    assert Message.objects.filter(kind="your_turn", player=alice, state="queued").count() == 1
    assert list(refold_match(Match.objects.get(pk=match.pk))) == []


def test_next_where_no_leg_ends_plays_nothing(alice, bob, start, noon):
    match = start(alice, bob)
    written = Written(0, noon, "page")
    assert refuses(carry_out, match.pk, alice, "b2 next a1", written) == "next_needs_leg_end"
    assert ledger(match) == []


def test_an_order_that_ends_the_match_ends_it(alice, bob, start, play, order, noon):
    match = start(alice, bob, ruleset="traffic_lights.simple", rated=False, options={"legs": 1})
    play(match, "b2,a1", noon)
    order(match, bob, "if a2 then c2")
    play(match, "a2", noon + HOUR)
    assert (match.status, match.ending) == ("finished", "line")
    assert match.seats.get(number=1).rank == 1
    news = composed(Message.objects.get(kind="match_finished", player=alice))["news"]
    assert news == ["Bob played c2 (planned in advance)."]


def test_a_tie_on_the_table_is_for_the_player_themselves(alice, bob, start, play, order, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    order(match, bob, "if c3 then a3")
    matches.offer_tie(match.pk, alice, now=noon)
    play(match, "c3", noon + HOUR)
    assert ledger(match)[-1] == (0, "c3", "page")
    assert states(match) == [("if c3 then a3", "open", "")]
    play(match, "a3", noon + 2 * HOUR)
    assert states(match) == [("if c3 then a3", "lapsed", "not_expected")]


def test_the_end_of_a_match_lets_all_orders_lapse(alice, bob, start, play, order, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    order(match, bob, "if c3 then a3")
    matches.resign_match(match.pk, alice, now=noon)
    assert states(match) == [("if c3 then a3", "lapsed", "match_over")]


def test_what_has_become_illegal_lapses_and_is_told(alice, bob, start, play, order, noon):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1")
    Order.objects.update(answer=["z9"])
    play(match, "b2", noon)
    assert ledger(match) == [(0, "b2", "page")]
    assert states(match) == [("if b2 then a1", "lapsed", "no_such_cell")]
    email = Message.objects.get(kind="your_turn", player=bob)
    assert "1 of your orders has lapsed" in " ".join(composed(email)["news"])


def test_chess_orders_are_kept_in_the_one_spelling(alice, bob, start, play, order, noon):
    match = start(alice, bob, ruleset="chess")
    order(match, bob, "if e4 then Sf6 if e5 then Sd5", language="de")
    assert [text for text, _, _ in states(match)] == ["if e2e4 then g8f6", "if e4e5 then f6d5"]
    play(match, "e2-e4", noon)
    play(match, "e5", noon)
    assert [text for _, text, _ in ledger(match)] == ["e2e4", "g8f6", "e4e5", "f6d5"]


# Keeping ------------------------------------------------------------------------------------------
def test_the_same_order_twice_is_kept_once(alice, bob, start, order):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1")
    done = order(match, bob, "if B2 then A1 if c3 then a3")
    assert (len(done.kept), len(done.known), len(done.replaced)) == (1, 1, 0)
    assert [text for text, _, _ in states(match)] == ["if b2 then a1", "if c3 then a3"]


def test_the_last_answer_written_counts_and_takes_what_went_on_from_the_old_one(
    alice, bob, start, play, order, noon
):
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3\nif b1 then c1")
    done = order(match, bob, "if b2 then c3")
    assert {row.text for row in done.replaced} == {"if b2 then a1", "if c3 then a3"}
    play(match, "b2", noon)
    assert [text for _, text, _ in ledger(match)] == ["b2", "c3"]


def test_two_answers_in_one_text_are_a_mistake(alice, bob, start, order):
    match = start(alice, bob)
    with pytest.raises(BadOrder) as fault:
        order(match, bob, "if b2 then a1\n\nif b2 then a2")
    assert (fault.value.line, fault.value.code) == (3, "order_twice")
    assert states(match) == []


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("if b2 then a1\nif z9 then b1", 2, "no_such_cell"),
        ("if b2 then", 1, "order_needs_move"),
        ("a1", 1, "only_orders"),
        ("if b2 then a1\nmsg hello", 2, "only_orders"),
        ("auto-draft RYG", 1, "no_draft_here"),
    ],
)
def test_a_wrong_line_refuses_the_whole_text(alice, bob, start, order, text, line, code):
    match = start(alice, bob)
    with pytest.raises(BadOrder) as fault:
        order(match, bob, text)
    assert (fault.value.line, fault.value.code) == (line, code)
    assert states(match) == []


def test_who_may_order_what_and_when(alice, bob, carol, start, play, order, noon):
    match = start(alice, bob)
    assert refuses(order, match, carol, "if b2 then a1") == "not_your_match"
    assert refuses(order, match, alice, "if b2 then a1") == "order_your_turn"
    assert refuses(order, match, bob, "if b2 then a1", seen=3) == "stale"
    assert refuses(order, match, bob, "  ") == "nothing_written"
    bag = start(alice, bob, ruleset="traffic_lights.4x3.bag")
    assert refuses(order, bag, alice, "if take R then take R") == "no_orders_here"
    play(match, "b2,a1", noon)
    matches.resign_match(match.pk, alice, now=noon)
    assert refuses(order, match, bob, "if b2 then a1") == "match_over"


def test_there_is_an_end_to_ordering(alice, bob, start, order, monkeypatch):
    monkeypatch.setattr(orders, "MOST", 2)
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3")
    assert refuses(order, match, bob, "if b1 then a1") == "too_many_orders"


# Taking back --------------------------------------------------------------------------------------
def test_an_order_is_withdrawn_with_what_goes_on_from_it(alice, bob, start, play, order, noon):
    match = start(alice, bob)
    first, _second, other = order(match, bob, "if b2 then a1 if c3 then a3\nif b1 then c1").kept
    gone = orders.withdraw_order(match.pk, bob, opaque.shown(first.pk, "order"), now=noon)
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
    number = opaque.shown(mine.pk, "order")
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
    assert list(refold_match(match)) == []
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
        assert list(refold_match(match)) == []


def test_a_sole_move_waits_while_a_tie_is_offered(alice, bob, start, play, noon):
    match = start(alice, bob, ruleset="chess")
    play(match, "e2e4,f7f6", noon)
    matches.offer_tie(match.pk, alice, now=noon)
    play(match, "d1h5", noon)
    assert ledger(match)[-1] == (0, "d1h5", "page")


# Texts --------------------------------------------------------------------------------------------
def test_everything_in_one_text_is_done_in_order(alice, bob, start, noon):
    match = start(alice, bob)
    text = "b2\nif a1 then c3\nnote watch the corner\nmsg Good luck, Bob!\ntie"
    done = carry_out(match.pk, alice, text, Written(0, noon, "page"))
    assert done.played.plies[0].text == "b2"
    assert [row.text for row in done.kept] == ["if a1 then c3"]
    seat = match.seats.get(number=0)
    assert seat.notes == "watch the corner"
    assert seat.tie_offered_at_ply == 1
    assert match.chat.get().text == "Good luck, Bob!"
    carry_out(match.pk, alice, "note and b1", Written(1, noon, "page"))
    seat.refresh_from_db()
    assert seat.notes == "watch the corner\nand b1"


def test_one_wrong_thing_undoes_everything_in_the_text(alice, bob, start, noon):
    match = start(alice, bob)
    text = "b2\nif a1 then c3\nif b2 then b2 if b2 then b2\nnote hm"
    with pytest.raises(BadOrder) as fault:
        carry_out(match.pk, alice, text, Written(0, noon, "page"))
    assert fault.value.line == 3
    assert ledger(match) == []
    assert states(match) == []
    assert match.seats.get(number=0).notes == ""


def test_a_fallen_flag_stays_fallen_whatever_else_was_written(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    text, late = "c3 if a2 then a3", noon + timedelta(days=9)
    assert refuses(carry_out, match.pk, alice, text, Written(2, late, "page")) == "time_over"
    match.refresh_from_db()
    assert match.ending == "timeout"


HUFFED = "g3-h4,d6-c5,e3-f4,c5-d4,a3-b4,correct,h6-g5"  # c3xe5 is played by the server
HUFF, STEP = "huff f6", "b2-c3"


def test_a_turn_of_several_steps_is_one_turn(alice, bob, start, play, noon):
    match = start(alice, bob, ruleset="draughts", options={"capture_rule": "huff"})
    play(match, HUFFED, noon)
    written = Written(match.ply_count, noon, "page")
    assert refuses(carry_out, match.pk, alice, f"{HUFF}; a1-h8", written) != ""
    before = match.turn
    done = carry_out(match.pk, alice, f"{HUFF}; {STEP}", written)
    assert [ply.text for ply in done.played.plies] == [HUFF, STEP]
    match.refresh_from_db()
    assert match.turn == before + 1
    assert list(refold_match(match)) == []
