from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from tournaments.errors import PlanError
from tournaments.formats.base import WITHOUT_TEAMS, Format, PlanFields, Step

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

MAX_PUZZLES = 12
MIN_JUMPS, MAX_JUMPS = 4, 24
_FRESH_PREFIX = "fresh "


def new_puzzle_name(jumps: int) -> str:
    """Return the name, in a plan, of a puzzle that is composed at the start."""
    return f"{_FRESH_PREFIX}{jumps}"


def jumps_of(puzzle: str) -> int | None:
    """Return the number of jumps of a puzzle composed at the start; None for a named pattern."""
    jumps = puzzle.removeprefix(_FRESH_PREFIX)
    return int(jumps) if puzzle.startswith(_FRESH_PREFIX) and jumps.isdecimal() else None


class Contest(Format):
    """A solitaire contest: everybody plays the same puzzles alone, fewest remaining pegs win.

    The rounds are the puzzles, all open from the start to one deadline.
    """

    seats = frozenset({1})
    settled = {"tie_breaks": ("sweeps", "submitted"), "division_size": 0, "promoted": 0}
    steps = (
        Step.RESIGN,
        Step.SETTLE_PUZZLES,
        Step.WARN_OF_PUZZLES,
        Step.CLOSE,
        Step.OPEN_BOARDS,
        Step.END_DIVISIONS,
        Step.FINISH,
    )
    has_rounds = notifies_pairings = takes_claims = False
    shares_deadline = True
    has_puzzles = True

    def settle(self, fields: PlanFields) -> PlanFields:
        alone = {"seats": 1, "rounds": None, "at_once": True}
        nobody = {"bots_welcome": False, "bots_fill": False, "late_entry": False}
        return {**fields, **WITHOUT_TEAMS, **alone, **nobody}

    def check(self, plan: Plan, patterns: Collection[str]) -> None:
        named = [each for each in plan.puzzles if each in patterns]
        if not 1 <= len(plan.puzzles) <= MAX_PUZZLES or len(set(named)) < len(named):
            raise PlanError("puzzles", "how_many_puzzles", limit=MAX_PUZZLES)
        for each in plan.puzzles:
            if each not in patterns and not MIN_JUMPS <= (jumps_of(each) or 0) <= MAX_JUMPS:
                bounds = {"low": MIN_JUMPS, "high": MAX_JUMPS}
                raise PlanError("puzzles", "unknown_puzzle", puzzle=each, **bounds)
