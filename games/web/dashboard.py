"""A player's own matches: what awaits him, what he waits for, what was offered, what is over."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games import lobby_queries, queries
from games.web.access import for_players
from games.web.rows import rows_of, seek_rows

SHOWN = 100
FINISHED_SHOWN = 10


@never_cache
@for_players
@require_safe
def dashboard(request: PageRequest) -> HttpResponse:
    """Show all that concerns the reader, in at most ten queries however many matches he has."""
    reader: Any = request.reader
    now = timezone.now()
    offered = list(lobby_queries.open_challenges_of(reader, now))
    awaiting = rows_of(queries.matches_awaiting(reader)[:SHOWN], reader)
    context = {
        "awaiting": awaiting,
        "awaiting_count": len(awaiting),
        "waiting": rows_of(queries.matches_waiting(reader)[:SHOWN], reader),
        "to_me": seek_rows(each for each in offered if each.challenger_id != reader.pk),
        "by_me": seek_rows(each for each in offered if each.challenger_id == reader.pk),
        "finished": rows_of(queries.matches_finished(reader, reader)[:FINISHED_SHOWN], reader),
    }
    return render(request, "games/dashboard.html", context)
