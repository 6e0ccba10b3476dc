"""Positions for the rules pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.diagrams.base import Diagram
from games.families.drawing import diagram_for
from games.families.places import cells_of_move
from games.rules import registry
from games.rules.base import AnyRules
from games.rules.series import as_series

INTRO, SMALL = "traffic_lights.intro", "traffic_lights.simple"
WIDE, SLIDER = "traffic_lights.4x3", "traffic_lights.slider"
BAG = ".bag"


def page(key: str) -> str:
    """Return the name of the rules text; all games with the bag share one."""
    return "bag" if key.endswith(BAG) else key.partition(".")[2]


def plain(key: str) -> str:
    return key.removesuffix(BAG)


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings by name; all games with the bag share theirs."""
    if key.endswith(BAG):
        return _bag_pictures()
    drawn = {
        "empty": leg_diagram(SMALL, ".../.../..."),
        "red": leg_diagram(SMALL, ".../.R./...", last="b2"),
        "yellow": leg_diagram(SMALL, ".../.Y./...", last="b2"),
        "green": leg_diagram(SMALL, ".../.G./...", last="b2"),
        "win_red": leg_diagram(SMALL, "Y../RRR/..G", last="b2"),
        "win_yellow": leg_diagram(SMALL, "Y.R/.Y./R.Y", last="c1"),
        "win_green": leg_diagram(SMALL, "G.Y/G.R/GR.", last="a2"),
        "win_lights": leg_diagram(SMALL, "..R/RY./G..", last="c3"),
        "intro_win": leg_diagram(INTRO, "RRG/.GR/G.Y", last="c3"),
        "intro_no_win": leg_diagram(INTRO, "YYY/.G./R.G", last="a3"),
    }
    drawn |= _wide_pictures() if key == WIDE else {}
    return drawn | (_slider_pictures() if key == SLIDER else {})


def cover(key: str) -> Diagram:
    if key.endswith(BAG):
        drawn = cover(plain(key))
        return replace(drawn, stores=bag_diagram(".../.../...", "RY").stores)
    if key == WIDE:
        return leg_diagram(key, "R.Y/.G./YR./..R", last="b2")
    if key == SLIDER:
        return leg_diagram(key, "R.G/.Y./..R", strip="Y.R", side="E")
    if key == INTRO:
        return leg_diagram(key, "..G/.GY/GR.", last="c3")
    return leg_diagram(key, "R.Y/.G./YR.", last="b1")


def _wide_pictures() -> dict[str, Diagram]:
    return {
        "empty": leg_diagram(WIDE, ".../.../.../..."),
        "before": leg_diagram(WIDE, "Y../R.R/.Y./.G."),
        "after": leg_diagram(WIDE, "Y../RRR/.Y./.G.", last="b3"),
    }


def _bag_pictures() -> dict[str, Diagram]:
    before = "..R/.Y./R.."
    return {
        "draft": bag_diagram(".../.../...", "RY", hands=("G", "R"), picks=2),
        "before": bag_diagram(before, "RY", hands=("RYG", "RGG")),
        "after": bag_diagram("..R/.G./R..", "RG", hands=("RYY", "RGG"), last="b2"),
        "win": bag_diagram("G.R/.GR/Y.G", "RY", hands=("RY", "RRY"), last="b2"),
        "stuck": bag_diagram("R.R/.../.R.", "RY", hands=("GGG", "RRY")),
    }


def _slider_pictures() -> dict[str, Diagram]:
    board = ".RR/Y.G/..."
    sides = {
        f"side_{side}": leg_diagram(SLIDER, ".../.../...", strip="RYY", side=side)
        for side in "NESW"
    }
    return sides | {
        "before": leg_diagram(SLIDER, board, strip="R.Y", side="N"),
        "after": leg_diagram(SLIDER, board, strip="R.Y", side="E", last="slide E"),
        "barred": leg_diagram(SLIDER, "R../.Y./..R", strip="Y.R", side="S", last="slide S"),
    }


def bag_diagram(
    board: str,
    pool: str,
    *,
    hands: tuple[str, str] = ("RRY", "RYG"),
    picks: int = 6,
    last: str | None = None,
) -> Diagram:
    """Return the drawing of a small leg with the bag; `board` as in `position`, chips by letter."""
    key = "traffic_lights.simple.bag"
    seen = "".join([board, *hands, pool])
    bag = "".join(letter * (8 - seen.count(letter)) for letter in "RYG")
    written = {"board": board, "turn": 0, "hands": list(hands), "pool": pool, "bag": bag}
    series = as_series(registry.get(key))
    leg: Any = series.inner if series else None
    drawn = diagram_for(key, leg.load(written | {"picks": picks, "passes": 0, "redrafts": 0}))
    return _mark_last_move(leg, drawn, last)


def leg_diagram(
    key: str, board: str, *, last: str | None = None, strip: str = "", side: str = "N"
) -> Diagram:
    """Return the drawing of a leg; `board` has rows from the top, separated by "/", "." for empty.

    Completed lines are found by the rules, so a picture cannot contradict them.
    """
    series = as_series(registry.get(key))
    leg: Any = series.inner if series else registry.get(key)
    written: dict[str, object] = {"board": board, "turn": 0}
    if strip:
        written |= {"strip": strip, "side": side, "slid": False}
    drawn = diagram_for(key, leg.load(written))
    return _mark_last_move(leg, drawn, last)


def _mark_last_move(leg: AnyRules, drawn: Diagram, last: str | None) -> Diagram:
    return replace(drawn, last=cells_of_move(leg, drawn, leg.parse(last))) if last else drawn
