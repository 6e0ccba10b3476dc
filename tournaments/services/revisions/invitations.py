"""Invite a person to help organise a tournament, take it over, or enter it, and answer."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.queries import player_named
from games.services.emails.allowance import require_allowance
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import queries, staff_queries
from tournaments.models import UNANSWERED, Entrant, EventInvitation, Tournament
from tournaments.services.entries import persons
from tournaments.services.locks import lock_tournament, require_can_hand_over, require_organiser
from tournaments.services.revisions import invitation_emails, late, staff

Kind = EventInvitation.Kind
HELP, TAKE_OVER, ENTER = Kind.HELP, Kind.TAKE_OVER, Kind.ENTER
PURPOSES: tuple[str, ...] = (HELP, TAKE_OVER, ENTER)
LIMIT_PERIOD = timedelta(days=1)
MAX_OPEN_INVITATIONS = {Kind.HELP: 10, Kind.TAKE_OVER: 5, Kind.ENTER: 100}


@transaction.atomic
def invite(pk: int, by: Player, name: str, kind: str, *, now: datetime) -> EventInvitation:
    """Invite a person by name; they get an e-mail with a link to accept or decline.

    Refuses ``not_your_tournament``, ``not_main_organiser``, ``tournament_over``,
    ``no_player_called``, ``not_invitable``, ``organises_already``, ``asked_oneself``,
    ``referees_do_not_organise``, ``declined_before``, ``invited_enough``, ``emails_enough``, and
    for entries what ``late.require_can_invite`` refuses.
    """
    tournament = lock_tournament(pk)
    _require_can_invite(tournament, by, kind)
    name = " ".join(name.split())
    player = player_named(name) if name else None
    if player is None:
        raise Refused("no_player_called", name=name[:40])
    staff.require_eligible(tournament, player, by)
    if kind == Kind.ENTER:
        late.require_can_invite(tournament, player)
    else:
        staff.require_not_organiser(tournament, player, kind, by)
    known = EventInvitation.objects.filter(tournament=tournament, kind=kind, accepted_at=None)
    before = known.filter(player=player).first()
    if before is not None and before.declined_at is not None:
        raise Refused("declined_before", player=player.name)
    if before is not None and before.withdrawn_at is None:
        return before
    counted = Q(withdrawn_at=None) | Q(at__gt=now - LIMIT_PERIOD)
    if known.filter(counted).exclude(player=player).count() >= MAX_OPEN_INVITATIONS[Kind(kind)]:
        raise Refused("invited_enough", limit=MAX_OPEN_INVITATIONS[Kind(kind)])
    require_allowance(by, [player], now=now)
    if kind == Kind.TAKE_OVER:  # one at a time; earlier links stop working
        known.filter(UNANSWERED).update(withdrawn_at=now)
    made, _new = EventInvitation.objects.update_or_create(
        tournament=tournament,
        player=player,
        kind=kind,
        defaults={"by": by, "at": now, "withdrawn_at": None, "accepted_at": None},
    )
    with caused_by(by):
        invitation_emails.ask_invitee(made, now=now)
    return made


@transaction.atomic
def withdraw(pk: int, by: Player, invitation: int, *, now: datetime) -> None:
    """Withdraw an unanswered invitation; refuses ``not_invited``.

    It still counts towards the daily limit: the e-mail was sent.
    """
    tournament = lock_tournament(pk)
    found = staff_queries.invitations_for(tournament).filter(pk=invitation).first()
    if found is None:
        require_organiser(tournament, by)
        raise Refused("not_invited")
    _require_can_invite(tournament, by, found.kind)
    EventInvitation.objects.filter(pk=found.pk).update(withdrawn_at=now)


@transaction.atomic
def answer(pk: int, player: Player, kind: str, *, accept: bool, now: datetime) -> Entrant | None:
    """Accept or decline an invitation and notify the inviter.

    Returns the entry if the player accepts to play. Accepting twice changes nothing while the first
    acceptance stands. Refuses ``not_invited``, ``tournament_over``, and what the acceptance itself
    refuses.
    """
    tournament = lock_tournament(pk)
    invitation = staff_queries.invitations_for(tournament, player).filter(kind=kind).first()
    if invitation is None:
        if not (accept and staff_queries.has_accepted(tournament, player, kind)):
            raise Refused("not_invited")
        return queries.entry_of(tournament, player) if kind == Kind.ENTER else None
    _require_not_over(tournament)
    invitation.tournament = tournament
    if not accept:
        invitation.declined_at = now
        invitation.save(update_fields=["declined_at"])
        with caused_by(player):
            invitation_emails.notify_declined(invitation, now=now)
        return None
    entrant = None
    if kind == Kind.ENTER:
        entrant = late.accept(invitation, now)
    elif kind == Kind.TAKE_OVER:
        staff.take_over(invitation, now)
    else:
        staff.join(invitation, now)
    EventInvitation.objects.filter(pk=invitation.pk).update(accepted_at=now)
    if kind != Kind.TAKE_OVER:  # take_over has notified them
        with caused_by(player):
            invitation_emails.notify_accepted(invitation, now=now)
    return entrant


def refusal_to_accept(invitation: EventInvitation, now: datetime) -> Refused | None:
    """Return why the player cannot accept to play now, or None."""
    if invitation.kind != Kind.ENTER or invitation.declined_at is not None:
        return None
    try:
        _require_not_over(invitation.tournament)
        persons.require_can_enter(invitation.tournament, invitation.player, now, invited=True)
    except Refused as refusal:
        return refusal
    return None


def _require_can_invite(tournament: Tournament, by: Player, kind: str) -> None:
    if kind == Kind.TAKE_OVER:
        require_can_hand_over(tournament, by)
    else:
        require_organiser(tournament, by)
    _require_not_over(tournament)


def _require_not_over(tournament: Tournament) -> None:
    if tournament.finished_at is not None:
        raise Refused("tournament_over")
