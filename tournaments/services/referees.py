"""Who judges one tournament: appointed, and dismissed, by its organiser or the head referee."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.queries import player_named
from games import judge_queries
from games.services import judging
from games.services.errors import Refused
from tournaments.models import Tournament
from tournaments.services.announcing import open_tournament


def require_may_appoint(tournament: Tournament, player: Player) -> None:
    """Refuse whoever neither organises it nor leads the referees."""
    if tournament.organiser_id != player.pk and not judge_queries.is_head_referee(player):
        raise Refused("not_your_tournament")


@transaction.atomic
def appoint(pk: int, name: str, *, by: Player, now: datetime) -> Player:
    """Let a person judge what happens in a tournament.

    Refuses ``not_your_tournament``, ``no_player_called``, ``unfit_referee``.
    """
    tournament = open_tournament(pk)
    require_may_appoint(tournament, by)
    player = player_named(name.strip()) if name.strip() else None
    if player is None:
        raise Refused("no_player_called", name=name)
    judging.appoint(tournament.get_absolute_url(), player, by=by, now=now)
    return player


@transaction.atomic
def dismiss(pk: int, player_id: int, *, by: Player) -> None:
    """Let a referee of a tournament judge there no more."""
    tournament = open_tournament(pk)
    require_may_appoint(tournament, by)
    judging.dismiss(tournament.get_absolute_url(), player_id)
