"""Playing alone: one button, a week for every move, never rated, seen by nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import Player
from accounts.services import registration
from games.clocks import TimeControl
from games.daily_queries import day_of
from games.models import DailyPuzzle, Match
from games.rules import registry
from games.rules.solitaire import FULL
from games.services.errors import Refused
from games.services.guests import Guest
from games.services.matches import start_match
from games.services.terms import Terms

PATIENCE = TimeControl(per_turn=timedelta(days=7))
BOARDS_MOST = 5
_kept: list[Callable[[str], bool]] = []


def keep_from_trial(asks: Callable[[str], bool]) -> None:
    """Let a room above say of a start that it is not tried beforehand."""
    _kept.append(asks)


def is_solo(ruleset: str) -> bool:
    """Whether a game is played by one alone."""
    return ruleset in registry.offered() and max(registry.get(ruleset).seats) == 1


@transaction.atomic
def start_solo(
    player: Player, ruleset: str, options: Mapping[str, Any], *, seed: str, now: datetime
) -> Match:
    """Start a game for one; refuses ``not_alone``, ``boards_full`` and what the terms refuse.

    A puzzle of the day is not tried beforehand, nor a fresh one of a contest that runs:
    ``todays_puzzle``, ``puzzle_in_contest``.
    """
    if not is_solo(ruleset):
        raise Refused("not_alone")
    running = Match.objects.running().of(player).filter(ruleset=ruleset).count()
    if running >= BOARDS_MOST:
        raise Refused("boards_full", limit=BOARDS_MOST)
    terms = Terms.checked(ruleset, options, PATIENCE, rated=False, private=True, seats=1)
    start = terms.options["start"]
    if start != FULL and DailyPuzzle.objects.filter(start=start, day__gte=day_of(now)).exists():
        raise Refused("todays_puzzle")
    if start != FULL and any(asks(start) for asks in _kept):
        raise Refused("puzzle_in_contest")
    return start_match([player], terms, seed=seed, now=now)


@transaction.atomic
def start_solo_as_guest(
    guest: Guest, ruleset: str, options: Mapping[str, Any], *, seed: str, now: datetime
) -> tuple[Player, Match]:
    """Make a guest and start a game for him; refused, there is no guest either."""
    player = registration.make_guest(
        language=guest.language, time_zone=guest.time_zone, chance=guest.chance, now=now
    )
    return player, start_solo(player, ruleset, options, seed=seed, now=now)
