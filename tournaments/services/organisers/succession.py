"""Tournaments pass on when their main organiser closes the account."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from accounts.queries import players_with
from accounts.roles import OPERATOR
from tournaments import organiser_queries, queries, staff_queries
from tournaments.models import EventInvitation, Tournament
from tournaments.services.locks import open_tournament
from tournaments.services.reserving import reserve_seats
from tournaments.services.revisions import invitation_emails, staff


def pass_on_events(player: Player, now: datetime) -> None:
    """Give everything unfinished that a player leads to somebody else.

    Operators are told of announced tournaments that nobody is left for; drafts stay unseen.
    """
    for pk in queries.unfinished_of(player).values_list("pk", flat=True):
        tournament = open_tournament(pk)
        if tournament.organiser_id == player.pk and tournament.finished_at is None:
            _pass_on(tournament, player, now)


def _pass_on(tournament: Tournament, before: Player, now: datetime) -> None:
    asked = staff_queries.invitations_for(tournament).filter(by=before)
    asked.filter(kind=EventInvitation.Kind.TAKE_OVER).update(withdrawn_at=now)
    heir = organiser_queries.heir_to(tournament)
    if heir is not None:
        staff.make_main_organiser(tournament, heir, before, now)
        invitation_emails.notify_inherited(tournament, now=now)
        reserve_seats(tournament)
    elif tournament.status != Tournament.Status.DRAFT:
        operators = [each for each in players_with([OPERATOR]) if each.pk != before.pk]
        invitation_emails.notify_ownerless(tournament, operators, now=now)
