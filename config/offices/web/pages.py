"""The pages where roles are offered and removed, and where they are accepted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PlayerRequest, login_of
from accounts.services.errors import Refused
from config.offices import queries, services
from games.web.access import account_required
from tournaments import staff_queries
from tournaments.services.organisers import rights

ANNOUNCE_CHOICES = ("everybody", "appointed")


@require_http_methods(["GET", "HEAD", "POST"])
def offices(request: HttpRequest) -> HttpResponse:
    """List roles with their holders and the log; offer or remove one."""
    named, error = "", ""
    if request.POST.get("announce") in ANNOUNCE_CHOICES:
        return _save_announcers(request)
    if request.method == "POST":
        try:
            _change_role(request)
        except Refused as refusal:
            named, error = request.POST.get("name", "")[:60], str(refusal)
        else:
            return redirect("admin:offices")
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Roles"),
        "roles": queries.holders(),
        "log": queries.role_log(),
        "only_appointed": staff_queries.requires_appointment(),
        "rules": staff_queries.announcing_rules(),
        "named": named,
        "chosen": request.POST.get("role", ""),
        "error": error,
    }
    return render(request, "admin/offices.html", context)


def _save_announcers(request: HttpRequest) -> HttpResponse:
    """Save who may announce events."""
    by = getattr(login_of(request), "player", None)
    appointed = request.POST["announce"] == "appointed"
    rights.set_announcing_rule(appointed=appointed, by=by, now=timezone.now())
    messages.success(request, _("Saved."))
    return redirect("admin:offices")


def _change_role(request: HttpRequest) -> None:
    """Offer or remove the role in the form, in the name of the logged-in operator."""
    user = login_of(request)
    role = request.POST.get("role", "")
    as_whom: dict[str, Any] = {
        "by": getattr(user, "player", None),
        "over_operators": user.is_superuser,
        "now": timezone.now(),
    }
    if "remove" in request.POST:
        player = services.remove_role(parse_number(request.POST["remove"]) or 0, role, **as_whom)
        words = _("%(name)s has been notified that the role has ended.")
    else:
        player = services.offer_role(request.POST.get("name", "")[:60], role, **as_whom)
        words = _("%(name)s has been asked by e-mail and will get the role after accepting.")
    messages.success(request, words % {"name": isolated(player.name)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def my_roles(request: PlayerRequest) -> HttpResponse:
    """Show the reader's roles and offers, and accept or decline one."""
    if request.method == "POST":
        accept = request.POST.get("answer") == "accept"
        try:
            services.answer_offer(
                request.reader, request.POST.get("role", ""), accept=accept, now=timezone.now()
            )
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            said = _("You now have this role. Thank you!") if accept else _("You have declined.")
            messages.success(request, said)
        return redirect("offices:mine")
    context = {
        "offers": queries.open_offers(request.reader),
        "held": queries.role_names(request.reader),
    }
    return render(request, "config/office.html", context)
