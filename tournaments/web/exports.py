"""Files of a tournament: standings as CSV, everything as JSON, two-seat events as TRF."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games.web.files import file_response
from tournaments.services.files import interchange, team_files
from tournaments.services.tables.rows import TieBreakValue
from tournaments.services.tables.views import division_views
from tournaments.web.errors import show_refusals
from tournaments.web.lookup import tournament_or_404

UNSAFE = tuple("=+-@\t\r＝＋－＠")  # also in their full-width forms


def safe_cell(text: str) -> str:
    """Return text that no spreadsheet interprets as a formula."""
    return f"'{text}" if text.startswith(UNSAFE) else text


def plain_number(mark: TieBreakValue) -> int | float | str:
    """Return a number for programs (1.5), an instant in ISO 8601, "" for None."""
    if mark is None:
        return ""
    if isinstance(mark, datetime):
        return mark.isoformat()
    return int(mark) if mark == int(mark) else float(mark)


def csv_response(rows: Iterable[Iterable[object]], name: str) -> HttpResponse:
    """Return rows as a CSV file with a byte order mark, so that spreadsheets detect UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return file_response(text.getvalue().encode("utf-8-sig"), name, "text/csv; charset=utf-8")


def _cell(value: object) -> object:
    if isinstance(value, str):
        return safe_cell(value)
    return plain_number(value) if isinstance(value, Fraction) else value


@require_safe
def table_csv(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the standings as CSV.

    Columns: division, place, player, matches, points, tie-breaks, performance, and the number of
    running matches, which do not count yet.
    """
    found = tournament_or_404(request, pk)
    who = "team" if found.event_format.has_teams else "player"
    rates = not found.event_format.has_puzzles  # a puzzle has no rating to perform against
    heads = ["division", "place", who, "matches", "points", *found.tie_breaks]
    rows: list[list[object]] = [[*heads, "performance", "running"] if rates else heads]
    for view in division_views(found):
        for row in view.rows:
            name = safe_cell(row.player.name)
            figures = map(plain_number, (row.score, *row.marks))
            cells: list[object] = [safe_cell(view.name), row.place, name, row.played, *figures]
            performance = "" if row.performance is None else row.performance
            rows.append([*cells, performance, row.running] if rates else cells)
    return csv_response(rows, f"tournament-{found.pk}.csv")


@require_safe
def boards_csv(request: PageRequest, pk: int) -> HttpResponse:
    """Serve all boards of all team meetings as CSV."""
    found = tournament_or_404(request, pk)
    if not found.event_format.has_teams:
        raise Http404
    rows = (map(_cell, row) for row in team_files.board_rows(found))
    return csv_response([team_files.BOARD_COLUMNS, *rows], f"tournament-{found.pk}-boards.csv")


@require_safe
def as_json(request: PageRequest, pk: int) -> HttpResponse:
    """Serve everything public about a tournament as JSON."""
    return JsonResponse(interchange.to_plain_json(tournament_or_404(request, pk)))


@require_safe
@show_refusals
def as_trf(request: PageRequest, pk: int) -> HttpResponse:
    """Serve a two-seat tournament as a report file; several divisions as a ZIP of one file each.

    ``?division=`` selects one: its number, or ``playoff``.
    """
    found = tournament_or_404(request, pk)
    files = interchange.to_trf(found, request.GET.get("division", "")[:20])
    name, text = next(iter(files.items()))
    if len(files) == 1:
        return file_response(text, name)
    return file_response(_zip_files(files), f"tournament-{found.pk}-trf.zip", "application/zip")


def _zip_files(files: Mapping[str, str]) -> bytes:
    """Return files as one ZIP archive; the same files give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
