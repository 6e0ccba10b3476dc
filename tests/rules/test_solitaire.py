"""Peg solitaire, ruling by ruling, and its board against plain coordinates."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.families import strategies as bots
from games.families.solitaire.board import HOLES, JUMPS
from games.families.solitaire.bots import find_lines
from games.families.solitaire.rules import LETTER_I, format_holes
from games.families.solitaire.solving import can_be_left, parity_class
from games.management.commands.rules import count_plies
from games.rules import registry
from games.rules.base import BadOption, BadState, IllegalMove, MalformedMove
from tests.rules.table import random_match
from tests.sampling import at_length, sampled
from tests.work import calls

RULES = registry.get("solitaire")


def at(pegs, target="none"):
    return RULES.load({"pegs": pegs, "target": target})


def after(state, *moves):
    for text in moves:
        state = RULES.play(state, 0, RULES.parse(text))
    return state


def refusal(state, text):
    with pytest.raises(IllegalMove) as error:
        after(state, text)
    return error.value.code


def legal(state):
    return {RULES.spell(move) for move in RULES.moves(state, 0)}


def pegs(state):
    return set(RULES.dump(state)["pegs"].split())


def finish(player, options, seed):
    """Let a player finish a match; give the outcome."""
    chance, state = Random(seed), RULES.start(1, options)
    while RULES.awaited(state):
        move = player.choose(RULES, state, 0, chance)
        assert move in RULES.moves(state, 0)
        state = RULES.play(state, 0, move)
    return RULES.outcome(state)


def test_so_1_there_are_33_holes_and_76_jumps_and_the_centre_is_empty():
    assert len(set(HOLES)) == 33
    assert len(JUMPS) == 76
    assert pegs(RULES.start(1, {})) == set(HOLES) - {"d4"}
    assert legal(RULES.start(1, {})) == {"d2-d4", "d6-d4", "b4-d4", "f4-d4"}


def test_the_board_in_letters_is_the_drawing_of_the_rule_book():
    assert RULES.letters(RULES.start(1, {})) == (
        "7     o o o\n6     o o o\n5 o o o o o o o\n4 o o o . o o o\n3 o o o o o o o\n"
        "2     o o o\n1     o o o\n  a b c d e f g"
    )


def _slow_moves(standing):
    """List the jumps by coordinates on a set of names."""
    found = set()
    for hole in standing:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            over = f"{chr(ord(hole[0]) + dx)}{int(hole[1]) + dy}"
            to = f"{chr(ord(hole[0]) + 2 * dx)}{int(hole[1]) + 2 * dy}"
            if over in standing and to in HOLES and to not in standing:
                found.add(f"{hole}-{to}")
    return found


def test_plain_coordinates_list_the_same_jumps_all_match_long():
    for seed in range(100 if at_length() else 30):
        for state in random_match(RULES, {}, seed)[0]:
            assert legal(state) == _slow_moves(pegs(state))


def _slow_count(standing, depth):
    if depth == 0:
        return 1
    total = 0
    for text in _slow_moves(standing):
        origin, to = text.split("-")
        over = next(hole for hole in HOLES if f"{origin}-{to}" in _slow_moves({origin, hole}))
        total += _slow_count(standing - {origin, over} | {to}, depth - 1)
    return total


def test_both_ways_of_listing_count_the_same_sequences():
    start = RULES.start(1, {})
    counts = [count_plies(RULES, start, depth) for depth in (1, 2, 3, 4, 5)]
    assert counts == [4, 12, 60, 400, 2960]
    assert counts[:4] == [_slow_count(pegs(start), depth) for depth in (1, 2, 3, 4)]


def test_a_jump_takes_off_the_peg_between():
    state = after(RULES.start(1, {}), "d2-d4")
    assert pegs(state) == set(HOLES) - {"d2", "d3"}


def test_so_2_and_so_3_pegs_left_are_points_and_one_in_the_centre_has_none():
    assert RULES.outcome(at("d4")).points == (0,)
    assert RULES.outcome(at("d4")).ending == "centre"
    assert (RULES.outcome(at("d1")).points, RULES.outcome(at("d1")).ending) == ((1,), "one_peg")
    assert (RULES.outcome(at("a3 d1 g5")).points) == (3,)
    ended = after(at("d2 d3 a3"), "d2-d4")
    assert (RULES.outcome(ended).points, RULES.outcome(ended).ending) == ((2,), "no_jump")
    assert RULES.outcome(ended).winners == (0,)
    assert not RULES.awaited(ended)
    with pytest.raises(IllegalMove):
        after(ended, "d4-d2")


def test_so_4_it_is_never_rated():
    assert RULES.pool is None
    assert not RULES.rateable({})
    assert not RULES.rateable({"target": "I"})


def test_so_5_a_task_is_done_when_exactly_its_pegs_stand():
    almost = "c7 d7 e7 d6 d5 d4 c1 d1 e1 d2 b3 c3"
    done = RULES.outcome(after(at(almost, "I"), "b3-d3"))
    assert (done.points, done.ending) == ((0,), "target")
    missed = RULES.outcome(at("d4", "I"))
    assert (missed.points, missed.ending) == ((1,), "centre")
    untold = RULES.outcome(at("c7 d7 e7 d6 d5 d4 d3 c1 d1 e1 d2"))
    assert (untold.points, untold.ending) == ((11,), "no_jump")


def test_every_pattern_may_begin_a_match_and_so_may_any_holes_with_a_jump():
    for name, count in (("cross", 6), ("plus", 9), ("hearth", 11), ("pyramid", 16), ("arrow", 17)):
        assert len(pegs(RULES.start(1, {"start": name}))) == count
    assert pegs(RULES.start(1, {"start": "c2 c3 d3"})) == {"c2", "c3", "d3"}
    for wrong in ("d3 c2 c3", "c2  c3", "c2 c2 c3", "a1 c2 c3", "c2", "c2 e5", "C2 C3", "round"):
        with pytest.raises(BadOption):
            RULES.start(1, {"start": wrong})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("c3-e5", "no_jump"),
        ("a3-d3", "no_jump"),
        ("d2-d3", "no_jump"),
        ("b4-d4", "nothing_to_jump"),
        ("d5-d7", "no_peg"),
        ("a3-c3", "hole_taken"),
    ],
)
def test_wrong_jumps_are_named(text, code):
    assert refusal(at("a3 b3 c3 b4 d1 d2"), text) == code


@pytest.mark.parametrize("text", ["d2d4", "a1-a3", "h4-f4", "d2-d4-d6", "d2"])
def test_what_is_no_jump_is_malformed(text):
    with pytest.raises(MalformedMove):
        RULES.parse(text)


@pytest.mark.parametrize("move", [-1, 40, 33 * 64, 10**6])
def test_a_number_that_is_no_jump_is_refused(move):
    with pytest.raises(IllegalMove):
        RULES.play(RULES.start(1, {}), 0, move)


@pytest.mark.parametrize("broken", [{}, {"pegs": "a1", "target": "none"}, {"pegs": "d4"}])
def test_a_dump_that_makes_no_sense_is_refused(broken):
    with pytest.raises(BadState):
        RULES.load(broken)


@pytest.mark.long
def test_a_fraction_of_the_player_leaves_far_fewer_pegs_than_random_play():
    matches = 40
    beam: Any = bots.get("solitaire_beam")
    small, other = replace(beam, nodes=15), bots.get("random")
    own = sum(finish(small, {}, seed).points[0] for seed in range(matches)) / matches
    chance = sum(finish(other, {}, seed).points[0] for seed in range(matches)) / matches
    print(f"solitaire: {own:.2f} points a match, random play {chance:.2f}, of {matches}")
    assert own < chance - 5


@pytest.mark.parametrize(
    ("options", "ending"),
    sampled([({"target": "I"}, "target"), ({}, "centre"), ({"target": "E"}, "target")], 1),
)
def test_the_whole_player_solves_the_puzzle(options, ending):
    assert finish(bots.get("solitaire_beam"), options, 1).ending == ending


@pytest.mark.long
def test_lines_are_whole_solutions_from_the_start():
    start = RULES.start(1, {})
    state = start
    for move in find_lines(RULES, start, 120)[0]:
        state = RULES.play(state, 0, move)
    assert RULES.outcome(state).ending == "centre"


@pytest.mark.parametrize(
    ("start", "target", "able"),
    [
        ("full", "none", True),
        ("full", "I", True),
        ("full", "E", True),
        ("cross", "none", True),
        ("cross", "I", False),  # fewer pegs than the letter needs
        ("arrow", "I", False),  # of all lines from there none ends in the letter
        ("arrow", "E", False),
        ("diamond", "E", False),
        ("diamond", "I", False),
        ("c1 d1", "I", False),
    ],
)
def test_a_pattern_that_cannot_be_left_from_a_start_is_refused(start, target, able):
    options = {"start": start, "target": target}
    if able:
        assert RULES.awaited(RULES.start(1, options)) == {0}
        return
    with pytest.raises(BadOption) as refusal:
        RULES.start(1, options)
    assert (refusal.value.name, refusal.value.value) == ("target", target)
    assert "none" in refusal.value.allowed
    assert target not in refusal.value.allowed


def test_a_start_of_another_class_than_its_pattern_is_refused_at_once():
    letter = LETTER_I
    one_jump_back = next(
        letter ^ touched
        for touched, needed in JUMPS.values()
        if letter & touched == touched ^ needed
    )
    assert can_be_left(one_jump_back, letter)
    assert parity_class(one_jump_back) == parity_class(letter)
    spare = next(1 << hole for hole in range(33) if not one_jump_back >> hole & 1)
    left, work = calls(lambda: can_be_left(one_jump_back | spare, letter))
    assert not left
    assert work < 1_000
    assert (
        RULES.start(1, {"start": format_holes(one_jump_back), "target": "I"}).pegs == one_jump_back
    )


def test_no_jump_changes_the_class_of_a_position():
    for seed in range(5):
        states, _ = random_match(RULES, {"target": "none", "start": "full"}, seed)
        assert len({parity_class(state.pegs) for state in states}) == 1
