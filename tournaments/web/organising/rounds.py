"""Cancelling a round that has not begun, and undoing that: preview, then confirmation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments.services import refusals
from tournaments.services.revisions import cancelling
from tournaments.services.wording import division_key
from tournaments.web.errors import form_page
from tournaments.web.lookup import tournament_or_404

if TYPE_CHECKING:
    from tournaments.models import Revision, Round, Tournament

ApplyChange = Callable[..., "Revision"]
ProposeChange = Callable[..., cancelling.Cancellation]


@form_page
def cancel(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Preview which meetings would be cancelled, then cancel them."""
    said = _("The round has been cancelled.")
    return _act_or_preview(request, (pk, number), cancelling.propose, cancelling.cancel, said)


@form_page
def undo(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Preview which meetings would take place after all, then restore them."""
    said = _("The round will take place after all.")
    return _act_or_preview(request, (pk, number), cancelling.propose_undo, cancelling.undo, said)


def _act_or_preview(
    request: PlayerRequest, which: tuple[int, int], see: ProposeChange, make: ApplyChange, said: str
) -> HttpResponse:
    found, error, now = tournament_or_404(request, which[0]), "", timezone.now()
    if request.method == "POST":
        try:
            line = make(
                *_args(which, request), preview_token=request.POST.get("preview_token", ""), now=now
            )
            messages.success(request, said)
            return SeeOther(_round_url(found, cancelling.rounds_of(found, line.after["round"])[0]))
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            error = refusals.explain(refusal)
    seen = see(*_args(which, request), now=now)
    context = {"tournament": found, "seen": seen, "error": error}
    template = "tournaments/organising/round_preview.html"
    return render(request, template, context, status=409 if error else 200)


def _round_url(tournament: Tournament, round_: Round) -> str:
    """Return the URL of a round on the page of its tournament, unfolded."""
    query = urlencode({"division": division_key(round_.division), "round": round_.number})
    return f"{tournament.get_absolute_url()}?{query}#round-{round_.division_id}-{round_.number}"


def _args(which: tuple[int, int], request: PlayerRequest) -> tuple[int, object, int]:
    return which[0], request.reader, which[1]
