"""The start page: a live board, what is going on, and a bot to play at once."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.queries import PageRequest
from games import challenge_queries, lobby_queries, queries
from games.families.features import showcase
from games.services.bots import bots, guests
from games.services.errors import Refused
from games.services.wording import explaining
from games.web.access import to_login
from games.web.challenges.forms_bot import BotForm
from games.web.challenges.guests import fresh_seed, remember, visitor
from games.web.lobby.rows import Row, row_of, rows_of, seek_rows

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from accounts.models import Player
    from games.models import Challenge, Match

AWAITING_SHOWN = 6
RESULTS_SHOWN = 6
SEEKS_SHOWN = 5
NUMBERS_KEPT_SECONDS = 60


@require_safe
def home(request: PageRequest) -> HttpResponse:
    """Show what awaits the reader, the live board and what is going on."""
    now = timezone.now()
    reader = request.reader
    awaiting = queries.matches_awaiting(reader)[:AWAITING_SHOWN] if reader else []
    context = {
        "awaiting": rows_of(awaiting, reader),
        "live": _live(),
        "numbers": _numbers(now),
        "results": rows_of(queries.public_matches("finished")[:RESULTS_SHOWN]),
        "seeks": seek_rows(_seeks(reader, now)[:SEEKS_SHOWN], reader),
        "bot_form": BotForm(),
        "teaser": showcase().teaser(),
    }
    return render(request, "games/home.html", context)


def _numbers(now: datetime) -> dict[str, int]:
    """Return how much is going on; counted at most once a minute."""
    kept: dict[str, int] | None = cache.get_or_set(
        "goings-on", lambda: lobby_queries.goings_on(now), NUMBERS_KEPT_SECONDS
    )
    return kept or lobby_queries.goings_on(now)


def _seeks(reader: Player | None, now: datetime) -> QuerySet[Challenge]:
    """Return the open challenges of others."""
    seeks = challenge_queries.seeks_for(reader, now)
    return seeks.exclude(challenger=reader) if reader is not None else seeks


@require_safe
def live_board(request: PageRequest) -> HttpResponse:
    """Show the live board alone, for the start page to renew it."""
    return render(request, "games/_live.html", {"live": _live()})


def _live() -> Row | None:
    """Return the public match in which something happened last as a row; None without any."""
    match = lobby_queries.live_match()
    return row_of(match, last=lobby_queries.last_move(match)) if match else None


@require_POST
def play_bot(request: PageRequest) -> HttpResponse:
    """Start an unrated match against a bot at once; a visitor becomes a guest."""
    if request.reader is None and request.user.is_authenticated:
        return to_login(request)
    form = BotForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            for error in errors:
                messages.error(request, str(error))
        return redirect("games:home")
    try:
        match = _seat_at_bot(request, form.cleaned_data["ruleset"], form.cleaned_data["strategy"])
    except Refused as refusal:
        messages.error(request, explaining.explain(refusal))
        return redirect("games:home")
    return redirect(match)


def _seat_at_bot(request: PageRequest, ruleset: str, strategy: str) -> Match:
    """Return the new match of the reader, or of the guest that the visitor becomes."""
    now, seed = timezone.now(), fresh_seed()
    if request.reader is not None:
        return bots.play_at_once(
            request.reader, ruleset=ruleset, strategy=strategy, seed=seed, now=now
        )
    guest, match = guests.play_bot_as_guest(
        visitor(request), ruleset=ruleset, strategy=strategy, seed=seed, now=now
    )
    remember(request, guest)
    return match
