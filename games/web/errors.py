"""How the pages answer a refusal: one status and one sentence for every code."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec

from django.http import HttpResponse
from django.shortcuts import render

from accounts.queries import PageRequest
from games.rules.base import RulesError
from games.services import wording
from games.services.errors import Refused
from games.services.refusals import status_of

P = ParamSpec("P")
View = Callable[Concatenate[PageRequest, P], HttpResponse]


@dataclass(frozen=True)
class Answer:
    """A refusal as a page tells it: status, stable code, sentence in the reader's language."""

    status: int
    code: str
    sentence: str


def answer_to(error: Refused | RulesError) -> Answer:
    """Put a refusal of a service or of the rules into status and sentence."""
    return Answer(status_of(error.code), error.code, wording.explain(error))


def refusal_page(request: PageRequest, error: Refused | RulesError, **context: Any) -> HttpResponse:
    """Return a whole page that says what was refused and why, with a way back (``back``)."""
    answer = answer_to(error)
    page = {"answer": answer, **context}
    return render(request, "games/refused.html", page, status=answer.status)


def answers_refusals(view: View[P]) -> View[P]:
    """Turn every refusal that a view lets through into its page."""

    @functools.wraps(view)
    def guarded(request: PageRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refused, RulesError) as error:
            return refusal_page(request, error)

    return guarded
