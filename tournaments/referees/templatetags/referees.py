"""Template tags for match and tournament pages: cases, claims, links to the desks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import rule_words

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Match
    from tournaments.models import Fixture
    from tournaments.referees.models import Case

register = template.Library()


@register.simple_tag
def cases_about_match(match: Match, reader: Player) -> list[Case]:
    return case_queries.cases_about_match(reader, match)


@register.simple_tag
def may_judge(match: Match, reader: Player | None) -> bool:
    return panel_queries.may_judge(reader, panel_queries.tournament_of(match))


@register.filter
def explained(paragraph: str) -> str:
    """Return a cited rule, with its title if the code is known."""
    return rule_words.explain_rule(paragraph)


@register.simple_tag
def claim_on(fixture: Fixture) -> Case | None:
    return case_queries.claim_on(fixture)
