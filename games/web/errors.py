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

NOT_FOUND, FORBIDDEN, CONFLICT, UNPROCESSABLE = 404, 403, 409, 422
UNKNOWN = frozenset({"no_such_match", "no_such_challenge", "no_such_player", "bad_link"})
NOT_YOURS = frozenset(
    {"not_your_match", "not_your_challenge", "own_challenge", "guest_rated", "opponent_is_guest"}
)
OUT_OF_TIME = frozenset(
    {
        "stale",
        "not_your_turn",
        "match_over",
        "match_still_running",
        "time_over",
        "too_late_to_abort",
        "tie_before_first_move",
        "no_tie_offered",
        "nothing_to_claim",
        "no_pause_proposed",
        "challenge_closed",
        "rematch_offered",
        "opponent_closed",
        "bot_full",
        "too_many_challenges",
    }
)
P = ParamSpec("P")
View = Callable[Concatenate[PageRequest, P], HttpResponse]


@dataclass(frozen=True)
class Answer:
    """A refusal as a page tells it: status, stable code, sentence in the reader's language."""

    status: int
    code: str
    sentence: str


def status_of(code: str) -> int:
    """Return 404 for unknown, 403 for not yours, 409 for overtaken, else 422 (not possible)."""
    if code in UNKNOWN:
        return NOT_FOUND
    if code in NOT_YOURS:
        return FORBIDDEN
    return CONFLICT if code in OUT_OF_TIME else UNPROCESSABLE


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
