"""The reader's private lists: players followed and blocked, matches watched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import circle_queries
from accounts.appearance import portraits
from accounts.naming import isolated
from accounts.queries import PageRequest, PlayerRequest
from accounts.services import circle
from accounts.services.errors import Refused
from accounts.web.pages import safe_next_url
from games import lobby_queries, watch_queries
from games.services.challenges import blocking
from games.services.play import watching
from games.web.access import account_required
from games.web.errors import show_refusals
from games.web.lobby.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from accounts.models import Player

    Switch = tuple[Callable[..., object], str]  # a service and the message after it

PICTURE_CACHE_SECONDS = 24 * 3600  # in seconds


@never_cache
@account_required
@require_safe
def people(request: PlayerRequest) -> HttpResponse:
    """Show the players the reader follows or has blocked, and the matches they watch."""
    reader = request.reader
    watched = list(watch_queries.watched_matches(reader))
    context = {
        "follows": circle_queries.follows_of(reader),
        "blocks": circle_queries.blocks_of(reader),
        "watched": rows_of(watched, None),
    }
    return render(request, "games/people.html", context)


@never_cache
@account_required
@require_POST
def relate(request: PlayerRequest, pk: int) -> HttpResponse:
    """Follow, unfollow, block or unblock a player."""
    other = lobby_queries.player_by_id(pk)
    if other is None:
        raise Http404
    try:
        done = _run_action(request.reader, other, request.POST.get("action", ""))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done) if done else messages.error(
            request, _("Choose one of the buttons: follow or block.")
        )
    return redirect(safe_next_url(request, f"/players/{pk}/"))


def _run_action(reader: Player, other: Player, action: str) -> str:
    """Carry out an action and return its message; "" for an unknown action."""
    named, now = {"player": isolated(other.name)}, timezone.now()
    if action == "follow":
        circle.follow(reader, other, now=now)
        return _("You now follow %(player)s. Only you can see this.") % named
    if action == "unfollow":
        circle.unfollow(reader, other)
        return _("You no longer follow %(player)s.") % named
    if action == "block":
        blocking.block_player(reader, other, now=now)
        return _("You have blocked %(player)s. They won’t be notified.") % named
    if action == "unblock":
        circle.unblock(reader, other)
        return _("You have unblocked %(player)s.") % named
    return ""


@never_cache
@account_required
@require_POST
@show_refusals
def watch(request: PlayerRequest, pk: int) -> HttpResponse:
    """Watch a match, or stop watching it (``action=stop``)."""
    return _toggle(
        request,
        pk,
        (watching.watch, _("You are now watching this match. We will notify you when it ends.")),
        (watching.unwatch, _("You are no longer watching this match.")),
    )


@never_cache
@account_required
@require_POST
@show_refusals
def mute(request: PlayerRequest, pk: int) -> HttpResponse:
    """Mute the reader's own match, or unmute it (``action=stop``)."""
    muted = _("This match is muted: no chat, and e-mails only about time limits and the result.")
    return _toggle(
        request,
        pk,
        (watching.mute, muted),
        (watching.unmute, _("This match is no longer muted.")),
    )


def _toggle(request: PlayerRequest, pk: int, start: Switch, stop: Switch) -> HttpResponse:
    """Run one of two services on a match and redirect with its message."""
    do, words = stop if request.POST.get("action") == "stop" else start
    do(pk, request.reader, now=timezone.now())
    messages.success(request, words)
    return redirect(safe_next_url(request, f"/matches/{pk}/"))


@cache_control(max_age=PICTURE_CACHE_SECONDS, private=True)
@require_safe
def picture(_request: PageRequest, pk: int) -> HttpResponse:
    """Serve the picture generated from a player's name."""
    shown = lobby_queries.player_by_id(pk)
    if shown is None:
        raise Http404
    return HttpResponse(portraits.portrait(shown.name_key, 200), content_type="image/svg+xml")
