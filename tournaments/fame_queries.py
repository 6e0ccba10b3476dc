"""Queries about titles and current entries, as far as visible to the viewer."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import Player
from tournaments.models import Entrant, Tournament
from tournaments.queries import entries_of


def _visible_to(viewer: Player | None) -> Q:
    """Return the condition that a row's tournament is visible to the viewer."""
    private = Tournament.objects.filter(club__private=True)
    known = private.visible_to(viewer)
    return ~Q(tournament__in=private.values("pk")) | Q(tournament__in=known.values("pk"))


def visible_entries(player: Player, viewer: Player | None) -> QuerySet[Entrant]:
    """Return a player's entries in running events that are visible to the viewer."""
    return entries_of(player).filter(_visible_to(viewer), tournament__finished_at=None)


def titles_of(player: Player, viewer: Player | None) -> QuerySet[Entrant]:
    """Return a player's titles, newest first: first place in the highest division or play-off.

    Events hidden from the viewer are left out.
    """
    return (
        Entrant.objects.in_top_division()
        .filter(
            player=player,
            final_place=1,
            tournament__status=Tournament.Status.FINISHED,
        )
        .filter(_visible_to(viewer))
        .select_related("tournament")
        .order_by("-tournament__finished_at", "-pk")
    )


def champions(viewer: Player | None) -> QuerySet[Entrant]:
    """Return the individual winners of finished tournaments, newest first."""
    return (
        Entrant.objects.in_top_division()
        .filter(team=None, final_place=1, tournament__status=Tournament.Status.FINISHED)
        .filter(_visible_to(viewer))
        .select_related("tournament", "player")
        .order_by("-tournament__finished_at", "player__name", "pk")
    )
