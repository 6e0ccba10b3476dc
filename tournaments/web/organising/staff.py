"""The organisers of a tournament: co-organisers, open invitations, handing it over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
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
from tournaments.services import log, refusals
from tournaments.services.revisions import invitations, staff
from tournaments.web.errors import form_page
from tournaments.web.lookup import tournament_or_404

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Revision, Tournament

ApplyChange = Callable[..., "Revision"]
ProposeChange = Callable[[], staff.StaffChange]
INVITATION_KINDS = (invitations.HELP, invitations.TAKE_OVER)


@form_page
def page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show the organisers; invite, withdraw an invitation, remove, hand over.

    Also for others who may name a new main organiser, such as the owner of the club.
    """
    found, organises = _tournament_for(request.reader, pk)
    error: dict[str, str] = {}
    if request.method == "POST":
        try:
            return _handle_action(request, found)
        except Refused as refusal:
            asked = request.POST.get("act", "")
            if asked not in INVITATION_KINDS or not (organises or asked == invitations.TAKE_OVER):
                raise
            error = {
                "asked": asked,
                "name": request.POST.get("name", "")[:60],
                "sentence": refusals.explain(refusal),
            }
    waiting = staff_queries.invitations_for(found).filter(kind__in=INVITATION_KINDS)
    context = {
        "tournament": found,
        "helpers": found.helpers,
        "waiting": waiting,
        "organises": organises,
        "is_main": found.organiser_id == request.reader.pk,
        "may_hand_over": organiser_queries.may_hand_over(found, request.reader),
        "error": error,
    }
    template = "tournaments/organising/staff.html"
    return render(request, template, context, status=422 if error else 200)


def _tournament_for(reader: Player, pk: int) -> tuple[Tournament, bool]:
    """Return the tournament and whether the reader organises it."""
    found = queries.visible_tournament(reader, pk) or queries.announced_tournament(pk)
    if found is None:
        raise Http404
    organises = queries.is_organiser(found, reader)
    if organises or organiser_queries.may_hand_over(found, reader):
        return found, organises
    if not queries.can_see(found, reader):
        raise Http404
    raise Refused("not_your_tournament")


def _handle_action(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Carry out the posted action and redirect."""
    reader, now, asked = request.reader, timezone.now(), request.POST.get("act", "")
    number = parse_number(request.POST.get("number")) or 0
    if asked in INVITATION_KINDS:
        made = invitations.invite(
            tournament.pk, reader, request.POST.get("name", ""), asked, now=now
        )
        said = _asked_sentence(tournament, isolated(made.player.name))
    elif asked == "withdraw":
        invitations.withdraw(tournament.pk, reader, number, now=timezone.now())
        said = _("The invitation has been withdrawn.")
    else:
        raise Refused("not_invited")
    messages.success(request, said)
    return SeeOther(_page_of(tournament))


def _asked_sentence(tournament: Tournament, name: str) -> str:
    if tournament.status == tournament.Status.DRAFT:
        words = _("%(name)s will be asked by e-mail when you announce the tournament.")
        return words % {"name": name}
    return _("%(player)s has been asked by e-mail.") % {"player": name}


@form_page
def remove(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Preview removing a co-organiser, or stepping down, then do it."""
    see = partial(staff.propose_removal, pk, request.reader, number)
    return _apply_or_preview(request, pk, see, partial(staff.remove, pk, request.reader, number))


@form_page
def undo(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Preview undoing a removal, then do it."""
    see = partial(staff.propose_return, pk, request.reader, number, now=timezone.now())
    return _apply_or_preview(request, pk, see, partial(staff.restore, pk, request.reader, number))


def _apply_or_preview(
    request: PlayerRequest, pk: int, see: ProposeChange, make: ApplyChange
) -> HttpResponse:
    found, error = tournament_or_404(request, pk), ""
    if request.method == "POST":
        try:
            line = make(preview_token=request.POST.get("preview_token", ""), now=timezone.now())
            return _redirect_after_removal(request, found, line)
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            error = refusals.explain(refusal)
    context = {"tournament": found, "seen": see(), "error": error, "days": staff.DAYS_TO_UNDO}
    template = "tournaments/organising/remove_organiser.html"
    return render(request, template, context, status=409 if error else 200)


def _redirect_after_removal(
    request: PlayerRequest, tournament: Tournament, line: Revision
) -> HttpResponse:
    """Show a message about it; redirect those who stepped down to a page they may see."""
    if line.about_id != request.reader.pk:
        messages.success(request, log.sentence(line))
        return SeeOther(_page_of(tournament))
    messages.success(request, _("You are no longer a co-organiser."))
    is_draft = tournament.status == tournament.Status.DRAFT
    return SeeOther(reverse("tournaments:index") if is_draft else tournament.get_absolute_url())


def _page_of(tournament: Tournament) -> str:
    return reverse("tournaments:organisers", args=[tournament.pk])
