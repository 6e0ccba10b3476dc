"""Dice with pips: on a board, and small ones in text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.diagrams.base import Die
from games.diagrams.ink import EDGE, INK, TINTS, UNIT, Pen, tag

SIZE: Final = 150  # of a die, in hundredths of a cell
_LOW, _MIDDLE, _HIGH = 38, 75, 112
_CORNERS: Final = ((_LOW, _LOW), (_HIGH, _HIGH), (_HIGH, _LOW), (_LOW, _HIGH))
_SIDES: Final = ((_LOW, _MIDDLE), (_HIGH, _MIDDLE))
_CENTRE: Final = ((_MIDDLE, _MIDDLE),)
PIPS: Final = {
    1: _CENTRE,
    2: _CORNERS[:2],
    3: _CORNERS[:2] + _CENTRE,
    4: _CORNERS,
    5: _CORNERS + _CENTRE,
    6: _CORNERS + _SIDES,
}


def draw_face(kind: Callable[[str], str | None], tint: str, number: int) -> str:
    """Draw a face of a die in a tint; ``kind`` maps class names to those used, or to None."""
    box = {"x": 4, "y": 4, "width": SIZE - 8, "height": SIZE - 8, "rx": 26}
    look = {"fill": TINTS[tint], "stroke": EDGE, "stroke_width": 5}
    drawn = tag("rect", class_=kind(f"d-die d-tint-{tint.lower()}"), **box, **look)
    pip = {"class_": kind("d-pip"), "r": 14, "fill": INK}
    return drawn + "".join(tag("circle", cx=x, cy=y, **pip) for x, y in PIPS[number])


def draw_inline_die(tint: str, number: int) -> str:
    """Draw a die for inline use; its accessible name is the number."""
    return tag(
        "svg",
        draw_face(str, tint, number),
        class_="die",
        viewBox=f"0 0 {SIZE} {SIZE}",
        role="img",
        aria_label=str(number),
    )


def draw_rolled_die(pen: Pen, die: Die) -> str:
    """Draw the rolled die beside the board."""
    place = f"translate({die.x * UNIT:g} {die.y * UNIT:g})"
    role = "img" if pen.links else None
    label = pen.words["die"] % {"piece": pen.words[die.tint], "face": die.face}
    drawn = draw_face(pen.kind, die.tint, die.face)
    return tag("g", drawn, transform=place, role=role, aria_label=label if role else None)
