"""Orders at the table: kept, carried out, lapsed; what is refused."""

from __future__ import annotations

import pytest

from games.models import ClockCharge, Match, Order
from games.orders.errors import BadOrder
from games.services.audit import replay_match
from games.services.play import answers, matches, orders, ties
from games.services.play.commands import Submission, run_message
from notifications.models import Message
from tests.emails import composed
from tests.games.orders_table import HOUR, ledger, refuses, states

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob(person):
    """Return a player who reads English, too."""
    return person("Bob")


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
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []


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
    done = run_message(match.pk, alice, text, Submission(0, noon, "page"))
    assert [ply.text for ply in done.played.plies] == ["b2", "a1", "c3", "a3", "c1"]
    assert {state for _, state, _ in states(match)} == {"executed", "lapsed"}
    match.refresh_from_db()
    assert match.turn == 6
    assert match.seats.get(number=1).awaited
    assert Message.objects.filter(kind="your_turn").count() == 1
    assert Message.objects.filter(kind="order_played").count() == 1
    charges = ClockCharge.objects.filter(match=match).order_by("turn")
    assert [(each.turn, each.seat) for each in charges] == [(n, (n + 1) % 2) for n in range(1, 6)]
    assert list(replay_match(match)) == []


def test_there_is_an_end_to_answers_of_one_turn(alice, bob, start, order, noon, monkeypatch):
    monkeypatch.setattr(answers, "MAX_MOVES", 2)
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3")
    text = "b2\nif a1 then c3 if a3 then c1"
    done = run_message(match.pk, alice, text, Submission(0, noon, "page"))
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
    assert list(replay_match(match)) == []


def test_next_begins_the_next_leg_in_the_same_message(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "a1,c4,b1", noon)
    run_message(match.pk, bob, "c1; next b2", Submission(3, noon + HOUR, "page"))
    assert ledger(match)[3:] == [(1, "c1", "page"), (1, "b2", "page")]
    assert Message.objects.filter(kind="leg_finished").count() == 0
    assert Message.objects.filter(kind="your_turn", player=alice, state="queued").count() == 1
    assert list(replay_match(Match.objects.get(pk=match.pk))) == []


def test_next_where_no_leg_ends_plays_nothing(alice, bob, start, noon):
    match = start(alice, bob)
    written = Submission(0, noon, "page")
    assert refuses(run_message, match.pk, alice, "b2 next a1", written) == "next_needs_leg_end"
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
    ties.offer_tie(match.pk, alice, now=noon)
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
    with pytest.raises(BadOrder) as error:
        order(match, bob, "if b2 then a1\n\nif b2 then a2")
    assert (error.value.line, error.value.code) == (3, "order_twice")
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
    with pytest.raises(BadOrder) as error:
        order(match, bob, text)
    assert (error.value.line, error.value.code) == (line, code)
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
    monkeypatch.setattr(orders, "MAX_ORDERS", 2)
    match = start(alice, bob)
    order(match, bob, "if b2 then a1 if c3 then a3")
    assert refuses(order, match, bob, "if b1 then a1") == "too_many_orders"
