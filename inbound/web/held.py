"""The page behind the link of a held message: looking changes nothing, one press does it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.seeds import fresh_seed
from inbound.services import handling, holding


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def held(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the message says; on POST do it."""
    now = timezone.now()
    row = holding.held_by(token, now)
    if row is None or row.player is None:
        return render(request, "inbound/unknown.html", status=404)
    with translation.override(row.player.language):
        if request.method == "POST":
            row = handling.settle_confirmed(row.pk, now=now, make_seed=fresh_seed)
        context = {"held": holding.shown(row), "token": token}
        return render(request, "inbound/held.html", context)
