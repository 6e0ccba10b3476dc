"""Positions written by hand for pages that explain: one leg's board in letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.diagrams.base import Diagram
from games.diagrams.boards import named_cells
from games.diagrams.registry import diagram_for
from games.rules import registry
from games.rules.series import as_series


def played(key: str, moves: str) -> Diagram:
    """Return the drawing of a game for two after some moves from its start.

    Behind a bar stand the first clicks of a move that is not whole yet.
    """
    rules = registry.get(key)
    state, last = rules.start(2, {}), None
    whole, _bar, begun = moves.partition("|")
    for word in whole.split():
        (seat,) = rules.awaited(state)
        last = word
        state = rules.play(state, seat, rules.parse(word))
    return diagram_for(key, state, last=last, begun=begun.split())


def from_fen(fen: str, moves: str = "") -> Diagram:
    """Return the drawing of a chess position after some moves from there."""
    rules = registry.get("chess")
    state, last = rules.load({"fen": fen, "seen": []}), None
    for word in moves.split():
        (seat,) = rules.awaited(state)
        last = word
        state = rules.play(state, seat, rules.parse(word))
    return diagram_for("chess", state, last=last)


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
