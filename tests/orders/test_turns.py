"""Reading whole turns and chains of orders on real positions of real games."""

from __future__ import annotations

import random

import pytest

from games.orders.automatic import draft_pick, sole_move
from games.orders.errors import BadOrder
from games.orders.grammar import parse_commands
from games.orders.turns import TurnReader
from games.rules import registry
from games.rules.base import CHANCE, IllegalMove, MalformedMove, RulesError

WIDE = "traffic_lights.4x3"
PLAIN = [key for key in registry.keys() if not registry.get(key).draws_lots]  # noqa: SIM118


def after(key, moves="", options=None, seats=2):
    """Return rules and state after some plies, parted by commas."""
    rules = registry.get(key)
    state = rules.start(seats, options or {})
    for text in filter(None, moves.split(",")):
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, rules.parse(text))
    return rules, state


def chain(key, moves, owner, text, **setup):
    """Return the links of a chain written on a position."""
    rules, state = after(key, moves, **setup)
    (command,) = parse_commands(text)
    return TurnReader(rules).chain(state, owner, command)[0]


def error(key, moves, owner, text, **setup):
    """Return code and parameters of what is wrong with a chain."""
    with pytest.raises(BadOrder) as error:
        chain(key, moves, owner, text, **setup)
    return error.value.code


# Whole turns --------------------------------------------------------------------------------------
def test_a_solitary_player_sends_several_jumps_at_once():
    rules, state = after("solitaire", seats=1)
    steps = TurnReader(rules).turn(state, 0, "d6-d4; b5-d5")
    assert [step.text for step in steps] == ["d6-d4", "b5-d5"]
    assert steps[-1].state == after("solitaire", "d6-d4,b5-d5", seats=1)[1]


def test_the_first_step_that_cannot_be_refuses_the_whole_turn():
    rules, state = after("solitaire", seats=1)
    with pytest.raises(RulesError):
        TurnReader(rules).turn(state, 0, "d6-d4 d6-d4")


def test_nothing_follows_the_end_of_a_turn():
    rules, state = after(WIDE)
    with pytest.raises(MalformedMove, match="unreadable_move"):
        TurnReader(rules).turn(state, 0, "b2 a1")


@pytest.mark.parametrize("text", ["e4", "e2e4", "E2-E4", "e2–e4"])
def test_every_spelling_comes_to_the_one_that_is_listed(text):
    rules, state = after("chess")
    assert [step.text for step in TurnReader(rules).turn(state, 0, text)] == ["e2e4"]


def test_a_whole_turn_of_ampel_may_come_in_one_piece_or_step_by_step():
    rules = registry.get("ampel")
    rng = random.Random(7)
    state = rules.start(2, {})
    while rules.outcome(state) is None:
        (seat,) = rules.awaited(state)
        moves = [m for m, _ in rules.lots(state)] if seat == CHANCE else rules.moves(state, seat)
        spelled = rules.spell(rng.choice(list(moves)))
        if " " in spelled:
            break
        state = rules.play(state, seat, rules.parse(spelled))
    steps = TurnReader(rules).turn(state, seat, spelled)
    assert " ".join(step.text for step in steps) == spelled


def test_the_next_leg_is_begun_by_who_ended_the_last_one_as_its_second_player():
    rules, state = after(WIDE, "a1,c4,b1")
    turns = TurnReader(rules).turns(state, 1, ("c1", "b2"))
    assert [[step.text for step in turn] for turn in turns] == [["c1"], ["b2"]]
    rules, state = after(WIDE, "a1,c4,b1,a4")
    for wrong in (("c1", "b2"), ("b2", "a2")):
        with pytest.raises(IllegalMove, match="next_needs_leg_end"):
            TurnReader(rules).turns(state, 0, wrong)


# Chains -------------------------------------------------------------------------------------------
def test_a_chain_becomes_one_order_a_step_each_with_its_whole_path():
    links = chain(WIDE, "b2", 0, "if A1 then b2 if c3 then a3")
    assert [tuple(link) for link in links] == [
        (("a1",), ("b2",), "if a1 then b2"),
        (("a1", "b2", "c3"), ("a3",), "if c3 then a3"),
    ]


def test_an_order_is_written_in_the_one_spelling_whatever_was_typed():
    (link,) = chain("chess", "e2e4", 0, "if e5 then Nf3")
    assert link.text == "if e7e5 then g1f3"


def test_a_leg_that_the_other_ends_is_answered_by_the_first_move_of_the_next():
    (link,) = chain(WIDE, "a1,c4,b1,a4", 1, "if c1 then b2")
    assert (link.expects, link.answer) == (("c1",), ("b2",))


def test_an_answer_may_end_a_leg_and_begin_the_next():
    (link,) = chain(WIDE, "a1,c4", 1, "if b1 then c1 next b2")
    assert (link.answer, link.text) == (("c1", "b2"), "if b1 then c1 next b2")


def test_with_three_at_the_table_the_turns_of_both_others_are_expected():
    moves = "c2-e6"
    rules, state = after("halma", moves, seats=3)
    second = next(iter(rules.awaited(state)))
    theirs = rules.spell(rules.moves(state, second)[0])
    state = rules.play(state, second, rules.moves(state, second)[0])
    third = next(iter(rules.awaited(state)))
    last = rules.spell(rules.moves(state, third)[0])
    state = rules.play(state, third, rules.moves(state, third)[0])
    own = rules.spell(rules.moves(state, 0)[0])
    (link,) = chain("halma", moves, 0, f"if {theirs} {last} then {own}", seats=3)
    assert (link.expects, link.answer) == ((theirs, last), (own,))
    assert error("halma", moves, 0, f"if {theirs} then {own}", seats=3) == "order_others_first"


@pytest.mark.parametrize(
    ("key", "moves", "owner", "text", "code"),
    [
        (WIDE, "", 0, "if b2 then a1", "order_your_turn"),
        (WIDE, "b2", 0, "if z9 then a1", "no_such_cell"),
        (WIDE, "b2", 0, "if a1 then q", "unreadable_move"),
        (WIDE, "b2,b2,b2", 0, "if b2 then a1", "cell_green"),
        (WIDE, "b2", 0, "if a1 c1 then a3", "unreadable_move"),
        (WIDE, "b2", 0, "if a1 then c1 next a2", "next_needs_leg_end"),
        ("traffic_lights.simple", "b2,a1,a2", 0, "if c2 then a1", "order_match_ends"),
        ("traffic_lights.simple", "b2,a1", 1, "if a2 then c2 if a3 then b1", "order_match_ends"),
    ],
)
def test_what_cannot_be_ordered_says_why(key, moves, owner, text, code):
    assert error(key, moves, owner, text) == code


def test_nothing_is_foreseen_while_others_bid_in_secret():
    rules, state = after("tri_plan", "resign", seats=3)
    state = rules.play(state, 1, rules.parse("bid 5"))
    (command,) = parse_commands("if e5 then e6")
    with pytest.raises(BadOrder, match="order_hidden"):
        TurnReader(rules).chain(state, 1, command)


def test_an_answer_is_a_whole_turn():
    moves = "g3-h4,d6-c5,e3-f4,c5-d4,a3-b4,correct,c3xe5"
    huffing = {"options": {"capture_rule": "huff"}}
    text = "if h6-g5 then huff f6"
    assert error("draughts", moves, 0, text, **huffing) == "order_unfinished"
    (link,) = chain("draughts", moves, 0, f"{text} b2-c3", **huffing)
    assert link.answer == ("huff f6", "b2-c3")


def test_nothing_is_foreseen_behind_a_lot():
    rules, state = after(
        "triad", options={"legs": 2} if "legs" in registry.get("triad").options else {}
    )
    assert rules.awaited(state) == {CHANCE}
    assert error("triad", "", 0, "if a1-a3 then b1-b3") == "order_lot"


@pytest.mark.parametrize("key", PLAIN)
def test_whatever_can_be_played_can_be_ordered(key):
    rules = registry.get(key)
    rng = random.Random(3)
    seats = max(2, min(rules.seats))
    if seats not in rules.seats:
        pytest.skip("a game for one")
    state, ordered = rules.start(seats, {}), 0
    for _ply in range(60):
        awaited = sorted(rules.awaited(state))
        if not awaited:
            break
        seat = awaited[0]
        moves = [m for m, _ in rules.lots(state)] if seat == CHANCE else rules.moves(state, seat)
        if seats == 2 and seat != CHANCE:
            ordered += _order_and_compare(rules, state, 1 - seat, rng)
        state = rules.play(state, seat, rng.choice(list(moves)))
    assert ordered or seats > 2


def _order_and_compare(rules, state, owner, rng):
    """Order an answer to a random move, then play both by hand: the same plies, the same state."""
    theirs = rules.spell(rng.choice(list(rules.moves(state, 1 - owner))))
    played = rules.play(state, 1 - owner, rules.parse(theirs))
    forced = TurnReader(rules)._forced(played)
    played = forced[-1].state if forced else played
    if rules.awaited(played) != {owner}:
        return 0
    own = rules.spell(rng.choice(list(rules.moves(played, owner))))
    (command,) = parse_commands(f"if {theirs} then {own}")
    (link,), end = TurnReader(rules).chain(state, owner, command)
    now = state
    for text in (*link.expects, *link.answer):
        (seat,) = rules.awaited(now)
        now = rules.play(now, seat, rules.parse(text))
    forced = TurnReader(rules)._forced(now)
    assert end == (forced[-1].state if forced else now)
    return 1


# What is played for somebody ----------------------------------------------------------------------
@pytest.mark.long
def test_a_sole_move_is_found_but_not_one_that_loses():
    found, lost = 0, 0
    for key in PLAIN:
        rules = registry.get(key)
        rng = random.Random(1)
        state = rules.start(max(2, min(rules.seats)) if 2 in rules.seats else min(rules.seats), {})
        for _ply in range(150):
            awaited = sorted(rules.awaited(state))
            if not awaited:
                break
            seat = awaited[0]
            moves = (
                [m for m, _ in rules.lots(state)] if seat == CHANCE else rules.moves(state, seat)
            )
            if seat != CHANCE and len(awaited) == 1 and len(moves) == 1:
                after_it = rules.play(state, seat, moves[0])
                outcome = rules.outcome(after_it)
                if outcome and outcome.ranks[seat] > min(outcome.ranks):
                    assert sole_move(rules, state) is None
                    lost += 1
                elif sole_move(rules, state) is not None:
                    assert sole_move(rules, state) == (seat, moves[0])
                    found += 1
            else:
                assert sole_move(rules, state) is None
            state = rules.play(state, seat, rng.choice(list(moves)))
    assert found > 3


def test_dice_and_bags_have_sole_moves_of_their_own():
    rules = registry.get("mensch")
    state = rules.start(2, {})
    assert sole_move(rules, state) is None


def test_picks_of_the_draft_follow_the_list():
    rules, state = after("traffic_lights.4x3.bag", "bag G,bag Y")
    assert registry.get("traffic_lights.4x3.bag").drafts
    assert not registry.get(WIDE).drafts
    assert rules.awaited(state) == {1}
    for order, pick in (("RYG", "take Y"), ("GRY", "take G")):
        assert draft_pick(rules, state, order) == (1, rules.parse(pick))
    rules, state = after("traffic_lights.4x3.bag", "bag G")
    assert draft_pick(rules, state, "RYG") is None
    rules, state = after(WIDE)
    assert draft_pick(rules, state, "RYG") is None
