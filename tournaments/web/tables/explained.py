from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from tournaments.services.tables.explanations import build_explanation, find_entrant
from tournaments.web.lookup import tournament_or_404


@require_safe
def page(request: PageRequest, pk: int, entrant: int) -> HttpResponse:
    """Show how the points and tie-breaks of one entrant add up."""
    found = tournament_or_404(request, pk)
    who = find_entrant(found, entrant)
    if who is None:
        raise Http404
    context = {"tournament": found, "who": build_explanation(found, who)}
    return render(request, "tournaments/explained.html", context)
