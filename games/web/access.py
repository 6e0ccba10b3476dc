"""View decorators for pages that need a player, a login or a signed link."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar, cast

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import PageRequest, PlayerRequest
from games.services.match.undelivered import mark_player_present

if TYPE_CHECKING:
    from accounts.models import Player

P = ParamSpec("P")
View = Callable[Concatenate[PageRequest, P], HttpResponse]
Asked = TypeVar("Asked")
RecipientView = Callable[[PageRequest, Asked, "Player"], HttpResponse]
PlayerView = Callable[Concatenate[PlayerRequest, P], HttpResponse]


def player_required(view: PlayerView[P]) -> View[P]:
    """Allow players and guests; redirect others to the login and back."""

    @functools.wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.reader is None:
            return redirect_to_login(request)
        return view(cast(PlayerRequest, request), *args, **kwargs)

    return cast(View[P], guarded)


@contextmanager
def use_player_locale(request: PageRequest, player: Player) -> Iterator[None]:
    """Use the language and time zone of a player who need not be the reader."""
    with translation.override(player.language), timezone.override(player.zone):
        request.LANGUAGE_CODE = player.language
        yield


def for_link_recipient(
    asked_by: Callable[[str], tuple[Asked, Player]],
) -> Callable[[RecipientView[Asked]], Callable[[PageRequest, str], HttpResponse]]:
    """Make a page for the recipient of a signed link, without a login.

    ``asked_by`` returns the object and the player named by the token, or refuses (wrap the page in
    ``show_refusals``). The view gets both, in that player's language and time zone.
    """

    def decorate(
        view: RecipientView[Asked],
    ) -> Callable[[PageRequest, str], HttpResponse]:
        @never_cache
        @require_http_methods(["GET", "HEAD", "POST"])
        @functools.wraps(view)
        def page(request: PageRequest, token: str) -> HttpResponse:
            asked, player = asked_by(token)
            mark_player_present(player, now=timezone.now())
            with use_player_locale(request, player):
                return view(request, asked, player)

        return page

    return decorate


def account_required(view: PlayerView[P]) -> View[P]:
    """Allow people with a login; guests are redirected to the settings, others to the login."""

    @functools.wraps(view)
    def guarded(request: PageRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated and request.reader is not None:
            return redirect("accounts:settings")
        if request.reader is None:
            return redirect_to_login(request)
        return view(cast(PlayerRequest, request), *args, **kwargs)

    return cast(View[P], guarded)


def redirect_to_login(request: PageRequest) -> HttpResponse:
    """Redirect to the login and back; a login without a player has to choose a name first."""
    known = request.user.is_authenticated
    target = reverse("accounts:settings") if known else settings.LOGIN_URL
    return redirect(f"{target}?{urlencode({'next': request.get_full_path()})}")
