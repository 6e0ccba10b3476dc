"""Invite a person to join a club, and answer."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts import circle_queries
from accounts.models import Player
from accounts.queries import player_named
from games.services.emails.allowance import require_allowance
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import club_queries
from tournaments.models import UNANSWERED, Club, ClubInvitation
from tournaments.services.clubs import emails, members
from tournaments.services.clubs.locks import lock_club, lock_open_club, require_leader

MAX_OPEN_INVITATIONS, LIMIT_PERIOD = 30, timedelta(days=1)


@transaction.atomic
def invite(key: str, by: Player, name: str, *, now: datetime) -> ClubInvitation:
    """Invite a person by name; they get an e-mail with a link to accept or decline.

    Refuses ``no_such_club``, ``club_closed``, ``not_your_club``, ``no_player_called``,
    ``not_invitable``, ``member_already``, ``declined_before``, ``invited_enough``,
    ``emails_enough``.
    """
    club = lock_open_club(key, by)
    require_leader(club, by)
    name = " ".join(name.replace("\x00", "").split())
    player = player_named(name) if name else None
    if player is None:
        raise Refused("no_player_called", name=name[:40])
    _require_eligible(player, by)
    if club_queries.is_member(club, player):
        raise Refused("member_already", player=player.name)
    known = ClubInvitation.objects.filter(club=club, accepted_at=None)
    before = known.filter(player=player).first()
    if before is not None and before.declined_at is not None:
        raise Refused("declined_before", player=player.name)
    if before is not None and before.withdrawn_at is None:
        return before
    counted = known.filter(UNANSWERED | Q(at__gt=now - LIMIT_PERIOD))
    if counted.exclude(player=player).count() >= MAX_OPEN_INVITATIONS:
        raise Refused("invited_enough", limit=MAX_OPEN_INVITATIONS)
    require_allowance(by, [player], now=now)
    made, _new = ClubInvitation.objects.update_or_create(
        club=club,
        player=player,
        defaults={"by": by, "at": now, "withdrawn_at": None, "accepted_at": None},
    )
    with caused_by(by):
        emails.ask_invitee(made, now=now)
    return made


@transaction.atomic
def withdraw(key: str, by: Player, invitation: int, *, now: datetime) -> None:
    """Withdraw an unanswered invitation; refuses ``not_invited``.

    It still counts towards the daily limit: the e-mail was sent.
    """
    club = lock_open_club(key, by)
    require_leader(club, by)
    found = club_queries.open_invitations(club).filter(pk=invitation).first()
    if found is None:
        raise Refused("not_invited")
    ClubInvitation.objects.filter(pk=found.pk).update(withdrawn_at=now)


@transaction.atomic
def answer(club: int, player: Player, *, accept: bool, now: datetime) -> None:
    """Accept or decline a club's invitation and notify the inviter.

    Accepting again as a member changes nothing. Refuses ``not_invited``, ``club_closed``, and what
    ``members.add_member`` refuses.
    """
    asked = ClubInvitation.objects.filter(club=club, player=player, withdrawn_at=None)
    if not asked.filter(declined_at=None).exists():
        raise Refused("not_invited")
    found = lock_club(club)
    invitation = club_queries.open_invitations(found).filter(player=player).first()
    if invitation is None:
        joined = asked.exclude(accepted_at=None).exists() and club_queries.is_member(found, player)
        if accept and joined:
            return
        raise Refused("not_invited")
    if accept:
        members.add_member(found, invitation.player, now)
        with caused_by(player):
            emails.notify_answered(invitation, accepted=True, now=now)
        return
    ClubInvitation.objects.filter(pk=invitation.pk).update(declined_at=now)
    with caused_by(player):
        emails.notify_answered(invitation, accepted=False, now=now)


@transaction.atomic
def answer_by_key(key: str, player: Player, *, accept: bool, now: datetime) -> Club:
    rows = ClubInvitation.objects.filter(club__key=key, player=player).select_related("club")
    found = rows.first()
    if found is None:
        raise Refused("not_invited")
    answer(found.club_id, player, accept=accept, now=now)
    return found.club


def _require_eligible(player: Player, by: Player) -> None:
    """Refuse guests, bots, closed accounts and players who have blocked ``by``."""
    person = player.kind == Player.Kind.PERSON and player.closed_at is None
    if not person or player.user is None or not player.user.address_confirmed:
        raise Refused("not_invitable", player=player.name)
    if circle_queries.has_blocked(player, by):
        raise Refused("not_invitable", player=player.name)
