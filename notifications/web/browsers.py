"""Notifications in this browser; the form is on the page of e-mail settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from notifications.services import browsers, push_keys


@login_required
@require_POST
def browser(request: HttpRequest) -> HttpResponse:
    """Turn notifications on or off in this browser, or choose what they are about."""
    player = request.reader  # type: ignore[attr-defined]
    session = request.session.session_key
    if player is None or session is None or not push_keys.public_key(timezone.now()):
        raise PermissionDenied(_("This site sends no notifications."))
    action = request.POST.get("action")
    if action == "on":
        names = ("endpoint", "p256dh", "auth")
        told = browsers.Browser(*(request.POST.get(name, "") for name in names))
        try:
            browsers.enable_browser(player, session, told, now=timezone.now())
        except browsers.InvalidSubscriptionError:
            refused = _("The push service of this browser cannot be used.")
            return JsonResponse({"detail": refused}, status=422)
        messages.success(request, _("Notifications are on in this browser."))
    elif action == "off":
        browsers.disable_browser(player, session)
        messages.success(request, _("Notifications are off in this browser."))
    else:
        both = "email_too" in request.POST
        if browsers.save_browser_kinds(
            player, session, request.POST.getlist("kinds"), email_too=both
        ):
            messages.success(request, _("Your notification settings are saved."))
        else:
            messages.error(request, _("Notifications are off in this browser."))
    return redirect("notifications:preferences")
