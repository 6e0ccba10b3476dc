"""Positions for the rules page: setup, routes, a signal."""

from __future__ import annotations

from dataclasses import replace

from games.diagrams.base import Diagram
from games.families.ampel.rules import SUPPLY
from games.families.ampel.trigrid import POINTS
from games.families.drawing import diagram_for
from games.families.positions import diagram_after
from games.rules import registry

YELLOW = 5  # discs in play
DISCS = {"Y": "h5 c2 e3 f2 i8", "R": "h2 k3*", "G": "g5 h8 d4*"}


def pictures(key: str) -> dict[str, Diagram]:
    return {
        "start": diagram_after(key, "startR +c2 +e3 +f2 +h5 +i8"),
        "before": ampel_diagram(DISCS),
        "way": ampel_diagram(DISCS, drawn="h2-i5"),
        "other": ampel_diagram(DISCS, drawn="h2-g4"),
        "after": ampel_diagram(DISCS, move="h2-i5"),
    }


def cover(key: str) -> Diagram:
    del key
    return ampel_diagram(DISCS)


def ampel_diagram(discs: dict[str, str], *, move: str = "", drawn: str = "") -> Diagram:
    """Return the drawing of an Ampel position with red to move.

    `discs` has points by colour, with a "*" after one that has a cylinder. `move` is played first;
    `drawn` only shows the route that its disc would take.
    """
    rules = registry.get("ampel")
    state = rules.load(ampel_dump(discs))
    if move:
        after = rules.play(state, 0, rules.parse(move))
        return diagram_for("ampel", after, last=move)
    plain = diagram_for("ampel", state)
    if not drawn:
        return plain
    way = diagram_for("ampel", state, preview=drawn)
    return replace(plain, routes=way.routes, chosen=way.chosen)


def ampel_dump(discs: dict[str, str]) -> dict[str, object]:
    """Return the dump of a position with red to move; `discs` as in `ampel_diagram`."""
    there = {name.rstrip("*"): colour for colour, names in discs.items() for name in names.split()}
    cylinders = [
        next((name[:-1] for name in discs.get(colour, "").split() if name.endswith("*")), "")
        for colour in "RG"
    ]
    laid = [sum(each == colour for each in there.values()) for colour in "RG"]
    left = sum(each == "Y" for each in there.values())
    return {
        "board": "".join(there.get(name, ".") for name in POINTS),
        "turn": 0,
        "step": 1,
        "cylinders": cylinders,
        "supply": [SUPPLY - number for number in laid],
        "taken": [0, YELLOW - left],
        "yellow": YELLOW,
        "quiet": 0,
        "seen": [],
    }
