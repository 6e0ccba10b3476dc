"""Pagination of long tables; the reader's own row is always shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from django.core.paginator import Paginator

from tournaments.division_queries import contents_of
from tournaments.services.tables.views import view_of

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Division, Tournament
    from tournaments.services.tables.rows import TableRow
    from tournaments.services.tables.views import DivisionView

T = TypeVar("T")
ROWS_PER_PAGE = 100
MAX_FULL_DIVISIONS = 8  # divisions; above that, each is shown in full only on its own page


class TablePage(NamedTuple):
    """One page of long tables, its pager, and the reader's own row if that is on another page."""

    views: Sequence[DivisionView]
    pager: dict[str, object]
    own: tuple[TableRow, int] | None = None

    @property
    def context(self) -> dict[str, object]:
        return {"views": self.views, "own_line": self.own, **self.pager}


def paginate(parts: Sequence[T], asked: str) -> tuple[T | None, dict[str, object]]:
    """Return the requested page of a list, and the context of its pager."""
    page = (paginator := Paginator(parts, 1)).get_page(asked)
    pages = list(paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1))
    return next(iter(page), None), {"page": page, "pages": pages}


def split_rows(lines: Sequence[T]) -> list[Sequence[T]]:
    """Split a list into parts of ``LINES``; an empty list gives one empty part."""
    return [lines[at : at + ROWS_PER_PAGE] for at in range(0, len(lines), ROWS_PER_PAGE)] or [lines]


def table_page(
    tournament: Tournament,
    divisions: Sequence[Division],
    reader: Player | None,
    asked: str,
    chosen: int = 0,
) -> TablePage:
    """Return one page of tables: several whole divisions, or part of a single one."""
    if len(divisions) != 1:
        some, pager = paginate(_group_divisions(divisions), asked)
        brief = len(divisions) > MAX_FULL_DIVISIONS
        return TablePage([view_of(tournament, each, bare=brief) for each in some or ()], pager)
    view = view_of(tournament, divisions[0], chosen=chosen)
    parts = split_rows(view.rows)
    rows, pager = paginate(parts, asked)
    own = None if tournament.event_format.has_teams else _own_row(parts, rows, reader)
    return TablePage([replace(view, rows=tuple(rows or ()))], pager, own)


def _group_divisions(divisions: Sequence[Division]) -> list[list[Division]]:
    """Group divisions into pages of about ``LINES`` rows, in order."""
    pages: list[list[Division]] = []
    room = 0
    for division in divisions:
        lines = len(contents_of(division).entrants)
        if not pages or lines > room:
            pages.append([])
            room = ROWS_PER_PAGE
        pages[-1].append(division)
        room -= lines
    return pages


def _own_row(
    parts: Sequence[Sequence[TableRow]], shown: Sequence[TableRow] | None, reader: Player | None
) -> tuple[TableRow, int] | None:
    """Return the reader's own row and its page; None if that page is shown or there is none."""
    if reader is None:
        return None
    for number, rows in enumerate(parts, 1):
        for row in rows:
            if row.player.pk == reader.pk:
                return None if rows is shown else (row, number)
    return None
