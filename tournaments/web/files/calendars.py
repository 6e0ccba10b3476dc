"""Calendar feeds: the reader's own at a secret URL, and one of every tournament."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.queries import PageRequest, PlayerRequest
from games.services.match.undelivered import mark_player_present
from games.web.access import account_required
from games.web.match.match import SeeOther
from notifications.services.headers import absolute_url
from tournaments import event_queries
from tournaments.services.files import calendar
from tournaments.web.lookup import tournament_or_404

ICS = "text/calendar; charset=utf-8"


@never_cache
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: PlayerRequest) -> HttpResponse:
    """Show the secret URL of the reader's calendar; create a new one, or delete it."""
    reader = request.reader
    if request.method == "POST":
        if request.POST.get("drop"):
            calendar.delete_calendar_key(reader)
            messages.success(request, _("The address no longer works."))
        else:
            calendar.create_calendar_key(
                reader, token=secrets.token_urlsafe(24), now=timezone.now()
            )
            messages.success(request, _("Here is your calendar address."))
        return SeeOther(reverse("tournaments:calendar"))
    key = event_queries.calendar_key_of(reader)
    address = absolute_url(reverse("tournaments:feed", args=[key.token])) if key else ""
    return render(request, "tournaments/calendar.html", {"address": address})


@never_cache
@require_safe
def feed(request: PageRequest, token: str) -> HttpResponse:  # noqa: ARG001 (a view)
    """Serve the calendar at a secret URL, in its player's language."""
    player = event_queries.calendar_owner(token)
    if player is None:
        raise Http404
    now = timezone.now()
    mark_player_present(player, now=now)
    with translation.override(player.language):
        return HttpResponse(calendar.player_calendar(player, now), content_type=ICS)


@require_safe
def tournament(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the dates of a tournament as a calendar."""
    found = tournament_or_404(request, pk)
    return HttpResponse(calendar.tournament_calendar(found, timezone.now()), content_type=ICS)
