"""Queries about requests to enter and entry links."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from accounts.models import Player
from tournaments.models import EntryLink, EntryRequest, Tournament


def requests_to(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return all requests, answered or not, oldest first."""
    found = EntryRequest.objects.filter(tournament=tournament, player__closed_at=None)
    return found.select_related("player", "by", "club")


def pending_requests(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return the unanswered requests, oldest first."""
    found = EntryRequest.objects.pending().filter(tournament=tournament)
    return found.select_related("player", "club")


def declined_requests(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return the declined requests, oldest first."""
    return requests_to(tournament).filter(accepted=False, answered_at__isnull=False)


def request_of(tournament: Tournament, player: Player | None) -> EntryRequest | None:
    """Return a player's own request, pending or declined, or None."""
    if player is None:
        return None
    return EntryRequest.objects.filter(tournament=tournament, player=player, accepted=False).first()


def links_of(tournament: Tournament) -> QuerySet[EntryLink]:
    """Return the links in force with their use counts, except those of e-mail invitations."""
    found = EntryLink.objects.filter(tournament=tournament, revoked_at=None)
    found = found.filter(address_invitation=None)
    return found.annotate(used=Count("uses")).select_related("by")
