"""A tournament, locked for one operation and refused to those who may not do it."""

from __future__ import annotations

from accounts.models import Player
from games.services.errors import Refused
from tournaments import organiser_queries, queries
from tournaments.models import Tournament


def open_tournament(pk: int) -> Tournament:
    """Lock a tournament for this transaction, or refuse: there is none."""
    held = Tournament.objects.select_for_update(of=("self",)).select_related("organiser")
    # PostgreSQL finds none, but locks it, where another organiser was written while this waited
    tournament = held.filter(pk=pk).first() or held.filter(pk=pk).first()
    if tournament is None:
        raise Refused("no_such_tournament")
    return tournament


def require_organiser(tournament: Tournament, player: Player) -> None:
    """Refuse everybody but its organisers."""
    if not queries.is_organiser(tournament, player):
        raise Refused("not_your_tournament")


def require_may_hand_over(tournament: Tournament, player: Player) -> None:
    """Refuse everybody but the main organiser, and who may name another one."""
    if not organiser_queries.may_hand_over(tournament, player):
        require_organiser(tournament, player)
        raise Refused("not_main_organiser")
