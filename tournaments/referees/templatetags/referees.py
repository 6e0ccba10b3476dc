"""What pages of matches and tournaments show of the referees: cases, claims, ways to the desks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template

from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries

if TYPE_CHECKING:
    from accounts.models import Player

register = template.Library()


@register.simple_tag
def cases_at(match: Any, reader: Player) -> list[Any]:
    """Return the cases about a match that one of its players may see."""
    return case_queries.cases_at(reader, match)


@register.simple_tag
def may_judge(match: Any, reader: Player | None) -> bool:
    """Whether the reader may judge a match."""
    return panel_queries.may_judge(reader, panel_queries.tournament_of(match))


@register.simple_tag
def claim_on(fixture: Any) -> Any:
    """Return the case about an unfinished fixture, None if nobody has claimed."""
    return case_queries.claim_on(fixture)
