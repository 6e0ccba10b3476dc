"""POST actions on the pages of tournaments and teams: act, show a message, redirect."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, cast

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from games.web.access import account_required, player_required
from games.web.match.match import SeeOther
from tournaments import queries
from tournaments.web.errors import show_refusals

P = ParamSpec("P")
Action = Callable[Concatenate[PlayerRequest, int, P], str]
Button = Callable[Concatenate[PageRequest, int, P], HttpResponse]
View = Callable[Concatenate[PlayerRequest, int, P], HttpResponse]


def tournament_button(act: Action[P]) -> Button[P]:
    """Turn an act on a tournament into a POST view, for people and guests."""
    return require_POST(
        player_required(
            show_refusals(_require_visible(_redirect_after(act, "tournaments:tournament")))
        )
    )


def _require_visible(view: View[P]) -> View[P]:
    """Refuse ``no_such_tournament`` to readers who may not see the tournament."""

    @functools.wraps(view)
    def guarded(request: PlayerRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if queries.visible_tournament(request.reader, pk) is None:
            raise Refused("no_such_tournament")
        return view(request, pk, *args, **kwargs)

    return cast(View[P], guarded)


def team_button(act: Action[P]) -> Button[P]:
    """Turn an act on a team into a POST view, for people with a login."""
    return require_POST(account_required(show_refusals(_redirect_after(act, "tournaments:team"))))


def _redirect_after(act: Action[P], page: str) -> View[P]:
    """Return a view that acts, shows the message the act returns, and redirects to the page."""

    @functools.wraps(act)
    def view(request: PlayerRequest, pk: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        messages.success(request, act(request, pk, *args, **kwargs))
        return SeeOther(reverse(page, args=[pk]))

    return cast(View[P], view)
