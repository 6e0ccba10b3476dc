"""Draws positions of any ruleset and marks what a move touches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.diagrams.base import Diagram
from games.diagrams.boards import rotate_diagram
from games.families.base import Family
from games.families.places import read_move
from games.families.registry import family_of
from games.rules import registry
from games.rules.base import AnyMove, AnyRules, AnyState
from games.rules.series import SeriesState, as_series


def diagram_for(
    key: str,
    state: AnyState,
    *,
    last: str | None = None,
    preview: str | None = None,
    begun: Sequence[str] = (),
    seat: int | None = None,
    since: AnyState = None,
) -> Diagram:
    """Draw a match's running leg, or one leg's own state.

    `last` and `preview` are spelled moves; a preview is played first, so that its chip and its
    lines are drawn. `begun` are the clicks of an incomplete move, `seat` is the viewer's. `since`
    is an earlier state: in races, everything that has moved since then is marked; in other games it
    is the state in which `last` was played. Raise `KeyError` for an unknown ruleset and
    `RulesError` for an illegal preview.
    """
    rules, family = registry.get(key), family_of(key)
    series = as_series(rules)
    leg: AnyRules = series.inner if series else rules
    before = inner = state.inner if isinstance(state, SeriesState) else state
    if preview:
        awaited = leg.awaited(inner)
        mover = next(iter(awaited), 0) if len(awaited) < 2 or seat is None else seat
        inner = leg.play(inner, mover, leg.parse(preview))
    if family.begun and (halfway := family.begun(leg, inner, begun)):
        return halfway
    drawn = family.draw(leg, inner)
    move = read_move(leg, last)
    if seat and family.turned:
        drawn = rotate_diagram(drawn)
    if reached := family.arrivals:
        if preview:
            chosen = reached(before, inner) | reached(inner, before)
            return replace(drawn, die=family.draw(leg, before).die, chosen=chosen)
        return replace(
            drawn,
            last=_last_move_cells(family, leg, drawn, move)
            if since is None
            else reached(since, inner),
        )
    drawn = replace(drawn, last=_last_move_cells(family, leg, drawn, move))
    came = since
    if preview:
        move, came = leg.parse(preview), before
        drawn = replace(drawn, chosen=family.cells(leg, drawn, move))
    if family.routes and move is not None and came:
        drawn = replace(drawn, routes=family.routes(came, move))
    return drawn


def _last_move_cells(
    family: Family, leg: AnyRules, drawn: Diagram, move: AnyMove
) -> frozenset[str]:
    """Return the cells of the last move; none on a fresh board, if it ended the leg before."""
    cells = frozenset[str]() if move is None else family.cells(leg, drawn, move)
    if drawn.ground == "track":
        return cells  # of a track: the empty field that the pawn has left
    pieces = {cell.name for cell in drawn.cells if cell.piece}
    return cells if cells & pieces or (len(cells) > 1 and pieces) else frozenset()
