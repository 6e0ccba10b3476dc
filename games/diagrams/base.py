"""The drawing of a position as plain values, independent of the output format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

SIDES = ("N", "E", "S", "W")
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
FILES = "abcdefghijklmnopqrstuvwxyz"
NEXT_PIECE: Mapping[str, str] = {"": "R", "R": "Y", "Y": "G"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A square: name, column and row from the top left, piece and decorations.

    On slanted boards adjacent rows are offset by half a column.
    """

    name: str
    x: float
    y: int
    piece: str = ""
    in_strip: bool = False
    dark: bool = False
    others: tuple[str, ...] = ()  # further pieces on the same square
    tint: str = ""  # the colour of the square's owner
    mark: str = ""  # text on the square
    icon: str = ""  # key of a picture on the square


@dataclass(frozen=True, slots=True)
class Slot:
    """A side the strip can slide to: the move's text and a rectangle in cell units."""

    move: str
    side: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Store:
    """Pieces beside the board: key of its label, and each kind with its count."""

    name: str
    pieces: tuple[tuple[str, int], ...]
    side: str = ""  # "" (row below), "above", "below" (with a title) or "beside"


@dataclass(frozen=True, slots=True)
class Die:
    """A die beside the board: colour, face, and top left corner in cell units."""

    tint: str
    face: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TouchTargets:
    """Targets of gestures on a board, in addition to its links.

    A square that cannot be chosen links to `elsewhere` plus its name, or to its URL in `back`.
    Pieces on the squares in `drags` can be dragged; a drop opens that URL plus a comma and the name
    of the target square.
    """

    elsewhere: str
    back: Mapping[str, str]
    drags: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position ready to be drawn: cells in reading order, the strip, and highlights."""

    shape: tuple[int, int]  # columns, rows of the main board
    cells: tuple[Cell, ...]
    strip: str | None = None
    slots: tuple[Slot, ...] = ()
    last: frozenset[str] = field(default_factory=frozenset)
    chosen: frozenset[str] = field(default_factory=frozenset)
    follow: frozenset[str] = field(default_factory=frozenset)  # squares where a choice can continue
    lines: tuple[tuple[str, ...], ...] = ()
    routes: tuple[tuple[str, ...], ...] = ()  # paths of moved pieces, point by point
    ground: str = "tiles"  # tiles, cells, squares, points, holes, track or rounds
    rails: tuple[tuple[str, str], ...] = ()  # lines between two points
    stores: tuple[Store, ...] = ()  # pieces beside the board
    drawn: str = ""  # the board as text if rows and columns do not suffice
    slanted: bool = False  # rows have letters from the top and are offset by half a column
    tray: tuple[tuple[str, ...], ...] = ()  # corners of a frame that is not rectangular
    walls: tuple[tuple[int, int, int, int], ...] = ()  # from (x, y) to (x, y), in corners of cells
    near: bool = False  # a close-up, in which every square shows its name
    turned: bool = False  # rotated by 180 degrees
    alarm: frozenset[str] = field(default_factory=frozenset)  # kings in check
    die: Die | None = None  # the current roll

    @property
    def row_height(self) -> float:
        """Distance between rows in columns; less on slanted boards."""
        return 0.87 if self.slanted else 1

    @property
    def by_name(self) -> dict[str, Cell]:
        return {cell.name: cell for cell in self.cells}

    @property
    def files(self) -> str:
        """Letters of the main board's columns, from the left."""
        names = FILES[: self.shape[0]]
        return names[::-1] if self.turned else names


def reading_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Sort cells by rows from the top, each from the left."""
    return tuple(sorted(cells, key=lambda cell: (cell.y, cell.x)))
