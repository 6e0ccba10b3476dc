"""Error pages of tournaments: one status and one message for every refusal."""

from __future__ import annotations

import re

from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.rules.base import RulesError
from games.services import refusals as games_refusals
from games.services.errors import Refused
from games.web import access, errors as games_errors
from games.web.errors import Notice, P, R, View, catch_refusals
from tournaments.services import refusals


def answer_to(error: Refused | RulesError) -> Notice:
    """Return status and message of a refusal."""
    if isinstance(error, RulesError):
        return games_errors.describe_refusal(error)
    status = refusals.status_of(error.code) or games_refusals.status_of(error.code)
    return Notice(status, error.code, refusals.explain(error))


def page_of(path: str) -> str:
    """Return the page of the tournament or team that ``path`` belongs to, as the way back."""
    found = re.match(r"/tournaments/(teams/)?\d+/(?=.)", path)
    return found.group() if found else ""


def show_refusals(view: View[R, P]) -> View[R, P]:
    """Turn every refusal of a view into its error page."""
    return catch_refusals(answer_to, page_of)(view)


def form_page(view: access.PlayerView[P]) -> access.View[P]:
    """Decorate a page with a form for people with a login; refusals become error pages."""
    read_and_sent = require_http_methods(["GET", "HEAD", "POST"])
    return never_cache(access.account_required(show_refusals(read_and_sent(view))))
