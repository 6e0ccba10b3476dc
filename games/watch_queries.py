"""Queries about watch lists."""

from __future__ import annotations

from django.db.models import Case, IntegerField, QuerySet, Value, When

from accounts.models import Player
from games.models import Match, Watch
from games.queries import SEATS_PREFETCH
from notifications.queries import is_muted

MAX_WATCHED_SHOWN = 100


def watched_matches(player: Player) -> QuerySet[Match]:
    """Return the matches on a player's watch list that they may see, running ones first."""
    over = Case(
        When(status=Match.Status.RUNNING, then=Value(0)),
        default=Value(1),
        output_field=IntegerField(),
    )
    return (
        Match.objects.visible_to(player)
        .filter(watches__player=player)
        .annotate(over=over)
        .order_by("over", "-finished_at", "-pk")
        .prefetch_related(SEATS_PREFETCH)[:MAX_WATCHED_SHOWN]
    )


def is_watching(player: Player, match: Match) -> bool:
    return Watch.objects.filter(player=player, match=match).exists()


def subscription_flags(player: Player, match_id: int) -> dict[str, bool]:
    """Return whether a player watches a match, and whether they have muted it."""
    return {
        "watching": Watch.objects.filter(player=player, match=match_id).exists(),
        "muted": is_muted(player, f"match:{match_id}"),
    }
