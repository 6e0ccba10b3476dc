"""Legal moves of chess and their effects, on bit masks; the tables are those of python-chess.

A core is a tuple: pawns, knights, bishops, rooks, queens, kings, white, black, side to move,
castling rights (squares of rooks), square of a pawn that may be captured en passant or -1. A move
is an int as in `rules.py`. Written for speed: one pass over the pieces, no objects for moves.
"""

from collections.abc import Iterator
from typing import Final

import chess

from games.families.chess.san import PROMOTED, TARGET_FACTOR

Men = tuple[int, ...]

_KNIGHT: Final = tuple(chess.BB_KNIGHT_ATTACKS)
_KING: Final = tuple(chess.BB_KING_ATTACKS)
# By seat, not by colour: white is seat 0.
_PAWN: Final = (tuple(chess.BB_PAWN_ATTACKS[1]), tuple(chess.BB_PAWN_ATTACKS[0]))
_DIAGONAL: Final = tuple(zip(chess.BB_DIAG_MASKS, chess.BB_DIAG_ATTACKS, strict=True))
_RANK: Final = tuple(zip(chess.BB_RANK_MASKS, chess.BB_RANK_ATTACKS, strict=True))
_FILE: Final = tuple(zip(chess.BB_FILE_MASKS, chess.BB_FILE_ATTACKS, strict=True))
_BETWEEN: Final = tuple(tuple(chess.between(a, b) for b in range(64)) for a in range(64))
_LINE: Final = tuple(tuple(chess.ray(a, b) for b in range(64)) for a in range(64))
_PAWN_STEP: Final = (8, -8)
_PAWN_RANK: Final = (chess.BB_RANK_2, chess.BB_RANK_7)
_PROMOTION_RANK: Final = (chess.BB_RANK_8, chess.BB_RANK_1)
_BACK_RANK: Final = (chess.BB_RANK_1, chess.BB_RANK_8)
_BACK_RANK_OFFSET: Final = (0, 56)
_PROMOTIONS: Final = tuple(
    PROMOTED * kind for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
)
# The rook's squares before and after castling on rank 1: queenside, kingside.
_CASTLING_ROOKS: Final = (1 << 0 | 1 << 3, 1 << 7 | 1 << 5)
_VICTIM_KINDS: Final = (4, 3, 2, 1, 0)  # queens first
_WEIGHT: Final = (0, 1, 1, 2, 3, 4)  # by kind; bishops and knights count the same
# File of the rook, squares that must be empty, files that the king crosses, its target file.
_CASTLINGS: Final = (
    (7, (1 << 5 | 1 << 6), (5, 6), 6),
    (0, (1 << 1 | 1 << 2 | 1 << 3), (3, 2), 2),
)


def attackers(core: Men, square: int, occupied: int, enemy: int) -> int:
    """Return the pieces of the side not to move that attack a square, given what is occupied."""
    mask, attacks = _DIAGONAL[square]
    queens = core[4]
    found = attacks[mask & occupied] & (core[2] | queens)
    mask, attacks = _RANK[square]
    straight = attacks[mask & occupied]
    mask, attacks = _FILE[square]
    found |= (straight | attacks[mask & occupied]) & (core[3] | queens)
    found |= _KNIGHT[square] & core[1] | _KING[square] & core[5] | _PAWN[core[8]][square] & core[0]
    return found & enemy


def checkers(core: Men) -> int:
    """Return the pieces that give check to the side to move."""
    white, black, turn = core[6], core[7], core[8]
    own, enemy = (black, white) if turn else (white, black)
    return attackers(core, (core[5] & own).bit_length() - 1, white | black, enemy)


def generate_legal_moves(core: Men) -> list[int]:
    white, black, passant = core[6], core[7], core[10]
    own, enemy = (black, white) if core[8] else (white, black)
    sides = own, enemy, white | black
    king = (core[5] & own).bit_length() - 1
    found = _king_moves(core, king, own, enemy)
    checks = attackers(core, king, white | black, enemy)
    if not checks:
        allowed = ~own
        if core[9]:
            found += _castling_moves(core, king, white | black, enemy)
    elif checks & (checks - 1):
        return found
    else:
        allowed = _BETWEEN[king][checks.bit_length() - 1] | checks
    pinned = _pinned_pieces(core, king, sides)
    found += _piece_moves(core, sides, allowed, pinned, _LINE[king])
    found += _pawn_moves(core, sides, allowed, pinned, _LINE[king])
    if passant >= 0:
        found += [
            origin + TARGET_FACTOR * passant for origin in _en_passant_origins(core, king, passant)
        ]
    return found


def _piece_moves(
    core: Men, sides: tuple[int, int, int], allowed: int, pinned: int, lines: tuple[int, ...]
) -> list[int]:
    """List the moves of queens, rooks, bishops and knights."""
    own, _enemy, occupied = sides
    knights, diagonal, straight = core[1], core[2] | core[4], core[3] | core[4]
    found = []
    left = own & (knights | diagonal | straight)
    while left:
        man = left & -left
        left ^= man
        origin = man.bit_length() - 1
        goals = _KNIGHT[origin] if man & knights else 0
        if man & diagonal:
            mask, attacks = _DIAGONAL[origin]
            goals = attacks[mask & occupied]
        if man & straight:
            mask, attacks = _RANK[origin]
            goals |= attacks[mask & occupied]
            mask, attacks = _FILE[origin]
            goals |= attacks[mask & occupied]
        goals &= allowed
        if man & pinned:
            goals &= lines[origin]
        while goals:
            goal = goals & -goals
            goals ^= goal
            found.append(origin + TARGET_FACTOR * (goal.bit_length() - 1))
    return found


def _king_moves(core: Men, king: int, own: int, enemy: int) -> list[int]:
    """List the king's steps to squares that are not attacked."""
    found = []
    without = (own | enemy) ^ 1 << king
    goals = _KING[king] & ~own
    while goals:
        goal = goals & -goals
        goals ^= goal
        to = goal.bit_length() - 1
        if not attackers(core, to, without, enemy):
            found.append(king + TARGET_FACTOR * to)
    return found


def _castling_moves(core: Men, king: int, occupied: int, enemy: int) -> list[int]:
    """List the castlings of a king that is not in check (SC-4)."""
    row, rights = _BACK_RANK_OFFSET[core[8]], core[9]
    found = []
    for file, empty, crossed, to in _CASTLINGS:
        if (
            rights >> row + file & 1
            and not occupied & empty << row
            and not any(attackers(core, row + each, occupied, enemy) for each in crossed)
        ):
            found.append(king + TARGET_FACTOR * (row + to))
    return found


def _pinned_pieces(core: Men, king: int, sides: tuple[int, int, int]) -> int:
    """Return the own pieces that are pinned to the king."""
    own, enemy, occupied = sides
    diagonal, straight = core[2] | core[4], core[3] | core[4]
    behind = _DIAGONAL[king][1][0] & diagonal
    behind |= (_RANK[king][1][0] | _FILE[king][1][0]) & straight
    behind &= enemy
    pinned, between = 0, _BETWEEN[king]
    while behind:
        low = behind & -behind
        behind ^= low
        way = between[low.bit_length() - 1] & occupied
        if way and not way & (way - 1):
            pinned |= way & own
    return pinned


def _pawn_moves(
    core: Men, sides: tuple[int, int, int], allowed: int, pinned: int, lines: tuple[int, ...]
) -> list[int]:
    """List steps, captures and promotions of pawns, except en passant."""
    own, enemy, occupied = sides
    turn = core[8]
    step, home, last, attacks = (
        _PAWN_STEP[turn],
        _PAWN_RANK[turn],
        _PROMOTION_RANK[turn],
        _PAWN[turn],
    )
    found = []
    left = core[0] & own
    while left:
        man = left & -left
        left ^= man
        origin = man.bit_length() - 1
        goals = attacks[origin] & enemy
        ahead = 1 << origin + step
        if not occupied & ahead:
            goals |= ahead
            if man & home:
                goals |= 1 << origin + step + step & ~occupied
        goals &= allowed
        if man & pinned:
            goals &= lines[origin]
        while goals:
            goal = goals & -goals
            goals ^= goal
            move = origin + TARGET_FACTOR * (goal.bit_length() - 1)
            if goal & last:
                found += [move + becomes for becomes in _PROMOTIONS]
            else:
                found.append(move)
    return found


def _en_passant_origins(core: Men, king: int, passant: int) -> list[int]:
    """List the squares of pawns that may take en passant without exposing their king (SC-1)."""
    white, black, turn = core[6], core[7], core[8]
    own, enemy = (black, white) if turn else (white, black)
    taken = 1 << passant - _PAWN_STEP[turn]
    found = []
    left = _PAWN[1 - turn][passant] & core[0] & own
    while left:
        man = left & -left
        left ^= man
        occupied = (white | black) ^ man ^ taken | 1 << passant
        if not attackers(core, king, occupied, enemy & ~taken):
            found.append(man.bit_length() - 1)
    return found


def captures(core: Men, wanted: int) -> Iterator[int]:
    """Yield captures of `wanted` pieces: most valuable victims first, weakest attackers first.

    Captures that lose material to a pawn are left out, and so is en passant; pawns promote to a
    queen.
    """
    white, black, turn = core[6], core[7], core[8]
    own, enemy = (black, white) if turn else (white, black)
    occupied, turned, pawns = white | black, (*core[:8], 1 - turn), core[0] & enemy
    king, checks, pinned = -1, 0, 0
    for kind in _VICTIM_KINDS:
        left = core[kind] & wanted
        while left:
            prey = left & -left
            left ^= prey
            to = prey.bit_length() - 1
            hunters = attackers(turned, to, occupied, own)
            if not hunters:
                continue
            if king < 0:
                king = (core[5] & own).bit_length() - 1
                checks = attackers(core, king, occupied, enemy)
                pinned = _pinned_pieces(core, king, (own, enemy, occupied))
            if hunters & pinned:
                hunters &= ~pinned | _LINE[king][to]
            if (checks and checks != prey) or hunters & core[5]:
                hunters = _legal_attackers(core, hunters, prey, checks)
            if hunters:
                heaviest = _WEIGHT[kind] if _PAWN[turn][to] & pawns else 4
                yield from _captures_of(core, hunters, prey, heaviest)


def _legal_attackers(core: Men, hunters: int, prey: int, checks: int) -> int:
    """Drop the king if its victim is guarded, and all others if the king stays in check."""
    if checks and checks != prey:
        hunters &= core[5]
    king, occupied = hunters & core[5], core[6] | core[7]
    enemy = core[6] if core[8] else core[7]
    if king and attackers(core, prey.bit_length() - 1, occupied ^ king, enemy):
        hunters ^= king
    return hunters


def _captures_of(core: Men, hunters: int, prey: int, heaviest: int) -> Iterator[int]:
    """Yield the captures of one piece, pawns first, by attackers up to a weight."""
    goal = TARGET_FACTOR * (prey.bit_length() - 1)
    for kind, weight in enumerate(_WEIGHT):
        if weight > heaviest:
            return
        men = core[kind] & hunters
        while men:
            man = men & -men
            men ^= man
            becomes = _PROMOTIONS[0] if kind == 0 and prey & _PROMOTION_RANK[core[8]] else 0
            yield man.bit_length() - 1 + goal + becomes


def kind_on(core: Men, place: int) -> int:
    """Return the kind of the piece on a square (given as a bit), as an index into a core."""
    kind = 0
    while not core[kind] & place:
        kind += 1
    return kind


def make_move(core: Men, move: int) -> tuple[Men, bool]:
    """Return the core after a legal move, and whether the move is irreversible."""
    origin, to, becomes = (
        move % TARGET_FACTOR,
        move // TARGET_FACTOR % TARGET_FACTOR,
        move // PROMOTED,
    )
    start, end, turn = 1 << origin, 1 << to, core[8]
    men = list(core[:6])
    own, enemy = (core[7], core[6]) if turn else (core[6], core[7])
    taking = enemy & end
    if taking:
        men[kind_on(core, end)] ^= end
        enemy ^= end
    kind = kind_on(core, start)
    men[kind] ^= start
    men[becomes - 1 if becomes else kind] |= end
    own ^= start | end
    passant, rights = -1, core[9] & ~(start | end)
    if kind == 0:
        enemy, passant = _apply_pawn_move(men, enemy, origin, to, core)
    elif kind == 5:
        rights &= ~_BACK_RANK[turn]
        if abs(to - origin) == 2:
            rook = _CASTLING_ROOKS[to > origin] << _BACK_RANK_OFFSET[turn]
            men[3] ^= rook
            own ^= rook
    white, black = (enemy, own) if turn else (own, enemy)
    after = (*men, white, black, 1 - turn, rights, passant)
    if passant >= 0 and not _en_passant_origins(after, (men[5] & enemy).bit_length() - 1, passant):
        after = (*after[:10], -1)
    return after, kind == 0 or bool(taking)


def _apply_pawn_move(
    men: list[int], enemy: int, origin: int, to: int, core: Men
) -> tuple[int, int]:
    """Remove a pawn taken en passant; return the enemy's pieces and the new en passant square."""
    if to == core[10] and origin % 8 != to % 8:
        gone = 1 << to - _PAWN_STEP[core[8]]
        men[0] ^= gone
        return enemy ^ gone, -1
    return enemy, (origin + to) // 2 if abs(to - origin) == 16 else -1


def is_dead(core: Men) -> bool:
    """Whether neither side could ever give mate (SC-3), as python-chess defines it."""
    if core[0] | core[3] | core[4]:
        return False
    white, black = core[6], core[7]
    return cannot_mate(core, white, black) and cannot_mate(core, black, white)


def cannot_mate(core: Men, own: int, enemy: int) -> bool:
    """Whether a side lacks the material to mate even with help, as in python-chess."""
    pawns, knights, bishops, rooks, queens, kings = core[:6]
    if own & (pawns | rooks | queens):
        return False
    if own & knights:
        return own.bit_count() <= 2 and not enemy & ~(kings | queens)
    if own & bishops:
        dark, light = chess.BB_DARK_SQUARES, chess.BB_LIGHT_SQUARES
        return not pawns | knights and not (bishops & dark and bishops & light)
    return True
