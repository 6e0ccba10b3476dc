"""The page on which players choose their e-mails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from notifications import queries
from notifications.addresses import player_reply_address
from notifications.kinds import ALWAYS_SENT, KINDS, OFFERED, PUSHABLE
from notifications.labels import LABELS
from notifications.services import onboarding, push_keys, subscriptions
from notifications.web.forms import EmailsForm, NotificationForm

if TYPE_CHECKING:
    from accounts.models import Player


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and save the choices; "trust" sends e-mails to a bounced address once more."""
    player: Player | None = request.reader  # type: ignore[attr-defined]
    if player is None:
        raise PermissionDenied(_("This account has no player, so it gets no e-mails."))
    if request.method == "POST" and "trust" in request.POST:
        subscriptions.clear_bounce(player)
        messages.success(request, _("E-mails will be sent to your address again."))
        return redirect("notifications:preferences")
    sent, is_brief = request.POST or None, "brief" in request.POST
    brief = NotificationForm(
        sent if is_brief else None, initial={"told": onboarding.get_preset(player)}
    )
    if brief.is_valid():
        onboarding.apply_preset(player, brief.cleaned_data["told"], now=timezone.now())
        messages.success(request, _("Your e-mail settings are saved."))
        return redirect("notifications:preferences")
    form = EmailsForm(None if is_brief else sent, initial=_current_choices(player))
    if request.method == "POST" and form.is_valid():
        subscriptions.save_preferences(player, form.wanted(), form.delivery(), now=timezone.now())
        messages.success(request, _("Your e-mail settings are saved."))
        return redirect("notifications:preferences")
    context = {
        "form": form,
        "brief": brief,
        "own_address": player_reply_address(player.pk),
        "delivery": queries.settings_for(player),
        "always": [LABELS[kind] for kind in ALWAYS_SENT],
        "push_key": push_keys.public_key(timezone.now()),
        "browser": (browser := queries.subscription_of(player, request.session.session_key)),
        "push_kinds": [(kind, LABELS[kind], kind in browser.kinds) for kind in PUSHABLE]
        if browser
        else [],
    }
    status = 422 if form.errors or brief.errors else 200
    return render(request, "notifications/preferences.html", context, status=status)


def _current_choices(player: Player) -> dict[str, int | bool]:
    """Return the player's current choices, defaults included."""
    delivery = queries.settings_for(player)
    chosen = queries.choices_of(player)
    boxes = {f"kind_{kind}": chosen.get(kind, KINDS[kind].wanted) for kind in OFFERED}
    return boxes | {
        "settle_minutes": delivery.settle_minutes,
        "digest_after": delivery.digest_after,
        "digest_hour": delivery.digest_hour,
        "plain_text": delivery.plain_text,
        "calendar": delivery.calendar,
    }
