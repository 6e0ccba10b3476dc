"""Counts of ply sequences: known figures, and a second implementation that shares no code."""

import pytest

from games.management.commands.rules import count_plies
from games.rules import registry
from tests.rules.table import PlainBoard, leg_of, random_match
from tests.sampling import at_length

KNOWN = {
    "intro": [9, 81, 729, 6552],
    "simple": [9, 81, 729, 6120],
    "4x3": [12, 144, 1728, 19716],
    "slider": [12, 180, 2592, 36312],
}


def _plain_count(board, depth):
    moves = board.moves()
    if depth == 1:
        return len(moves)
    return sum(_plain_count(board.play(text), depth - 1) for text in moves)


@pytest.mark.parametrize("variant", KNOWN)
def test_one_leg_has_the_known_number_of_ply_sequences(variant):
    leg = leg_of(variant)
    start = leg.start(2, {})
    assert [count_plies(leg, start, depth) for depth in (1, 2, 3, 4)] == KNOWN[variant]


@pytest.mark.parametrize("variant", KNOWN)
def test_a_second_implementation_counts_the_same(variant):
    assert [_plain_count(PlainBoard(variant), depth) for depth in (1, 2, 3, 4)] == KNOWN[variant]


@pytest.mark.parametrize("variant", KNOWN)
def test_both_implementations_agree_on_every_position_of_random_legs(variant):
    leg = leg_of(variant)
    for seed in range(200 if at_length() else 40):
        states, ledger = random_match(leg, {}, seed)
        plain = PlainBoard(variant)
        for state, (seat, text) in zip(states, ledger, strict=False):
            assert sorted(leg.spell(move) for move in leg.moves(state, seat)) == sorted(
                plain.moves()
            )
            plain = plain.play(text)
        last = leg.completed(states[-1])
        assert sorted(sorted(line.colours) for line in last) == sorted(map(sorted, plain.lines()))


def test_a_series_branches_into_the_next_leg():
    rules = registry.get("traffic_lights.simple")
    paired = rules.start(2, {"legs": 2})
    single = rules.start(2, {"legs": 1})
    assert count_plies(rules, single, 4) == 6120
    assert count_plies(rules, paired, 5) > count_plies(rules, single, 5)
