"""Co-organisers and the main organiser: who joins, who leaves, who takes over."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import organiser_queries, panel_queries, staff_queries
from tournaments.models import CoOrganiser, EventInvitation, Revision, Tournament
from tournaments.services import log
from tournaments.services.locks import open_tournament, require_organiser
from tournaments.services.reserving import reserve_seats
from tournaments.services.revisions import invitation_emails
from tournaments.services.seasons.announcing import may_draft

MAX_CO_ORGANISERS = 10


def require_new(tournament: Tournament, player: Player, kind: str, by: Player) -> None:
    """Refuse ``organises_already``; a co-organiser may still take the tournament over.

    Refuses ``asked_oneself`` who wants to take it from a main organiser.
    """
    taken = {tournament.organiser_id}
    if kind == EventInvitation.Kind.HELP:
        taken = tournament.organiser_ids
    if player.pk in taken:
        raise Refused("organises_already", player=player.name)
    asks_oneself = kind == EventInvitation.Kind.TAKE_OVER and player.pk == by.pk
    if asks_oneself and tournament.organiser.closed_at is None:
        raise Refused("asked_oneself")


def join(invitation: EventInvitation, now: datetime) -> None:
    """Make a person a co-organiser, unless they are a referee here or there are enough."""
    tournament, player = invitation.tournament, invitation.player
    _require_no_referee(tournament, player)
    if CoOrganiser.objects.filter(tournament=tournament).count() >= MAX_CO_ORGANISERS:
        raise Refused("co_organisers_full", limit=MAX_CO_ORGANISERS)
    CoOrganiser.objects.get_or_create(tournament=tournament, player=player, defaults={"since": now})
    log.record_revision(tournament, Revision.Act.CO_JOINED, player, now, about=player)
    reserve_seats(tournament)


def take_over(invitation: EventInvitation, now: datetime) -> None:
    """Make a person the main organiser; the one before them stays as a co-organiser.

    Refuses ``not_invited`` if the one who asked may not do so any more, and what stands against
    organising another tournament.
    """
    tournament, player = invitation.tournament, invitation.player
    before = tournament.organiser
    if not organiser_queries.may_hand_over(tournament, invitation.by):
        raise Refused("not_invited")
    _require_no_referee(tournament, player)
    may_draft(player)
    if before.closed_at is None:
        helps = CoOrganiser.objects.filter(tournament=tournament)
        helps.get_or_create(tournament=tournament, player=before, defaults={"since": now})
    make_main_organiser(tournament, player, player, now)
    with caused_by(player):
        invitation_emails.notify_handed_over(tournament, before, invitation.by, now=now)
        if invitation.by == before:
            invitation_emails.notify_accepted(invitation, now=now)
    reserve_seats(tournament)


def make_main_organiser(tournament: Tournament, heir: Player, by: Player, now: datetime) -> None:
    """Write down that somebody leads a tournament now; their help, and questions to it, end."""
    CoOrganiser.objects.filter(tournament=tournament, player=heir).delete()
    asked = EventInvitation.objects.filter(tournament=tournament)
    asked.filter(player=heir, kind=EventInvitation.Kind.HELP).delete()
    tournament.organiser = heir
    tournament.save(update_fields=["organiser"])
    log.record_revision(tournament, Revision.Act.HANDED_OVER, by, now, about=heir)


@transaction.atomic
def remove(pk: int, by: Player, player_id: int, *, now: datetime) -> Player:
    """End somebody's help, one's own too; refuses ``not_your_tournament``, ``no_co_organiser``.

    The main organiser cannot be removed.
    """
    tournament = open_tournament(pk)
    require_organiser(tournament, by)
    rows = CoOrganiser.objects.select_related("player__user")
    row = rows.filter(tournament=tournament, player=player_id).first()
    if row is None:
        raise Refused("no_co_organiser")
    player = row.player
    row.delete()
    staff_queries.invitations_for(tournament).filter(by=player).update(withdrawn_at=now)
    log.record_revision(tournament, Revision.Act.CO_LEFT, by, now, about=player)
    with caused_by(by):
        invitation_emails.notify_left(tournament, player, by, now=now)
    reserve_seats(tournament)
    return player


def _require_no_referee(tournament: Tournament, player: Player) -> None:
    if panel_queries.is_appointed(player, tournament):
        raise Refused("referees_do_not_organise", player=player.name)
