"""Pages to appoint referees of a tournament, and to accept or decline an appointment."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.access import account_required
from games.web.match.match import SeeOther
from tournaments import panel_queries
from tournaments.referees.services import panel
from tournaments.referees.web.errors import show_refusals
from tournaments.web.lookup import tournament_or_404


@require_POST
@account_required
@show_refusals
def appoint(request: PlayerRequest, pk: int) -> HttpResponse:
    """Appoint a referee of the tournament, or dismiss one."""
    reader, now = request.reader, timezone.now()
    found = tournament_or_404(request, pk)
    if gone := request.POST.get("dismiss", ""):
        panel.dismiss(pk, parse_number(gone) or 0, by=reader, now=now)
        messages.success(request, _("They are no longer a referee here."))
    else:
        named = panel.appoint(pk, request.POST.get("name", "")[:60], by=reader, now=now)
        words = _("%(name)s has been asked by e-mail and can decide cases after accepting.")
        if found.status == "draft":
            words = _("%(name)s will be asked by e-mail when you announce the tournament.")
        messages.success(request, words % {"name": isolated(named.name)})
    return SeeOther(reverse("tournaments:tournament", args=[pk]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@show_refusals
def appointment(request: PlayerRequest, pk: int) -> HttpResponse:
    """Page on which an appointed referee accepts or declines."""
    reader, found = request.reader, tournament_or_404(request, pk)
    row = panel_queries.appointment_of(reader, found)
    if row is None:
        raise Refused("not_appointed")
    if request.method != "POST":
        return render(request, "referees/appointment.html", {"tournament": found, "row": row})
    if request.POST.get("answer") == "accept":
        panel.accept(pk, reader, now=timezone.now())
        messages.success(request, _("You are now a referee of this tournament."))
        return SeeOther(reverse("referees:event_desk", args=[pk]))
    panel.decline(pk, reader, now=timezone.now())
    messages.success(request, _("You have declined the appointment."))
    return SeeOther(reverse("tournaments:tournament", args=[pk]))
