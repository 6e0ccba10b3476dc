"""Who may enter the referees' room: those with the office; everybody else finds it closed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, cast

from django.http import HttpResponse

from accounts.queries import PageRequest
from games import judge_queries
from games.services.errors import Refused
from games.web.access import to_login
from games.web.errors import answers_refusals

P = ParamSpec("P")
View = Callable[Concatenate[PageRequest, P], HttpResponse]


def for_referees(view: View[P]) -> View[P]:
    """Let referees in; refuse others, and turn every refusal into its page."""

    @functools.wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated or request.reader is None:
            return to_login(request)
        if not judge_queries.is_referee(request.reader):
            raise Refused("not_a_referee")
        return view(request, *args, **kwargs)

    return answers_refusals(cast(View[P], guarded))
