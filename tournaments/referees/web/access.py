from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ParamSpec, cast

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from games.web.access import PlayerView, View, redirect_to_login
from games.web.errors import Notice
from tournaments import panel_queries
from tournaments.referees.services import permissions
from tournaments.referees.web.errors import answer_to, show_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Match
    from tournaments.models import Tournament
    from tournaments.referees.models import Case

P = ParamSpec("P")


def for_referees(view: PlayerView[P]) -> View[P]:
    """Allow only referees; turn every refusal into an error page, and disable caching."""

    @functools.wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated or request.reader is None:
            return redirect_to_login(request)
        if not panel_queries.is_referee(request.reader):
            raise Refused("not_a_referee")
        return view(cast(PlayerRequest, request), *args, **kwargs)

    return never_cache(show_refusals(cast(View[P], guarded)))


def refusal_to_rule(
    request: PlayerRequest,
    *,
    case: Case | None = None,
    match: Match | None = None,
    player: Player | None = None,
    tournament: Tournament | None = None,
) -> Notice | None:
    """Return why the reader may not rule here, or None."""
    try:
        permissions.require_can_rule(
            request.reader,
            case=case,
            match=match,
            player=player,
            tournament=tournament,
            now=timezone.now(),
        )
    except Refused as refusal:
        return answer_to(refusal)
    return None
