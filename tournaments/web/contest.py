"""The pages of a solitaire contest: planning one, its puzzles, playing one of them."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.queries import PageRequest
from games.diagrams.registry import diagram_for
from games.rules import registry
from games.services.errors import Refused
from games.web.access import for_people, for_players
from games.web.match import SeeOther
from tournaments import queries
from tournaments.services import announcing, contest_tables, contests
from tournaments.services.contest_plans import jumps_of
from tournaments.services.contest_words import puzzle_name
from tournaments.web.drafting import no_room
from tournaments.web.errors import answers_refusals
from tournaments.web.forms_contest import ContestForm, wishes_of

SEED_BYTES = 32


@for_people
@answers_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PageRequest) -> HttpResponse:
    """Show the empty form; write a draft."""
    closed = None if request.method == "POST" else no_room(request)
    return closed or plan_page(request, None)


def plan_page(request: PageRequest, draft: Any) -> HttpResponse:
    """Show the form, empty or with a draft; write it."""
    initial = wishes_of(draft) if draft else None
    form = ContestForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            return SeeOther(_write(request, draft, form).get_absolute_url())
        except Refused as refusal:
            if not form.errors:
                form.refuse(refusal)
    status = 422 if form.errors else 200
    return render(request, "tournaments/contest_plan.html", {"form": form}, status=status)


def _write(request: PageRequest, draft: Any, form: ContestForm) -> Any:
    """Write a new draft, or change one."""
    now, reader = timezone.now(), request.reader
    assert reader is not None  # the guard of the page has seen him
    if draft is not None:
        changed = announcing.change_tournament(draft.pk, reader, form.plan(now))
        messages.success(request, _("The draft is changed."))
        return changed
    seed = secrets.token_hex(SEED_BYTES)
    written = announcing.draft_tournament(reader, form.plan(now), seed=seed, now=now)
    messages.success(request, _("The draft is written; look it over and announce it."))
    return written


@require_POST
@for_players
@answers_refusals
def play(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Start a puzzle, or go on with it."""
    reader = request.reader
    assert reader is not None  # the guard of the page has seen him
    seed = secrets.token_hex(SEED_BYTES)
    match = contests.start_puzzle(pk, reader, number, seed=seed, now=timezone.now())
    return SeeOther(match.get_absolute_url())


def context_of(found: Any, reader: Any) -> dict[str, Any]:
    """Return what the page of a tournament shows where it is a contest."""
    if not found.is_contest:
        return {}
    own = {each.round.number: each for each in queries.own_fixtures(found, reader)}
    begun = found.started_at is not None
    starts = contest_tables.starts_of(found) if begun else list(found.puzzles)
    rows = [
        _puzzle(number, wish, start, own.get(number))
        for number, (wish, start) in enumerate(zip(found.puzzles, starts, strict=True), 1)
    ]
    return {
        "puzzles": rows,
        "contest_rows": contest_tables.whole_standing(found),
        "contest_closes": contest_tables.closes_at(found),
    }


def _puzzle(number: int, wish: str, start: str, mine: Any) -> dict[str, Any]:
    """Return one puzzle: its board once it is known, and what the reader made of it."""
    state = None
    if jumps_of(start) is None:
        state = registry.get("solitaire").start(1, {"start": start})
    return {
        "number": number,
        "name": puzzle_name(wish),
        "pegs": state.pegs.bit_count() if state else None,
        "diagram": diagram_for("solitaire", state) if state else None,
        "mine": mine,
        "points": _points(mine),
    }


def _points(mine: Any) -> int | None:
    """Return the reader's penalty points of a puzzle; None where he has not played it."""
    if mine is None or not mine.is_settled or mine.kind in ("forfeit", "annulled"):
        return None
    seat = next(iter(mine.seats.all()))
    return int(seat.points or 0)
