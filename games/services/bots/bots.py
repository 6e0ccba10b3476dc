"""Scheduled work of bots: answering challenges, moving, posting open challenges."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from accounts.services.names import check_name
from accounts.services.profile import check_zone
from games import challenge_queries, clocks, lobby_queries, queries
from games.bots.turns import choose_turn
from games.families import strategies
from games.models import Bot, Challenge, Match, Ply, Seat
from games.rules.base import JSON
from games.services.bots.capacity import bots_with_room, has_room_for, remaining_capacity
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.match.loaded import load_match
from games.services.play.matches import start_match
from games.services.play.play import play_turn
from games.services.play.terms import Terms
from games.services.time.timetable import ALWAYS, next_run

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 (only a type: chance comes as a parameter)

logger = logging.getLogger(__name__)
MAX_TURNS_PER_RUN = 200


class BrokenMatchError(Exception):
    """Raised after a bot's run if one of its matches failed."""


@dataclass(frozen=True)
class RandomSources:
    """A bot's sources of randomness: a generator for its choices, seeds for new matches."""

    rng: Random
    make_seed: Callable[[], str]


@transaction.atomic
def create_bot(
    name: str,
    strategy: str,
    *,
    timetable: str,
    rulesets: list[str],
    now: datetime,
    **settings: JSON,
) -> Bot:
    """Create a bot: a Player without a login, and its settings.

    Refuses ``unknown_strategy``, ``bad_timetable`` and bad terms of its open challenges; raises
    NameRefused or ProfileRefused for a bad name or time zone.
    """
    if strategy not in strategies.keys():  # noqa: SIM118 (a registry, no dict)
        raise Refused("unknown_strategy", key=strategy, known=", ".join(strategies.keys()))
    for seek in settings.get("seeks", []):
        seek_terms(seek)
    player = Player.objects.create(
        name=check_name(name),
        kind=Player.Kind.BOT,
        language=settings.pop("language", "en"),
        time_zone=check_zone(settings.pop("time_zone", "Europe/Berlin")),
        about=settings.pop("about", ""),
        created_at=now,
    )
    due = next_run(timetable, player, now)
    return Bot.objects.create(
        player=player,
        strategy=strategy,
        timetable=timetable,
        rulesets=rulesets,
        next_run_at=due,
        **settings,
    )


def run_due_bots(*, now: datetime, chance: RandomSources) -> int:
    """Run every bot that is due; return how many ran.

    An inactive bot finishes its matches but starts no new ones.
    """
    awaited = Exists(Seat.objects.filter(player=OuterRef("player"), awaited_since__isnull=False))
    ripe = Bot.objects.filter(Q(next_run_at__lte=now) | Q(next_run_at=None))
    due = list(ripe.filter(Q(active=True) | awaited).select_related("player"))
    return sum(_run_bot(bot, now, chance) for bot in due)


def count_due_bots(now: datetime) -> int:
    return Bot.objects.filter(Q(next_run_at__lte=now) | Q(next_run_at=None), active=True).count()


def reschedule(bot: Bot, *, now: datetime) -> None:
    """Apply a changed timetable at once; a bot to move plays now. Does not save.

    Otherwise it could lose on time between its old timetable and the new one.
    """
    to_move = Seat.objects.filter(player=bot.player, awaited_since__isnull=False).exists()
    bot.next_run_at = now if to_move else next_run(bot.timetable, bot.player, now)


def _claim(bot: Bot, now: datetime) -> bool:
    """Advance the bot's next run; False if another worker has claimed this one."""
    due = Bot.objects.filter(pk=bot.pk, next_run_at=bot.next_run_at)
    following = next_run(bot.timetable, bot.player, now)
    return bool(due.update(next_run_at=following, last_run_at=now))


def _run_bot(bot: Bot, now: datetime, chance: RandomSources) -> bool:
    """Do one run unless another worker has it; an error is stored on the bot, not raised."""
    try:
        if not _claim(bot, now):
            return False
        if bot.active:
            answer_challenges(bot, now=now, chance=chance)
        try:
            play_due_turns(bot, now=now, chance=chance)
        finally:
            if bot.active:
                post_missing_seeks(bot, now=now)
    except Exception as error:
        logger.exception("bot stepped aside", extra={"bot": bot.pk})
        Bot.objects.filter(pk=bot.pk).update(last_error=f"{now.isoformat()} {error!r}")
        return False
    return True


def answer_challenges(bot: Bot, *, now: datetime, chance: RandomSources) -> int:
    """Accept the challenges the bot may take and decline the rest; return how many there were."""
    waiting = list(challenge_queries.challenges_to(bot.player, now).order_by("created_at", "pk"))
    for challenge in waiting:
        suits = bot.accepts_challenges and challenge.ruleset in bot.rulesets
        try:
            if suits and has_room_for(bot, challenge.challenger):
                challenges.join_challenge(
                    challenge.pk, bot.player, seed=chance.make_seed(), now=now
                )
            else:
                reason = Challenge.Reason.BUSY if suits else Challenge.Reason.GAME
                challenges.decline_challenge(challenge.pk, bot.player, now=now, reason=reason)
        except Refused as refusal:
            logger.info("bot could not answer", extra={"bot": bot.pk, "code": refusal.code})
    return len(waiting)


def play_due_turns(bot: Bot, *, now: datetime, chance: RandomSources) -> int:
    """Play every turn that awaits the bot, nearest deadline first; return how many.

    A failing match does not stop the others; BrokenMatchError names the first one afterwards.
    """
    played, stuck = 0, dict[int, Exception]()
    while played < MAX_TURNS_PER_RUN:
        waiting = queries.matches_awaiting(bot.player).exclude(pk__in=stuck)
        moved = 0
        for match_id in list(waiting.values_list("pk", flat=True)[:MAX_TURNS_PER_RUN]):
            try:
                moved += play_bot_turn(bot, match_id, now=now, chance=chance)
            except Exception as error:
                stuck[match_id] = error
        played += moved
        if not moved:
            break
    for match_id, first in stuck.items():
        raise BrokenMatchError(match_id, first) from first
    return played


def play_bot_turn(bot: Bot, match_id: int, *, now: datetime, chance: RandomSources) -> bool:
    """Play one turn of one match; False if it is no longer the bot's turn.

    The move is chosen without a lock; ``seen`` makes sure the position is still the same.
    """
    loaded = load_match(Match.objects.get(pk=match_id))
    seat = loaded.seat_of(bot.player)
    if not seat.awaited:
        return False
    strategy = strategies.get(bot.strategy)
    view = loaded.rules.seen_by(loaded.state, seat.number)
    move = choose_turn(strategy, loaded.rules, view, seat.number, chance.rng)
    try:
        play_turn(
            match_id,
            seat.number,
            loaded.rules.spell(move),
            seen=loaded.match.ply_count,
            now=now,
            source=Ply.Source.BOT,
        )
    except Refused as refusal:
        logger.info("bot could not move", extra={"match": match_id, "code": refusal.code})
        return False
    return True


def post_missing_seeks(bot: Bot, *, now: datetime) -> int:
    """Post the bot's configured open challenges that are missing; return how many."""
    if not bot.seeks or remaining_capacity(bot) <= 0:
        return 0
    standing = [
        (seek.ruleset, seek.options, seek.rated, seek.seats)
        for seek in Challenge.objects.seeks().filter(challenger=bot.player, expires_at__gt=now)
    ]
    made = 0
    for seek in bot.seeks:
        terms = seek_terms(seek)
        if (terms.ruleset, dict(terms.options), terms.rated, terms.seats) not in standing:
            challenges.issue_challenge(bot.player, terms, challenges.Offer(), now=now)
            made += 1
    return made


def seek_terms(seek: Mapping[str, JSON]) -> Terms:
    """Return the checked terms of an open challenge from a bot's settings."""
    control = seek.get("control", "three_days")
    return Terms.checked(
        seek["ruleset"],
        seek.get("options", {}),
        clocks.PRESETS[control] if isinstance(control, str) else control,
        rated=seek.get("rated", False),
        seats=seek.get("seats"),
    )


@transaction.atomic
def start_match_with_bot(
    player: Player, *, ruleset: str, strategy: str, seed: str, now: datetime
) -> Match:
    """Start an unrated match at a day per move against a bot that always answers.

    Other bots take the remaining seats in games for three or four. Refuses ``no_such_bot`` if no
    bot has this strategy, ``bot_full`` if all of them are at their limit.
    """
    terms = Terms.checked(ruleset, {}, clocks.PRESETS["day"], rated=False)
    able = [
        bot
        for bot in lobby_queries.active_bots().filter(timetable=ALWAYS)
        if ruleset in bot.rulesets
    ]
    if all(bot.strategy != strategy for bot in able):
        raise Refused("no_such_bot")
    able.sort(key=lambda bot: bot.strategy != strategy)
    seated = bots_with_room(able, player)[: terms.seats - 1]
    if len(seated) < terms.seats - 1 or any(bot.strategy != strategy for bot in seated[:1]):
        raise Refused("bot_full")
    players = [player, *(bot.player for bot in seated)]
    return start_match(players, terms, seed=seed, now=now, by_lot=True)
