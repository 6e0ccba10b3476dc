"""What an organiser wishes where teams play: boards, alternates, how often teams meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from games.services.errors import Refused
from tournaments.models import Tournament

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

FORMATS = frozenset({Tournament.Format.TEAM_MATCH, Tournament.Format.TEAM_LEAGUE})
POINTS = (2, 1, 0)
CRITERIA = ("board_points", "direct_encounter", "board_weight", "sonneborn_berger")
BOARDS_MOST, ALTERNATES_MOST = 20, 10
NOTHING: Mapping[str, Any] = {"boards": 0, "boards_least": 0, "alternates": 0, "twice": False}


def bad(field_name: str, reason: str, **params: Any) -> Refused:
    """Return the refusal of a plan: which field, and why."""
    return Refused("bad_plan", field=field_name, reason=reason, **params)


def fitted(wish: Mapping[str, Any]) -> dict[str, Any]:
    """Return a wish with what its format settles: a match is one of two teams, persons have none.

    A team needs a player for every board unless fewer are said to be enough.
    """
    if wish.get("format") not in FORMATS:
        return {**wish, **NOTHING}
    fit = {**wish, "rounds": None}
    fit["boards_least"] = wish.get("boards_least") or wish.get("boards") or 0
    if wish["format"] == Tournament.Format.TEAM_MATCH:
        fit |= {"least": 2, "most": 2, "division_size": 0, "promoted": 0}
    return fit


def check(plan: Plan) -> None:
    """There must be boards, and not more needed than there are."""
    if plan.format not in FORMATS:
        return
    if not 2 <= plan.boards <= BOARDS_MOST:
        raise bad("boards", "out_of_range", low=2, high=BOARDS_MOST)
    if not 1 <= plan.boards_least <= plan.boards:
        raise bad("boards_least", "out_of_range", low=1, high=plan.boards)
    if not 0 <= plan.alternates <= ALTERNATES_MOST:
        raise bad("alternates", "out_of_range", low=0, high=ALTERNATES_MOST)
