"""Access to the referee desk: referees only."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, cast

from django.http import HttpResponse

from accounts.queries import PageRequest
from games.services.errors import Refused
from games.web.access import to_login
from games.web.errors import Answer
from tournaments import panel_queries
from tournaments.referees.services import permissions
from tournaments.referees.web.errors import answer_to, answers_refusals

P = ParamSpec("P")
View = Callable[Concatenate[PageRequest, P], HttpResponse]


def for_referees(view: View[P]) -> View[P]:
    """Allow referees, refuse others, and turn every refusal into its page."""

    @functools.wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated or request.reader is None:
            return to_login(request)
        if not panel_queries.is_referee(request.reader):
            raise Refused("not_a_referee")
        return view(request, *args, **kwargs)

    return answers_refusals(cast(View[P], guarded))


def why_not(
    request: PageRequest, *, case: Any = None, match: Any = None, tournament: Any = None
) -> Answer | None:
    """Return why the reader may not rule here, None if they may."""
    reader: Any = request.reader
    try:
        permissions.require_may_rule(reader, case=case, match=match, tournament=tournament)
    except Refused as refusal:
        return answer_to(refusal)
    return None
