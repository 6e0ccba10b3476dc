"""The bots that come with the games: one per level of each game, and some that play them all."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.services.errors import NameRefused
from games.families.registry import families
from games.families.showcase import RecommendedBot
from games.models import Bot
from games.rules import registry
from games.services.bots.bots import create_bot
from games.services.time.timetable import ALWAYS

RULESETS_WITH_OPPONENTS = tuple(
    key for key in registry.offered_keys() if max(registry.get(key).seats) > 1
)
RECOMMENDED_BOTS = (
    RecommendedBot("Randolph", "random", "Any legal move will do.", RULESETS_WITH_OPPONENTS),
    RecommendedBot("Ramona", "random", "Plays anything, with anybody.", RULESETS_WITH_OPPONENTS),
    RecommendedBot(
        "Rupert", "random", "Fills the last seat at every table.", RULESETS_WITH_OPPONENTS
    ),
    *(bot for family in families() for bot in family.recommended_bots),
)


def create_recommended_bot(bot: RecommendedBot, *, now: datetime) -> Bot:
    """Create a recommended bot; raises NameRefused if its name is taken."""
    return create_bot(
        bot.name,
        bot.strategy,
        timetable=bot.timetable,
        rulesets=list(bot.rulesets),
        about=bot.about,
        max_matches=200 if bot.timetable == ALWAYS else 20,
        seeks=[{"ruleset": bot.seeks}] if bot.seeks else [],
        now=now,
    )


def create_recommended_bots(*, now: datetime) -> list[tuple[str, str]]:
    """Create all recommended bots; return each name with its error, "" if it was created."""
    done = []
    for bot in RECOMMENDED_BOTS:
        try:
            with transaction.atomic():
                create_recommended_bot(bot, now=now)
        except NameRefused as refusal:
            done.append((bot.name, str(refusal)))
        else:
            done.append((bot.name, ""))
    return done
