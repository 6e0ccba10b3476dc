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
from notifications.kinds import ALWAYS, KINDS, OFFERED
from notifications.labels import LABELS
from notifications.services import refusal
from notifications.web.forms import EmailsForm

if TYPE_CHECKING:
    from accounts.models import Player


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and save the choices; "trust" sends e-mails to a bounced address once more."""
    player: Player | None = request.reader  # type: ignore[attr-defined]
    if player is None:
        raise PermissionDenied(_("There is no player in this account, so it gets no e-mails."))
    if request.method == "POST" and "trust" in request.POST:
        refusal.trust_again(player)
        messages.success(request, _("E-mails will be sent to your address again."))
        return redirect("notifications:preferences")
    form = EmailsForm(request.POST or None, initial=_current(player))
    if request.method == "POST" and form.is_valid():
        refusal.save_preferences(player, form.wanted(), form.delivery(), now=timezone.now())
        messages.success(request, _("Your e-mail settings are saved."))
        return redirect("notifications:preferences")
    context = {
        "form": form,
        "delivery": queries.settings_for(player),
        "always": [LABELS[kind] for kind in ALWAYS],
    }
    status = 422 if form.errors else 200
    return render(request, "notifications/preferences.html", context, status=status)


def _current(player: Player) -> dict[str, int | bool]:
    """Return what the player chose so far, defaults included."""
    delivery = queries.settings_for(player)
    chosen = queries.choices_of(player)
    boxes = {f"kind_{kind}": chosen.get(kind, KINDS[kind].wanted) for kind in OFFERED}
    return boxes | {
        "settle_minutes": delivery.settle_minutes,
        "digest_after": delivery.digest_after,
        "digest_hour": delivery.digest_hour,
    }
