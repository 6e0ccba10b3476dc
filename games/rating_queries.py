"""Reads about ratings and about the results that count for a player."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import Player
from games.models import Match, Rating, RatingEntry, Seat

ENTRIES_SHOWN = 100
ENTRY_READ = (
    *("player", "pool", "number", "at", "games_before", "before", "after", "counts"),
    *("intervention", "match__private"),
)


def ratings_of(player: Player) -> QuerySet[Rating]:
    """Return the player's figures, the most played pool first."""
    return Rating.objects.filter(player=player, games__gt=0).order_by("-games", "pool")


def rating_history(player: Player, pool: str) -> list[RatingEntry]:
    """Return the player's latest entries in a pool (ENTRIES_SHOWN at most), oldest first."""
    latest = (
        RatingEntry.objects.filter(player=player, pool=pool)
        .select_related("match")
        .only(*ENTRY_READ)
    )
    return list(latest.order_by("-number")[:ENTRIES_SHOWN])[::-1]


def leaderboard(pool: str) -> QuerySet[Rating]:
    """Return the figures of a pool, best first; closed accounts left out."""
    return (
        Rating.objects.filter(pool=pool, games__gt=0, player__closed_at=None)
        .select_related("player")
        .order_by("-value", "player__name")
    )


def counting_for(player: Player) -> Q:
    """Select the seats whose result counts for a player: not those they took over."""
    return Q(player=player, original=None) | Q(original=player)


def score_against(player: Player, other: Player) -> dict[str, int]:
    """Return how often the player won, lost and tied against the other."""
    matches = Match.objects.ever_of(other).ever_of(player).filter(status=Match.Status.FINISHED)
    rows = Seat.objects.filter(counting_for(player) | counting_for(other), match__in=matches)
    ranks: dict[int, dict[int, int | None]] = {}
    for seat in rows:
        ranks.setdefault(seat.match_id, {})[seat.rated_id] = seat.rank
    found = {"won": 0, "lost": 0, "tied": 0}
    for pair in ranks.values():
        own, theirs = pair.get(player.pk), pair.get(other.pk)
        if own is None or theirs is None:
            continue
        found["won" if own < theirs else "lost" if own > theirs else "tied"] += 1
    return found


def count_rating_entries(pool: str | None = None) -> int:
    """Return how many rating entries there are, in all pools or in one."""
    entries = RatingEntry.objects.all()
    return entries.count() if pool is None else entries.filter(pool=pool).count()
