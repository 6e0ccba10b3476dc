"""Draughts on its 32 squares: pieces, steps and takings, whatever the law says about them.

Squares are numbered 9 × (rank − 1) + file, so that a step is ±8 or ±10 and column 8 is a fence;
sets of squares are ints with a bit a square. A move is a tuple: its kind (`STEP`, `JUMP`, `HUFF`,
`CORRECT`) and the squares it names in order.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.rules.base import Seat
from games.rules.grid import places_of

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
# The steps of men by seat, direction and the square they lead to.
_MEN: Final[tuple[tuple[dict[int, Ply], ...], ...]] = tuple(
    tuple({each: (STEP, each - step, each) for each in NAMES} for step in both)
    for both in ((8, 10), (-8, -10))
)


class Position(NamedTuple):
    """The pieces of each seat, which of them are kings, and what ties and huffing need.

    `quiet` counts plies without a taking or a man's move, `seen` lists the positions since the
    last such ply. With huffing, `missed` holds the pieces that failed to take with the last move
    and `before` the position it was made in; `corrected` says that a taking must be made now.
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
        """Give the empty squares."""
        return _ALL ^ (self.pieces[0] | self.pieces[1])

    @property
    def key(self) -> int:
        """Give board and side to move as one number, for repetition (rule book C-9)."""
        return key_of(self.pieces, self.kings, self.turn)


def key_of(pieces: tuple[int, int], kings: int, turn: Seat) -> int:
    """Give board and side to move as one number, for repetition (rule book C-9)."""
    return pieces[0] | pieces[1] << 72 | kings << 144 | turn << 216


class Chain(NamedTuple):
    """A taking: the squares landed on, the pieces taken, and whether it can go no further."""

    path: tuple[int, ...]
    taken: int
    complete: bool


def _king_jumps(square: int, enemy: int, free: int) -> Iterator[tuple[int, list[int]]]:
    """List for each line the lone piece a king may take and where it may land (DA-3, DA-8)."""
    for ray in _RAYS[square]:
        over, landings = 0, []
        for each in ray:
            bit = 1 << each
            if bit & free:
                if over:
                    landings.append(each)
            elif over or not bit & enemy:
                break
            else:
                over = bit
        if landings:
            yield over, landings


def _man_jumps(square: int, enemy: int, free: int, turn: Seat) -> Iterator[tuple[int, list[int]]]:
    """List the neighbours ahead that a man may take, and where it lands."""
    for ray in _AHEAD[square][turn]:
        if len(ray) > 1 and 1 << ray[0] & enemy and 1 << ray[1] & free:
            yield 1 << ray[0], [ray[1]]


def chains(state: Position, square: int) -> list[Chain]:
    """List every taking by the piece on a square, those that stop early included."""
    enemy, free = state.pieces[1 - state.turn], state.free | 1 << square
    found: list[Chain] = []
    _lengthen(state, Chain((square,), 0, complete=False), (enemy, free), found)
    return found


def _lengthen(state: Position, chain: Chain, around: tuple[int, int], found: list[Chain]) -> bool:
    """Add every longer chain; tell whether there is one. Taken pieces leave at once (DA-5)."""
    enemy, free = around
    square, king = chain.path[-1], bool(state.kings >> chain.path[0] & 1)
    last = 0 if king else LAST_ROW[state.turn]
    if king:
        jumps = _king_jumps(square, enemy, free)
    else:
        jumps = _man_jumps(square, enemy, free, state.turn)
    longer = False
    for over, landings in jumps:
        longer = True
        for landing in landings:
            path, taken = (*chain.path, landing), chain.taken | over
            onward = Chain(path, taken, complete=False)
            # Promotion ends the move (DA-4).
            more = not last >> landing & 1 and _lengthen(
                state, onward, (enemy & ~over, free | over), found
            )
            found.append(Chain(path, taken, not more))
    return longer


def captors(state: Position) -> int:
    """Give the pieces of the seat to move that could take something."""
    pieces, kings, turn = state[:3]
    own, enemy = pieces[turn], pieces[1 - turn]
    free = _ALL ^ (own | enemy)
    men = own & ~kings
    if turn:
        able = men & (enemy << 8 & free << 16 | enemy << 10 & free << 20)
    else:
        able = men & (enemy >> 8 & free >> 16 | enemy >> 10 & free >> 20)
    if own & kings:
        for king in places_of(own & kings):
            if any(_king_jumps(king, enemy, free)):
                able |= 1 << king
    return able


def targets(state: Position, square: int) -> list[int]:
    """List the squares that the piece on a square may step to."""
    pieces, kings, turn = state[:3]
    free = _ALL ^ (pieces[0] | pieces[1])
    if not kings >> square & 1:
        return [each for each in _AHEAD_ONE[square][turn] if free >> each & 1]
    found: list[int] = []
    for ray in _RAYS[square]:
        for each in ray:
            if not free >> each & 1:
                break
            found.append(each)
    return found


def can_step(state: Position) -> bool:
    """Tell whether the seat to move has a piece that can step."""
    pieces, kings, turn = state[:3]
    own = pieces[turn]
    free = _ALL ^ (pieces[0] | pieces[1])
    up, down = own << 8 | own << 10, own >> 8 | own >> 10
    if (down if turn else up) & free:
        return True
    back = own & kings
    return bool((back << 8 | back << 10 if turn else back >> 8 | back >> 10) & free)


def steps(state: Position) -> list[Ply]:
    """List the moves that take nothing."""
    pieces, kings, turn = state[:3]
    own = pieces[turn]
    free = _ALL ^ (pieces[0] | pieces[1])
    men = own & ~kings
    left, right = _MEN[turn]
    if turn:
        found = [left[each] for each in places_of(men >> 8 & free)]
        found += [right[each] for each in places_of(men >> 10 & free)]
    else:
        found = [left[each] for each in places_of(men << 8 & free)]
        found += [right[each] for each in places_of(men << 10 & free)]
    if own & kings:
        for square in places_of(own & kings):
            found += [(STEP, square, each) for each in targets(state, square)]
    return found
