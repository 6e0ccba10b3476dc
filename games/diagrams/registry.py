"""Finds how a ruleset's positions are drawn, by family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from games.diagrams import (
    ampel,
    chess,
    draughts,
    five,
    mensch,
    mill,
    races,
    solitaire,
    tri_plan,
    triad,
)
from games.diagrams.base import Diagram, Store
from games.diagrams.boards import board, named_cells, turned
from games.rules import registry
from games.rules.bag import BagLeg, BagState, lettered
from games.rules.series import SeriesState, as_series
from games.rules.traffic_lights import COLOURS, MAIN_CELLS, Leg, SliderLeg


def _traffic_lights(leg: Leg | BagLeg, state: Any) -> Diagram:
    """Draw one leg of Traffic Lights with the lines on it, and the chips beside it."""
    if isinstance(leg, BagLeg):
        return replace(_traffic_lights(leg.leg, state.board), stores=_chips(state))
    pieces = {name: colour.strip(".") for name, colour in leg.colours(state).items()}
    lines = [line.cells for line in leg.completed(state)]
    side = leg.side(state) if isinstance(leg, SliderLeg) else None
    rows = 3 if side or len(leg.cells) == len(MAIN_CELLS) else 4
    return board(3, rows, pieces, side=side, lines=lines)


def _chips(state: BagState) -> tuple[Store, ...]:
    """List both hands, the pool and the bag."""
    hands = zip(("starter", "other", "pool"), (*state.hands, state.pool), strict=True)
    bag = lettered(state.bag)
    kinds = tuple((letter, bag.count(letter)) for letter in COLOURS[1:] if letter in bag)
    rows = [Store(name, tuple((letter, 1) for letter in lettered(chips))) for name, chips in hands]
    return (*rows, Store("bag", kinds))


_FAMILIES: dict[str, Callable[[Any, Any], Diagram]] = {
    "traffic_lights": _traffic_lights,
    "triad": triad.draw,
    "ampel": ampel.draw,
    "mill": mill.draw,
    "solitaire": solitaire.draw,
    "five": five.draw,
    "draughts": draughts.draw,
    "mensch": mensch.draw,
    "halma": races.draw_halma,
    "goose": races.draw_goose,
    "chess": chess.draw,
    "tri_plan": tri_plan.draw,
}

# Games of chance that run on by themselves: which places pieces have reached between two states.
_ARRIVALS: dict[str, Callable[[Any, Any], frozenset[str]]] = {
    "mensch": mensch.arrivals,
    "goose": races.arrivals,
}


# Boards on which the first clicks of a move are seen before the last one is made.
_BEGUN: dict[str, Callable[[Any, Any, Sequence[str]], Diagram | None]] = {
    "triad": triad.draw_begun,
}


def _moved(drawn: Diagram, last: str | None) -> frozenset[str]:
    """Return the cells of the last move; none on a fresh board, where it closed the leg before."""
    cells = named_cells(drawn, last)
    if drawn.ground == "track":
        return cells  # the field that a pawn has left
    pieces = {cell.name for cell in drawn.cells if cell.piece}
    return cells if cells & pieces or (len(cells) > 1 and pieces) else frozenset()


# Games in which everybody looks at the board from his own side.
_TURNED = frozenset({"chess"})


def _routes(family: str, leg: Any, before: Any, move: str | None) -> tuple[tuple[str, ...], ...]:
    """Return the ways that pieces went with a move; none in games where they go straight."""
    if family != "ampel" or before is None or not move:
        return ()
    return ampel.routes(leg, before, move)


def diagram_for(
    key: str,
    state: Any,
    *,
    last: str | None = None,
    preview: str | None = None,
    begun: Sequence[str] = (),
    seat: int | None = None,
    since: Any = None,
) -> Diagram:
    """Draw a match's running leg, or one leg's own state, for a ruleset.

    `last` and `preview` are moves as spelled; a preview is played on the leg first, so its chip
    and its lines are seen. `begun` are the clicks of a move that is not whole yet, `seat` is whose
    view it is, `since` an earlier state: in races what has moved since then is marked, elsewhere it
    is the one that the last move was made in. Raises `KeyError` for an unknown key, `RulesError`
    for an illegal preview.
    """
    rules = registry.get(key)
    series = as_series(rules)
    leg: Any = series.inner if series else rules
    before = inner = state.inner if isinstance(state, SeriesState) else state
    if preview:
        awaited = leg.awaited(inner)
        mover = next(iter(awaited), 0) if len(awaited) < 2 or seat is None else seat
        inner = leg.play(inner, mover, leg.parse(preview))
    family = key.partition(".")[0]
    if family in _BEGUN and (halfway := _BEGUN[family](leg, inner, begun)):
        return halfway
    drawn = _FAMILIES[family](leg, inner)
    if seat and family in _TURNED:
        drawn = turned(drawn)
    if family not in _ARRIVALS:
        move, came = (preview, before) if preview else (last, since)
        return replace(
            drawn,
            last=_moved(drawn, last),
            chosen=named_cells(drawn, preview),
            routes=_routes(family, leg, came, move),
        )
    reached = _ARRIVALS[family]
    if preview:
        chosen = reached(before, inner) | reached(inner, before)
        return replace(drawn, die=_FAMILIES[family](leg, before).die, chosen=chosen)
    return replace(drawn, last=_moved(drawn, last) if since is None else reached(since, inner))
