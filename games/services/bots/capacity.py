"""How many matches bots may play, and which bots answer at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Count

from accounts.models import Player
from games import lobby_queries
from games.families import strategies
from games.models import Bot, Match, Seat
from games.services.errors import Refused
from games.services.time.timetable import ALWAYS

MAX_MATCHES_PER_PLAYER = 5


def remaining_capacity(bot: Bot) -> int:
    running = Match.objects.played_by(bot.player).count()
    return bot.max_matches - running


def has_room_for(bot: Bot, player: Player) -> bool:
    """Whether the bot may take one more match with this player.

    Each player gets MAX_MATCHES_PER_PLAYER matches at most, so that nobody takes up a bot alone.
    """
    return (
        count_common_matches(bot, player) < MAX_MATCHES_PER_PLAYER and remaining_capacity(bot) > 0
    )


def count_common_matches(bot: Bot, player: Player) -> int:
    return Match.objects.played_by(bot.player).played_by(player).count()


def is_full(bot: Bot) -> bool:
    """Whether a bot from ``active_bots`` is at its limit; makes no query."""
    return bool(bot.running >= bot.max_matches)  # type: ignore[attr-defined]


def bots_with_room(bots: Sequence[Bot], player: Player | None) -> list[Bot]:
    """Return those of ``active_bots`` that may take one more match, in one query.

    With a player, their limit with each bot counts too.
    """
    free = [bot for bot in bots if not is_full(bot)]
    if player is None or not free:
        return free
    own = Match.objects.played_by(player).order_by()
    seats = Seat.objects.filter(match__in=own.values("pk"), finished_at=None)
    seats = seats.filter(player__in=[bot.player_id for bot in free]).order_by()
    met = dict(seats.values_list("player").annotate(Count("match", distinct=True)))
    return [bot for bot in free if met.get(bot.player_id, 0) < MAX_MATCHES_PER_PLAYER]


def instant_bots(asker: Player, ruleset: str, players: Iterable[Player | int]) -> list[Bot]:
    """Return those of these players who are bots that accept the asker's challenge at once."""
    playing = lobby_queries.active_bots().filter(
        timetable=ALWAYS, accepts_challenges=True, player__in=list(players)
    )
    return bots_with_room([bot for bot in playing if ruleset in bot.rulesets], asker)


def find_free_bot(player: Player, ruleset: str, strategy: str) -> Bot:
    """Return a bot of this strategy that answers at once; refuses ``no_such_bot``, ``bot_full``."""
    playing = lobby_queries.active_bots().filter(timetable=ALWAYS, strategy=strategy)
    able = [bot for bot in playing if ruleset in bot.rulesets]
    if not able:
        raise Refused("no_such_bot")
    free = bots_with_room(able, player)
    if not free:
        raise Refused("bot_full")
    return free[0]


def instant_strategies(rulesets: Iterable[str], player: Player | None) -> list[str]:
    """Return the strategies that are free at once in every one of these games, weakest first."""
    free = bots_with_room(list(lobby_queries.active_bots().filter(timetable=ALWAYS)), player)
    each = [{bot.strategy for bot in free if key in bot.rulesets} for key in rulesets]
    return [key for key in strategies.keys() if all(key in found for found in each)]  # noqa: SIM118


def is_instant_bot(player: Player) -> bool:
    """Whether this is a bot that answers within a minute, so that pages should refresh soon."""
    return Bot.objects.filter(player=player, timetable=ALWAYS, active=True).exists()
