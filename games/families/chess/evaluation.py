"""Evaluates chess positions in centipawns: material, squares, both kings.

A search updates the value of all pieces but the kings by the gain of each move. The kings, whose
best squares depend on the material left, are evaluated at the leaves.
"""

from collections.abc import Iterable
from typing import Final

import chess

from games.families.chess.moves import Men, kind_on
from games.families.chess.san import PROMOTED, TARGET_FACTOR

PIECE_VALUES: Final = (100, 320, 330, 500, 900, 0)  # by kind, in the order of a core
_KING: Final = 5
_LONE_KING_BONUS: Final = 20  # per step that a bare king is driven from the centre
_ENDGAME_MATERIAL: Final = (
    2600  # material besides pawns, of both sides, up to which kings may come out
)
_SPECIAL_KINDS: Final = (0, _KING)
_RANK_BITS: Final = 56
# Files of the rook before and after castling: queenside, kingside.
_ROOK_MOVES: Final = ((0, 3), (7, 5))


def _centrality(square: int) -> int:
    """Return 0 in a corner up to 6 in the centre."""
    file, rank = square % 8, square // 8
    return min(file, 7 - file) + min(rank, 7 - rank)


def _square_value(kind: int, square: int) -> int:
    """Return the value of a square for a white piece."""
    file, rank, centre = square % 8, square // 8, _centrality(square)
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
    for kind, value in enumerate(PIECE_VALUES)
)
# By seat and kind; the board is mirrored for black.
_TABLES: Final = (
    _TABLE,
    tuple(tuple(table[square ^ _RANK_BITS] for square in range(64)) for table in _TABLE),
)
_KING_ENDGAME_TABLE: Final = tuple(8 * _centrality(square) for square in range(64))


def evaluate_pieces(core: Men) -> int:
    """Return the value of all pieces but the kings for the side to move."""
    total = 0
    for seat, men in enumerate(core[6:8]):
        for kind in range(_KING):
            table = _TABLES[seat][kind]
            worth = sum(table[square] for square in chess.scan_forward(core[kind] & men))
            total += worth if seat == core[8] else -worth
    return total


def gain(core: Men, move: int) -> int:
    """Return by how much a move raises `evaluate_pieces` for its side."""
    return gains(core, (move,))[0]


def gains(core: Men, moves: Iterable[int]) -> list[int]:
    """Return the `gain` of each move; quickest if moves of one piece come one after the other."""
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
        if kind in _SPECIAL_KINDS and (move >= PROMOTED or to == core[10] or kind):
            taken += _special_gain(core, kind, move)
        found.append(taken + table[to] - left)
    return found


def _special_gain(core: Men, kind: int, move: int) -> int:
    """Return the extra gain of a king's or pawn's move: castling, promotion, en passant."""
    origin, to, tables = (
        move % TARGET_FACTOR,
        move // TARGET_FACTOR % TARGET_FACTOR,
        _TABLES[core[8]],
    )
    if kind == _KING:
        row, stays = origin & _RANK_BITS, tables[kind][origin] - tables[kind][to]
        if abs(to - origin) != 2:
            return stays
        start, goal = _ROOK_MOVES[to > origin]
        return stays + tables[3][row + goal] - tables[3][row + start]
    if move >= PROMOTED:
        return tables[move // PROMOTED - 1][to] - tables[0][to]
    return _TABLES[1 - core[8]][0][to ^ 8] if (to - origin) % 8 else 0


def evaluate_kings(core: Men) -> int:
    """Return the value of both kings' squares for the side to move, depending on material."""
    knights, bishops, rooks, queens, both, white, black, turn = core[1:9]
    ours, theirs = (both & white).bit_length() - 1, (both & black).bit_length() - 1
    table = _KING_ENDGAME_TABLE
    if queens | rooks:
        officers = 320 * knights.bit_count() + 330 * bishops.bit_count()
        if officers + 500 * rooks.bit_count() + 900 * queens.bit_count() > _ENDGAME_MATERIAL:
            table = _TABLE[_KING]
    total = table[ours] - table[theirs ^ _RANK_BITS]
    if not (white & ~both and black & ~both):
        near = 14 - abs(ours % 8 - theirs % 8) - abs(ours // 8 - theirs // 8)
        if not black & ~both:
            total += _LONE_KING_BONUS * (6 - _centrality(theirs)) + 4 * near
        if not white & ~both:
            total -= _LONE_KING_BONUS * (6 - _centrality(ours)) + 4 * near
    return -total if turn else total
