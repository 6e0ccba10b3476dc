"""Queries about running events: rounds about to close, a player's current entries."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from tournaments import queries
from tournaments.models import Absence, Entrant, Round, RoundDraft, Tournament


def current_entries(player: Player) -> QuerySet[Entrant]:
    """Return a player's entries in open or running tournaments, newest first."""
    going = (Tournament.Status.OPEN, Tournament.Status.RUNNING)
    found = queries.entries_of(player).filter(tournament__status__in=going)
    return found.exclude(status=Entrant.Status.WITHDRAWN)


def current_round(entrant: Entrant) -> Round | None:
    """Return an entrant's open round, annotated with the number of fixtures, all and played."""
    counts = Q(fixtures__set_aside_at=None)
    return (
        Round.objects.filter(division=entrant.division_id, closed_at=None)
        .annotate(
            all=Count("fixtures", filter=counts),
            played=Count("fixtures", filter=counts & Q(fixtures__settled_at__isnull=False)),
        )
        .order_by("number")
        .first()
    )


def current_draft(entrant: Entrant) -> RoundDraft | None:
    """Return the unpublished round that an entrant will play once it has been reviewed."""
    tournament = entrant.tournament
    if not (tournament.reviewed and tournament.is_running):
        return None
    found = RoundDraft.objects.filter(division__in=(entrant.division_id, entrant.playoff_id))
    away = Absence.objects.filter(entrant=entrant, round=OuterRef("number"))
    return found.exclude(Exists(away)).first()


def rounds_closing(now: datetime) -> QuerySet[Round]:
    """Return the open rounds of public tournaments, next to close first."""
    found = Round.objects.filter(closed_at=None, opens_at__lte=now, closes_at__gt=now)
    running = found.filter(division__tournament__status=Tournament.Status.RUNNING)
    running = running.exclude(division__tournament__club__private=True)
    return running.select_related("division__tournament").order_by("closes_at", "pk")
