"""Lock a tournament for a transaction and check who may act on it."""

from __future__ import annotations

from accounts.models import Player
from games.services.errors import Refused
from tournaments import organiser_queries, queries
from tournaments.models import Tournament


def lock_tournament(pk: int) -> Tournament:
    """Lock a tournament for this transaction; refuses ``no_such_tournament``."""
    held = Tournament.objects.select_for_update(of=("self",)).select_related("organiser")
    # PostgreSQL locks the row but returns none if the organiser was changed while this waited
    tournament = held.filter(pk=pk).first() or held.filter(pk=pk).first()
    if tournament is None:
        raise Refused("no_such_tournament")
    return tournament


def require_organiser(tournament: Tournament, player: Player) -> None:
    if not queries.is_organiser(tournament, player):
        raise Refused("not_your_tournament")


def require_can_hand_over(tournament: Tournament, player: Player) -> None:
    """Refuse everybody but the main organiser and those who may replace them."""
    if not organiser_queries.may_hand_over(tournament, player):
        require_organiser(tournament, player)
        raise Refused("not_main_organiser")
