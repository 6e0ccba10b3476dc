"""Whether a side could still give mate by any series of legal moves (FIDE 6.9, for time-outs)."""

from functools import lru_cache
from typing import Final

import chess

from games.families.chess.moves import Men, cannot_mate, checkers, generate_legal_moves, make_move

MAX_POSITIONS: Final = 2_000  # positions; a few hundredths of a second


@lru_cache(maxsize=1 << 10)
def can_mate(core: Men, seat: int) -> bool | None:
    """Return False only if no series of legal moves mates the other king.

    Decided by material, by a wall of pawns with nothing but kings beside it, or by a full search if
    that is small. None if other pieces stand beside a wall and the search is too large.
    """
    if _is_dead(core, seat):
        return False
    seen, after = {core}, [core]
    for each in after:  # grows during the loop
        moves = generate_legal_moves(each)
        if not moves and checkers(each) and each[8] != seat:
            return True
        for move in moves:
            men = make_move(each, move)[0]
            if men in seen or _is_dead(men, seat):
                continue
            if len(seen) >= MAX_POSITIONS:
                return None if _is_fortress(core) else True
            seen.add(men)
            after.append(men)
    return False


def _is_dead(core: Men, seat: int) -> bool:
    """Whether a side can never mate: for want of material, or with kings behind a wall alone."""
    kings_and_pawns = core[0] | core[5] == core[6] | core[7]
    return _lacks_material(core, seat) or (kings_and_pawns and _is_fortress(core))


def _lacks_material(core: Men, seat: int) -> bool:
    return cannot_mate(core, core[6 + seat], core[7 - seat])


def _pawn_attacks(pawns: int, seat: int) -> int:
    """Return the squares that pawns of a side attack."""
    left, right = pawns & ~chess.BB_FILE_A, pawns & ~chess.BB_FILE_H
    return (left >> 9 | right >> 7) if seat else (left << 7 | right << 9)


def _is_fortress(core: Men) -> bool:
    """Whether no pawn can move or take, and no king can reach a pawn that it could take.

    With kings and pawns alone, this never changes, and nothing can give check.
    """
    white, black, pawns, kings = core[6], core[7], core[0], core[5]
    sides = white, black
    ahead = (pawns & white) << 8 | (pawns & black) >> 8
    if not pawns or ahead & ~pawns or core[10] >= 0:
        return False
    attacks = tuple(_pawn_attacks(pawns & own, seat) for seat, own in enumerate(sides))
    if attacks[0] & black & ~kings or attacks[1] & white & ~kings:
        return False
    return not any(
        _reachable_squares(kings & sides[seat], seat, core, attacks) & pawns for seat in (0, 1)
    )


def _reachable_squares(king: int, seat: int, core: Men, attacks: tuple[int, ...]) -> int:
    """Return all squares that a king could ever reach while the pawns stand still."""
    free = ~(core[0] & core[6 + seat]) & ~attacks[1 - seat] & chess.BB_ALL
    reach, fresh = king, king
    while fresh:
        around = 0
        for square in chess.scan_forward(fresh):
            around |= chess.BB_KING_ATTACKS[square]
        fresh = around & free & ~reach
        reach |= fresh
    return reach
