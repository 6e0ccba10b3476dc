"""Members of a club: joining, leaving, removal and roles."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.services.errors import Refused
from games.services.match import audiences
from notifications.services.limits import caused_by
from tournaments import club_queries
from tournaments.models import Club, ClubInvitation, ClubLine, ClubMember
from tournaments.services.clubs import emails, log
from tournaments.services.clubs.locks import (
    lock_any_club,
    lock_open_club,
    require_leader,
    require_owner,
    require_person,
)

Role, Act = ClubMember.Role, ClubLine.Act
MAX_MEMBERS = 500
ASSIGNABLE_ROLES: tuple[str, ...] = (Role.OFFICER, Role.MEMBER)


def add_member(club: Club, player: Player, now: datetime) -> ClubMember:
    """Make a person a member of a locked club and mark their invitation as accepted.

    Refuses ``guests_have_no_clubs``, ``in_club_already``, ``club_full``.
    """
    require_person(player)
    if club_queries.is_member(club, player):
        raise Refused("in_club_already")
    if ClubMember.objects.present().filter(club=club).count() >= MAX_MEMBERS:
        raise Refused("club_full", limit=MAX_MEMBERS)
    asked = ClubInvitation.objects.filter(club=club, player=player)
    asked.update(accepted_at=now, declined_at=None, withdrawn_at=None)
    made = ClubMember.objects.create(club=club, player=player, since=now)
    audiences.admit(club.audience, player)
    log.record_act(club, Act.JOINED, player, now)
    return made


@transaction.atomic
def join(key: str, player: Player, *, now: datetime) -> ClubMember:
    """Join a club that is open to everybody.

    Refuses ``no_such_club``, ``club_closed``, ``club_by_invitation``, ``removed_from_club``, and
    what ``add_member`` refuses.
    """
    club = lock_open_club(key, player)
    require_person(player)
    if club_queries.is_member(club, player):
        raise Refused("in_club_already")
    if not club.open_to_all:
        raise Refused("club_by_invitation")
    acts = ClubLine.objects.filter(club=club, act__in=(Act.REMOVED, Act.JOINED))
    mine = acts.filter(about=player, act=Act.REMOVED) | acts.filter(by=player, act=Act.JOINED)
    last = mine.order_by("-pk").first()
    if last is not None and last.act == Act.REMOVED:
        raise Refused("removed_from_club")
    return add_member(club, player, now)


@transaction.atomic
def leave(key: str, player: Player, *, now: datetime) -> None:
    """Leave a club, closed or not. Entries in its events stay.

    Refuses ``no_such_club``, ``not_in_club`` and ``owner_stays``: an owner hands it over or closes
    it first.
    """
    club = lock_any_club(key, player)
    own = club_queries.membership(club, player)
    if own is None:
        raise Refused("not_in_club")
    if own.role == Role.OWNER and club.closed_at is None:
        raise Refused("owner_stays")
    end_membership(own, now)
    log.record_act(club, Act.LEFT, player, now)


def end_membership(member: ClubMember, now: datetime) -> None:
    """End a membership, the access to members' boards, and the invitations they have sent."""
    audiences.dismiss(member.club.audience, member.player)
    member.left_at = now
    member.save(update_fields=["left_at"])
    asked = club_queries.open_invitations(member.club).filter(by=member.player)
    ClubInvitation.objects.filter(pk__in=asked.values("pk")).update(withdrawn_at=now)


@transaction.atomic
def remove(key: str, by: Player, player_id: int, *, now: datetime) -> Player:
    """Remove a member; only the owner can remove officers, and nobody the owner.

    Refuses ``no_such_club``, ``club_closed``, ``not_your_club``, ``not_the_owner``,
    ``no_such_member``, ``owner_stays``.
    """
    club = lock_open_club(key, by)
    require_leader(club, by)
    found = _get_member(club, player_id)
    if found.role == Role.OWNER:
        raise Refused("owner_stays")
    if found.role == Role.OFFICER and found.player_id != by.pk:
        require_owner(club, by)
    end_membership(found, now)
    log.record_act(club, Act.REMOVED, by, now, about=found.player)
    with caused_by(by):
        emails.notify_removed(club, found.player, by, now=now)
    return found.player


@transaction.atomic
def set_role(key: str, owner: Player, player_id: int, role: str, *, now: datetime) -> Player:
    """Make a member an officer or an officer a member again, and notify them.

    Refuses ``no_such_club``, ``club_closed``, ``not_your_club``, ``not_the_owner``,
    ``no_such_member``, ``owner_stays``.
    """
    club = lock_open_club(key, owner)
    require_owner(club, owner)
    found = _get_member(club, player_id)
    if found.role == Role.OWNER:
        raise Refused("owner_stays")
    if role not in ASSIGNABLE_ROLES:
        raise Refused("bad_club_role", known=", ".join(ASSIGNABLE_ROLES))
    if found.role == role:
        return found.player
    found.role = role
    found.save(update_fields=["role"])
    act = Act.PROMOTED if role == Role.OFFICER else Act.DEMOTED
    log.record_act(club, act, owner, now, about=found.player)
    with caused_by(owner):
        emails.notify_role_change(found, owner, now=now)
    return found.player


@transaction.atomic
def hand_over(key: str, owner: Player, player_id: int, *, now: datetime) -> Player:
    """Make an officer the owner; the former owner stays as an officer.

    Refuses ``no_such_club``, ``club_closed``, ``not_your_club``, ``not_the_owner``,
    ``no_such_member``, ``only_to_officers``.
    """
    club = lock_open_club(key, owner)
    own = require_owner(club, owner)
    found = _get_member(club, player_id)
    if found.role != Role.OFFICER:
        raise Refused("only_to_officers")
    own.role = Role.OFFICER
    own.save(update_fields=["role"])
    make_owner(found, owner, now)
    return found.player


def make_owner(heir: ClubMember, before: Player, now: datetime) -> None:
    """Give an ownerless club to a member and notify them."""
    heir.role = Role.OWNER
    heir.save(update_fields=["role"])
    log.record_act(heir.club, Act.HANDED_OVER, before, now, about=heir.player)
    with caused_by(before):
        emails.notify_new_owner(heir, before, now=now)


def _get_member(club: Club, player_id: int) -> ClubMember:
    found = ClubMember.objects.present().filter(club=club, player=player_id)
    member = found.select_related("club", "player__user").first()
    if member is None:
        raise Refused("no_such_member")
    return member
