"""What an organiser wishes of a solitaire contest: which puzzles everybody plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from games.rules.solitaire import PATTERNS
from tournaments.models import Tournament
from tournaments.services.team_plans import bad

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

CRITERIA = ("sweeps", "submitted")
PUZZLES_MOST = 12
JUMPS_LEAST, JUMPS_MOST = 4, 24
_FRESH = "fresh "
SETTLED: Mapping[str, Any] = {
    "seats": 1,
    "rounds": None,
    "at_once": True,
    "bots_welcome": False,
    "bots_fill": False,
    "late_entry": False,
}


def fitted(wish: Mapping[str, Any]) -> dict[str, Any]:
    """Return a wish with what its format settles: only a contest has puzzles."""
    if wish.get("format") != Tournament.Format.SOLITAIRE:
        return {**wish, "puzzles": ()}
    return {**wish, **SETTLED}


def fresh(jumps: int) -> str:
    """Write the wish for a puzzle of so many jumps, composed at the start."""
    return f"{_FRESH}{jumps}"


def jumps_of(puzzle: str) -> int | None:
    """Read how many jumps a puzzle has that is composed at the start; None for a named pattern."""
    jumps = puzzle.removeprefix(_FRESH)
    return int(jumps) if puzzle.startswith(_FRESH) and jumps.isdecimal() else None


def check(plan: Plan) -> None:
    """There must be puzzles, no pattern twice, and fresh ones of a size that can be composed."""
    if plan.format != Tournament.Format.SOLITAIRE:
        return
    named = [each for each in plan.puzzles if each in PATTERNS]
    if not 1 <= len(plan.puzzles) <= PUZZLES_MOST or len(set(named)) < len(named):
        raise bad("puzzles", "how_many_puzzles", limit=PUZZLES_MOST)
    for each in plan.puzzles:
        if each not in PATTERNS and (jumps_of(each) or 0) not in range(JUMPS_LEAST, JUMPS_MOST + 1):
            raise bad("puzzles", "unknown_puzzle", puzzle=each, low=JUMPS_LEAST, high=JUMPS_MOST)
