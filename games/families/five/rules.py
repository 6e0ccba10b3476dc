"""Five in a row with a limited number of stones (rule book section 13, FU-1 … FU-5).

Cells are numbered 16 × (row − 1) + column on every size, so that columns beyond the board are a
fence; the stones of a seat are a bit mask. A move is an int: the target, plus 256 × (1 + origin) if
a stone is moved.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, overload

from games.rules.base import (
    JSON,
    NOBODY,
    AnyRules,
    CompletedLine,
    IllegalMove,
    MalformedMove,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    all_ints,
    check_seat,
    check_seats,
    check_turn,
    load_checked,
    resolve_options,
)
from games.rules.grid import bit_indexes, loss_outcome, normalize_text, tie_outcome
from games.rules.repetition import MAX_REPETITIONS

SIZES: Final = (8, 10, 15)
STONES: Final = 16
MAX_RELOCATIONS: Final = 200
WIDTH: Final = 16
STEPS: Final = (1, WIDTH, WIDTH + 1, WIDTH - 1)
FILES: Final = "abcdefghijklmno"

_ORIGIN_FACTOR: Final = 256
_NAMES: Final = tuple(
    f"{(FILES + '?')[cell % WIDTH]}{cell // WIDTH + 1}" for cell in range(WIDTH * WIDTH)
)
_CELLS: Final = {name: cell for cell, name in enumerate(_NAMES) if cell % 16 < 15 and cell < 240}
_AWAITED: Final = (frozenset({0}), frozenset({1}))
_LETTERS: Final = "wb"
# The cells of each row of the small board, by its byte of stones.
_1, _2, _3, _4, _5, _6, _7, _8 = (
    tuple(bytes(WIDTH * row + x for x in range(8) if byte >> x & 1) for byte in range(256))
    for row in range(8)
)
_join: Final = b"".join
_BIT: Final = tuple(1 << cell for cell in range(256))
# The origin of a move as a bit: none, a cell, and a bit that no stone has (for illegal moves).
_ORIGIN_BIT: Final = (0, *_BIT, 1 << 256)
_MOVES: Final = _ORIGIN_FACTOR * 257
_SHIFTS: Final = tuple((step, 2 * step, 4 * step) for step in STEPS)
_new: Final = tuple.__new__  # much quicker than calling the class


class Position(NamedTuple):
    """Stones on the board and in hand by seat; `seen` lists the positions since all were placed.

    `moved` counts the plies that moved a stone, `ending` is empty while the match runs.
    """

    size: int
    stones: tuple[int, int]
    hands: tuple[int, int]
    turn: Seat
    moved: int
    seen: tuple[int, ...]
    ending: str = ""


@cache
def cells_of(size: int) -> int:
    return sum(1 << WIDTH * row + column for row in range(size) for column in range(size))


def name_of(cell: int) -> str:
    """Return the column letter and row number of a cell."""
    return _NAMES[cell]


# By cell and direction: the cells that a row of five through it can have.
_REACH: Final = tuple(
    tuple(
        sum(1 << cell + step * n for n in range(-4, 5) if 0 <= cell + step * n < WIDTH * WIDTH)
        for step in STEPS
    )
    for cell in range(WIDTH * WIDTH)
)


def has_five(stones: int) -> bool:
    """Whether five stones or more stand in a row (FU-3)."""
    for step, two, four in _SHIFTS:
        pairs = stones & stones >> step
        fours = pairs & pairs >> two
        if fours and fours & stones >> four:
            return True
    return False


def makes_five(stones: int, cell: int) -> bool:
    """Whether the stone that has just come to a cell makes a row of five or more."""
    east, north, rising, falling = _REACH[cell]
    return (
        (stones & east).bit_count() > 4
        or (stones & north).bit_count() > 4
        or (stones & rising).bit_count() > 4
        or (stones & falling).bit_count() > 4
    ) and has_five(stones)


def _list_cells(size: int, bits: int) -> bytes:
    """Return cells in order; on the small board every second byte is a row."""
    if size > 8:
        return bytes(bit_indexes(bits))
    a, b, c, d, e, f, g, h = bits.to_bytes(16, "little")[::2]
    return _join((_1[a], _2[b], _3[c], _4[d], _5[e], _6[f], _7[g], _8[h]))


def rows_of_five(stones: int) -> tuple[tuple[str, ...], ...]:
    """List every row of five stones or more as its cells in order."""
    rows = []
    for step in STEPS:
        for cell in bit_indexes(stones & ~(stones << step)):
            row = [cell]
            while stones >> row[-1] + step & 1:
                row.append(row[-1] + step)
            if len(row) >= 5:
                rows.append(tuple(name_of(each) for each in row))
    return tuple(rows)


class Relocations(Sequence[int]):
    """Every own stone to every free cell: hundreds of moves, created only when accessed."""

    __slots__ = ("_cells", "_free")

    def __init__(self, cells: bytes, free: bytes) -> None:
        self._cells, self._free = cells, free

    def __len__(self) -> int:
        return len(self._cells) * len(self._free)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        free, number = self._free, at if at >= 0 else at + len(self)
        if number < 0:
            raise IndexError(at)
        return (self._cells[number // len(free)] + 1) * _ORIGIN_FACTOR + free[number % len(free)]


class Five(Rules[Position, int]):
    """Place sixteen stones each, then move one a turn, until five stand in a row."""

    key = "five"
    version = 1
    seats = range(2, 3)
    pool: str | None = "five"
    cap = 2 * STONES + MAX_RELOCATIONS
    options: Mapping[str, Option] = {"size": Option("size", "int", 8, SIZES)}

    def start(self, seats: int, options: Options) -> Position:
        """Return the empty board, sixteen stones in each hand and seat 0 to place (FU-1, FU-2)."""
        check_seats(self, seats)
        size = resolve_options(self, options)["size"]
        return Position(size, (0, 0), (STONES, STONES), 0, 0, ())

    def awaited(self, state: Position) -> frozenset[Seat]:
        return NOBODY if state[6] else _AWAITED[state[3]]

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        """List every free cell, once per own stone if none is left in hand (FU-4)."""
        size, stones, hands, turn = state[0], state[1], state[2], state[3]
        if turn is not seat or state[6]:
            check_seat(seat)
            if turn != seat or state[6]:
                return ()
        free = _list_cells(size, _CELLS_OF[size] ^ (stones[0] | stones[1]))
        if hands[seat]:
            return list(free)
        return Relocations(_list_cells(size, stones[seat]), free)

    def play(self, state: Position, seat: Seat, move: int) -> Position:
        size, stones, hands, turn, moved, seen, ending = state
        if turn is not seat or ending:
            check_turn(state, seat)
        first, second = hands
        goal, start = _BIT[move & 255], _ORIGIN_BIT[move >> 8 if 0 <= move < _MOVES else -1]
        if (
            not goal & (_CELLS_OF[size] ^ (stones[0] | stones[1]))
            or start & ~stones[turn]
            or (not start) == (not hands[turn])
        ):
            raise _refusal(state, move)
        own = stones[turn] ^ start | goal
        stones = (stones[0], own) if turn else (own, stones[1])
        if start:
            moved += 1
        else:
            hands = (first, second - 1) if turn else (first - 1, second)
        if hands == _EMPTY:
            seen += (stones[0] | stones[1] << 256 | _TURN_BIT[turn],)
        ending = "five" if makes_five(own, move & 255) else _tie(moved, seen)
        return _new(Position, (size, stones, hands, 1 - turn, moved, seen, ending))

    def outcome(self, state: Position) -> Outcome | None:
        if not state[6]:
            return None
        if state.ending != "five":
            return tie_outcome(state.ending)
        colour = _LETTERS[1 - state.turn]
        rows = rows_of_five(state.stones[1 - state.turn])
        lines = tuple(CompletedLine(cells, colour * len(cells), 1) for cells in rows)
        return loss_outcome(state.turn, "five")._replace(lines=lines)

    def spell(self, move: int) -> str:
        """Return "e5" or "e5-f7"."""
        cell = _NAMES[move & 255]
        return f"{_NAMES[(move >> 8) - 1]}-{cell}" if move >> 8 else cell

    def places(self, state: Position | None, move: int) -> tuple[str, ...]:  # noqa: ARG002
        cell = _NAMES[move & 255]
        return (_NAMES[(move >> 8) - 1], cell) if move >> 8 else (cell,)

    def parse(self, text: str) -> int:
        origin, dash, cell = normalize_text(text).rpartition("-")
        try:
            return _CELLS[cell] + (_ORIGIN_FACTOR * (_CELLS[origin] + 1) if dash else 0)
        except KeyError:
            raise MalformedMove("unreadable_move", text=text.strip()[:40]) from None

    def letters(self, state: Position) -> str:
        wide, columns = len(str(state.size)), range(state.size)
        rows = [
            " ".join([f"{row + 1:{wide}}", *(_letter(state, WIDTH * row + x) for x in columns)])
            for row in range(state.size - 1, -1, -1)
        ]
        files = " " * (wide + 1) + " ".join(FILES[: state.size])
        return "\n".join([*rows, files, f"in hand: w {state.hands[0]}, b {state.hands[1]}"])

    def dump(self, state: Position) -> JSON:
        return {
            "size": state.size,
            "stones": [[name_of(cell) for cell in bit_indexes(own)] for own in state.stones],
            "hands": list(state.hands),
            "turn": state.turn,
            "moved": state.moved,
            "seen": [str(key) for key in state.seen],
        }

    def load(self, json: JSON) -> Position:
        return load_checked(self, json, self._read)

    def _read(self, json: JSON) -> Position | None:
        size = SIZES[SIZES.index(json["size"])]
        one, two = (sum(1 << _CELLS[name] for name in set(names)) for names in json["stones"])
        (first, second), turn, moved = json["hands"], json["turn"], json["moved"]
        seen = tuple(int(key) for key in json["seen"])
        if not all_ints(first, second, turn, moved) or turn not in (0, 1):
            return None
        stones, hands = (one, two), (first, second)
        if hands == _EMPTY:
            seen = seen or (_board_key(stones, turn),)
        if has_five(two if turn else one):  # then the match would be over already
            return None
        ending = "five" if has_five(one if turn else two) else _tie(moved, seen)
        state = Position(size, stones, hands, turn, moved, seen, ending)
        known = bool(json["seen"])
        whole_sets = all(own.bit_count() == STONES for own in stones)
        return state if _is_consistent(state) and (whole_sets or not known) else None


_EMPTY: Final = (0, 0)
_KEYS: Final = 1 << 513
_TURN_BIT: Final = (
    1 << 512,
    0,
)  # the bit of a key for the seat to move, by the seat that has moved
_CELLS_OF: Final = {size: cells_of(size) for size in SIZES}


def _is_consistent(state: Position) -> bool:
    """Whether stones, hands and counts are consistent."""
    size, (first, second), hands, turn, moved, seen, _ending = state
    placing = hands != _EMPTY
    return (
        all(0 <= key < _KEYS for key in seen)
        and not first & second
        and not (first | second) & ~cells_of(size)
        and all(
            hand >= 0 and hand <= STONES and own.bit_count() <= STONES
            for own, hand in zip((first, second), hands, strict=True)
        )
        and 0 <= moved <= (0 if placing else MAX_RELOCATIONS)
        and (not seen if placing else seen[-1] == _board_key((first, second), turn))
        and len(seen) <= moved + 1
        and all(hand or own for own, hand in zip((first, second), hands, strict=True))
    )


def free_cells(state: Position) -> int:
    return _CELLS_OF[state.size] & ~(state.stones[0] | state.stones[1])


def _letter(state: Position, cell: int) -> str:
    for letter, own in zip(_LETTERS, state.stones, strict=True):
        if own >> cell & 1:
            return letter
    return "."


def _board_key(stones: tuple[int, int], turn: Seat) -> int:
    """Return board and side to move as one number, for repetition (rule book C-9)."""
    return stones[0] | stones[1] << 256 | turn << 512


def _refusal(state: Position, move: int) -> IllegalMove:
    """Return the reason why a move is illegal; stones in hand must be placed first."""
    if not 0 <= move < _MOVES:
        return IllegalMove("no_such_move", move=move)
    size, stones, hands, turn = state[:4]
    cell, origin = move & 255, (move >> 8) - 1
    if not _CELLS_OF[size] >> cell & 1:
        return IllegalMove("no_such_cell", cell=name_of(cell), size=size)
    if (stones[0] | stones[1]) >> cell & 1:
        return IllegalMove("cell_taken", cell=name_of(cell))
    hand = hands[turn]
    if origin < 0:
        return IllegalMove("hand_empty")
    if hand:
        return IllegalMove("place_first", hand=hand)
    return IllegalMove("not_your_stone", cell=name_of(origin))


def _tie(moved: int, seen: tuple[int, ...]) -> str:
    """Return the code of an ending without a row of five, or "" (FU-4, FU-5)."""
    if seen and seen.count(seen[-1]) >= MAX_REPETITIONS:
        return "repetition"
    return "relocations" if moved >= MAX_RELOCATIONS else ""


def rulesets() -> tuple[AnyRules, ...]:
    return (Five(),)
