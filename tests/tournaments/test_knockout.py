"""Knock-out: the order of seeds, byes to the top, next rounds, level duels."""

import pytest
from hypothesis import given, strategies as st

from tournaments.pairing.base import PairingError
from tournaments.pairing.knockout import (
    Decider,
    Duel,
    decide_tied_duel,
    first_round,
    next_round,
    rounds_needed,
    seed_order,
)


def test_eight_meet_one_eight_four_five_two_seven_three_six():
    duels = first_round(range(1, 9))
    assert [duel.seats for duel in duels] == [(1, 8), (4, 5), (2, 7), (3, 6)]


def test_byes_go_to_the_top_seeds():
    duels = first_round([11, 12, 13, 14, 15])
    assert [duel.seats for duel in duels] == [(11, None), (14, 15), (12, None), (13, None)]
    assert [duel.is_bye for duel in duels] == [True, False, True, True]


@given(st.integers(2, 70))
def test_seeded_entrants_meet_in_the_order_of_their_seeds_if_the_better_one_always_wins(size):
    seeded = tuple(range(1, size + 1))
    duels = first_round(seeded)
    assert sum(duel.is_bye for duel in duels) == len(duels) * 2 - size
    rounds, left = 1, size
    while True:
        through = len(duels)
        assert all(
            d.is_bye or sum(who or 0 for who in d.seats) == len(duels) * 2 + 1 for d in duels
        )
        winners = {duel.board: duel.seats[0] for duel in duels}
        if not (following := next_round(duels, winners, seeded)):
            break
        left, duels, rounds = through, following, rounds + 1
        assert {d.round for d in duels} == {rounds}
        assert len(duels) * 2 == left
    assert rounds == rounds_needed(size)
    assert duels[0].seats == (1, 2)


def test_the_better_seed_sits_first_also_when_favourites_fall():
    seeded = (1, 2, 3, 4, 5, 6, 7, 8)
    semis = next_round(first_round(seeded), {1: 8, 2: 5, 3: 7, 4: 3}, seeded)
    assert [duel.seats for duel in semis] == [(5, 8), (3, 7)]
    final = next_round(semis, {1: 8, 2: 7}, seeded)
    assert [duel.seats for duel in final] == [(7, 8)]
    assert next_round(final, {1: 7}, seeded) == ()


def test_a_level_duel_is_decided_as_the_event_says():
    duel = Duel(2, 1, (3, 7))
    seed = "07" * 32
    assert decide_tied_duel(duel, Decider.BETTER_SEED, seed, 0) == 3
    assert decide_tied_duel(duel, Decider.SUDDEN_DEATH, seed, 0) is None
    drawn = [decide_tied_duel(duel, Decider.LOT, seed, index) for index in range(40)]
    assert set(drawn) == {3, 7}
    assert drawn == [decide_tied_duel(duel, Decider.LOT, seed, index) for index in range(40)]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: seed_order(6), "size_must_be_power_of_two"),
        (lambda: first_round([1]), "too_few"),
        (lambda: first_round([1, 1]), "entered_twice"),
        (lambda: next_round(first_round([1, 2, 3, 4]), {1: 1}, [1, 2, 3, 4]), "duel_undecided"),
        (lambda: next_round(first_round([1, 2, 3, 4]), {1: 2}, [1, 2, 3, 4]), "not_in_duel"),
    ],
)
def test_what_cannot_go_on_is_refused_by_name(call, code):
    with pytest.raises(PairingError) as caught:
        call()
    assert caught.value.code == code
