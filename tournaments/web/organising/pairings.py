"""The organisers' page of drafted rounds: review, swap two entrants, publish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments.services import refusals, wording
from tournaments.services.revisions import pairings, swaps
from tournaments.web.lookup import for_organisers

if TYPE_CHECKING:
    from tournaments.models import Tournament
    from tournaments.services.revisions.pairings import DraftView

REFRESH_SECONDS = 3  # seconds
FORM_ERRORS = (
    "revised_meanwhile",
    "pairings_forbidden",
    "no_such_entrant",
    "no_draft",
    "cannot_undo",
)


@for_organisers
def page(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Show the drafts and the preview of a swap; carry out buttons."""
    error, status = "", 200
    seen = None
    try:
        if request.method == "POST":
            return _handle_action(request, tournament)
        seen = _requested_preview(request, tournament)
    except Refused as refusal:
        if refusal.code not in FORM_ERRORS:
            raise
        error, status = refusals.explain(refusal), 409
    drafts = pairings.draft_views(tournament)
    context = {
        "tournament": tournament,
        "drafts": [(each, _division_name(tournament, each)) for each in drafts],
        "refresh": REFRESH_SECONDS if any(each.is_being_paired for each in drafts) else 0,
        "seen": seen,
        "error": error,
        "now": timezone.now(),
    }
    return render(request, "tournaments/organising/pairings.html", context, status=status)


def _requested_preview(request: PlayerRequest, tournament: Tournament) -> DraftView | None:
    """Return the preview of the swap that is asked for, or of undoing one; else None."""
    if "undo" in request.GET:
        line = parse_number(request.GET["undo"]) or 0
        return swaps.propose_undo(tournament.pk, request.reader, line)
    if "one" in request.GET:
        return pairings.propose_swap(tournament.pk, request.reader, *_parse_swap(request.GET))
    return None


def _division_name(tournament: Tournament, view: DraftView) -> str:
    """Return the name of a draft's division, if there are several."""
    return wording.division_name(view.draft.division) if tournament.division_size else ""


def _parse_swap(sent: dict[str, str]) -> tuple[int, tuple[int, int]]:
    """Return the number of the draft and the two entrants; 0 for invalid numbers."""
    draft, one, two = (parse_number(sent.get(name, "")) or 0 for name in ("draft", "one", "two"))
    return draft, (one, two)


def _handle_action(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Swap, publish, pair again or undo a swap, then redirect."""
    now, sent = timezone.now(), request.POST
    draft, pair = _parse_swap(sent)
    act = sent.get("act", "")
    if act == "publish":
        pairings.publish_now(tournament.pk, request.reader, draft, now=now)
        messages.success(request, _("The round has been published."))
        return SeeOther(tournament.get_absolute_url())
    if act == "again":
        pairings.pair_again(tournament.pk, request.reader, draft, now=now)
        waits = any(each.is_being_paired for each in pairings.draft_views(tournament))
        if not waits:  # otherwise the page says so
            messages.success(request, _("The round has been paired again."))
    elif act == "undo":
        line, preview_token = parse_number(sent.get("line")) or 0, sent.get("preview_token", "")
        swaps.undo(tournament.pk, request.reader, line, preview_token=preview_token, now=now)
        messages.success(request, _("The swap has been undone."))
    else:
        preview_token = sent.get("preview_token", "")
        pairings.swap(
            tournament.pk, request.reader, draft, pair, preview_token=preview_token, now=now
        )
        messages.success(request, _("The pairings have been changed."))
    return SeeOther(reverse("tournaments:pairings", args=[tournament.pk]))
