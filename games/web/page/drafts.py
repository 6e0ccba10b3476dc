"""Turns of several steps: what has been chosen, and what may follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.families.clicks import clicks
from games.rules.base import AnyMove, AnyRules, RulesError, as_stepwise
from games.services.match.loaded import LoadedMatch

EMPTY_MOVE: Any = ()


@dataclass(frozen=True)
class MoveDraft:
    """An incomplete or complete turn of steps.

    ``text`` is what has been chosen, "" before the first complete step. ``sendable``: it may be
    sent as it is. ``moves`` are its alternatives and continuations, each a step longer than
    ``root``, the clicks of completed steps.
    """

    text: str
    sendable: bool
    moves: tuple[str, ...]
    root: tuple[str, ...] = ()
    goes_on: bool = False


def draft_of(loaded: LoadedMatch, seat: int, clicked: tuple[str, ...]) -> MoveDraft | None:
    """Return the turn begun by these clicks; None in games without steps."""
    steps = as_stepwise(loaded.rules)
    if steps is None:
        return None
    return _Walk(loaded, seat, steps).follow(clicked)


def clicks_of(loaded: LoadedMatch, seat: int, text: str) -> tuple[str, ...]:
    """Return a typed turn as clicks; () unless it is a legal turn of steps."""
    steps = as_stepwise(loaded.rules)
    if steps is None:
        return ()
    try:
        move = loaded.rules.parse(text)
        loaded.rules.play(loaded.state, seat, move)
    except RulesError:
        return ()
    way = clicks(loaded.match.ruleset, loaded.rules.spell(move))
    walked = _Walk(loaded, seat, steps).follow(way)
    return way if walked.text == loaded.rules.spell(move) else ()


class _Walk:
    """Follows clicks as long as they make steps."""

    def __init__(self, loaded: LoadedMatch, seat: int, steps: AnyRules) -> None:
        self.loaded, self.seat, self.steps = loaded, seat, steps
        self.key = loaded.match.ruleset

    def follow(self, clicked: tuple[str, ...]) -> MoveDraft:
        """Return the turn that these clicks make."""
        rules = self.loaded.rules
        move, done, root = EMPTY_MOVE, (), ()
        before, options = [], self._longer(EMPTY_MOVE)
        while found := self._step(options, clicked):
            before, root = options, done
            move, done = found
            options = self._longer(move)
        whole = clicked == done and move != EMPTY_MOVE
        sendable = whole and (not options or self.steps.can_stop_early)
        moves = [*before, *options] if sendable else options
        return MoveDraft(
            text=rules.spell(move) if move != EMPTY_MOVE else "",
            sendable=sendable,
            moves=tuple(rules.spell(each) for each in moves),
            root=root if sendable else done,
            goes_on=bool(options) and move != EMPTY_MOVE,
        )

    def _longer(self, move: AnyMove) -> list[AnyMove]:
        return list(self.steps.continuations(self.loaded.state, self.seat, move))

    def _step(
        self, options: list[AnyMove], clicked: tuple[str, ...]
    ) -> tuple[AnyMove, AnyMove] | None:
        """Return the next step that the clicks make, with all its clicks."""
        for move in options:
            way = clicks(self.key, self.loaded.rules.spell(move))
            if way == clicked[: len(way)]:
                return move, way
        return None
