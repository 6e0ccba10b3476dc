"""Positions written by hand for pages that explain: one leg's board in letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.diagrams.base import Diagram
from games.diagrams.boards import named_cells
from games.diagrams.registry import diagram_for
from games.rules import registry
from games.rules.ampel import SUPPLY
from games.rules.base import fitting_seats
from games.rules.series import as_series
from games.rules.solitaire import Position
from games.rules.trigrid import POINTS


def played(key: str, moves: str, **options: Any) -> Diagram:
    """Return the drawing of a game at its smallest table after some moves from its start.

    Behind a bar stand the first clicks of a move that is not whole yet.
    """
    rules = registry.get(key)
    state, before, last = rules.start(fitting_seats(rules, options), options), None, None
    whole, _bar, begun = moves.partition("|")
    for word in whole.split():
        (seat,) = rules.awaited(state)
        last, before = word, state
        state = rules.play(state, seat, rules.parse(word))
    return diagram_for(key, state, last=last, begun=begun.split(), since=before)


def ampel_position(
    discs: dict[str, str], *, yellow: int = 5, move: str = "", drawn: str = ""
) -> Diagram:
    """Return the drawing of an Ampel position with red to move: points by colour, "*" a cylinder.

    `move` is played first, `drawn` only shows the way that its disc would go.
    """
    rules = registry.get("ampel")
    state = rules.load(_ampel(discs, yellow))
    if move:
        after = rules.play(state, 0, rules.parse(move))
        return diagram_for("ampel", after, last=move)
    plain = diagram_for("ampel", state)
    if not drawn:
        return plain
    way = diagram_for("ampel", state, preview=drawn)
    return replace(plain, routes=way.routes, chosen=way.chosen)


def _ampel(discs: dict[str, str], yellow: int) -> dict[str, Any]:
    """Return the dump of an Ampel position."""
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
        "taken": [0, yellow - left],
        "yellow": yellow,
        "quiet": 0,
        "seen": [],
    }


def from_fen(fen: str, moves: str = "") -> Diagram:
    """Return the drawing of a chess position after some moves from there."""
    rules = registry.get("chess")
    state, last = rules.load({"fen": fen, "seen": []}), None
    for word in moves.split():
        (seat,) = rules.awaited(state)
        last = word
        state = rules.play(state, seat, rules.parse(word))
    return diagram_for("chess", state, last=last)


def pegs_left(pegs: int) -> Diagram:
    """Return the drawing of a solitaire board with these pegs."""
    return diagram_for("solitaire", Position(pegs, 0))


def raced(
    key: str,
    moves: str = "",
    *,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    **written: Any,
) -> Diagram:
    """Return the drawing of a race after moves and rolls ("roll6 e") from a written position.

    The rules themselves play them; what the last move changed is marked.
    """
    rules = registry.get(key)
    state = rules.load(rules.dump(rules.start(seats, options or {})) | written)
    since = None
    for word in moves.split():
        (seat,) = rules.awaited(state)
        since = state
        state = rules.play(state, seat, rules.parse(word))
    return diagram_for(key, state, since=since)


def bag_position(
    board: str,
    pool: str,
    *,
    hands: tuple[str, str] = ("RRY", "RYG"),
    picks: int = 6,
    last: str | None = None,
) -> Diagram:
    """Return the drawing of a small leg with the bag: board as in `position`, chips as letters."""
    key = "traffic_lights.simple.bag"
    seen = "".join([board, *hands, pool])
    bag = "".join(letter * (8 - seen.count(letter)) for letter in "RYG")
    written = {"board": board, "turn": 0, "hands": list(hands), "pool": pool, "bag": bag}
    series = as_series(registry.get(key))
    leg: Any = series.inner if series else None
    drawn = diagram_for(key, leg.load(written | {"picks": picks, "passes": 0, "redrafts": 0}))
    return replace(drawn, last=named_cells(drawn, last))


def position(
    key: str, board: str, *, last: str | None = None, strip: str = "", side: str = "N"
) -> Diagram:
    """Return the drawing of a leg: rows from the top with "/" between, "." for an empty cell.

    The rules themselves find the completed lines, so that a picture cannot claim what they deny.
    """
    series = as_series(registry.get(key))
    leg: Any = series.inner if series else registry.get(key)
    written: dict[str, Any] = {"board": board, "turn": 0}
    if strip:
        written |= {"strip": strip, "side": side, "slid": False}
    drawn = diagram_for(key, leg.load(written))
    return replace(drawn, last=named_cells(drawn, last))
