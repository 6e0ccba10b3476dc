"""Four in a row on a board of 7 columns and 6 rows: chips fall to the lowest free cell."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.rules.base import (
    JSON,
    NOBODY,
    BadState,
    IllegalMove,
    Line,
    MalformedMove,
    Option,
    Outcome,
    Rules,
    Seat,
    check_seats,
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
        """The seat to move."""
        return sum(map(len, self.columns)) % 2

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
        """Give the empty board."""
        check_seats(self, seats)
        resolve_options(self, options)
        return Position()

    def awaited(self, state: Position) -> frozenset[Seat]:
        """Name the seat to move, nobody at the end."""
        return NOBODY if self.outcome(state) else frozenset({state.turn})

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        """List the columns that are not full."""
        if seat not in self.awaited(state):
            return ()
        return [x for x in range(COLUMNS) if len(state.columns[x]) < ROWS]

    def play(self, state: Position, seat: Seat, move: int) -> Position:
        """Drop a chip into a column."""
        if self.outcome(state):
            raise IllegalMove("match_over")
        if seat != state.turn or isinstance(seat, bool):
            raise IllegalMove("not_your_turn")
        if len(state.columns[move]) == ROWS:
            raise IllegalMove("column_full", column=FILES[move])
        columns = list(state.columns)
        columns[move] += "wb"[seat]
        return Position(tuple(columns))

    def outcome(self, state: Position) -> Outcome | None:
        """Find four in a row; a full board is a tie."""
        for cells, piece in _rows(state):
            ranks, points = ((1, 2), (1, 0)) if piece == "w" else ((2, 1), (0, 1))
            return Outcome(ranks, points, "four", (Line(cells, piece * NEEDED, 1),))
        full = sum(map(len, state.columns)) == COLUMNS * ROWS
        return Outcome((1, 1), (0, 0), "board_full") if full else None

    def spell(self, move: int) -> str:
        """Write the letter of the column."""
        return FILES[move]

    def places(self, state: Position | None, move: int) -> tuple[str, ...]:
        """Name the cell that the chip falls to, which a state tells."""
        return () if state is None else (name_of(move, len(state.columns[move])),)

    def parse(self, text: str) -> int:
        """Read the letter of a column."""
        letter = text.strip().lower()
        if len(letter) != 1 or letter not in FILES:
            raise MalformedMove("not_a_move", text=text[:40])
        return FILES.index(letter)

    def letters(self, state: Position) -> str:
        """Draw the board, the lowest row last."""
        rows = (
            " ".join(state.at(x, y) or "." for x in range(COLUMNS)) for y in reversed(range(ROWS))
        )
        return "\n".join([*rows, " ".join(FILES)])

    def dump(self, state: Position) -> JSON:
        """Write the columns from the bottom."""
        return list(state.columns)

    def load(self, json: JSON) -> Position:
        """Read what `dump` wrote; `BadState` for chips that cannot have fallen so."""
        whole = isinstance(json, list) and len(json) == COLUMNS
        if not whole or not all(isinstance(each, str) and len(each) <= ROWS for each in json):
            raise BadState("unreadable_state")
        chips = "".join(json)
        if set(chips) - set("wb") or chips.count("w") - chips.count("b") not in (0, 1):
            raise BadState("unreadable_state")
        return Position(tuple(json))


def _rows(state: Position) -> list[tuple[tuple[str, ...], str]]:
    """List every four in a row with its colour."""
    found = []
    for x in range(COLUMNS):
        for y, piece in enumerate(state.columns[x]):
            for dx, dy in _WAYS:
                cells = [(x + n * dx, y + n * dy) for n in range(NEEDED)]
                if all(state.at(*cell) == piece for cell in cells):
                    found.append((tuple(name_of(*cell) for cell in cells), piece))
    return found


def name_of(x: int, y: int) -> str:
    """Name a cell: "a1" at the bottom left."""
    return f"{FILES[x]}{y + 1}"


def rulesets() -> tuple[Four, ...]:
    """Build the one ruleset."""
    return (Four(),)
