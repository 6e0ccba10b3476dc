"""The organisers' page of entrants: invite, remove, enter again."""

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
from tournaments import entry_queries, queries, staff_queries
from tournaments.services import refusals
from tournaments.services.admission import acceptances
from tournaments.services.revisions import invitations, late, readmitting, removing
from tournaments.web.errors import form_page
from tournaments.web.lookup import for_organisers, tournament_or_404

if TYPE_CHECKING:
    from tournaments.models import Entrant, Tournament

FORM_ERRORS = ("revised_meanwhile", "no_reason", "reason_too_long")


@for_organisers
def page(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Show entrants, waiting list, withdrawals and invitations; invite by name."""
    error, name = "", ""
    if request.method == "POST":
        try:
            return _handle_action(request, tournament)
        except Refused as refusal:
            if request.POST.get("act") != invitations.ENTER:
                raise
            error, name = refusals.explain(refusal), request.POST.get("name", "")[:60]
    entrants = queries.entrants_of(tournament)
    gone = [each for each in entrants if each.withdrawn_at is not None]
    takes, removed = late.can_admit_people(tournament), readmitting.removed_entrants(tournament)
    teams, accepted = (
        readmitting.teams_of_removed(tournament),
        acceptances.undoable_acceptances(tournament),
    )
    context = {
        "tournament": tournament,
        "inside": [
            {"entrant": each, "acceptance": accepted.get(each.player_id)}
            for each in entrants
            if each.withdrawn_at is None
        ],
        "gone": [
            _withdrawn_row(each, removed.get(each.pk), takes or each.pk in teams) for each in gone
        ],
        "waiting": staff_queries.invitations_for(tournament).filter(kind=invitations.ENTER),
        "takes": takes,
        "requests": [
            *entry_queries.pending_requests(tournament),
            *entry_queries.declined_requests(tournament),
        ],
        "error": error,
        "name": name,
    }
    template = "tournaments/organising/people.html"
    return render(request, template, context, status=422 if error else 200)


def _withdrawn_row(
    entrant: Entrant, removed: readmitting.RemovedEntrant | None, takes: bool
) -> dict[str, object]:
    """Return whether somebody who left can be entered again; if they were removed, also why not."""
    if removed is not None:
        error = refusals.explain(removed.refusal) if removed.refusal else ""
        return {"entrant": entrant, "may_return": not error, "why": error}
    may = takes and entrant.number is None
    return {"entrant": entrant, "may_return": may, "why": ""}


def _handle_action(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    reader, now = request.reader, timezone.now()
    if request.POST.get("act") == "withdraw":
        number = parse_number(request.POST.get("number")) or 0
        invitations.withdraw(tournament.pk, reader, number, now=timezone.now())
        messages.success(request, _("The invitation has been withdrawn."))
    else:
        name, kind = request.POST.get("name", ""), invitations.ENTER
        made = invitations.invite(tournament.pk, reader, name, kind, now=now)
        said = _("%(player)s has been asked by e-mail.") % {"player": isolated(made.player.name)}
        messages.success(request, said)
    return SeeOther(_page_of(tournament.pk))


@form_page
def remove(request: PlayerRequest, pk: int, entrant: int) -> HttpResponse:
    """Preview removing an entrant, then do it, with a reason."""
    tournament, error = tournament_or_404(request, pk), ""
    reason, now = request.POST.get("reason", ""), timezone.now()
    if request.method == "POST":
        try:
            preview_token = request.POST.get("preview_token", "")
            line = removing.remove(
                pk, request.reader, entrant, reason=reason, preview_token=preview_token, now=now
            )
            name = isolated(line.about.name) if line.about else ""
            messages.success(request, _("%(name)s has been removed.") % {"name": name})
            return SeeOther(_page_of(pk))
        except Refused as refusal:
            if refusal.code not in FORM_ERRORS:
                raise
            error = refusals.explain(refusal)
    context = {
        "tournament": tournament,
        "removal": removing.propose(pk, request.reader, entrant, now=now),
        "reason": reason,
        "longest": removing.MAX_REASON_LENGTH,
        "error": error,
    }
    template = "tournaments/organising/remove.html"
    return render(request, template, context, status=422 if error else 200)


@form_page
def enter_again(request: PlayerRequest, pk: int, entrant: int) -> HttpResponse:
    """Preview entering somebody again, then do it."""
    tournament, error = tournament_or_404(request, pk), ""
    if request.method == "POST":
        try:
            preview_token, now = request.POST.get("preview_token", ""), timezone.now()
            back = late.enter_again(
                pk, request.reader, entrant, preview_token=preview_token, now=now
            )
            said = _("%(name)s has entered.") % {"name": isolated(back.player.name)}
            messages.success(request, said)
            return SeeOther(_page_of(pk))
        except Refused as refusal:
            if refusal.code not in FORM_ERRORS:
                raise
            error = refusals.explain(refusal)
    reentry = late.propose(pk, request.reader, entrant)
    context = {"tournament": tournament, "reentry": reentry, "error": error}
    template = "tournaments/organising/enter_again.html"
    return render(request, template, context, status=409 if error else 200)


def _page_of(pk: int) -> str:
    return reverse("tournaments:people", args=[pk])
