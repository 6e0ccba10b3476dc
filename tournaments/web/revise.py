"""Changing an announced tournament: a form, what would follow, and the confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments import queries
from tournaments.services import log, refusals
from tournaments.services.entry_plans import CONDITIONS
from tournaments.services.revisions import cancelling, days, order, readmitting, revising, terms
from tournaments.web.errors import form_page
from tournaments.web.forms_revision import RevisionForm
from tournaments.web.lookup import for_organisers, tournament_or_404

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Revision, Tournament

PREVIEW = "tournaments/revision_preview.html"
SHOWN = 30  # revisions on the page of a tournament


@for_organisers
def revise(request: PlayerRequest, found: Tournament) -> HttpResponse:
    """Show the form, then what would follow, then make the changes that were seen."""
    terms.require_not_over(found)
    days.read_round_end(found, timezone.now())
    posted = request.method == "POST"
    form = RevisionForm(found, request.POST if posted else None)
    if posted and "edit" not in request.POST and form.is_valid():
        try:
            return _answered(request, found, form)
        except Refused as refusal:
            form.refuse(refusal)
    context = {"form": form, "tournament": found}
    status = 422 if posted and form.errors else 200
    return render(request, "tournaments/revise.html", context, status=status)


def _answered(request: PlayerRequest, found: Tournament, form: RevisionForm) -> HttpResponse:
    reader, wanted, now, fault = request.reader, form.wanted(), timezone.now(), ""
    if seal := request.POST.get("seal"):
        try:
            revising.revise(found.pk, reader, wanted, seal=seal, now=now)
            return _done(request, found)
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            fault = refusals.explain(refusal)
    proposal = revising.propose(found.pk, reader, wanted, now=now)
    return _preview(request, found, proposal, {"form": form, "fault": fault})


@form_page
def undo(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Show what undoing a revision would do, then undo it."""
    found, fault = tournament_or_404(request, pk), ""
    now = timezone.now()
    if request.method == "POST":
        try:
            seal = request.POST.get("seal", "")
            revising.undo(pk, request.reader, number, seal=seal, now=now)
            return _done(request, found)
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            fault = refusals.explain(refusal)
    proposal = revising.propose_undo(pk, request.reader, number, now=now)
    return _preview(request, found, proposal, {"fault": fault})


def log_of(found: Tournament) -> str:
    """Return where the log of a tournament is, unfolded."""
    return f"{found.get_absolute_url()}?log=open#revisions"


def _done(request: PlayerRequest, found: Tournament) -> HttpResponse:
    messages.success(request, _("The changes have been saved."))
    return SeeOther(log_of(found))


def _preview(
    request: PlayerRequest,
    found: Tournament,
    proposal: revising.Proposal,
    more: dict[str, object],
) -> HttpResponse:
    rows = terms.rows(proposal.before, proposal.after, {"forbidden": _pairs_by_name})
    stays = any(name in CONDITIONS for name in proposal.after)
    context = {"tournament": found, "proposal": proposal, "rows": rows, "stays": stays, **more}
    return render(request, PREVIEW, context, status=409 if more.get("fault") else 200)


def _pairs_by_name(pairs: list[list[int]]) -> str:
    named = queries.names_of_pairs(pairs)
    return ", ".join(f"{isolated(one)} – {isolated(two)}" for one, two in named)


def revisions_of(found: Tournament, organises: bool) -> list[dict[str, object]]:
    """Return what has been revised, the latest first; organisers see what can be undone."""
    lines = list(queries.revisions_of(found)[:SHOWN])
    undo = _undo_pages(found, lines) if organises else {}
    return [
        {
            "revision": each,
            "rows": terms.rows(each.before, each.after) if each.act == each.Act.TERMS else [],
            "sentence": log.sentence(each),
            "reason": each.reason if organises else "",
            "undo": undo.get(each.pk, ""),
        }
        for each in lines
    ]


def _undo_pages(found: Tournament, lines: Sequence[Revision]) -> dict[int, str]:
    """Return where an organiser can undo lines of the log, by their keys."""
    now = timezone.now()
    off = cancelling.undoable_lines(found, lines, now)
    placed, page = order.undoable_lines(found, lines), reverse("tournaments:order", args=[found.pk])
    pages = {pk: f"{page}?undo={pk}" for pk in placed}
    pages |= {pk: reverse("tournaments:undo_round", args=[found.pk, pk]) for pk in off}
    gone = any(each.act == each.Act.REMOVED for each in lines)
    for entrant, each in (readmitting.removed_from(found, lines) if gone else {}).items():
        if each.fault is None:
            pages[each.line.pk] = reverse("tournaments:enter_again", args=[found.pk, entrant])
    for line in lines:
        if not hasattr(line, "undone_by") and revising.can_undo(found, line, now):
            pages[line.pk] = reverse("tournaments:undo_revision", args=[found.pk, line.pk])
    return pages
