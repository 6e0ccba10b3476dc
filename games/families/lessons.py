"""Lessons: a few positions on the real board, each of which asks the reader for a move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.rules import registry
from games.rules.base import AnyRules, AnyState, JSONObject, Options, Seat, min_seats
from games.rules.series import as_series

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """A position with a task; any of the `expected` moves, as spelled, solves it.

    `text` explains the position and the task, `done` what the move did, and `wrong` is shown for
    other legal moves, if more than a standard sentence is needed. The position is that of a new
    match with parts of its dump (in a match of legs, of the leg's dump) replaced by `written`,
    after the plies of `moves`, random draws included. `then` are the plies that follow the
    solution, such as a roll of the die.
    """

    text: _StrPromise
    expected: tuple[str, ...]
    done: _StrPromise
    wrong: _StrPromise | str = ""
    moves: str = ""
    then: str = ""
    written: Mapping[str, object] = field(default_factory=dict)
    seats: int | None = None
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Symbol:
    """Something on or beside the board that needs explaining, and what it means."""

    name: _StrPromise
    meaning: _StrPromise


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A one-minute lesson for one game; `goal` says in one sentence how to win."""

    goal: _StrPromise
    steps: tuple[LessonStep, ...]
    symbols: tuple[Symbol, ...] = ()


def step_position(key: str, step: LessonStep) -> AnyState:
    """Return the position of a step; raise `RulesError` if the rules cannot reach it."""
    rules = registry.get(key)
    seats = step.seats or min_seats(rules, step.options)
    state = rules.start(seats, step.options)
    if step.written:
        state = rules.load(_merge_dump(rules, rules.dump(state), step.written))
    return play_moves(rules, state, step.moves.split())[-1]


def _merge_dump(rules: AnyRules, dump: JSONObject, parts: Mapping[str, object]) -> JSONObject:
    if as_series(rules) is None:
        return dump | dict(parts)
    return dump | {"running": dump["running"] | dict(parts)}


def seat_to_move(key: str, state: AnyState) -> Seat:
    """Return the only seat to move; raise `ValueError` if there are none or several."""
    (seat,) = registry.get(key).awaited(state)
    return seat


def play_moves(rules: AnyRules, state: AnyState, moves: Iterable[str]) -> list[AnyState]:
    """Return the initial state and the state after each move; the seat to move plays."""
    states = [state]
    for word in moves:
        (seat,) = rules.awaited(states[-1])
        states.append(rules.play(states[-1], seat, rules.parse(word)))
    return states
