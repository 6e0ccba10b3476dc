"""The start page: a board to play on for visitors, pending items for members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import parse_number
from accounts.queries import PageRequest, PlayerRequest
from games import challenge_queries, daily_queries, lobby_queries, queries
from games.seeds import generate_seed
from games.services.bots import bots, guests
from games.services.errors import Refused
from games.services.match.turns_due import TurnsDue
from games.services.wording import explaining
from games.web.access import redirect_to_login
from games.web.challenges.forms_bot import BotForm
from games.web.challenges.guests import build_visitor, log_in_guest
from games.web.lobby.rows import MatchRow, row_of, rows_of, seek_rows
from games.web.lobby.trial import trial_context

if TYPE_CHECKING:
    from games.models import Match

CARDS_SHOWN = 6
SEEKS_SHOWN = 3


@require_safe
def home(request: PageRequest) -> HttpResponse:
    """Show visitors a board to play on, and members what awaits them."""
    if request.reader is not None:
        return _members_home(request)  # type: ignore[arg-type]
    now = timezone.now()
    context = {
        "live": _live_row(),
        "seeks": seek_rows(challenge_queries.seeks_for(None, now)[:SEEKS_SHOWN]),
        "puzzle": daily_queries.puzzle_on(daily_queries.puzzle_day(now), now),
        **trial_context([]),
    }
    return render(request, "games/home.html", context)


def _members_home(request: PlayerRequest) -> HttpResponse:
    """Show whose turn it is, the puzzle of the day, and news of events."""
    reader, now = request.reader, timezone.now()
    puzzle = daily_queries.puzzle_on(daily_queries.puzzle_day(now), now)
    mine = lobby_queries.annotate_last_move(queries.matches_awaiting(reader))
    theirs = lobby_queries.annotate_last_move(queries.matches_awaiting_others(reader))
    awaiting = rows_of(mine[: CARDS_SHOWN + 1], reader)
    more = len(awaiting) > CARDS_SHOWN
    context = {
        "awaiting": awaiting[:CARDS_SHOWN],
        "awaiting_count": queries.awaiting_count(reader) if more else len(awaiting),
        "more": more,
        "waiting": rows_of(theirs[:CARDS_SHOWN], reader),
        "asked": challenge_queries.challenges_to(reader, now).count(),
        "puzzle": puzzle,
        "solvers": daily_queries.count_solvers(puzzle) if puzzle else 0,
        "attempt": daily_queries.attempt_of(reader, puzzle) if puzzle else None,
    }
    return render(request, "games/members_home.html", context)


@require_safe
def live_board(request: PageRequest) -> HttpResponse:
    """Return the live board alone, for refreshing it."""
    return render(request, "games/_live.html", {"live": _live_row()})


@never_cache
@require_safe
def turns(request: PageRequest) -> HttpResponse:
    """Return the reader's pending turns for an open page; 204 if nothing has changed.

    ``at`` is the match on that page, which is left out.
    """
    if request.reader is None:
        return HttpResponse(status=204)
    due = TurnsDue(request.reader)
    if due.version == request.GET.get("v"):
        return HttpResponse(status=204)
    context = {
        "turns_due": due,
        "awaiting_count": due.count,
        "at": parse_number(request.GET.get("at")),
        "fresh": True,
    }
    return render(request, "partials/turns.html", context)


def _live_row() -> MatchRow | None:
    """Return the public match with the latest move as a row, if any."""
    match = lobby_queries.live_match()
    return row_of(match, last=lobby_queries.last_move(match)) if match else None


@require_POST
def play_bot(request: PageRequest) -> HttpResponse:
    """Start an unrated match against a bot; a visitor becomes a guest."""
    if request.reader is None and request.user.is_authenticated:
        return redirect_to_login(request)
    form = BotForm(request.POST, reader=request.reader)
    if not form.is_valid():
        for errors in form.errors.values():
            for error in errors:
                messages.error(request, str(error))
        return redirect("games:home")
    try:
        match = _start_bot_match(
            request, form.cleaned_data["ruleset"], form.cleaned_data["strategy"]
        )
    except Refused as refusal:
        messages.error(request, explaining.explain(refusal))
        return redirect("games:home")
    return redirect(match)


def _start_bot_match(request: PageRequest, ruleset: str, strategy: str) -> Match:
    """Return the new match of the reader or of a new guest."""
    now, seed = timezone.now(), generate_seed()
    if request.reader is not None:
        return bots.start_match_with_bot(
            request.reader, ruleset=ruleset, strategy=strategy, seed=seed, now=now
        )
    guest, match = guests.play_bot_as_guest(
        build_visitor(request), ruleset=ruleset, strategy=strategy, seed=seed, now=now
    )
    log_in_guest(request, guest)
    return match
