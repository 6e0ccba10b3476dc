"""Draughts on its 32 squares: pieces, steps and captures, without the rules of a match.

Squares are numbered 9 × (rank − 1) + file, so that a step is ±8 or ±10 and column 8 is a fence;
sets of squares are bit masks. A move is a tuple: its kind (`STEP`, `JUMP`, `HUFF`, `CORRECT`) and
its squares in order.
"""

from typing import Final, NamedTuple

from games.rules.base import Seat
from games.rules.grid import bit_indexes

Ply = tuple[int, ...]

STEP, JUMP, HUFF, CORRECT = range(4)
FILES: Final = "abcdefgh"
SQUARES: Final = {
    f"{FILES[file]}{rank + 1}": 9 * rank + file
    for rank in range(8)
    for file in range(8)
    if (rank + file) % 2 == 0
}
NAMES: Final = {number: name for name, number in SQUARES.items()}

_ALL: Final = sum(1 << square for square in NAMES)
LAST_ROW: Final = tuple(
    sum(1 << square for square in NAMES if square // 9 == rank) for rank in (7, 0)
)


def _ray(square: int, step: int) -> tuple[int, ...]:
    """List the squares from here to the edge in one direction."""
    found: list[int] = []
    while square + step in NAMES:
        square += step
        found.append(square)
    return tuple(found)


_RAYS: Final = {square: tuple(_ray(square, step) for step in (8, 10, -8, -10)) for square in NAMES}
_AHEAD: Final = {square: (rays[:2], rays[2:]) for square, rays in _RAYS.items()}

_AHEAD_ONE: Final = {
    square: tuple(tuple(ray[0] for ray in rays if ray) for rays in both)
    for square, both in _AHEAD.items()
}
# Steps of men by seat and by each byte of the mask of their targets: nine bytes for one direction,
# then nine for the other.
_MEN: Final[tuple[tuple[tuple[tuple[Ply, ...], ...], ...], ...]] = tuple(
    tuple(
        tuple(
            tuple((STEP, each - step, each) for each in bit_indexes(byte << 8 * at))
            for byte in range(256)
        )
        for step in both
        for at in range(9)
    )
    for both in ((8, 10), (-8, -10))
)
# Captures of men by square and seat: the bit jumped over, the landing square, and its bit.
_JUMPS: Final = {
    square: tuple(
        tuple((1 << ray[0], ray[1], 1 << ray[1]) for ray in rays if len(ray) > 1) for rays in both
    )
    for square, both in _AHEAD.items()
}
# Lines of kings by square: the squares as bits, the squares in order, the step between them.
Line = tuple[int, Ply, int]
_LINES: Final[dict[int, tuple[Line, ...]]] = {
    square: tuple(
        (sum(1 << each for each in ray), ray, step)
        for step, ray in zip((8, 10, -8, -10), rays, strict=True)
        if ray
    )
    for square, rays in _RAYS.items()
}
_new: Final = tuple.__new__  # much quicker than calling the class


class Position(NamedTuple):
    """The pieces of each seat, which of them are kings, and what ties and huffing need.

    `quiet` counts plies without a capture or a man's move, `seen` lists the positions since the
    last such ply. With huffing, `missed` holds the pieces that failed to capture in the last move
    and `before` the position it was made in; with `corrected` a capture must be made now.
    """

    pieces: tuple[int, int]
    kings: int
    turn: Seat
    quiet: int
    plies: int
    seen: tuple[int, ...]
    huffing: bool = False
    missed: int = 0
    before: "Position | None" = None
    corrected: bool = False
    ending: str = ""

    @property
    def free(self) -> int:
        return _ALL ^ (self.pieces[0] | self.pieces[1])

    @property
    def key(self) -> int:
        return key_of(self.pieces, self.kings, self.turn)


def key_of(pieces: tuple[int, int], kings: int, turn: Seat) -> int:
    """Return board and side to move as one number, for repetition (rule book C-9)."""
    return pieces[0] | pieces[1] << 72 | kings << 144 | turn << 216


class Chain(NamedTuple):
    """A capture: its squares in order, the captured pieces, and whether it can go no further."""

    path: tuple[int, ...]
    taken: int
    complete: bool


def _count_squares_before(line: Line, taken: int) -> int:
    """Return how many squares of a line lie before the first one in `taken`."""
    mask, squares, step = line
    there = mask & taken
    if not there:
        return len(squares)
    first = (there & -there if step > 0 else there).bit_length() - 1
    return (first - squares[0]) // step


def _king_jumps(square: int, enemy: int, free: int) -> list[tuple[int, Ply]]:
    """List the pieces a king may capture, each with its landing squares (DA-3, DA-8)."""
    found: list[tuple[int, Ply]] = []
    taken = _ALL & ~free
    for line in _LINES[square]:
        if line[0] & enemy:
            squares = line[1]
            far = _count_squares_before(line, taken)
            over = 1 << squares[far]
            if over & enemy:
                beyond = _count_squares_before(line, taken ^ over)
                if beyond > far + 1:
                    found.append((over, squares[far + 1 : beyond]))
    return found


def chains(state: Position, square: int) -> list[Chain]:
    """List every capture by the piece on a square, including those that stop early."""
    pieces, kings, turn = state[0], state[1], state[2]
    own, enemy = pieces[turn], pieces[1 - turn]
    around = (enemy, _ALL ^ (own | enemy) | 1 << square)
    found: list[Chain] = []
    if kings >> square & 1:
        _extend_king_chain((square,), 0, around, found)
    else:
        _extend_man_chain((square,), 0, around, (turn, found))
    return found


def _extend_man_chain(
    path: Ply, taken: int, around: tuple[int, int], more: tuple[Seat, list[Chain]]
) -> bool:
    """Collect all continuations of a man's capture; return whether any exist (DA-5)."""
    enemy, free = around
    turn, found = more
    longer = False
    for over, landing, bit in _JUMPS[path[-1]][turn]:
        if over & enemy and bit & free:
            longer = True
            onward, gone = (*path, landing), taken | over
            # Promotion ends the move (DA-4).
            goes_on = not bit & LAST_ROW[turn] and _extend_man_chain(
                onward, gone, (enemy ^ over, free | over), more
            )
            found.append(_new(Chain, (onward, gone, not goes_on)))
    return longer


def _extend_king_chain(path: Ply, taken: int, around: tuple[int, int], found: list[Chain]) -> bool:
    """Collect all continuations of a king's capture; return whether any exist."""
    enemy, free = around
    jumps = _king_jumps(path[-1], enemy, free)
    for over, landings in jumps:
        for landing in landings:
            onward, gone = (*path, landing), taken | over
            goes_on = _extend_king_chain(onward, gone, (enemy ^ over, free | over), found)
            found.append(_new(Chain, (onward, gone, not goes_on)))
    return bool(jumps)


def capturing_pieces(pieces: tuple[int, int], kings: int, turn: Seat) -> int:
    """Return the pieces of the seat to move that can capture."""
    own, enemy = pieces[turn], pieces[1 - turn]
    free = _ALL ^ (own | enemy)
    men = own & ~kings if kings else own
    if turn:
        able = men & (enemy << 8 & free << 16 | enemy << 10 & free << 20)
    else:
        able = men & (enemy >> 8 & free >> 16 | enemy >> 10 & free >> 20)
    if kings and own & kings:
        for king in bit_indexes(own & kings):
            if _king_jumps(king, enemy, free):
                able |= 1 << king
    return able


def step_targets(pieces: tuple[int, int], kings: int, turn: Seat, square: int) -> list[int]:
    """List the squares that the piece on a square may step to."""
    free = _ALL ^ (pieces[0] | pieces[1])
    if not kings >> square & 1:
        return [each for each in _AHEAD_ONE[square][turn] if free >> each & 1]
    found: list[int] = []
    for line in _LINES[square]:
        found += line[1][: _count_squares_before(line, _ALL ^ free)]
    return found


def can_step(pieces: tuple[int, int], kings: int, turn: Seat) -> bool:
    """Whether the seat to move has a piece that can step."""
    own = pieces[turn]
    free = _ALL ^ (pieces[0] | pieces[1])
    if turn:
        if own >> 8 & free or own >> 10 & free:
            return True
        back = own & kings
        return bool((back << 8 | back << 10) & free)
    if own << 8 & free or own << 10 & free:
        return True
    back = own & kings
    return bool((back >> 8 | back >> 10) & free)


def steps(pieces: tuple[int, int], kings: int, turn: Seat) -> list[Ply]:
    own = pieces[turn]
    free = _ALL ^ (pieces[0] | pieces[1])
    men = own & ~kings if kings else own
    if turn:
        ends = men >> 8 & free | (men >> 10 & free) << 72
    else:
        ends = men << 8 & free | (men << 10 & free) << 72
    found: list[Ply] = []
    for plies, byte in zip(_MEN[turn], ends.to_bytes(18, "little")):  # noqa: B905 - both of 18
        if byte:
            found += plies[byte]
    if kings and own & kings:
        for square in bit_indexes(own & kings):
            found += [(STEP, square, each) for each in step_targets(pieces, kings, turn, square)]
    return found
