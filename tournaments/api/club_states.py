"""API representations of clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.api.states import api_url, player_json
from notifications.services.headers import absolute_url
from tournaments import club_queries
from tournaments.services.clubs import standing

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Club, ClubNews

MAX_EVENTS = 30
ROW_FIELDS = ("place", "points", "titles", "podiums", "events", "played", "won", "drawn")


def club_brief(club: Club) -> dict[str, object]:
    """Return a club as it appears in lists."""
    names = ("key", "name", "private", "open_to_all", "founded_at", "closed_at")
    return {name: getattr(club, name) for name in names} | {
        "url": api_url("club", club.key),
        "page": absolute_url(club.get_absolute_url()),
    }


def club_state(club: Club, reader: Player | None) -> dict[str, object]:
    """Return a club with its members and events; invitations only for its leaders."""
    own = club_queries.membership(club, reader)
    events = list(club_queries.events_of(club, reader)[:MAX_EVENTS])
    winners = standing.winner_names(events)
    asked = club_queries.open_invitations(club) if own is not None and own.leads else []
    return club_brief(club) | {
        "text": club.text,
        "terms": club.terms,
        "role": own.role if own is not None else "",
        "members": [
            {"player": player_json(each.player), "role": each.role, "since": each.since}
            for each in club_queries.members_of(club)
        ],
        "invited": [
            {
                "id": each.pk,
                "player": player_json(each.player),
                "by": player_json(each.by),
                "at": each.at,
            }
            for each in asked
        ],
        "events": [
            {
                "id": each.pk,
                "name": each.title,
                "status": each.status,
                "winner": winners.get(each.pk, ""),
            }
            for each in events
        ],
    }


def club_table_json(club: Club) -> dict[str, object]:
    """Return the all-time standings with the records."""
    found = standing.all_time_standings(club)
    return {
        "rows": [
            {name: getattr(row, name) for name in ROW_FIELDS} | {"player": player_json(player)}
            for row, player in found.rows
        ],
        "records": [
            {
                "record": each.name,
                "figure": each.figure,
                "players": [player_json(one) for one in each.players],
            }
            for each in found.records
        ],
    }


def news_json(club_news: ClubNews) -> dict[str, object]:
    return {
        "id": club_news.pk,
        "title": club_news.title,
        "text": club_news.text,
        "by": player_json(club_news.by),
        "at": club_news.at,
    }
