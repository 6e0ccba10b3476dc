"""The random draws of a tournament: their seed, and what each decided."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games import lots
from tournaments import queries
from tournaments.services.files import lot_records
from tournaments.web.lookup import tournament_or_404


@require_safe
def lots_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show the digest of the seed and, after the end, the seed and the outcome of each draw."""
    found = tournament_or_404(request, pk)
    seed = queries.public_seed(found)
    context = {
        "tournament": found,
        "digest": lots.digest(found.lots_seed),
        "seed": seed,
        "rows": lot_records.get_draw_records(found) if seed else [],
    }
    return render(request, "tournaments/lots.html", context)


@require_safe
def lots_record(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the record that the published program verifies."""
    text = lot_records.record_of(tournament_or_404(request, pk))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
