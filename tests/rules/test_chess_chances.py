"""Who could still give mate when the other's time runs out (FIDE 6.9)."""

import chess
import pytest

from games.families.chess.rules import Chess

RULES = Chess()
WALL = "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1"


def may_win(fen, seat):
    return RULES.may_win(RULES.load({"fen": fen, "seen": []}), seat)


@pytest.mark.parametrize(
    ("fen", "able"),
    [
        # White has run out of time; can Black still mate?
        ("8/8/8/4k3/8/P7/8/K7 w - - 0 1", False),
        ("4k3/8/8/8/8/n7/8/K1Q5 w - - 0 1", False),
        ("4k3/8/8/8/8/b7/8/K2R4 w - - 0 1", False),
        ("4k3/8/8/8/8/b7/8/K2Q4 w - - 0 1", False),
        ("4k3/8/8/8/8/n7/7P/K7 w - - 0 1", True),
        ("4k3/8/8/8/8/n6N/8/K7 w - - 0 1", True),
        ("4k3/8/8/8/8/n7/8/K2R4 w - - 0 1", True),
        ("4k3/8/8/8/8/n7/8/K1B5 w - - 0 1", True),
        ("4k3/8/8/8/8/b7/7P/K7 w - - 0 1", True),
        ("4k3/8/8/8/8/b7/8/K1N5 w - - 0 1", True),
        ("4k3/8/8/8/8/b2B4/8/K2Q4 w - - 0 1", True),  # bishops on squares of both colours
        ("4k3/8/8/8/8/b3B3/8/K2Q4 w - - 0 1", False),  # both on dark squares
        ("4k3/8/8/8/8/nn6/8/K7 w - - 0 1", True),
        ("4k3/8/8/8/8/p7/8/K2Q4 w - - 0 1", True),
        (chess.STARTING_FEN, True),
    ],
)
def test_material_decides_whether_the_other_side_could_mate(fen, able):
    assert may_win(fen, 1) is able


def test_the_only_moves_left_may_take_the_last_rook():
    assert may_win("6Rk/8/7K/8/8/8/8/8 b - - 0 1", 0) is False
    assert may_win("6Rk/8/5K1R/8/8/8/8/8 b - - 0 1", 0) is True  # Kxg8 leaves the other rook


def test_behind_a_wall_of_pawns_nobody_mates():
    assert may_win(WALL, 0) is may_win(WALL, 1) is False
    assert may_win("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", 1) is False
    # One pawn can still move, and then the wall stands.
    for able in (0, 1):
        assert may_win("4k3/8/8/p1p1p1p1/P1P1P1P1/8/6P1/4K3 w - - 0 1", able) is False
    # By h4 the king comes to the pawns from behind.
    assert may_win("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1", 1) is True


def test_a_closed_position_with_a_bishop_is_not_worked_out():
    assert may_win(WALL.replace("4K3", "4KB2"), 0) is None
    assert may_win("8/8/1k6/8/1p6/1P6/1K6/8 w - - 0 1", 0) is True  # a king gets round the pawns
