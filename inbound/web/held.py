"""The page behind a confirmation link: GET changes nothing, POST carries it out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.seeds import generate_seed
from games.services.match.undelivered import mark_player_present
from inbound.services import confirmation, handling


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_message(request: HttpRequest, token: str) -> HttpResponse:
    """Show the held commands; carry them out on POST."""
    now = timezone.now()
    row = confirmation.get_held_message(token, now)
    if row is None or row.player is None:
        return render(request, "inbound/unknown.html", status=404)
    with translation.override(row.player.language), timezone.override(row.player.zone):
        if request.method == "POST":
            mark_player_present(row.player, now=now)
            row = handling.handle_confirmed(row.pk, now=now, make_seed=generate_seed)
        context = {"held": confirmation.describe_held_message(row), "token": token}
        return render(request, "inbound/held.html", context)
