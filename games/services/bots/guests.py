"""Matches without an account: visitors become guests when they sit down."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.models import Player
from accounts.services import registration
from games.models import Challenge, Match
from games.services.bots import bots
from games.services.challenges import challenges


class Visitor(NamedTuple):
    """A visitor before their player exists: page language, time zone, source of randomness."""

    language: str
    time_zone: str
    chance: registration.Chance


@transaction.atomic
def play_bot_as_guest(
    guest: Visitor, *, ruleset: str, strategy: str, seed: str, now: datetime
) -> tuple[Player, Match]:
    """Create a guest and start a match against a bot; creates neither if refused (``bot_full``)."""
    player = create_guest(guest, now)
    match = bots.start_match_with_bot(
        player, ruleset=ruleset, strategy=strategy, seed=seed, now=now
    )
    return player, match


@transaction.atomic
def join_as_guest(
    guest: Visitor, challenge_id: int, *, seed: str, now: datetime
) -> tuple[Player, Challenge]:
    """Create a guest and give them a place; refuses as ``join_challenge``."""
    player = create_guest(guest, now)
    return player, challenges.join_challenge(challenge_id, player, seed=seed, now=now)


def create_guest(guest: Visitor, now: datetime) -> Player:
    return registration.create_guest_player(
        language=guest.language, time_zone=guest.time_zone, chance=guest.chance, now=now
    )
