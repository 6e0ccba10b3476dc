"""The cross board of Mensch ärgere Dich nicht: places, their names and coordinates (6.1).

A pawn's *progress* is -1 in its yard, 0 on its A field, up to 39 on the track and 40 to 43 on its
goal fields a to d. Colours run clockwise: yellow, green, red, black.
"""

from collections.abc import Mapping
from typing import Final

COLOURS: Final = "YGRB"
TRACK: Final = 40
HOME: Final = 40
LAST: Final = 43
WAITING: Final = -1

# The track field of colour c at progress p is FIELD[c][p].
FIELD: Final = tuple(tuple((10 * c + p) % TRACK for p in range(TRACK)) for c in range(4))


def _move_names(colour: int) -> dict[int, str]:
    """Return the name that a move uses for each progress: field number, goal letter or "enter"."""
    track = {p: str(FIELD[colour][p]) for p in range(TRACK)}
    goal = {HOME + i: letter for i, letter in enumerate("abcd")}
    return {WAITING: "enter", **track, **goal}


MOVE_NAMES: Final = tuple(_move_names(colour) for colour in range(4))

_TRACK_FROM_ZERO = (
    [(x, 4) for x in range(5)]
    + [(4, y) for y in range(3, -1, -1)]
    + [(5, 0), (6, 0)]
    + [(6, y) for y in range(1, 5)]
    + [(x, 4) for x in range(7, 11)]
    + [(10, 5), (10, 6)]
    + [(x, 6) for x in range(9, 5, -1)]
    + [(6, y) for y in range(7, 11)]
    + [(5, 10), (4, 10)]
    + [(4, y) for y in range(9, 5, -1)]
    + [(x, 6) for x in range(3, -1, -1)]
    + [(0, 5)]
)
_GOALS = {
    "Y": [(x, 5) for x in range(1, 5)],
    "G": [(5, y) for y in range(1, 5)],
    "R": [(x, 5) for x in range(9, 5, -1)],
    "B": [(5, y) for y in range(9, 5, -1)],
}
_YARDS = {"Y": (0, 0), "G": (9, 0), "R": (9, 9), "B": (0, 9)}


def _layout() -> dict[str, tuple[int, int]]:
    """Return the column and row of every place, from the top left of eleven by eleven."""
    places = {str(number): at for number, at in enumerate(_TRACK_FROM_ZERO)}
    for colour, goal in _GOALS.items():
        places |= {f"{colour}{letter}": at for letter, at in zip("abcd", goal, strict=True)}
    for colour, (left, top) in _YARDS.items():
        yard = [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)]
        places |= {f"{colour}{number}": at for number, at in enumerate(yard, 1)}
    return places


# "17" is a track field, "Ya" a goal field, "Y1" to "Y4" the places of a yard.
LAYOUT: Final[Mapping[str, tuple[int, int]]] = _layout()


def pawns_by_place(pawns: tuple[tuple[int, ...], ...]) -> dict[str, str]:
    """Return the colour letters of the pawns on every occupied place."""
    found: dict[str, str] = {}
    for colour, own in enumerate(pawns):
        letter, waiting = COLOURS[colour], 0
        for progress in own:
            if progress == WAITING:
                waiting += 1
                place = f"{letter}{waiting}"
            elif progress < HOME:
                place = MOVE_NAMES[colour][progress]
            else:
                place = letter + MOVE_NAMES[colour][progress]
            found[place] = found.get(place, "") + letter
    return found


def place_of(colour: int, progress: int) -> str:
    """Return the place of a pawn on the board; for a waiting one, the first of its yard."""
    letter = COLOURS[colour]
    if progress == WAITING:
        return f"{letter}1"
    name = MOVE_NAMES[colour][progress]
    return letter + name if progress >= HOME else name


def format_board(pawns: tuple[tuple[int, ...], ...]) -> str:
    """Return the board as text, as in rule book 6.1; pawns are their colour letters."""
    there = pawns_by_place(pawns)
    grid = [["  "] * 11 for _ in range(11)]
    for place, (x, y) in LAYOUT.items():
        yard = place[0] in COLOURS and place[1].isdigit()
        grid[y][x] = there.get(place, "." if yard else place.zfill(2)).ljust(2)
    return "\n".join(" ".join(row).rstrip() for row in grid)
