"""Succession when a main organiser closes their account."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from accounts.models import Player
from accounts.queries import players_with_roles
from accounts.roles import OPERATOR
from tournaments import organiser_queries, queries, staff_queries
from tournaments.models import Club, EventInvitation, Tournament
from tournaments.services.locks import lock_tournament
from tournaments.services.reserving import reserve_seats
from tournaments.services.revisions import invitation_emails, staff


def hand_over_events(player: Player, led: Sequence[Club], now: datetime) -> None:
    """Hand over all unfinished tournaments of a player.

    ``led`` are the clubs that the player has led until now. Operators are notified of announced
    tournaments without a successor; drafts stay hidden.
    """
    _lock_events(player, led)
    for pk in queries.unfinished_events_of(player).values_list("pk", flat=True):
        tournament = lock_tournament(pk)
        if tournament.organiser_id == player.pk and tournament.finished_at is None:
            _hand_over(tournament, player, now)


def _lock_events(player: Player, led: Sequence[Club]) -> None:
    """Lock what a player leads or could inherit, in order of pk.

    Concurrent closings of accounts thereby see each other.
    """
    own = Q(organiser=player) | Q(co_organisers__player=player) | Q(club__in=led)
    found = Tournament.objects.filter(own, finished_at=None).values_list("pk", flat=True)
    held = Tournament.objects.select_for_update().filter(pk__in=set(found)).order_by("pk")
    list(held.values_list("pk", flat=True))


def _hand_over(tournament: Tournament, before: Player, now: datetime) -> None:
    asked = staff_queries.invitations_for(tournament).filter(by=before)
    asked.filter(kind=EventInvitation.Kind.TAKE_OVER).update(withdrawn_at=now)
    heir = organiser_queries.successor_of(tournament)
    if heir is not None:
        staff.make_main_organiser(tournament, heir, before, now)
        invitation_emails.notify_inherited(tournament, now=now)
        reserve_seats(tournament)
    elif tournament.status != Tournament.Status.DRAFT:
        operators = [each for each in players_with_roles([OPERATOR]) if each.pk != before.pk]
        invitation_emails.notify_ownerless(tournament, operators, now=now)
