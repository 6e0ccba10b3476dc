"""A player's own matches: their turn, others' turn, offers, finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.queries import PlayerRequest
from games import lobby_queries, queries
from games.web.access import for_players
from games.web.lobby.rows import SeekRow, rows_of, seek_rows

if TYPE_CHECKING:
    from accounts.models import Player

SHOWN = 100
FINISHED_SHOWN = 10


@never_cache
@for_players
@require_safe
def dashboard(request: PlayerRequest) -> HttpResponse:
    """Show all that concerns the reader, in at most ten queries however many matches they have."""
    reader = request.reader
    now = timezone.now()
    offered = list(lobby_queries.open_challenges_of(reader, now))
    awaiting = rows_of(queries.matches_awaiting(reader)[:SHOWN], reader)
    rows = seek_rows(offered, reader)
    context = {
        "awaiting": awaiting,
        "awaiting_count": len(awaiting),
        "waiting": rows_of(queries.matches_waiting(reader)[:SHOWN], reader),
        "to_me": [row for row in rows if _is_asked(row, reader)],
        "by_me": [row for row in rows if row["challenge"].challenger_id == reader.pk],
        "joined": [row for row in rows if _waits(row, reader)],
        "finished": rows_of(queries.matches_finished(reader, reader, FINISHED_SHOWN), reader),
    }
    return render(request, "games/dashboard.html", context)


def _waits(row: SeekRow, reader: Player) -> bool:
    """Whether the reader has a seat at a table of somebody else that still fills."""
    return bool(row["challenge"].challenger_id != reader.pk and row["table"].has_joined)


def _is_asked(row: SeekRow, reader: Player) -> bool:
    """Whether somebody else asks the reader to play."""
    return bool(row["challenge"].challenger_id != reader.pk and not row["table"].has_joined)
