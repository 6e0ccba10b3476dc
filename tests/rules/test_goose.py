"""The rulings of the Gänsespiel, one by one."""

from random import Random
from statistics import median
from typing import Any

import pytest

from games.families.goose.rules import MOVE_DUE, NEW_ROLL_DUE, PASS, ROLL, State
from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove
from tests.sampling import sampled

GOOSE: Any = registry.get("goose")


def turn(state, *rolls):
    """Roll for the seat to move and let these faces fall."""
    state = GOOSE.play(state, state.turn, ROLL)
    for face in rolls:
        state = GOOSE.play(state, -1, face)
    return state


def at(*squares, **others):
    """Set geese on squares, seat 0 to act."""
    return State(squares, (False,) * len(squares), **others)


@pytest.mark.parametrize(
    ("start", "face", "square"),
    [(0, 3, 5), (5, 4, 19), (10, 2, 8), (20, 1, 25), (29, 1, 32), (35, 1, 38), (38, 4, 32)],
)
def test_pictures_send_the_goose_on_or_back(start, face, square):
    assert turn(at(start, 0), face).squares == (square, 0)


@pytest.mark.parametrize(("start", "face", "square"), [(59, 6, 57), (58, 5, 59), (56, 6, 60)])
def test_surplus_points_are_counted_back_from_the_goal_ga_1(start, face, square):
    assert turn(at(start, 0, 0), face).squares[0] == square


def test_a_goose_that_misses_a_turn_passes_once_ga_7():
    state = turn(at(0, 0), 6)
    assert state.misses == (True, False)
    state = turn(state, 1)
    assert GOOSE.moves(state, 0) == (PASS,)
    with pytest.raises(IllegalMove) as refusal:
        GOOSE.play(state, 0, ROLL)
    assert refusal.value.code == "must_pass"
    state = turn(GOOSE.play(state, 0, PASS), 1)
    assert state.misses == (False, False)
    assert GOOSE.moves(state, 0) == (ROLL,)


def test_the_releasing_roll_is_followed_by_a_fresh_one_in_the_same_turn_ga_3():
    state = turn(at(33, 0), 4)
    assert (state.squares[0], state.due) == (33, NEW_ROLL_DUE)
    assert GOOSE.play(state, -1, 4).squares == (37, 0)


def test_a_wrong_roll_leaves_the_goose_in_the_trap_ga_3():
    assert turn(at(27, 0), 5) == at(27, 0, turn=1, turns=1)


def test_with_the_other_option_the_releasing_roll_moves_from_trap_to_trap_ga_3():
    state = turn(at(27, 0, release="move"), 6)
    assert (state.squares, state.turn) == ((33, 0), 1)


def test_a_broken_leg_waits_for_those_behind_but_not_for_company_or_for_the_pot_ga_4():
    assert GOOSE.moves(at(57, 20), 0) == (PASS,)
    assert GOOSE.moves(at(57, 57, 58), 0) == (ROLL,)
    assert GOOSE.moves(at(57, 20, 58, out=(1,)), 0) == (ROLL,)


def test_with_two_geese_the_survivor_of_the_pot_wins_ga_5():
    outcome = GOOSE.outcome(turn(at(58, 3), 2))
    assert (outcome.ranks, outcome.ending) == ((2, 1), "last_left")


def test_with_more_geese_the_race_goes_on_without_the_one_in_the_pot_ga_5():
    state = turn(at(58, 3, 4), 2)
    assert (state.out, state.turn) == ((0,), 1)
    assert turn(turn(state, 1), 1).turn == 1


def test_places_follow_the_squares_and_the_pot_ranks_last_ga_8():
    state = turn(at(60, 59, 40, 60, out=(3, 0), turn=1), 2)
    assert GOOSE.outcome(state).ranks == (3, 1, 2, 4)
    assert GOOSE.outcome(turn(at(56, 40, 40), 5)).ranks == (1, 2, 2)


def test_the_limit_of_turns_ends_the_race_by_square_ga_8():
    outcome = GOOSE.outcome(turn(at(30, 40, turns=1999), 2))
    assert (outcome.ranks, outcome.ending) == ((2, 1), "turn_limit")


def test_a_goose_that_resigns_is_out_like_one_in_the_pot():
    state = GOOSE.retire(at(30, 40, 50), 0)
    assert (state.out, state.turn, state.due) == ((0,), 1, MOVE_DUE)
    assert GOOSE.outcome(GOOSE.retire(state, 2)).ranks == (3, 1, 2)
    assert GOOSE.retire(state, 0) == state


def test_throw_is_another_word_for_roll():
    assert GOOSE.parse(" Throw ") == ROLL
    with pytest.raises(MalformedMove):
        GOOSE.parse("7")


@pytest.mark.parametrize(("seats", "usual"), sampled([(2, 36), (3, 57), (4, 75)], 1))
def test_a_race_takes_about_as_many_turns_as_the_rule_book_measured(seats, usual):
    lengths = []
    for seed in range(400):
        chance, state = Random(seed), GOOSE.start(seats, {})
        while awaited := GOOSE.awaited(state):
            (seat,) = awaited
            state = GOOSE.play(state, seat, chance.choice(GOOSE.moves(state, seat)))
        lengths.append(state.turns)
    print(f"{seats} geese: median {median(lengths)} turns, at most {max(lengths)}")
    assert abs(median(lengths) - usual) <= 5
