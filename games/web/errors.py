"""How the pages answer a refusal: one status and one sentence for every code."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games.rules.base import RulesError
from games.services.errors import Refused
from games.services.refusals import status_of
from games.services.wording import explaining

P = ParamSpec("P")
R = TypeVar("R", bound=PageRequest)
View = Callable[Concatenate[R, P], HttpResponse]


@dataclass(frozen=True)
class Answer:
    """A refusal as a page tells it: status, stable code, sentence in the reader's language."""

    status: int
    code: str
    sentence: str


def answer_to(error: Refused | RulesError) -> Answer:
    """Put a refusal of a service or of the rules into status and sentence."""
    return Answer(status_of(error.code), error.code, explaining.explain(error))


def refusal_page(
    request: PageRequest, error: Refused | RulesError, **context: object
) -> HttpResponse:
    """Return a whole page that says what was refused and why, with a way back (``back``)."""
    answer = answer_to(error)
    page = {"answer": answer, **context}
    return render(request, "games/refused.html", page, status=answer.status)


def answering(
    tell: Callable[[Refused | RulesError], Answer], page_of: Callable[[str], str] | None = None
) -> Callable[[View[R, P]], View[R, P]]:
    """Return a decorator that turns every refusal which a view lets through into its page.

    ``tell`` puts a refusal into words, ``page_of`` finds the way back from the path.
    """

    def decorate(view: View[R, P]) -> View[R, P]:
        @functools.wraps(view)
        def guarded(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except (Refused, RulesError) as error:
                answer = tell(error)
                context = {"answer": answer, "page": page_of(request.path) if page_of else ""}
                return render(request, "games/refused.html", context, status=answer.status)

        return guarded

    return decorate


def answers_refusals(view: View[R, P]) -> View[R, P]:
    """Answer every refusal with its page, in the words of games."""
    return answering(answer_to)(view)


def read_page(view: View[R, P]) -> View[R, P]:
    """Make a page that is only read, and of which nobody keeps a copy; its refusals are pages."""
    return never_cache(require_safe(answers_refusals(view)))
