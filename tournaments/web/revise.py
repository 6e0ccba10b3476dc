"""Changing an announced tournament: form, preview, confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments import queries
from tournaments.services import log, refusals
from tournaments.services.entry_plans import CONDITIONS
from tournaments.services.organisers import undoing
from tournaments.services.revisions import days, revising, swaps, terms
from tournaments.web.forms_revision import RevisionForm
from tournaments.web.lookup import for_organisers, in_tournament_zone

if TYPE_CHECKING:
    from tournaments.models import Revision, Tournament

PREVIEW = "tournaments/revision_preview.html"
LOG_PAGE_SIZE = 30  # lines of the log at a time


@for_organisers
@in_tournament_zone
def revise(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Show the form, then a preview, then make the changes."""
    terms.require_not_over(tournament)
    days.load_round_end(tournament, timezone.now())
    posted = request.method == "POST"
    form = RevisionForm(tournament, request.POST if posted else None)
    if posted and "edit" not in request.POST and form.is_valid():
        try:
            return _revise_or_preview(request, tournament, form)
        except Refused as refusal:
            form.refuse(refusal)
    context = {"form": form, "tournament": tournament}
    status = 422 if posted and form.errors else 200
    return render(request, "tournaments/revise.html", context, status=status)


def _revise_or_preview(
    request: PlayerRequest, tournament: Tournament, form: RevisionForm
) -> HttpResponse:
    reader, wanted, now, error = request.reader, form.wanted(), timezone.now(), ""
    if preview_token := request.POST.get("preview_token"):
        try:
            revising.revise(tournament.pk, reader, wanted, preview_token=preview_token, now=now)
            return _redirect_to_log(request, tournament)
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            error = refusals.explain(refusal)
    proposal = revising.propose(tournament.pk, reader, wanted, now=now)
    return _render_preview(request, tournament, proposal, {"form": form, "error": error})


@for_organisers
@in_tournament_zone
def undo(request: PlayerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Preview undoing a revision, then do it."""
    pk, now, error = tournament.pk, timezone.now(), ""
    if request.method == "POST":
        try:
            preview_token = request.POST.get("preview_token", "")
            revising.undo(pk, request.reader, number, preview_token=preview_token, now=now)
            return _redirect_to_log(request, tournament)
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            error = refusals.explain(refusal)
    proposal = revising.propose_undo(pk, request.reader, number, now=now)
    return _render_preview(request, tournament, proposal, {"error": error})


def log_url(tournament: Tournament) -> str:
    """Return the URL of a tournament's log, unfolded."""
    return f"{tournament.get_absolute_url()}?log=open#revisions"


def _redirect_to_log(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    messages.success(request, _("The changes have been saved."))
    return SeeOther(log_url(tournament))


def _render_preview(
    request: PlayerRequest,
    tournament: Tournament,
    proposal: revising.Proposal,
    more: dict[str, object],
) -> HttpResponse:
    rows = terms.describe_changes(proposal.before, proposal.after, {"forbidden": _pairs_by_name})
    stays = any(name in CONDITIONS for name in proposal.after)
    context = {"tournament": tournament, "proposal": proposal, "rows": rows, "stays": stays, **more}
    return render(request, PREVIEW, context, status=409 if more.get("error") else 200)


def _pairs_by_name(pairs: list[list[int]]) -> str:
    named = queries.pair_names(pairs)
    return ", ".join(f"{isolated(one)} – {isolated(two)}" for one, two in named)


def log_context(tournament: Tournament, request: PageRequest) -> dict[str, object]:
    """Return a page of the log, latest lines first; organisers see what can be undone.

    On the first page they also get all older lines that can be undone.
    """
    organises = queries.is_organiser(tournament, request.reader)
    before = parse_number(request.GET.get("before"))
    acts = undoing.UNDOABLE if organises and not before else ()
    lines = list(queries.log_entries(tournament, before, LOG_PAGE_SIZE + 1, acts))
    shown, more = lines[:LOG_PAGE_SIZE], len(lines) > LOG_PAGE_SIZE
    pages = undoing.undo_paths(tournament, lines, timezone.now()) if organises else {}
    older = [each for each in lines[LOG_PAGE_SIZE:] if each.pk in pages and acts]
    total = vars(lines[0])["total"] if lines else 0
    if before and not lines:
        total = queries.revisions_of(tournament).count()
    pairs = swaps.swap_sentences(tournament, [*shown, *older]) if organises else {}

    def row(line: Revision) -> dict[str, object]:
        return {
            "revision": line,
            "rows": terms.describe_changes(line.before, line.after)
            if line.act == line.Act.TERMS
            else [],
            "sentence": " ".join([log.sentence(line), pairs.get(line.pk, "")]).strip(),
            "reason": line.reason if organises else "",
            "undo": pages.get(line.pk, ""),
        }

    return {
        "revisions": [row(each) for each in shown],
        "undoable": [row(each) for each in older],
        "revision_count": total,
        "log_before": before,
        "log_older": shown[-1].pk if more else None,
    }
