"""The order of entrants and their divisions, as set by organisers before the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments import queries
from tournaments.formats.base import MAX_ENTRANTS
from tournaments.services import refusals
from tournaments.services.revisions import order
from tournaments.web.lookup import for_organisers
from tournaments.web.revise import log_url

if TYPE_CHECKING:
    from tournaments.models import Tournament

FORM_ERRORS = ("bad_place", "place_twice", "nothing_to_revise")


@for_organisers
def page(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Show a field for every entrant, then a preview, then set the order."""
    error = ""
    if not order.can_order(tournament):
        raise Refused("already_started" if tournament.started_at else "not_in_this_format")
    undone = parse_number(request.GET.get("undo", "")) if request.method != "POST" else None
    if request.method == "POST" or undone:
        try:
            wanted = (
                _order_before(tournament, undone) if undone else _parse_order(request, tournament)
            )
            if "edit" not in request.POST:
                return _apply_or_preview(request, tournament, wanted)
        except Refused as refusal:
            if refusal.code not in FORM_ERRORS:
                raise
            error = refusals.explain(refusal)
    stands = order.current_order(tournament)
    rows = [
        {
            "line": each,
            "seed": request.POST.get(f"seed_{each.entrant.pk}", each.entrant.seed or ""),
            "placed": request.POST.get(f"placed_{each.entrant.pk}", each.entrant.placed or ""),
        }
        for each in stands.lines
    ]
    context = {"tournament": tournament, "stands": stands, "rows": rows, "error": error}
    template = "tournaments/organising/order.html"
    return render(request, template, context, status=422 if error else 200)


def _apply_or_preview(
    request: PlayerRequest, tournament: Tournament, wanted: order.WantedPlaces
) -> HttpResponse:
    """Set the order if the preview token is valid, else show the preview."""
    error, now = "", timezone.now()
    if preview_token := request.POST.get("preview_token"):
        try:
            order.arrange(
                tournament.pk, request.reader, wanted, preview_token=preview_token, now=now
            )
            messages.success(request, _("The order has been set."))
            return SeeOther(log_url(tournament))
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            error = refusals.explain(refusal)
    seen = order.propose(tournament.pk, request.reader, wanted)
    context = {"tournament": tournament, "seen": seen, "error": error}
    template = "tournaments/organising/order_preview.html"
    return render(request, template, context, status=409 if error else 200)


def _parse_order(request: PlayerRequest, tournament: Tournament) -> order.WantedPlaces:
    """Return the place entered for each entrant; refuses ``bad_place`` if it is not a number."""
    divisions = order.current_order(tournament).divisions
    wanted = {}
    for each in order.current_order(tournament).lines:
        hand = []
        for name in ("seed", "placed"):
            text = request.POST.get(f"{name}_{each.entrant.pk}", "").strip()
            number = parse_number(text)
            if text and not number:
                raise Refused("bad_place", most=MAX_ENTRANTS, divisions=divisions)
            hand.append(number)
        clear = "clear" in request.POST
        wanted[each.entrant.pk] = (None, None) if clear else (hand[0], hand[1])
    return wanted


def _order_before(tournament: Tournament, number: int) -> order.WantedPlaces:
    """Return the order before a line of the log; refuses ``cannot_undo``."""
    line = queries.revisions_of(tournament).filter(pk=number).first()
    if line is None or not order.undoable_revision_ids(tournament, [line]):
        raise Refused("cannot_undo")
    return order.places_before(tournament, line)
