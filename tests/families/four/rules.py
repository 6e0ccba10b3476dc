"""Four in a row on a board of 7 columns and 6 rows: chips fall to the lowest free cell."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.rules.base import (
    JSON,
    NOBODY,
    CompletedLine,
    IllegalMove,
    MalformedMove,
    Option,
    Outcome,
    Rules,
    Seat,
    check_seat,
    check_seats,
    check_turn,
    load_checked,
    resolve_options,
)

COLUMNS, ROWS = 7, 6
FILES: Final = "abcdefg"
NEEDED: Final = 4
_WAYS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))


class Position(NamedTuple):
    """The chips of every column from the bottom, "w" and "b"; seat 0 plays white and begins."""

    columns: tuple[str, ...] = ("",) * COLUMNS

    @property
    def turn(self) -> Seat:
        return sum(map(len, self.columns)) % 2

    @property
    def rows(self) -> list[tuple[tuple[str, ...], str]]:
        """Every four in a row with its colour."""
        found = []
        for x, column in enumerate(self.columns):
            for y, piece in enumerate(column):
                for dx, dy in _WAYS:
                    cells = [(x + n * dx, y + n * dy) for n in range(NEEDED)]
                    if all(self.at(*cell) == piece for cell in cells):
                        found.append((tuple(name_of(*cell) for cell in cells), piece))
        return found

    @property
    def ending(self) -> str:
        if self.rows:
            return "four"
        return "board_full" if sum(map(len, self.columns)) == COLUMNS * ROWS else ""

    def at(self, x: int, y: int) -> str:
        """Return the chip on a cell; empty for a free one, and beyond the board."""
        if not (0 <= x < COLUMNS and 0 <= y < len(self.columns[x])):
            return ""
        return self.columns[x][y]


class Four(Rules[Position, int]):
    """A move is the number of a column."""

    key = "four"
    version = 1
    seats = range(2, 3)
    options: Mapping[str, Option] = {}
    pool: str | None = "four"
    cap = COLUMNS * ROWS

    def start(self, seats: int, options: Mapping[str, Any]) -> Position:
        check_seats(self, seats)
        resolve_options(self, options)
        return Position()

    def awaited(self, state: Position) -> frozenset[Seat]:
        return NOBODY if state.ending else frozenset({state.turn})

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        check_seat(seat)
        if seat not in self.awaited(state):
            return ()
        return [x for x in range(COLUMNS) if len(state.columns[x]) < ROWS]

    def play(self, state: Position, seat: Seat, move: int) -> Position:
        check_turn(state, seat)
        if len(state.columns[move]) == ROWS:
            raise IllegalMove("column_full", column=FILES[move])
        columns = list(state.columns)
        columns[move] += "wb"[seat]
        return Position(tuple(columns))

    def outcome(self, state: Position) -> Outcome | None:
        """Give the match to who has four in a row; a full board is a tie."""
        for cells, piece in state.rows:
            ranks, points = ((1, 2), (1, 0)) if piece == "w" else ((2, 1), (0, 1))
            return Outcome(ranks, points, state.ending, (CompletedLine(cells, piece * NEEDED, 1),))
        return Outcome((1, 1), (0, 0), state.ending) if state.ending else None

    def spell(self, move: int) -> str:
        return FILES[move]

    def places(self, state: Position | None, move: int) -> tuple[str, ...]:
        """Name the cell that the chip falls to, which a state tells."""
        return () if state is None else (name_of(move, len(state.columns[move])),)

    def parse(self, text: str) -> int:
        letter = text.strip().lower()
        if len(letter) != 1 or letter not in FILES:
            raise MalformedMove("unreadable_move", text=text)
        return FILES.index(letter)

    def letters(self, state: Position) -> str:
        """Draw the board, the lowest row last."""
        rows = (
            " ".join(state.at(x, y) or "." for x in range(COLUMNS)) for y in reversed(range(ROWS))
        )
        return "\n".join([*rows, " ".join(FILES)])

    def dump(self, state: Position) -> JSON:
        """Write the columns from the bottom; a dump is an object, so that it can grow."""
        return {"columns": list(state.columns)}

    def load(self, json: JSON) -> Position:
        return load_checked(self, json, _read)


def _read(json: JSON) -> Position | None:
    """Read a dump; None for chips that cannot have fallen so."""
    columns = tuple(json["columns"])
    chips = "".join(columns)
    full = len(columns) == COLUMNS and max(map(len, columns)) <= ROWS
    sound = set(chips) <= set("wb") and chips.count("w") - chips.count("b") in (0, 1)
    return Position(columns) if full and sound else None


def name_of(x: int, y: int) -> str:
    """Name a cell: "a1" at the bottom left."""
    return f"{FILES[x]}{y + 1}"


def rulesets() -> tuple[Four, ...]:
    return (Four(),)
