"""Entry terms of an organiser's plan, and the combinations that are invalid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import registry
from tournaments.errors import PlanError
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from tournaments.services.plans import Plan

CONDITIONS = ("access", "rating_from", "rating_to", "finished_least", "reliability_least")
ENTRY_TERMS = (*CONDITIONS, "answer_days", "asks_silent")
ACCESS: tuple[tuple[str, _StrPromise], ...] = tuple(Tournament.Access.choices)
PUBLIC: str = Tournament.Access.PUBLIC
CLUB: str = Tournament.Access.CLUB
TEAM_ACCESS = (PUBLIC, Tournament.Access.APPROVAL, CLUB)
MIN_RATING, MAX_RATING = 100, 4000
MAX_REQUIRED_MATCHES = 1000
MAX_ANSWER_DAYS = 14


def access_choices(*, has_teams: bool, of_club: bool) -> list[tuple[str, _StrPromise]]:
    """Return the access choices of an event."""
    known = TEAM_ACCESS if has_teams else [key for key, _label in ACCESS]
    return [each for each in ACCESS if each[0] in known and (of_club or each[0] != CLUB)]


def check(plan: Plan) -> None:
    """Raise ``PlanError`` for ratings in unrated games, empty ranges and numbers out of range."""
    if plan.access == Tournament.Access.CLUB and plan.club_id is None:
        raise PlanError("access", "club_needed")
    if plan.access not in TEAM_ACCESS and plan.event_format.has_teams:
        raise PlanError("access", "teams_are_public")
    for name in ("answer_days", "asks_silent"):
        if getattr(plan, name) and plan.event_format.has_teams:
            raise PlanError(name, "not_for_teams")
    _check_range(plan, "answer_days", 1, MAX_ANSWER_DAYS)
    _check_range(plan, "rating_from", MIN_RATING, MAX_RATING)
    _check_range(plan, "rating_to", MIN_RATING, MAX_RATING)
    _check_range(plan, "finished_least", 1, MAX_REQUIRED_MATCHES)
    _check_range(plan, "reliability_least", 1, 100)
    low, high = plan.rating_from, plan.rating_to
    if (low or high) and not registry.get(plan.terms.ruleset).pool:
        raise PlanError("rating_from" if low else "rating_to", "no_ratings_here")
    if low and high and high < low:
        raise PlanError("rating_to", "range_upside_down", low=low)


def _check_range(plan: Plan, name: str, low: int, high: int) -> None:
    value = getattr(plan, name)
    if value is not None and not low <= value <= high:
        raise PlanError(name, "out_of_range", low=low, high=high)
