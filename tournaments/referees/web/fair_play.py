"""The fair-play desk: unusual patterns, as evidence only."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.referees import evidence
from tournaments.referees.queries import cases as case_queries, fair_play
from tournaments.referees.web.access import for_referees

MAX_LISTED = 30


def _require_general_judge(request: PlayerRequest) -> Any:
    """Return the referee; refuses referees of single events, who do not judge everybody."""
    if not panel_queries.is_general_referee(request.reader):
        raise Refused("not_your_event")
    return request.reader


def pattern_label(sign: str) -> str:
    """Return the description of an unusual pattern of answer times."""
    return {
        "quick": _("almost every move within %(seconds)s seconds")
        % {"seconds": evidence.QUICK_SECONDS},
        "even": _("move times as regular as clockwork"),
        "sleepless": _("plays around the clock"),
    }[sign]


def _context(found: fair_play.Findings) -> dict[str, object]:
    """Return the rows of the four tables, with players in place of their keys."""
    who = found.players

    def named(*numbers: int) -> list[Any]:
        return [who[number] for number in numbers if number in who]

    return {
        "pairs": [
            {"players": named(*pair), "shared": shared, "matches": matches}
            for pair, shared, matches in found.pairs[:MAX_LISTED]
        ],
        "swaps": [
            {
                "players": [(player, swap.wins[player.pk]) for player in named(*swap.pair)],
                "swap": swap,
            }
            for swap in found.swaps[:MAX_LISTED]
        ],
        "timeouts": [
            {"player": who[row.player], "row": row, "against": who[row.against]}
            for row in found.timeouts[:MAX_LISTED]
        ],
        "rhythms": [
            {"player": who[row.player], "row": row, "signs": [pattern_label(s) for s in row.signs]}
            for row in found.rhythms[:MAX_LISTED]
        ],
        "days": fair_play.LOOKBACK.days,
        "crowd": evidence.MAX_ADDRESS_PLAYERS,
        "may_look_at_all": True,
    }


@require_safe
@for_referees
def desk(request: PlayerRequest) -> HttpResponse:
    """Show the unusual patterns of all players."""
    reader = _require_general_judge(request)
    found = fair_play.find_patterns(timezone.now(), viewer=reader)
    return render(request, "referees/fair_play.html", {"only": None, **_context(found)})


@require_safe
@for_referees
def player(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show the unusual patterns of one player, and their answer times in any case."""
    reader = _require_general_judge(request)
    if pk == reader.pk:
        raise Refused("own_case")
    about = case_queries.reportable_player(reader, pk)
    if about is None:
        raise Refused("no_such_player")
    now = timezone.now()
    found = fair_play.find_patterns(now, viewer=reader, only=pk)
    rhythm = fair_play.answer_times_of(about, now)
    median = timedelta(seconds=rhythm.median) if rhythm else None
    context = {"only": about, "rhythm": rhythm, "median": median, **_context(found)}
    return render(request, "referees/fair_play.html", context)
