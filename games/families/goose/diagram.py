"""Draws the path of the geese, winding inwards from the meadow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.diagrams.base import Cell, Diagram, reading_order
from games.families.goose.rules import (
    BROKEN_LEG,
    GOAL,
    LETTERS as GEESE,
    MISS_TURN_SQUARES,
    POT,
    RELEASING_ROLLS,
    ROLL_AGAIN_SQUARES,
    SHIFTS,
    Goose,
    State,
)

_COLUMNS: Final = 9


def _spiral(columns: int, rows: int) -> list[tuple[int, int]]:
    """Return the cells of a rectangle as a spiral from the bottom left inwards."""
    free = {(x, y) for x in range(columns) for y in range(rows)}
    (x, y), (dx, dy) = (0, rows - 1), (1, 0)
    path = []
    while free:
        path.append((x, y))
        free.discard((x, y))
        if (x + dx, y + dy) not in free:
            dx, dy = dy, -dx
        x, y = x + dx, y + dy
    return path


def _effect_text(square: int) -> str:
    """Return a short text for what a square does."""
    if square in SHIFTS:
        return f"{SHIFTS[square]:+d}".replace("-", "−")
    if square in RELEASING_ROLLS:
        return f"{RELEASING_ROLLS[square]}?"
    signs = {**dict.fromkeys(MISS_TURN_SQUARES, "−1×"), **dict.fromkeys(ROLL_AGAIN_SQUARES, "+1×")}
    return {**signs, BROKEN_LEG: "…", POT: "×", GOAL: "*"}.get(square, "")


def _icon(square: int) -> str:
    """Return the name of a square's icon."""
    if square in SHIFTS:
        return "on" if SHIFTS[square] > 0 else "back"
    signs = {
        **dict.fromkeys(MISS_TURN_SQUARES, "inn"),
        **dict.fromkeys(ROLL_AGAIN_SQUARES, "again"),
    }
    signs |= dict.fromkeys(RELEASING_ROLLS, "prison")
    return {**signs, BROKEN_LEG: "wait", POT: "pot", GOAL: "goal"}.get(square, "")


def _walls_between(path: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the walls between adjacent cells that do not follow each other on the path."""
    at = {place: number for number, place in enumerate(path)}
    for (x, y), number in at.items():
        for (dx, dy), wall in (
            ((1, 0), (x + 1, y, x + 1, y + 1)),
            ((0, 1), (x, y + 1, x + 1, y + 1)),
        ):
            if abs(at.get((x + dx, y + dy), number) - number) > 1:
                yield wall


_PATH: Final = tuple(_spiral(_COLUMNS, 7)[: GOAL + 1])
_WALLS: Final = tuple(_walls_between(_PATH))


def draw(rules: Goose, state: State) -> Diagram:
    """Draw a position; geese that are out are not shown."""
    there: dict[int, str] = {}
    for seat, square in enumerate(state.squares):
        if seat not in state.out:
            there[square] = there.get(square, "") + GEESE[seat]
    cells = [
        Cell(
            str(square),
            x,
            y,
            there.get(square, "")[:1],
            others=tuple(there.get(square, "")[1:]),
            tint="Y" if _effect_text(square) else "",
            mark=_effect_text(square),
            icon=_icon(square),
        )
        for square, (x, y) in enumerate(_PATH)
    ]
    return Diagram(
        (_COLUMNS, 7),
        reading_order(cells),
        ground="track",
        drawn=rules.letters(state),
        walls=_WALLS,
    )


def arrivals(before: State, after: State) -> frozenset[str]:
    pairs = zip(before.squares, after.squares, strict=True)
    moved = {seat for seat, (old, new) in enumerate(pairs) if old != new}
    return frozenset(str(after.squares[seat]) for seat in moved - set(after.out))
