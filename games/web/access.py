"""View decorators: pages for players and guests; everybody else is redirected."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from accounts.queries import PageRequest, PlayerRequest

P = ParamSpec("P")
View = Callable[Concatenate[PageRequest, P], HttpResponse]
PlayersView = Callable[Concatenate[PlayerRequest, P], HttpResponse]


def for_players(view: PlayersView[P]) -> View[P]:
    """Allow players and guests; redirect others to the login and back."""

    @functools.wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.reader is None:
            return to_login(request)
        return view(cast(PlayerRequest, request), *args, **kwargs)

    return cast(View[P], guarded)


def for_people(view: PlayersView[P]) -> View[P]:
    """Allow people with a login; guests are shown what an account would give them."""

    @functools.wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated and request.reader is not None:
            return redirect("accounts:settings")
        if request.reader is None:
            return to_login(request)
        return view(cast(PlayerRequest, request), *args, **kwargs)

    return cast(View[P], guarded)


def to_login(request: PageRequest) -> HttpResponse:
    """Redirect to the login (a login without a player: to choosing a name) and back."""
    known = request.user.is_authenticated
    target = reverse("accounts:settings") if known else settings.LOGIN_URL
    return redirect(f"{target}?{urlencode({'next': request.get_full_path()})}")
