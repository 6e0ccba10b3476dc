"""Bar charts of values by day, drawn without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

STEP, HEIGHT = 10, 60  # SVG units: width of a bar, height of the tallest


@dataclass(frozen=True, slots=True)
class Bar:
    """One day of a chart, in SVG units."""

    x: int
    y: int
    height: int
    count: int


@dataclass(frozen=True, slots=True)
class Chart:
    """One value by day; ``total`` is shown next to its name."""

    name: str
    total: int | str
    most: int
    bars: list[Bar]
    width: int
    height: int = HEIGHT


def build_chart(name: str, counts: Sequence[int], total: int | str | None = None) -> Chart:
    """Return a chart of daily values, in which every value above zero is visible."""
    most = max(counts, default=0)
    bars = []
    for number, count in enumerate(counts):
        height = max(2, round(count / most * HEIGHT)) if count else 0
        bars.append(Bar(number * STEP, HEIGHT - height, height, count))
    shown = sum(counts) if total is None else total
    return Chart(name, shown, most, bars, STEP * len(counts))
