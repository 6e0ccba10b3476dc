"""The page behind the unsubscribe link: opening it changes nothing, its button refuses."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.labels import LABELS
from notifications.services import subscriptions
from notifications.signals import link_followed


@csrf_exempt  # RFC 8058: mail programs post without a cookie; the signed token is the authority
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link refuses; on POST refuse it, or undo that with ``again``."""
    try:
        found = _apply_choice(request, token)
    except subscriptions.InvalidTokenError:
        return render(request, "notifications/unsubscribe_unknown.html", status=404)
    except subscriptions.NotRefusableError:
        return render(request, "notifications/unsubscribe_unknown.html", status=400)
    context = {
        "found": found,
        "label": LABELS[found.kind],
        "done": request.method == "POST",
        "token": token,
    }
    with translation.override(found.player.language):
        return render(request, "notifications/unsubscribe.html", context)


def _apply_choice(request: HttpRequest, token: str) -> subscriptions.SubscriptionChoice:
    """Carry out the request and return the resulting choice."""
    if request.method != "POST":
        return subscriptions.read_token(token)
    now = timezone.now()
    act = subscriptions.resubscribe if "again" in request.POST else subscriptions.unsubscribe
    found = act(token, now=now)
    link_followed.send_robust(sender=type(found.player), player=found.player, now=now)
    return found
