"""Lock a club for a transaction and check who may act on it."""

from __future__ import annotations

from accounts.models import Player
from games.services.errors import Refused
from tournaments import club_queries
from tournaments.models import Club, ClubMember


def lock_open_club(key: str, player: Player | None) -> Club:
    """Lock a club; refuses ``no_such_club`` and ``club_closed``."""
    club = lock_any_club(key, player)
    if club.closed_at is not None:
        raise Refused("club_closed")
    return club


def lock_any_club(key: str, player: Player | None) -> Club:
    """Lock a club, closed or not; refuses ``no_such_club``."""
    found = club_queries.visible_club(player, key)
    if found is None:
        raise Refused("no_such_club")
    return Club.objects.select_for_update(of=("self",)).get(pk=found.pk)


def lock_club(pk: int) -> Club:
    """Lock a club without checking that the caller may know of it.

    Refuses ``no_such_club`` and ``club_closed``.
    """
    club = Club.objects.select_for_update(of=("self",)).filter(pk=pk).first()
    if club is None:
        raise Refused("no_such_club")
    if club.closed_at is not None:
        raise Refused("club_closed")
    return club


def require_leader(club: Club, player: Player) -> ClubMember:
    """Return the membership; refuse anybody but the owner and the officers."""
    own = club_queries.membership(club, player)
    if own is None or not own.leads:
        raise Refused("not_your_club")
    return own


def require_owner(club: Club, player: Player) -> ClubMember:
    """Return the membership; refuse anybody but the owner."""
    own = require_leader(club, player)
    if own.role != ClubMember.Role.OWNER:
        raise Refused("not_the_owner")
    return own


def require_person(player: Player) -> None:
    """Refuse guests, bots, and people without a confirmed address."""
    if player.kind != Player.Kind.PERSON or player.closed_at is not None:
        raise Refused("guests_have_no_clubs")
    if player.user is None or not player.user.address_confirmed:
        raise Refused("guests_have_no_clubs")
