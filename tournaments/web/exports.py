"""Files about a tournament: the table as CSV, everything as JSON, two-seat events as TRF."""

from __future__ import annotations

import csv
import io
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from tournaments import queries
from tournaments.services import interchange, team_files
from tournaments.services.division_views import DivisionView, view_of
from tournaments.web.errors import answers_refusals

UNSAFE = ("=", "+", "-", "@", "\t", "\r")


def _found(request: PageRequest, pk: int) -> Any:
    """Return the tournament or answer 404."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    return found


def _views(found: Any) -> list[DivisionView]:
    """Return all divisions with their tables."""
    return [view_of(found, division) for division in queries.divisions_of(found)]


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(UNSAFE) else text


@require_safe
def table_csv(request: PageRequest, pk: int) -> HttpResponse:
    """Hand out the tables: division, place, player, matches, points, tie-breaks."""
    found = _found(request, pk)
    text = io.StringIO()
    lines = csv.writer(text)
    who = "team" if found.in_teams else "player"
    lines.writerow(["division", "place", who, "matches", "points", *found.tie_breaks])
    for view in _views(found):
        for row in view.rows:
            name = _cell(row.player.name)
            lines.writerow([view.name, row.place, name, row.played, row.points, *row.values])
    answer = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="tournament-{found.pk}.csv"'
    return answer


@require_safe
def boards_csv(request: PageRequest, pk: int) -> HttpResponse:
    """Hand out every board of every team meeting; there is nothing of the kind elsewhere."""
    found = _found(request, pk)
    if not found.in_teams:
        raise Http404
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(team_files.BOARD_COLUMNS)
    for row in team_files.board_rows(found):
        lines.writerow([_cell(each) if isinstance(each, str) else each for each in row])
    answer = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="tournament-{found.pk}-boards.csv"'
    return answer


@require_safe
def as_json(request: PageRequest, pk: int) -> HttpResponse:
    """Hand out everything that is public about a tournament."""
    return JsonResponse(interchange.as_plain(_found(request, pk)))


@require_safe
@answers_refusals
def as_trf(request: PageRequest, pk: int) -> HttpResponse:
    """Hand out a two-seat tournament as a tournament report file."""
    found = _found(request, pk)
    answer = HttpResponse(interchange.as_trf(found), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="tournament-{found.pk}.trf"'
    return answer
