"""The statistics of a tournament: boards, performances, scores for a target."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from tournaments import event_statistics
from tournaments.services.tables import norms
from tournaments.web.lookup import tournament_or_404
from tournaments.web.tables.pagination import paginate, split_rows

if TYPE_CHECKING:
    from tournaments.models import Tournament


def _percent(share: Fraction | None) -> int | None:
    return None if share is None else round(100 * share)


@require_safe
def page(request: PageRequest, pk: int) -> HttpResponse:
    """Show the statistics; ``?target=`` sets the target performance of the norms."""
    found = tournament_or_404(request, pk)
    has_teams = found.event_format.has_teams
    asked = request.GET.get("target", "").strip()
    chosen = parse_number(asked, 4)
    if chosen is not None and not norms.MIN_TARGET <= chosen <= norms.MAX_TARGET:
        chosen = None
    target = None if has_teams else chosen or norms.default_target(found)
    figures = event_statistics.statistics_of(found)
    context = {
        "tournament": found,
        "figures": figures,
        "draw_percent": _percent(figures.draw_share),
        "starter_percent": _percent(figures.starter_share),
        "for_two": found.seats == 2 and not found.event_format.has_puzzles,
        "target": target,
        "target_text": str(target),
        "asked": asked if asked and chosen is None else "",
        "lowest": norms.MIN_TARGET,
        "highest": norms.MAX_TARGET,
        **(_norms(found, target, request.GET.get("page", "")) if target else {}),
    }
    status = 422 if context["asked"] else 200
    return render(request, "tournaments/figures.html", context, status=status)


def _norms(tournament: Tournament, target: int, asked: str) -> dict[str, object]:
    everybody = norms.Norms(tournament, target)
    part, pager = paginate(split_rows(range(len(everybody))), asked)
    return {"norms": everybody.rows(part or range(0)), **pager}
