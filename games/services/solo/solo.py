"""Solo matches: a week per move, never rated, private."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from accounts.services import registration
from games.clocks import TimeControl
from games.daily_queries import puzzle_day
from games.families.features import puzzles
from games.models import DailyPuzzle, Match, ReservedPuzzle
from games.rules import registry
from games.rules.base import Options
from games.services.bots.guests import Visitor
from games.services.errors import Refused
from games.services.play.matches import start_match
from games.services.play.terms import Terms

SOLO_TIME_CONTROL = TimeControl(per_turn=timedelta(days=7))
MAX_RUNNING_MATCHES = 5


def is_solo(ruleset: str) -> bool:
    return ruleset in registry.offered_keys() and max(registry.get(ruleset).seats) == 1


@transaction.atomic
def start_solo(
    player: Player, ruleset: str, options: Options, *, seed: str, now: datetime
) -> Match:
    """Start a solo match.

    Refuses ``not_alone``, ``boards_full``, ``todays_puzzle`` and ``puzzle_in_contest`` (puzzles
    that somebody may still play for a result), and bad terms.
    """
    if not is_solo(ruleset):
        raise Refused("not_alone")
    running = Match.objects.played_by(player).filter(ruleset=ruleset).count()
    if running >= MAX_RUNNING_MATCHES:
        raise Refused("boards_full", limit=MAX_RUNNING_MATCHES)
    terms = Terms.checked(ruleset, options, SOLO_TIME_CONTROL, rated=False, private=True, seats=1)
    if ruleset == puzzles().KEY:
        _refuse_reserved_puzzle(str(terms.options["start"]), now)
    return start_match([player], terms, seed=seed, now=now)


def _refuse_reserved_puzzle(start: str, now: datetime) -> None:
    """Refuse a puzzle of the day or of a running contest."""
    if start in puzzles().CLASSICS:
        return
    if DailyPuzzle.objects.filter(start=start, day__gte=puzzle_day(now)).exists():
        raise Refused("todays_puzzle")
    if ReservedPuzzle.objects.filter(start=start).exists():
        raise Refused("puzzle_in_contest")


@transaction.atomic
def start_solo_as_guest(
    guest: Visitor, ruleset: str, options: Options, *, seed: str, now: datetime
) -> tuple[Player, Match]:
    """Create a guest and start a solo match; creates neither if refused."""
    player = registration.create_guest_player(
        language=guest.language, time_zone=guest.time_zone, chance=guest.chance, now=now
    )
    return player, start_solo(player, ruleset, options, seed=seed, now=now)
