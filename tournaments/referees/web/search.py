"""Search over people, cases, matches and precedents, and the workload of referees."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.referees.queries import desk, search
from tournaments.referees.web.access import for_referees
from tournaments.referees.web.case_view import case_rows
from tournaments.referees.web.match_desk import MAX_QUERY_LENGTH, match_row
from tournaments.referees.web.precedents import search_precedents

MAX_LISTED = 10


@require_safe
@for_referees
def search_page(request: PlayerRequest) -> HttpResponse:
    """Show the first people, cases, matches and precedents that match all words."""
    reader = request.reader
    words = request.GET.get("q", "")[:MAX_QUERY_LENGTH].strip()
    context: dict[str, object] = {
        "words": words,
        "now": timezone.now(),
        "listed": MAX_LISTED,
        "may_look_at_all": panel_queries.is_general_referee(reader),
    }
    if search.split_words(words):
        found = search.search_people(words).exclude(pk=reader.pk)
        context |= {
            "people": found[:MAX_LISTED],
            "cases": case_rows(search.search_cases(reader, words)[:MAX_LISTED]),
            "matches": [
                match_row(each) for each in desk.matches_to_judge(reader, words)[:MAX_LISTED]
            ],
            "precedents": search_precedents({"q": words}, MAX_LISTED),
        }
    return render(request, "referees/search.html", context)


@require_safe
@for_referees
def workload_page(request: PlayerRequest) -> HttpResponse:
    """Show each referee's pending cases and decision times, to referees of the whole site."""
    if not panel_queries.is_general_referee(request.reader):
        raise Refused("not_a_referee")
    rows = search.workloads(request.reader, timezone.now())
    context = {"rows": rows, "may_look_at_all": True}
    return render(request, "referees/workload.html", context)
