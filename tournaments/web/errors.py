"""How the pages of events answer a refusal: one status and one sentence for every code."""

from __future__ import annotations

import re

from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.rules.base import RulesError
from games.services import refusals as games_refusals
from games.services.errors import Refused
from games.web import access, errors as games_errors
from games.web.errors import Answer, P, R, View, answering
from tournaments.services import refusals


def answer_to(error: Refused | RulesError) -> Answer:
    """Put a refusal into status and sentence."""
    if isinstance(error, RulesError):
        return games_errors.answer_to(error)
    status = refusals.status_of(error.code) or games_refusals.status_of(error.code)
    return Answer(status, error.code, refusals.explain(error))


def page_of(path: str) -> str:
    """Return the page of the tournament or team from which somebody tried what was refused."""
    found = re.match(r"/tournaments/(teams/)?\d+/(?=.)", path)
    return found.group() if found else ""


def answers_refusals(view: View[R, P]) -> View[R, P]:
    """Answer every refusal with its page, in the words of tournaments."""
    return answering(answer_to, page_of)(view)


def form_page(view: access.PlayersView[P]) -> access.View[P]:
    """Make a page with a form, for people with a login; its refusals are pages, too."""
    read_and_sent = require_http_methods(["GET", "HEAD", "POST"])
    return never_cache(access.for_people(answers_refusals(read_and_sent(view))))
