"""Traffic Lights by Alan Parr: intro, simple, 4x3 and slider (rule book section 2, TL-1 … TL-14).

A leg is one int. Cell i has two bits at 2i (0 empty, 1 red, 2 yellow, 3 green), so placing or
exchanging a chip adds one. Cells run a1 b1 c1 a2 …; cells 9 to 11 are row 4 of the 4x3 board, or
the slider's strip s1 s2 s3. The higher bits are the seat to move, the end flag, the strip's side
and whether the last action was a slide. A move is an int: a cell, a slide (12 + side), or a cell
with the colour that the player expects (cell + 16 × colour), which `play` checks.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games.families.traffic_lights.lines import (
    ANY_LINE,
    CELLS_IN,
    COLOURS,
    GREEN_LINE,
    MAIN_CELLS,
    PATTERNS,
    STEP,
    Layout,
    grid_lines,
)
from games.rules.base import (
    JSON,
    NOBODY,
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
    load_checked,
    resolve_options,
)

SIDES: Final = "NESW"
ROW_FOUR: Final = ("a4", "b4", "c4")
STRIP: Final = ("s1", "s2", "s3")

_MAIN: Final = (1 << 18) - 1
_ROW_FOUR: Final = 63 << 18
_BOARD: Final = (1 << 24) - 1
_LOW_BITS: Final = 0x555555
_SEAT: Final = 1 << 24
_OVER: Final = 1 << 25
_SIDE_AT: Final = 26
_SLID: Final = 1 << 28
_SLIDE: Final = 12
_EXPECT: Final = 16
_AWAITED: Final = (frozenset({0}), frozenset({1}), NOBODY, NOBODY)
_OVER_FOR_ALL: Final = object()
_MOVER: Final = (0, 1, _OVER_FOR_ALL, _OVER_FOR_ALL)


class _Moves(dict[int, tuple[int, ...]]):
    """A cache of legal moves by what they depend on: green cells and open slides."""

    def __init__(self, cells: int, slides: bool) -> None:
        super().__init__()
        self._cells, self._slides = cells, slides

    def __missing__(self, key: int) -> tuple[int, ...]:
        chips = [cell for cell in range(self._cells) if not key & STEP[cell]]
        if self._slides and key & _OVER:
            here = key >> _SIDE_AT & 3
            chips += [_SLIDE + side for side in range(4) if side != here]
        self[key] = moves = tuple(chips)
        return moves


class Leg(Rules[int, int]):
    """One board of intro, simple or 4x3: place red, exchange red for yellow, yellow for green."""

    version = 1
    seats = range(2, 3)
    options: Mapping[str, Option] = {}
    pool: str | None = "traffic_lights"

    def __init__(self, variant: str, cells: tuple[str, ...], patterns: Mapping[str, int]) -> None:
        """Compute the lookup tables of a variant; `patterns` has the points of each line."""
        self.key = f"traffic_lights.{variant}"
        self.cells = cells
        self.patterns = patterns
        self.cap = 3 * len(cells)
        self._count = len(cells)
        self._table = ANY_LINE if "RRR" in patterns else GREEN_LINE
        self._legal = _Moves(len(cells), slides=False)
        self._outcomes: dict[int, Outcome] = {}
        self._words = self._vocabulary()
        self._layouts = self._build_layouts()
        self._lines = tuple(self._lines_by_mask(layout) for layout in self._layouts)

    def rateable(self, options: Options) -> bool:
        """Return False: a single leg favours one side (rule book TL-3, 2.9)."""
        resolve_options(self, options)
        return False

    def start(self, seats: int, options: Options) -> int:
        if options or type(seats) is not int or seats != 2:
            check_seats(self, seats)
            resolve_options(self, options)
        return 0

    def awaited(self, state: int) -> frozenset[Seat]:
        return _AWAITED[state >> 24 & 3]

    def moves(self, state: int, seat: Seat) -> Sequence[int]:
        """List every cell that is not green, for the seat to move (rule book 2.2)."""
        if _MOVER[state >> 24 & 3] is not seat and not self._is_to_move(state, seat):
            return ()
        return self._legal[state & state >> 1 & _LOW_BITS]

    def play(self, state: int, seat: Seat, move: int) -> int:
        """Place or exchange one chip; a completed line ends the leg (rule book TL-5)."""
        if _MOVER[state >> 24 & 3] is not seat or not 0 <= move < self._count:
            move = self._examine(state, seat, move)
        step = STEP[move]
        if not ~state & 3 * step:
            raise IllegalMove("cell_green", cell=self.cells[move])
        after = state + step ^ _SEAT
        table = self._table
        if table[after & _MAIN] or (after & _ROW_FOUR and table[after >> 6 & _MAIN]):
            return after | _OVER
        return after

    def outcome(self, state: int) -> Outcome | None:
        """Return the seat that completed a line as winner, with all lines (TL-4, TL-7, TL-8)."""
        if not state & _OVER:
            return None
        table = self._table
        main, upper = table[state & _MAIN], table[state >> 6 & _MAIN]
        key = state & (CELLS_IN[main] | CELLS_IN[upper] << 6 | _SEAT)
        found = self._outcomes.get(key)
        if found is None:
            self._outcomes[key] = found = self._leg_outcome(state)
        return found

    def spell(self, move: int) -> str:
        """Return "b2" or "slide E"; an expected colour is a check, not part of the move."""
        if move & 15 < _SLIDE:
            return self.cells[move & 15]
        return f"slide {SIDES[move - _SLIDE]}"

    def places(self, state: int | None, move: int) -> tuple[str, ...]:  # noqa: ARG002
        return (self.cells[move & 15],) if move & 15 < _SLIDE else STRIP

    def parse(self, text: str) -> int:
        """Parse "b2", "b2=Y", "slide E" or ">E"."""
        move = self._words.get(text)  # as in the ledger
        if move is not None:
            return move
        word = "".join(text.split()).lower()
        move = self._words.get(word)
        if move is not None:
            return move
        if word[:2] in self.cells and word[2:].lstrip("=").isalpha():
            raise MalformedMove("place_alone", cell=word[:2])
        cell = word.partition("=")[0]
        if len(cell) == 2 and cell.isascii() and cell[0].isalpha() and cell[1].isdigit():
            raise MalformedMove("no_such_cell", cell=cell, cells=self.cells)
        raise MalformedMove("unreadable_move", text=text.strip()[:40])

    def dump(self, state: int) -> JSON:
        colours = self.colours(state)
        rows = [self.cells[i : i + 3] for i in range(0, self._count, 3)][::-1]
        board = "/".join("".join(colours[cell] for cell in row) for row in rows)
        return {"board": board, "turn": state >> 24 & 1}

    def load(self, json: JSON) -> int:
        return load_checked(self, json, self.from_json)

    def from_json(self, json: JSON) -> int | None:
        """Return the state of a dump; None, or any error of `UNREADABLE`, if it is invalid."""
        return self._close(self.state_from_board(json["board"], json["turn"]))

    def state_from_board(self, board: str, turn: Seat) -> int:
        """Return the state of a board, row by row from the top, and the seat to move."""
        rows = board.split("/")[::-1]
        values = [COLOURS.index(letter) for row in rows for letter in row]
        if not all_ints(turn) or turn not in (0, 1):
            raise ValueError(turn)
        if len(values) != self._count or {len(row) for row in rows} != {3}:
            raise ValueError(board)
        return turn * _SEAT | sum(v * step for v, step in zip(values, STEP, strict=False))

    def colours(self, state: int) -> dict[str, str]:
        """Return the content of every cell: ".", "R", "Y" or "G"."""
        return {cell: COLOURS[state >> 2 * i & 3] for i, cell in enumerate(self.cells)}

    def layout(self, state: int) -> Layout:
        """Return the rows of cell names from the top, including the strip where it lies."""
        return self._layouts[self._place(state)]

    def completed(self, state: int) -> tuple[CompletedLine, ...]:
        """List the completed lines on the board, each once, with their points."""
        book = self._lines[self._place(state)]
        return tuple(made[state & mask] for mask, made in book if state & mask in made)

    def letters(self, state: int) -> str:
        colours = self.colours(state)
        rows = []
        for row in self.layout(state):
            rank = next((cell[1] for cell in row if cell[0] != "s"), " ")
            offset = "" if len(row) == 4 and row[0][0] == "s" else "  "
            rows.append(f"{rank} {offset}" + " ".join(colours[cell] for cell in row))
        return "\n".join([*rows, "    a b c"])

    def _is_to_move(self, state: int, seat: Seat) -> bool:
        """Whether a seat is to move, for any int equal to it; `moves` first tests identity."""
        check_seat(seat)
        return seat in self.awaited(state)

    def _leg_outcome(self, state: int) -> Outcome:
        lines = self.completed(state)
        points = sum(line.points for line in lines) or 1
        if state & _SEAT:
            return Outcome((1, 2), (points, 0), "line", lines)
        return Outcome((2, 1), (0, points), "line", lines)

    def _place(self, state: int) -> int:  # noqa: ARG002 - only the slider has more than one
        return 0

    def _lines_by_mask(self, layout: Layout) -> tuple[tuple[int, dict[int, CompletedLine]], ...]:
        """Return the bit mask of each line, and its completed forms by their bits."""
        book = []
        for cells in grid_lines(layout):
            steps = [STEP[self.cells.index(cell)] for cell in cells]
            made = {
                sum(
                    COLOURS.index(letter) * step for letter, step in zip(word, steps, strict=True)
                ): CompletedLine(cells, word, points)
                for word, points in self.patterns.items()
            }
            book.append((3 * sum(steps), made))
        return tuple(book)

    def _close(self, state: int) -> int:
        return state | _OVER if self.completed(state) else state

    def _build_layouts(self) -> tuple[Layout, ...]:
        return (tuple(self.cells[i : i + 3] for i in range(0, self._count, 3))[::-1],)

    def _vocabulary(self) -> dict[str, int]:
        words = {cell: i for i, cell in enumerate(self.cells)}
        for i, cell in enumerate(self.cells):
            for colour in (1, 2, 3):
                words[f"{cell}={COLOURS[colour].lower()}"] = i + _EXPECT * colour
        return words

    def _examine(self, state: int, seat: Seat, move: int) -> int:
        """Refuse a move out of turn, an unknown one or an unexpected colour; return its cell."""
        check_seat(seat)
        if state & _OVER:
            raise IllegalMove("match_over")
        if state >> 24 & 1 != seat:
            raise IllegalMove("not_your_turn")
        cell, expected = move & 15, move >> 4
        if not 0 <= expected <= 3 or cell >= self._count:
            raise IllegalMove("no_such_move", move=move)
        colour = (state >> 2 * cell & 3) + 1
        if expected and colour <= 3 and colour != expected:
            name, would_be = self.cells[cell], COLOURS[colour]
            raise IllegalMove("other_colour", cell=name, said=COLOURS[expected], would_be=would_be)
        return cell


def _rotated_bits(side: int) -> list[int]:
    """Return where each bit of the main board goes if `side` is turned to the north."""
    target = list(range(9))
    for _ in range(side):
        # A quarter turn against the clock brings the east edge to the north: (x, y) -> (2 - y, x).
        target = [(cell % 3) * 3 + 2 - cell // 3 for cell in target]
    return [2 * target[bit // 2] + bit % 2 for bit in range(18)]


def _rotation_tables(side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Tabulate `_rotated_bits` for the lower and the upper nine bits of the main board."""
    places = _rotated_bits(side)

    def table(bits: list[int]) -> tuple[int, ...]:
        return tuple(sum(1 << bits[i] for i in range(9) if n >> i & 1) for n in range(512))

    return table(places[:9]), table(places[9:])


_ROTATIONS: Final = tuple(_rotation_tables(side) for side in range(4))


class SliderLeg(Leg):
    """One board of the slider: 4x3 scoring on a 3x3 board with a movable strip."""

    def __init__(self) -> None:
        """Compute the lookup tables; a chip precedes every slide, hence the cap (TL-11, TL-12)."""
        super().__init__("slider", MAIN_CELLS + STRIP, PATTERNS)
        self.cap = 2 * 36
        self._legal = _Moves(12, slides=True)

    def moves(self, state: int, seat: Seat) -> Sequence[int]:
        """List cells that are not green, then the open slides (TL-11, TL-12, TL-13)."""
        if _MOVER[state >> 24 & 3] is not seat and not self._is_to_move(state, seat):
            return ()
        key = state & state >> 1 & _LOW_BITS
        if state & _BOARD and not state & _SLID:
            key |= state & 3 << _SIDE_AT | _OVER
        return self._legal[key]

    def play(self, state: int, seat: Seat, move: int) -> int:
        if _MOVER[state >> 24 & 3] is not seat or not 0 <= move < _EXPECT:
            move = self._examine(state, seat, move)
        if move >= _SLIDE:
            return self._slide(state, move - _SLIDE)
        step = STEP[move]
        if not ~state & 3 * step:
            raise IllegalMove("cell_green", cell=self.cells[move])
        after = (state + step ^ _SEAT) & ~_SLID
        if ANY_LINE[after & _MAIN]:
            return after | _OVER
        return self._mark_crossing_lines(after)

    def outcome(self, state: int) -> Outcome | None:
        return self._leg_outcome(state) if state & _OVER else None

    def dump(self, state: int) -> JSON:
        colours = self.colours(state)
        rows = (MAIN_CELLS[6:], MAIN_CELLS[3:6], MAIN_CELLS[:3])
        return {
            "board": "/".join("".join(colours[cell] for cell in row) for row in rows),
            "strip": "".join(colours[cell] for cell in STRIP),
            "side": self.side(state),
            "slid": bool(state & _SLID),
            "turn": state >> 24 & 1,
        }

    def load(self, json: JSON) -> int:
        return load_checked(self, json, self.from_json)

    def from_json(self, json: JSON) -> int | None:
        """Return the state of a dump; None for a slide on an empty board."""
        side, slid = SIDES.index(json["side"]), json["slid"]
        state = self.state_from_board(f"{json['strip']}/{json['board']}", json["turn"])
        if type(slid) is not bool or (slid and not state & _BOARD):
            return None
        return self._close(state | side << _SIDE_AT | slid * _SLID)

    def side(self, state: int) -> str:
        """Return the side of the main board where the strip lies: N, E, S or W."""
        return SIDES[state >> _SIDE_AT & 3]

    def slid(self, state: int) -> bool:
        """Whether the last action was a slide, so that the next cannot be one (TL-12)."""
        return bool(state & _SLID)

    def _slide(self, state: int, side: int) -> int:
        if not state & _BOARD:
            raise IllegalMove("slide_first")
        if state & _SLID:
            raise IllegalMove("slide_twice")
        if state >> _SIDE_AT & 3 == side:
            raise IllegalMove("slide_same_side", side=SIDES[side])
        after = state & ~(3 << _SIDE_AT) | side << _SIDE_AT | _SLID
        return self._mark_crossing_lines(after ^ _SEAT)

    def _mark_crossing_lines(self, state: int) -> int:
        """Set the end flag if a line runs from the board onto the strip."""
        low, high = _ROTATIONS[state >> _SIDE_AT & 3]
        main = low[state & 511] | high[state >> 9 & 511]
        if ANY_LINE[main >> 6 | (state & _BOARD) >> 18 << 12]:
            return state | _OVER
        return state

    def _place(self, state: int) -> int:
        return state >> _SIDE_AT & 3

    def _build_layouts(self) -> tuple[Layout, ...]:
        """Return the four layouts: the strip runs clockwise round the board (rule book 2.5)."""
        top, middle, low = MAIN_CELLS[6:], MAIN_CELLS[3:6], MAIN_CELLS[:3]
        rows = (top, middle, low)
        east = tuple((*row, cell) for row, cell in zip(rows, STRIP, strict=True))
        west = tuple((cell, *row) for row, cell in zip(rows, STRIP[::-1], strict=True))
        return ((STRIP, *rows), east, (*rows, STRIP[::-1]), west)

    def _vocabulary(self) -> dict[str, int]:
        words = super()._vocabulary()
        for side, letter in enumerate(SIDES.lower()):
            words[f"slide{letter}"] = words[f">{letter}"] = _SLIDE + side
        return words

    def _examine(self, state: int, seat: Seat, move: int) -> int:
        """Check slides, and leave everything else to the base class."""
        check_seat(seat)
        if _SLIDE <= move < _EXPECT and state >> 24 & 3 == seat and not state & _OVER:
            return move
        if move & 15 >= _SLIDE and not state & _OVER and state >> 24 & 3 == seat:
            raise IllegalMove("no_such_move", move=move)
        return super()._examine(state, seat, move)


def legs() -> tuple[Leg, Leg, Leg, Leg]:
    return (
        Leg("intro", MAIN_CELLS, {"GGG": 0}),
        Leg("simple", MAIN_CELLS, dict.fromkeys(PATTERNS, 0)),
        Leg("4x3", MAIN_CELLS + ROW_FOUR, PATTERNS),
        SliderLeg(),
    )
