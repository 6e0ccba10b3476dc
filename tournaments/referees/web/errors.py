"""Error pages of the referees: one status and one message for every refusal."""

from __future__ import annotations

from games.rules.base import RulesError
from games.services.errors import Refused
from games.web import errors as games_errors
from games.web.errors import Notice, P, R, View, catch_refusals
from tournaments.referees.services import refusals
from tournaments.web.errors import page_of


def answer_to(error: Refused | RulesError) -> Notice:
    """Return status and message of a refusal by referees, tournaments, games or rules."""
    if isinstance(error, RulesError):
        return games_errors.describe_refusal(error)
    return Notice(refusals.status_of(error.code), error.code, refusals.explain(error))


def show_refusals(view: View[R, P]) -> View[R, P]:
    """Turn every refusal of a view into its error page."""
    return catch_refusals(answer_to, page_of)(view)
