"""Who organises a tournament: co-organisers, open invitations, handing it over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments import organiser_queries, queries, staff_queries
from tournaments.services import refusals
from tournaments.services.revisions import invitations, staff
from tournaments.web.errors import form_page

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Tournament

ASKED = (invitations.HELP, invitations.TAKE_OVER)


@form_page
def page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show the organisers to each other; invite, withdraw, remove, hand over.

    Who may name another main organiser without being one sees it, too.
    """
    found, organises = _found(request.reader, pk)
    fault: dict[str, str] = {}
    if request.method == "POST":
        try:
            return _done(request, found)
        except Refused as refusal:
            asked = request.POST.get("act", "")
            if asked not in ASKED or not (organises or asked == invitations.TAKE_OVER):
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
        "organises": organises,
        "is_main": found.organiser_id == request.reader.pk,
        "may_hand_over": organiser_queries.may_hand_over(found, request.reader),
        "fault": fault,
    }
    template = "tournaments/organising/staff.html"
    return render(request, template, context, status=422 if fault else 200)


def _found(reader: Player, pk: int) -> tuple[Tournament, bool]:
    """Return the tournament and whether the reader organises it."""
    found = queries.tournament_for(reader, pk) or queries.announced_tournament(pk)
    if found is None:
        raise Http404
    organises = queries.is_organiser(found, reader)
    if organises or organiser_queries.may_hand_over(found, reader):
        return found, organises
    if not queries.may_know(found, reader):
        raise Http404
    raise Refused("not_your_tournament")


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
