"""A round that the rules cannot pair: pair it manually, or end the tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments.services import refusals
from tournaments.services.revisions import manual_pairing
from tournaments.services.tables.engine_words import unpaired_reason
from tournaments.web.errors import form_page
from tournaments.web.lookup import tournament_or_404

if TYPE_CHECKING:
    from tournaments.models import Tournament

FORM_ERRORS = ("revised_meanwhile", "bad_pairs")
MAX_CHOICES = 40  # above that, names are typed: two selects in each row would grow too long


@form_page
def page(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Show who can play, preview the pairs that are asked for, and carry out buttons."""
    found, error, seen = tournament_or_404(request, pk), "", None
    now = timezone.now()
    sent = request.POST if request.method == "POST" else request.GET
    view = manual_pairing.propose(pk, request.reader, number, (), now=now)
    try:
        pairs = _parse_pairs(sent, view.names)
        if request.method == "POST":
            return _publish(request, found, number, pairs)
        if "first" in sent:
            seen = manual_pairing.propose(pk, request.reader, number, pairs, now=now)
    except Refused as refusal:
        if refusal.code not in FORM_ERRORS:
            raise
        error = refusals.explain(refusal)
    context = {
        "tournament": found,
        "view": view,
        "why": unpaired_reason(view.division),
        "seen": None if error else seen,
        "rows": _rows(sent, len(view.names) // 2),
        "typed": len(view.names) > MAX_CHOICES,
        "error": error,
        "now": now,
    }
    template = "tournaments/organising/by_hand.html"
    return render(request, template, context, status=409 if error else 200)


def _typed_pairs(sent: QueryDict) -> list[tuple[str, str]]:
    return list(zip(sent.getlist("first"), sent.getlist("second"), strict=False))


def _parse_pairs(sent: QueryDict, names: dict[int, str]) -> list[tuple[int, int]]:
    """Return the pairs, given by number or typed name; untouched lines are skipped."""
    numbers = {name.casefold(): number for number, name in names.items()}
    pairs = []
    for words in _typed_pairs(sent):
        if any(words):
            one, two = (numbers.get(each.strip().casefold(), parse_number(each)) for each in words)
            if one is None or two is None:
                raise Refused("bad_pairs")
            pairs.append((one, two))
    return pairs


def _rows(sent: QueryDict, count: int) -> list[tuple[str, str]]:
    """Return the rows of the form, filled up with empty ones."""
    return (_typed_pairs(sent) + [("", "")] * count)[:count]


def _publish(
    request: PlayerRequest, tournament: Tournament, number: int, pairs: list[tuple[int, int]]
) -> HttpResponse:
    now, by = timezone.now(), request.reader
    if request.POST.get("act") == "end":
        manual_pairing.end_waiting(tournament.pk, by, number, now=now)
        messages.success(request, _("The standings become final as soon as no game is running."))
    else:
        preview_token = request.POST.get("preview_token", "")
        manual_pairing.pair(tournament.pk, by, number, pairs, preview_token=preview_token, now=now)
        messages.success(request, _("The round has been published."))
    return SeeOther(tournament.get_absolute_url())
