"""Pages for refusals, with the status and sentence of their code."""

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
class Notice:
    """A refusal as shown on a page: HTTP status, code and sentence."""

    status: int
    code: str
    sentence: str


def describe_refusal(error: Refused | RulesError) -> Notice:
    """Return status and sentence of a refusal by a service or the rules."""
    return Notice(status_of(error.code), error.code, explaining.explain(error))


def render_refusal(
    request: PageRequest, error: Refused | RulesError, **context: object
) -> HttpResponse:
    """Return a page with the reason of a refusal and a link back (``back`` in the context)."""
    answer = describe_refusal(error)
    page = {"answer": answer, **context}
    return render(request, "games/refused.html", page, status=answer.status)


def catch_refusals(
    tell: Callable[[Refused | RulesError], Notice], page_of: Callable[[str], str] | None = None
) -> Callable[[View[R, P]], View[R, P]]:
    """Return a decorator that shows refusals raised by a view as pages.

    ``tell`` explains a refusal; ``page_of`` returns the URL to go back to, from the path.
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


def show_refusals(view: View[R, P]) -> View[R, P]:
    """Decorate a view to show refusals as pages."""
    return catch_refusals(describe_refusal)(view)


def readonly_page(view: View[R, P]) -> View[R, P]:
    """Decorate a page that is read-only and uncached; refusals are shown as pages."""
    return never_cache(require_safe(show_refusals(view)))
