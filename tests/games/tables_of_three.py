"""Tables of three."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

from games import clocks
from games.models import Seat
from games.rules import registry
from games.services.audit import replay_match
from games.services.bots import bots
from games.services.ratings.rating_replay import replay_ratings

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def control(policy: str = "lose") -> clocks.TimeControl:
    """Return a day a move with this absence policy."""
    return replace(clocks.PRESETS["day"], on_flag=policy)


def chance() -> bots.RandomSources:
    """Return a chance that is always the same."""
    return bots.RandomSources(random.Random(1), lambda: "ab" * 32)


def errors(match: Any) -> list[str]:
    """Refold everything and return all differences."""
    match.refresh_from_db()
    return [str(error) for error in (*replay_match(match), *replay_ratings())]


def somehow(match: Any) -> str:
    """Return some legal move of the seat that is awaited."""
    match.refresh_from_db()
    rules = registry.get(match.ruleset)
    return str(rules.spell(rules.moves(rules.load(match.state), awaited(match)[0])[0]))


def awaited(match: Any) -> list[int]:
    """Return the seats that are awaited."""
    rows = Seat.objects.filter(match=match, awaited_since__isnull=False)
    return list(rows.values_list("number", flat=True))
