"""How the pages of events answer a refusal: one status and one sentence for every code."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.http import HttpResponse
from django.shortcuts import render

from accounts.queries import PageRequest
from games.services import refusals as games_refusals
from games.services.errors import Refused
from games.web.errors import Answer
from tournaments.services import refusals

P = ParamSpec("P")
View = Callable[Concatenate[PageRequest, P], HttpResponse]


def answer_to(error: Refused) -> Answer:
    """Put a refusal into status and sentence."""
    status = refusals.status_of(error.code) or games_refusals.status_of(error.code)
    return Answer(status, error.code, refusals.explain(error))


def page_of(path: str) -> str:
    """Return the page of the tournament or team from which somebody tried what was refused."""
    found = re.match(r"/tournaments/(teams/)?\d+/(?=.)", path)
    return found.group() if found else ""


def answers_refusals(view: View[P]) -> View[P]:
    """Turn every refusal that a view lets through into its page."""

    @functools.wraps(view)
    def guarded(request: PageRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refusal:
            answer = answer_to(refusal)
            context = {"answer": answer, "page": page_of(request.path)}
            return render(request, "games/refused.html", context, status=answer.status)

    return guarded
