"""A player's own matches: to move, waiting, challenges, finished."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.core.paginator import Page, Paginator
from django.db.models import Count, Window
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games import lobby_queries, player_queries, queries
from games.player_queries import MatchFilter
from games.web.access import player_required
from games.web.lobby.match_filter import filter_context, read_filter
from games.web.lobby.rows import MatchRow, SeekRow, rows_of, seek_rows

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import Player
    from games.models import Match

SHOWN = 40  # per list and page
MIN_MATCHES_FOR_FILTER = 12  # show a filter from this many matches on
FINISHED_SHOWN = 10


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list: its rows, the total of all pages, and the page links."""

    rows: list[MatchRow]
    total: int
    page: Page[int]
    pages: list[int | str]


@never_cache
@player_required
@require_safe
def dashboard(request: PlayerRequest) -> HttpResponse:
    """Show everything that concerns the reader, in at most ten queries."""
    reader = request.reader
    now = timezone.now()
    offered = list(lobby_queries.open_challenges_of(reader, now))
    wanted = replace(read_filter(request.GET), result="")
    filtered = wanted != MatchFilter()
    mine, theirs = (
        _list_page(
            player_queries.filter_matches(found, reader, wanted), reader, request.GET.get(name)
        )
        for name, found in (
            ("page", queries.matches_awaiting(reader)),
            ("theirs", queries.matches_awaiting_others(reader)),
        )
    )
    rows = seek_rows(offered, reader)
    finished = player_queries.finished_matches(reader, reader, FINISHED_SHOWN)
    context = {
        "awaiting": mine.rows,
        "awaiting_count": queries.awaiting_count(reader) if filtered else mine.total,
        "waiting": theirs.rows,
        "mine": mine,
        "theirs": theirs,
        **filter_context(wanted),
        "many": filtered or mine.total + theirs.total >= MIN_MATCHES_FOR_FILTER,
        "to_me": [row for row in rows if _is_asked(row, reader)],
        "by_me": [row for row in rows if row["challenge"].challenger_id == reader.pk],
        "joined": [row for row in rows if _has_joined(row, reader)],
        "finished": rows_of(finished, reader),
    }
    return render(request, "games/dashboard.html", context)


def _list_page(found: QuerySet[Match], reader: Player, asked: str | None) -> ListPage:
    """Return a page of matches in one query; the first page if the requested one is empty."""
    number = min(max(parse_number(asked, 4) or 1, 1), 1000)
    counted = lobby_queries.annotate_last_move(found).annotate(total=Window(Count("pk")))
    shown = list(counted[(number - 1) * SHOWN : number * SHOWN])
    if not shown and number > 1:
        return _list_page(found, reader, None)
    total = shown[0].total if shown else 0
    page = Paginator(range(total), SHOWN).get_page(number)
    pages = list(page.paginator.get_elided_page_range(number))
    return ListPage(rows_of(shown, reader), total, page, pages)


def _has_joined(row: SeekRow, reader: Player) -> bool:
    """Whether the reader has joined somebody else's challenge that is not full yet."""
    return bool(row["challenge"].challenger_id != reader.pk and row["table"].has_joined)


def _is_asked(row: SeekRow, reader: Player) -> bool:
    """Whether somebody else asks the reader to play."""
    return bool(row["challenge"].challenger_id != reader.pk and not row["table"].has_joined)
