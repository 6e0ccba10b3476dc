"""Evaluates a chess position in hundredths of a pawn: material, squares, both kings.

A search keeps the worth of all men but the kings up to date by what each move gains; the kings,
whose good squares depend on what is left to fear, are added where it stops.
"""

from collections.abc import Iterable
from typing import Final

import chess

from games.families.chess.moves import Men, kind_on
from games.families.chess.san import PROMOTED, TO

WORTH: Final = (100, 320, 330, 500, 900, 0)  # by kind, as a core lists them
_KING: Final = 5
_LONE: Final = 20  # for each step a king without men is driven from the middle
_FEW: Final = 2600  # what both sides have beside pawns when kings may come out
_SPECIAL: Final = (0, _KING)
_TURNED: Final = 56
# What a rook gains by castling to the queen's side and to the king's.
_ROOK_MOVES: Final = ((0, 3), (7, 5))


def _centre(square: int) -> int:
    """Give 0 in a corner to 6 in the middle."""
    file, rank = square % 8, square // 8
    return min(file, 7 - file) + min(rank, 7 - rank)


def _square_value(kind: int, square: int) -> int:
    """Value a white man's square."""
    file, rank, centre = square % 8, square // 8, _centre(square)
    values = (
        (0, 0, 2, 8, 16, 40, 80, 0)[rank] + (8 if file in (3, 4) and rank >= 3 else 0),
        8 * centre - 25,
        4 * centre - 8 + (0 if rank else -8),
        20 if rank == 6 else 2 * min(file, 7 - file),
        2 * centre,
        -12 * rank - 5 * min(file, 7 - file),
    )
    return values[kind]


_TABLE: Final = tuple(
    tuple(value + _square_value(kind, square) for square in range(64))
    for kind, value in enumerate(WORTH)
)
# By seat and kind: black sees the board turned round.
_TABLES: Final = (
    _TABLE,
    tuple(tuple(table[square ^ _TURNED] for square in range(64)) for table in _TABLE),
)
_KING_LATE: Final = tuple(8 * _centre(square) for square in range(64))


def evaluate_pieces(core: Men) -> int:
    """Value all men but the kings for the side to move."""
    total = 0
    for seat, men in enumerate(core[6:8]):
        for kind in range(_KING):
            table = _TABLES[seat][kind]
            worth = sum(table[square] for square in chess.scan_forward(core[kind] & men))
            total += worth if seat == core[8] else -worth
    return total


def gain(core: Men, move: int) -> int:
    """Say by how much a move raises what `evaluate_pieces` gives its side."""
    return gains(core, (move,))[0]


def gains(core: Men, moves: Iterable[int]) -> list[int]:
    """Say of each of these moves by how much it raises what `evaluate_pieces` gives its side."""
    turn, last = core[8], -1
    tables, theirs, enemy = _TABLES[turn], _TABLES[1 - turn], core[7 - turn]
    kind, table, left, found = 0, tables[0], 0, []
    for move in moves:
        origin, to = move & 63, move >> 6 & 63
        if origin != last:
            kind, last = kind_on(core, 1 << origin), origin
            table = tables[kind]
            left = table[origin]
        end = 1 << to
        taken = theirs[kind_on(core, end)][to] if enemy & end else 0
        if kind in _SPECIAL and (move >= PROMOTED or to == core[10] or kind):
            taken += _special(core, kind, move)
        found.append(taken + table[to] - left)
    return found


def _special(core: Men, kind: int, move: int) -> int:
    """Value the effect of a king's or pawn's move besides going from square to square."""
    origin, to, tables = move % TO, move // TO % TO, _TABLES[core[8]]
    if kind == _KING:
        row, stays = origin & _TURNED, tables[kind][origin] - tables[kind][to]
        if abs(to - origin) != 2:
            return stays
        start, goal = _ROOK_MOVES[to > origin]
        return stays + tables[3][row + goal] - tables[3][row + start]
    if move >= PROMOTED:
        return tables[move // PROMOTED - 1][to] - tables[0][to]
    return _TABLES[1 - core[8]][0][to ^ 8] if (to - origin) % 8 else 0


def evaluate_kings(core: Men) -> int:
    """Value both kings' squares for the side to move: at home while there is much to fear."""
    knights, bishops, rooks, queens, both, white, black, turn = core[1:9]
    ours, theirs = (both & white).bit_length() - 1, (both & black).bit_length() - 1
    table = _KING_LATE
    if queens | rooks:
        officers = 320 * knights.bit_count() + 330 * bishops.bit_count()
        if officers + 500 * rooks.bit_count() + 900 * queens.bit_count() > _FEW:
            table = _TABLE[_KING]
    total = table[ours] - table[theirs ^ _TURNED]
    if not (white & ~both and black & ~both):
        near = 14 - abs(ours % 8 - theirs % 8) - abs(ours // 8 - theirs // 8)
        if not black & ~both:
            total += _LONE * (6 - _centre(theirs)) + 4 * near
        if not white & ~both:
            total -= _LONE * (6 - _centre(ours)) + 4 * near
    return -total if turn else total
