"""Organisers enter bots in a tournament or remove them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.queries import player_named
from games.services.errors import Refused
from tournaments.models import Entrant, Revision, Tournament
from tournaments.services import log
from tournaments.services.entrants import field
from tournaments.services.entries import persons
from tournaments.services.locks import lock_tournament, require_organiser


def available_bots(tournament: Tournament) -> list[Player]:
    """Return the bots that play the game and have not entered, by name."""
    taken = Entrant.objects.filter(tournament=tournament)
    if not tournament.started_at:  # entrants who have played and left do not come back
        taken = taken.exclude(status=Entrant.Status.WITHDRAWN)
    return field.available_bots(tournament, taken)


def bots_in(tournament: Tournament) -> list[Player]:
    """Return the bots that have entered or are waiting, by name."""
    own = Entrant.objects.filter(tournament=tournament, player__kind=Player.Kind.BOT)
    own = own.exclude(status=Entrant.Status.WITHDRAWN).select_related("player")
    return [each.player for each in own.order_by("player__name")]


@transaction.atomic
def enter_bot(pk: int, organiser: Player, name: str, *, now: datetime) -> Entrant:
    """Enter a bot that plays the game; taking the last place may start the tournament.

    Refuses ``not_your_tournament``, ``teams_enter``, ``bots_not_welcome``, ``no_such_bot`` and what
    ``entries.enter`` refuses.
    """
    tournament = _lock_own_tournament(pk, organiser)
    if not tournament.bots_welcome:
        raise Refused("bots_not_welcome")
    free = available_bots(tournament)
    bot = player_named(name)
    if bot is not None and bot in bots_in(tournament):
        raise Refused("already_entered")
    if bot is None or bot not in free:
        known = ", ".join(each.name for each in free) or "–"
        raise Refused("no_such_bot", name=name[:40], known=known)
    log.record_revision(tournament, Revision.Act.BOT_IN, organiser, now, about=bot)
    return persons.enter(pk, bot, now=now)


@transaction.atomic
def remove_bot(pk: int, organiser: Player, name: str, *, now: datetime) -> Entrant:
    tournament = _lock_own_tournament(pk, organiser)
    if not tournament.is_open:
        raise Refused("already_started")
    inside = bots_in(tournament)
    bot = player_named(name)
    if bot is None or bot not in inside:
        known = ", ".join(each.name for each in inside) or "–"
        raise Refused("no_such_bot", name=name[:40], known=known)
    log.record_revision(tournament, Revision.Act.BOT_OUT, organiser, now, about=bot)
    return persons.withdraw(pk, bot, now=now)


def _lock_own_tournament(pk: int, organiser: Player) -> Tournament:
    """Lock an individual tournament for its organiser."""
    tournament = lock_tournament(pk)
    require_organiser(tournament, organiser)
    if tournament.event_format.has_teams:
        raise Refused("teams_enter")
    return tournament
