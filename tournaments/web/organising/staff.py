"""Who organises a tournament: co-organisers, open invitations, handing it over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments import staff_queries
from tournaments.services import refusals
from tournaments.services.revisions import invitations, staff
from tournaments.web.lookup import for_organisers

if TYPE_CHECKING:
    from tournaments.models import Tournament

ASKED = (invitations.HELP, invitations.TAKE_OVER)


@for_organisers
def page(request: PlayerRequest, found: Tournament) -> HttpResponse:
    """Show the organisers to each other; invite, withdraw, remove, hand over."""
    fault: dict[str, str] = {}
    if request.method == "POST":
        try:
            return _done(request, found)
        except Refused as refusal:
            asked = request.POST.get("act", "")
            if asked not in ASKED:
                raise
            fault = {
                "asked": asked,
                "name": request.POST.get("name", "")[:60],
                "sentence": refusals.explain(refusal),
            }
    waiting = staff_queries.invitations_for(found).filter(kind__in=ASKED)
    context = {
        "tournament": found,
        "helpers": found.helpers,
        "waiting": waiting,
        "is_main": found.organiser_id == request.reader.pk,
        "fault": fault,
    }
    template = "tournaments/organising/staff.html"
    return render(request, template, context, status=422 if fault else 200)


def _done(request: PlayerRequest, found: Tournament) -> HttpResponse:
    """Do what was asked and lead back to the page, or off it for who has stepped down."""
    reader, now, asked = request.reader, timezone.now(), request.POST.get("act", "")
    number = parse_number(request.POST.get("number")) or 0
    target = reverse("tournaments:organisers", args=[found.pk])
    if asked in ASKED:
        made = invitations.invite(found.pk, reader, request.POST.get("name", ""), asked, now=now)
        said = _("%(player)s has been asked by e-mail.") % {"player": isolated(made.player.name)}
    elif asked == "withdraw":
        invitations.withdraw(found.pk, reader, number, now=timezone.now())
        said = _("The invitation has been withdrawn.")
    elif asked == "remove":
        gone = staff.remove(found.pk, reader, number, now=now)
        said = _("%(player)s is no longer a co-organiser.") % {"player": isolated(gone.name)}
        if gone.pk == reader.pk:
            said = _("You are no longer a co-organiser.")
            is_draft = found.status == found.Status.DRAFT
            target = reverse("tournaments:index") if is_draft else found.get_absolute_url()
    else:
        raise Refused("not_invited")
    messages.success(request, said)
    return SeeOther(target)
