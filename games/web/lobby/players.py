from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts import circle_queries
from accounts.numbers import parse_number
from accounts.queries import PageRequest, uncancelled_leaves
from games import lobby_queries, player_queries, rating_queries
from games.player_queries import MatchFilter
from games.services.wording import game_words, result_words
from games.web.lobby import profile
from games.web.lobby.chart import chart_of
from games.web.lobby.dashboard import MIN_MATCHES_FOR_FILTER
from games.web.lobby.lobby import bot_row
from games.web.lobby.match_filter import filter_context, read_filter
from games.web.lobby.rows import rows_of

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import RatingEntry

FINISHED_PER_PAGE = 20
RUNNING_SHOWN = 12
HISTORY_SHOWN = 30


@require_safe
def player(request: PageRequest, pk: int) -> HttpResponse:
    shown = lobby_queries.player_by_id(pk)
    if shown is None:
        raise Http404
    reader, now = request.reader, timezone.now()
    mine = reader is not None and reader.pk == shown.pk
    before = parse_number(request.GET.get("before"))
    wanted = read_filter(request.GET)
    finished = player_queries.finished_matches(shown, reader, FINISHED_PER_PAGE + 1, before, wanted)
    more = len(finished) > FINISHED_PER_PAGE
    results, bot = lobby_queries.results_of(shown), _bot_context(shown)
    open_to_reader = circle_queries.can_see_profile(reader, shown)
    running = lobby_queries.public_matches_of(shown)[:RUNNING_SHOWN] if open_to_reader else []
    context = {
        "player": shown,
        "mine": mine,
        "ratings": _ratings(shown, mine=mine),
        "results": results,
        "results_most": lobby_queries.MAX_COUNTED_RESULTS,
        "results_capped": sum(results.values()) >= lobby_queries.MAX_COUNTED_RESULTS,
        "running": rows_of(running, shown),
        "before": before,
        **filter_context(wanted),
        "many": wanted != MatchFilter()
        or before is not None
        or len(finished) >= MIN_MATCHES_FOR_FILTER,
        "older": finished[FINISHED_PER_PAGE - 1].pk if more else None,
        "finished": rows_of(finished[:FINISHED_PER_PAGE], shown),
        "against": rating_queries.score_against(reader, shown) if reader and not mine else None,
        "away": _leave_context(shown, now) if open_to_reader else None,
        "bot": bot,
        "may_challenge": _can_take_challenge(bot)
        if shown.is_bot
        else _can_challenge(reader, shown),
        "card": profile.profile_card(shown) if open_to_reader else None,
        "relation": profile.relation_context(reader, shown),
        "calculator": profile.calculator_context(reader, shown, request.GET),
    }
    return render(request, "games/player.html", context)


def _can_challenge(reader: Player | None, player: Player) -> bool:
    """Whether the reader can challenge the player."""
    if player.closed_at is not None or player.is_guest:
        return False
    if reader is None:
        return True
    return reader.pk != player.pk and circle_queries.may_challenge(reader, player)


def _can_take_challenge(bot: dict[str, Any] | None) -> bool:
    """Whether a bot accepts challenges and has capacity."""
    return bot is not None and bot["bot"].accepts_challenges and not bot["full"]


def _ratings(player: Player, *, mine: bool) -> list[dict[str, object]]:
    """Return rating, chart and latest entries per pool; private matches are not linked."""
    found = []
    for figure in rating_queries.ratings_of(player):
        entries = rating_queries.rating_history(player, figure.pool)
        found.append(
            {
                "pool": game_words.pool_name(figure.pool),
                "rating": result_words.rating_text(figure.value, figure.games),
                "games": figure.games,
                "chart": chart_of(entries) if entries else None,
                "entries": [
                    _entry_row(entry, mine=mine) for entry in entries[: -HISTORY_SHOWN - 1 : -1]
                ],
            }
        )
    return found


def _entry_row(entry: RatingEntry, *, mine: bool) -> dict[str, object]:
    return {
        "at": entry.at,
        "rating": result_words.rating_text(entry.after, entry.games_after),
        "change": f"{entry.delta / 100:+.0f}",
        "match": entry.match if mine or not entry.match.private else None,
        "corrected": entry.intervention_id is not None,
    }


def _leave_context(player: Player, now: datetime) -> dict[str, object] | None:
    """Return the player's current or next leave, if any."""
    today = now.astimezone(player.zone).date()
    leaves = [leave for leave in uncancelled_leaves(player) if leave.last_day >= today]
    if not leaves:
        return None
    first = leaves[0]
    return {"leave": first, "now": first.first_day <= today}


def _bot_context(player: Player) -> dict[str, Any] | None:
    if not player.is_bot:
        return None
    bot = lobby_queries.active_bots().filter(player=player).first()
    return bot_row(bot, None) if bot else None
