"""Files about a tournament: the table as CSV, everything as JSON, two-seat events as TRF."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from tournaments import queries
from tournaments.services.files import interchange, team_files
from tournaments.services.tables.views import DivisionView, view_of
from tournaments.web.errors import answers_refusals

if TYPE_CHECKING:
    from tournaments.models import Tournament

UNSAFE = ("=", "+", "-", "@", "\t", "\r")


def _found(request: PageRequest, pk: int) -> Tournament:
    """Return the tournament or answer 404."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    return found


def _views(found: Tournament) -> list[DivisionView]:
    """Return all divisions with their tables."""
    return [view_of(found, division) for division in queries.divisions_of(found)]


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(UNSAFE) else text


@require_safe
def table_csv(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the tables: division, place, player, matches, points, tie-breaks."""
    found = _found(request, pk)
    text = io.StringIO()
    lines = csv.writer(text)
    who = "team" if found.event_format.by_teams else "player"
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
    """Serve every board of every team meeting as CSV."""
    found = _found(request, pk)
    if not found.event_format.by_teams:
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
    """Serve everything public about a tournament as JSON."""
    return JsonResponse(interchange.as_plain(_found(request, pk)))


@require_safe
@answers_refusals
def as_trf(request: PageRequest, pk: int) -> HttpResponse:
    """Serve a two-seat tournament as a report file; several divisions as a zipped file each.

    `?division=` chooses one: its number, or `playoff`.
    """
    found = _found(request, pk)
    files = interchange.as_trf(found, request.GET.get("division", "")[:20])
    name, text = next(iter(files.items()))
    if len(files) == 1:
        answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    else:
        name = f"tournament-{found.pk}-trf.zip"
        answer = HttpResponse(_zipped(files), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _zipped(files: Mapping[str, str]) -> bytes:
    """Return files in one archive, the same bytes for the same files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
