from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from games import challenge_queries, lobby_queries, queries, seat_queries
from games.families import leaving
from games.rules import registry
from games.services.bots.capacity import is_full
from games.services.wording import game_words, result_words
from games.services.wording.timetable_words import playing_hours_text, timetable_words
from games.web.challenges.forms_bot import BotForm
from games.web.lobby.rows import rows_of, seek_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accounts.models import Player
    from games.models import Bot, Rating

SEEKS_SHOWN = 6
BOTS_SHOWN = 6
RUNNING_PER_PAGE = 6
MAX_RUNNING_PAGES = 50


@require_safe
def lobby(request: PageRequest) -> HttpResponse:
    """Show open challenges, running public matches and bots."""
    wanted, after = _read_filter(request), parse_number(request.GET.get("after"))
    found = challenge_queries.lobby_seeks(
        request.reader, timezone.now(), wanted, after, SEEKS_SHOWN + 1
    )
    shown = found[:SEEKS_SHOWN]
    kept = {name: value for name, value in asdict(wanted).items() if value}
    bots = _bots_on_page(request, wanted.game)
    context = {
        "seeks": seek_rows(shown, request.reader),
        "wanted": wanted,
        "games": sorted(game_words.ruleset_names().items(), key=lambda named: named[1]),
        "filtered": bool(kept),
        "more": urlencode({**kept, "after": shown[-1].pk}) if len(found) > SEEKS_SHOWN else "",
        "first": urlencode(kept) if after is not None else None,
        "query": f"{urlencode(kept)}&" if kept else "",
        "bots": bot_rows(bots.object_list),
        "bots_page": bots,
        "bots_pages": list(bots.paginator.get_elided_page_range(bots.number, on_each_side=1)),
        "bot_form": BotForm(reader=request.reader),
        **_running_page(request, wanted.game),
    }
    return render(request, "games/lobby.html", context)


def _bots_on_page(request: PageRequest, game: str) -> Page[Bot]:
    """Return a page of the bots that play this game, or of all."""
    found = [bot for bot in lobby_queries.active_bots() if not game or game in bot.rulesets]
    return Paginator(found, BOTS_SHOWN).get_page(parse_number(request.GET.get("bots"), 4) or 1)


def _running_page(request: PageRequest, game: str) -> dict[str, object]:
    """Return a page of running public matches and its neighbours' numbers."""
    number = min(parse_number(request.GET.get("watched"), 4) or 1, MAX_RUNNING_PAGES)
    first = (number - 1) * RUNNING_PER_PAGE
    found = list(queries.public_matches(game=game)[first : first + RUNNING_PER_PAGE + 1])
    more = len(found) > RUNNING_PER_PAGE and number < MAX_RUNNING_PAGES
    return {
        "watched": rows_of(found[:RUNNING_PER_PAGE]),
        "watched_before": number - 1,
        "watched_after": number + 1 if more else 0,
    }


def _read_filter(request: PageRequest) -> challenge_queries.SeekFilter:
    """Parse the filter; invalid choices are ignored."""
    choices = {
        "game": game_words.ruleset_names(),
        "rated": ("yes", "no"),
        "pace": ("fast", "slow"),
    }
    chosen = {name: request.GET.get(name, "") for name in choices}
    known = {name: value for name, value in chosen.items() if value in choices[name]}
    return challenge_queries.SeekFilter(**known)


@require_safe
def seats(request: PageRequest) -> HttpResponse:
    """Show the seats of running matches that are on offer."""
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
            "offered_until": seat.deadline_at or seat.offered_until,
            "game": game_words.ruleset_name(seat.match.ruleset),
        }
        for seat in lobby_queries.seats_on_offer(reader, now)[:SEEKS_SHOWN]
        if reader is None or seat_queries.substitute_problem(seat, reader, now) is None
    ]


def bot_rows(bots: Iterable[Bot]) -> list[dict[str, object]]:
    """Return the bots for a template, with their best known ratings."""
    listed = list(bots)
    figures = lobby_queries.ratings_of([bot.player_id for bot in listed])
    return [bot_row(bot, _best_known(bot, figures)) for bot in listed]


def _best_known(bot: Bot, figures: Mapping[tuple[int, str], Rating]) -> Rating | None:
    """Return a bot's rating in the pool with most of its rated matches."""
    pools = {registry.get(key).pool or "" for key in bot.rulesets}
    known = [figures[bot.player_id, pool] for pool in pools if (bot.player_id, pool) in figures]
    return max(known, key=lambda figure: (figure.games, figure.pool), default=None)


def bot_row(bot: Bot, figure: Rating | None) -> dict[str, Any]:
    """Return one bot for a template; ``figure`` is its rating or None."""
    return {
        "bot": bot,
        "full": is_full(bot),
        "player": bot.player,
        "strategy": game_words.strategy_names().get(bot.strategy, bot.strategy),
        "rating": result_words.rating_text(figure.value, figure.games) if figure else "",
        "timetable": timetable_words(bot.timetable, bot.player.time_zone),
        "hours": playing_hours_text(bot),
        "rulesets": leaving.join_names([game_words.ruleset_name(key) for key in bot.rulesets]),
    }
