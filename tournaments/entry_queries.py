"""Reads about who would like to enter, and about the links by which players do."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from accounts.models import Player
from tournaments.models import EntryLink, EntryRequest, Tournament


def requests_to(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return all requests, answered or not, the oldest first."""
    found = EntryRequest.objects.filter(tournament=tournament, player__closed_at=None)
    return found.select_related("player", "by", "club")


def pending_requests(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return the requests that no organiser has answered, the oldest first."""
    found = EntryRequest.objects.pending().filter(tournament=tournament)
    return found.select_related("player", "club")


def declined_requests(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return the requests that were declined, the oldest first."""
    return requests_to(tournament).filter(accepted=False, answered_at__isnull=False)


def request_of(tournament: Tournament, player: Player | None) -> EntryRequest | None:
    """Return a player's own request, pending or declined; None if there is none."""
    if player is None:
        return None
    return EntryRequest.objects.filter(tournament=tournament, player=player, accepted=False).first()


def links_of(tournament: Tournament) -> QuerySet[EntryLink]:
    """Return the links that are not revoked and nobody's own, each with how many have used it."""
    found = EntryLink.objects.filter(tournament=tournament, revoked_at=None)
    found = found.filter(address_invitation=None)
    return found.annotate(used=Count("uses")).select_related("by")
