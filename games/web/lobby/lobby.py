"""The lobby: open challenges, matches to watch, bots."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.queries import PageRequest
from games import challenge_queries, lobby_queries, queries, seat_queries
from games.families import leaving
from games.rules import registry
from games.services.time.timetable import ALWAYS
from games.services.wording import game_words, result_words
from games.web.challenges.forms_bot import BotForm
from games.web.lobby.rows import rows_of, seek_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accounts.models import Player
    from games.models import Bot, Rating

SEEKS_SHOWN = 50
WATCHED_SHOWN = 12


@require_safe
def lobby(request: PageRequest) -> HttpResponse:
    """Show open challenges, running public matches and bots."""
    now = timezone.now()
    context = {
        "seeks": seek_rows(
            challenge_queries.seeks_for(request.reader, now)[:SEEKS_SHOWN], request.reader
        ),
        "watched": rows_of(queries.public_matches()[:WATCHED_SHOWN]),
        "bots": bot_rows(queries.bots_playing()),
        "bot_form": BotForm(),
    }
    return render(request, "games/lobby.html", context)


@require_safe
def seats(request: PageRequest) -> HttpResponse:
    """Show the seats at running matches that anybody may take over."""
    return render(
        request, "games/seats.html", {"offered": _seats_on_offer(request.reader, timezone.now())}
    )


def _seats_on_offer(reader: Player | None, now: datetime) -> list[dict[str, object]]:
    """Return the seats that the reader may take over, with the names of their games."""
    return [
        {
            "match": seat.match,
            "number": seat.number,
            "player": seat.player,
            "offered_until": seat.offered_until,
            "game": game_words.ruleset_name(seat.match.ruleset),
        }
        for seat in lobby_queries.seats_on_offer(reader, now)[:SEEKS_SHOWN]
        if reader is None or seat_queries.unfit(seat, reader, now) is None
    ]


def bot_rows(bots: Iterable[Bot]) -> list[dict[str, object]]:
    """Return the bots with strategy, strength and settings in words."""
    listed = list(bots)
    figures = lobby_queries.ratings_of([bot.player_id for bot in listed])
    return [bot_row(bot, _best_known(bot, figures)) for bot in listed]


def _best_known(bot: Bot, figures: Mapping[tuple[int, str], Rating]) -> Rating | None:
    """Return a bot's figure in the pool in which it has played most, of the games it plays."""
    pools = {registry.get(key).pool or "" for key in bot.rulesets}
    known = [figures[bot.player_id, pool] for pool in pools if (bot.player_id, pool) in figures]
    return max(known, key=lambda figure: (figure.games, figure.pool), default=None)


def bot_row(bot: Bot, figure: Rating | None) -> dict[str, object]:
    """Return one bot in words; ``figure`` is its rating or None."""
    return {
        "bot": bot,
        "player": bot.player,
        "strategy": game_words.strategy_names().get(bot.strategy, bot.strategy),
        "rating": result_words.rating_words(figure.value, figure.games) if figure else "",
        "timetable": timetable_words(bot.timetable),
        "rulesets": leaving.join_names([game_words.ruleset_name(key) for key in bot.rulesets]),
    }


def timetable_words(timetable: str) -> str:
    """Return a cron timetable as people say it; unusual ones stay in cron's own notation."""
    if timetable == ALWAYS:
        return _("immediately, day and night")
    fields = timetable.split()
    if len(fields) != 5 or fields[2:4] != ["*", "*"]:
        return timetable
    minute, hour, weekday = fields[0], fields[1], fields[4]
    times = _times_words(minute, hour)
    if not times:
        return timetable
    if weekday == "*":
        return times
    if weekday in ("1-5", "MON-FRI"):
        return _("on weekdays %(times)s") % {"times": times}
    if weekday in ("6,0", "0,6", "6-7", "SAT,SUN"):
        return _("at weekends %(times)s") % {"times": times}
    return timetable


def _times_words(minute: str, hour: str) -> str:
    """Return the times of the day of a timetable, empty if they are unusual."""
    every = minute.removeprefix("*/")
    if minute == "*" or (minute.startswith("*/") and every.isdigit()):
        count = 1 if minute == "*" else int(every)
        often = ngettext("every minute", "every %(count)d minutes", count) % {"count": count}
        return often if hour == "*" else _between(often, hour)
    if not minute.isdigit():
        return ""
    if hour == "*":
        return _("once an hour")
    hours = hour.split(",")
    if all(each.isdigit() for each in hours):
        clock = leaving.join_names([f"{int(each)}:{int(minute):02}" for each in hours])
        return _("at %(times)s") % {"times": clock}
    return _between(_("once an hour"), hour)


def _between(often: str, hours: str) -> str:
    """Return “often, from 18 to 23 o'clock” for a span of hours, empty for anything else."""
    first, dash, last = hours.partition("-")
    if not (dash and first.isdigit() and last.isdigit()):
        return ""
    return _("%(often)s, from %(first)s to %(last)s o’clock") % {
        "often": often,
        "first": int(first),
        "last": int(last) + 1,
    }
