"""Turns put together step by step on the page: what has been chosen, and what may follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.families.clicks import clicks
from games.rules.base import AnyMove, AnyRules, RulesError, as_stepwise
from games.services.match.table import Table

NONE: Any = ()


@dataclass(frozen=True)
class MoveDraft:
    """A turn in the making.

    `text` is what has been chosen so far, empty before the first whole step; `sendable` whether it
    may be sent as it is, `moves` what may stand in its place or go on from it, each a step longer
    than what `root` are the clicks of.
    """

    text: str
    sendable: bool
    moves: tuple[str, ...]
    root: tuple[str, ...] = ()
    goes_on: bool = False


def draft_of(table: Table, seat: int, clicked: tuple[str, ...]) -> MoveDraft | None:
    """Return the turn that these clicks have begun; None in games whose turns have no steps."""
    steps = as_stepwise(table.rules)
    if steps is None:
        return None
    return _Walk(table, seat, steps).follow(clicked)


def clicks_of(table: Table, seat: int, text: str) -> tuple[str, ...]:
    """Return a typed turn as clicks; none where it is no legal turn put together of steps."""
    steps = as_stepwise(table.rules)
    if steps is None:
        return ()
    try:
        move = table.rules.parse(text)
        table.rules.play(table.state, seat, move)
    except RulesError:
        return ()
    way = clicks(table.match.ruleset, table.rules.spell(move))
    walked = _Walk(table, seat, steps).follow(way)
    return way if walked.text == table.rules.spell(move) else ()


class _Walk:
    """Goes along clicks step by step, as far as they make steps."""

    def __init__(self, table: Table, seat: int, steps: AnyRules) -> None:
        self.table, self.seat, self.steps = table, seat, steps
        self.key = table.match.ruleset

    def follow(self, clicked: tuple[str, ...]) -> MoveDraft:
        """Return how far these clicks lead."""
        rules = self.table.rules
        move, done, root = NONE, (), ()
        before, options = [], self._longer(NONE)
        while found := self._step(options, clicked):
            before, root = options, done
            move, done = found
            options = self._longer(move)
        whole = clicked == done and move != NONE
        sendable = whole and (not options or self.steps.may_stop)
        moves = [*before, *options] if sendable else options
        return MoveDraft(
            text=rules.spell(move) if move != NONE else "",
            sendable=sendable,
            moves=tuple(rules.spell(each) for each in moves),
            root=root if sendable else done,
            goes_on=bool(options) and move != NONE,
        )

    def _longer(self, move: AnyMove) -> list[AnyMove]:
        return list(self.steps.continuations(self.table.state, self.seat, move))

    def _step(
        self, options: list[AnyMove], clicked: tuple[str, ...]
    ) -> tuple[AnyMove, AnyMove] | None:
        """Return the next step that the clicks make, with all its clicks."""
        for move in options:
            way = clicks(self.key, self.table.rules.spell(move))
            if way == clicked[: len(way)]:
                return move, way
        return None
