"""Tournament template tags for other packages: ``{% load events %}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils import timezone

from tournaments import club_queries, fame_queries, queries, running_queries
from tournaments.services.tables import current_places

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Match

register = template.Library()
MAX_SHOWN = 12
MAX_ON_HOME = 3


@register.inclusion_tag("tournaments/_titles.html")
def titles_of(player: Player, reader: Player | None) -> dict[str, object]:
    """Show a player's titles, current entries and clubs."""
    return {
        "titles": fame_queries.titles_of(player, reader)[:MAX_SHOWN],
        "entries": fame_queries.visible_entries(player, reader)[:MAX_SHOWN],
        "clubs": club_queries.visible_memberships(player, reader),
    }


@register.inclusion_tag("tournaments/_events_now.html")
def events_now(reader: Player | None) -> dict[str, object]:
    """Show a player's current tournaments; to visitors, rounds about to close and open events."""
    now = timezone.now()  # noqa: TID251 (a page: shown as of now)
    if reader is None:
        listed = queries.visible_tournaments("open")
        return {
            "rounds": running_queries.rounds_closing(now)[:MAX_ON_HOME],
            "open": listed[:MAX_ON_HOME],
        }
    entries = [
        (entry, running_queries.current_round(entry), running_queries.current_draft(entry))
        for entry in running_queries.current_entries(reader)[:MAX_ON_HOME]
    ]
    return {"entries": entries, "own": True, "now": now}


@register.inclusion_tag("tournaments/_standing_after.html")
def standing_after(match: Match, event: str) -> dict[str, object]:
    """Show the current places of a finished match's players in its tournament."""
    return {"match": match, "event": event, "places": current_places.entrant_places(match)}
