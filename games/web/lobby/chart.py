"""Rating charts: entries in, SVG coordinates out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import RatingEntry

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 14, 34
STEPS = (10, 20, 50, 100, 200, 500)
MAX_TICKS = 6
MAX_DOTS = 60


@dataclass(frozen=True)
class Point:
    """A rating with its coordinates; the starting value has no entry."""

    x: float
    y: float
    value: int
    entry: RatingEntry | None = None


@dataclass(frozen=True)
class Tick:
    """A horizontal grid line with its value."""

    y: float
    value: int


@dataclass(frozen=True)
class Chart:
    """A chart for the template; values are whole rating points."""

    points: tuple[Point, ...]
    ticks: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT  # x of the vertical axis
    right: int = WIDTH - RIGHT
    base: int = HEIGHT - BOTTOM  # y of the horizontal axis
    axis_label_y: int = HEIGHT - 10

    @property
    def line(self) -> str:
        """The curve as an SVG path."""
        return "M" + "L".join(f"{point.x:g} {point.y:g}" for point in self.points)

    @property
    def area(self) -> str:
        """The area under the curve as an SVG path."""
        base, first, last = self.base, self.points[0], self.points[-1]
        return f"{self.line}L{last.x:g} {base}L{first.x:g} {base}z"

    @property
    def dots(self) -> tuple[Point, ...]:
        """The points to mark: the latest ones."""
        return self.points[1:][-MAX_DOTS:]


def chart_of(entries: Sequence[RatingEntry]) -> Chart:
    """Return the chart of a player's entries in one pool, oldest first; needs at least one."""
    values = [round(entries[0].before / 100), *(round(entry.after / 100) for entry in entries)]
    ticks = _ticks(min(values), max(values))
    low, high = ticks[0], ticks[-1]
    span = HEIGHT - TOP - BOTTOM
    across = (WIDTH - LEFT - RIGHT) / (len(values) - 1)

    def height(value: int) -> float:
        return round(TOP + (high - value) * span / (high - low), 1)

    points = tuple(
        Point(round(LEFT + number * across, 1), height(value), value, entry)
        for number, (value, entry) in enumerate(zip(values, [None, *entries], strict=True))
    )
    return Chart(points, tuple(Tick(height(value), value) for value in ticks))


def _ticks(low: int, high: int) -> list[int]:
    """Return round values that enclose the curve."""
    for step in STEPS:
        first, last = low // step * step, -(-high // step) * step
        if first == last:
            last += step
        ticks = list(range(first, last + 1, step))
        if len(ticks) <= MAX_TICKS:
            return ticks
    return [0, -(-high // 1000) * 1000]
