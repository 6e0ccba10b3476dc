"""The search for chess: what it adds up agrees with counting, and it finds what is there."""

from random import Random

import chess
import pytest

from games.families import strategies as bots
from games.families.chess.evaluation import evaluate_kings, evaluate_pieces, gain
from games.families.chess.moves import captures, generate_legal_moves, make_move
from games.rules import registry
from tests.sampling import at_length, sampled

CHESS = registry.get("chess")


def positions(seeds):
    """Give every position of some matches of chance moves, up to a hundred plies."""
    for seed in seeds:
        chance, state = Random(seed), CHESS.start(2, {})
        while CHESS.awaited(state) and state.plies < 100:
            yield state.core
            state = CHESS.play(
                state, state.core.turn, chance.choice(generate_legal_moves(state.core))
            )


def turned(core):
    """Give the same position with the sides exchanged."""
    masks = [int.from_bytes(mask.to_bytes(8, "big"), "little") for mask in core[:8]]
    return (*masks[:6], masks[7], masks[6], 1 - core[8], 0, -1)


@pytest.mark.long
def test_what_moves_gain_adds_up_to_what_the_men_are_worth():
    for core in positions(range(6)):
        for move in generate_legal_moves(core):
            assert -evaluate_pieces(make_move(core, move)[0]) == evaluate_pieces(core) + gain(
                core, move
            )


def test_both_sides_value_alike():
    for core in positions(range(6 if at_length() else 2)):
        assert (evaluate_pieces(core), evaluate_kings(core)) == (
            evaluate_pieces(turned(core)),
            evaluate_kings(turned(core)),
        )


def test_takings_are_legal_and_none_but_poor_ones_and_those_in_passing_are_left_out():
    seen = 0
    for core in positions(range(20 if at_length() else 5)):
        enemy = core[6] if core[8] else core[7]
        found = list(captures(core, enemy))
        able = {move for move in generate_legal_moves(core) if enemy >> (move // 64 % 64) & 1}
        assert len(found) == len(set(found))
        assert set(found) <= able
        for move in able - set(found):
            guards = chess.BB_PAWN_ATTACKS[not core[8]][move // 64 % 64] & core[0] & enemy
            assert guards or move // 4096 not in (0, chess.QUEEN)
        seen += len(found)
    assert seen > (1000 if at_length() else 100)


FOUND = [
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6"),  # mate in two by giving the rook
    ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),  # an unguarded queen
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),  # mate on the last row
    ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"),
]


@pytest.mark.parametrize(("fen", "best"), sampled(FOUND, 2))
def test_the_player_finds_what_there_is_to_find(fen, best):
    state = CHESS.load({"fen": fen, "seen": []})
    move = bots.get("chess_search").choose(CHESS, state, 0, Random(1))
    assert CHESS.spell(move) == best


def test_a_player_who_is_ahead_does_not_come_back_to_a_position():
    state = CHESS.load({"fen": "7k/8/8/8/8/8/Q7/K7 w - - 0 1", "seen": []})
    player = bots.get("chess_glance")
    for _ in range(60):
        if not CHESS.awaited(state):
            break
        state = CHESS.play(
            state, state.core.turn, player.choose(CHESS, state, state.core.turn, Random(2))
        )
    assert state.ending == "checkmate"
