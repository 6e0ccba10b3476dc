"""The puzzle of the day: board, own attempt, ranking, proof, and earlier days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from games import daily_queries
from games.diagrams.base import Diagram
from games.families.drawing import diagram_for
from games.families.features import puzzles
from games.rules import registry
from games.seeds import generate_seed
from games.services.errors import Refused
from games.services.solo import daily
from games.services.wording import explaining
from games.web.access import redirect_to_login
from games.web.challenges.guests import build_visitor, log_in_guest
from games.web.files import script_response

if TYPE_CHECKING:
    from games.models import DailyPuzzle

ROWS_SHOWN = 200
DAYS_PER_PAGE = 30


class DayConverter:
    """URL converter for days such as 2026-03-02."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Parse a day; ValueError, which results in a 404, if it does not exist."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


@never_cache
@require_safe
def today(request: PageRequest) -> HttpResponse:
    return _puzzle_page(request, daily.todays_puzzle(generate_seed, now=timezone.now()))


@never_cache
@require_safe
def day_page(request: PageRequest, day: date) -> HttpResponse:
    """Show the puzzle of a day that has begun; after its end also proof and solution."""
    puzzle = daily_queries.puzzle_on(day, timezone.now())
    if puzzle is None:
        raise Http404
    return _puzzle_page(request, puzzle)


@require_safe
def archive(request: PageRequest) -> HttpResponse:
    now = timezone.now()
    days = Paginator(daily_queries.past_puzzles(now), DAYS_PER_PAGE)
    page = days.get_page(request.GET.get("page"))
    context = {
        "page": page,
        "pages": list(days.get_elided_page_range(page.number, on_each_side=1, on_ends=1)),
    }
    return render(request, "games/daily_archive.html", context)


@require_POST
def start(request: PageRequest) -> HttpResponse:
    """Start or continue today's puzzle; a visitor becomes a guest."""
    if request.reader is None and request.user.is_authenticated:
        return redirect_to_login(request)
    now, seed = timezone.now(), generate_seed()
    daily.todays_puzzle(generate_seed, now=now)
    try:
        if request.reader is not None:
            return redirect(daily.start_attempt(request.reader, seed=seed, now=now))
        guest, match = daily.start_attempt_as_guest(build_visitor(request), seed=seed, now=now)
    except Refused as refusal:
        messages.error(request, explaining.explain(refusal))
        return redirect("games:daily")
    log_in_guest(request, guest)
    return redirect(match)


@require_safe
def verify_script(request: PageRequest) -> HttpResponse:  # noqa: ARG001 (a view)
    """Serve the script that composes a puzzle without this site."""
    return script_response("verify_puzzle.py")


def _puzzle_page(request: PageRequest, puzzle: DailyPuzzle) -> HttpResponse:
    now = timezone.now()
    over = puzzle.ends_at <= now
    rows = daily_queries.daily_ranking(puzzle)
    own = daily_queries.attempt_of(request.reader, puzzle)
    mine = next((row for row in rows if own and row.attempt.player_id == own.player_id), None)
    line = _best_line(puzzle, rows) if over else []
    step = min(parse_number(request.GET.get("step"), 3) or 0, len(line))
    context = {
        "puzzle": puzzle,
        "over": over,
        "now": now,
        "own": own,
        "mine": mine,
        "rows": rows[:ROWS_SHOWN],
        "entered": len(rows),
        "beyond": mine if mine in rows[ROWS_SHOWN:] else None,
        "steps": _steps(line),
        "step": step,
        "solved": bool(rows) and not rows[0].attempt.points,
        "diagram": _board_after(puzzle, line[:step]),
        "next": daily_queries.next_digest(puzzle.day),
        "before": puzzle.day - timedelta(days=1),
        "after": puzzle.day + timedelta(days=1),
        "has_before": daily_queries.puzzle_on(puzzle.day - timedelta(days=1), now) is not None,
    }
    return render(request, "games/daily.html", context)


def _best_line(puzzle: DailyPuzzle, rows: list[daily_queries.RankedAttempt]) -> list[str]:
    """Return the jumps of the best perfect attempt, else the composer's solution."""
    if rows and not rows[0].attempt.points:
        return daily_queries.match_jumps(rows[0].attempt.match_id)
    return list(puzzles().compose(puzzle.seed, puzzle.jumps).solution)


def _steps(line: list[str]) -> list[dict[str, object]]:
    """Return the sweeps of a line, each with the number of jumps up to its end."""
    steps, done = [], 0
    for sweep in puzzles().sweeps(line):
        done += len(sweep)
        steps.append({"after": done, "words": puzzles().spell_sweep(sweep)})
    return steps


def _board_after(puzzle: DailyPuzzle, line: list[str]) -> Diagram:
    """Return the board after these jumps."""
    rules = registry.get(puzzles().KEY)
    state = rules.start(1, {"start": puzzle.start})
    for text in line:
        state = rules.play(state, 0, rules.parse(text))
    return diagram_for(rules.key, state, last=line[-1] if line else None)
