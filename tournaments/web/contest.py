"""Pages of a solitaire contest: its puzzles, and playing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.queries import PlayerRequest
from games.families.drawing import diagram_for
from games.families.features import puzzles
from games.rules import registry
from games.seeds import generate_seed
from games.web.access import player_required
from games.web.match.match import SeeOther
from tournaments import club_queries, queries
from tournaments.formats.contest import jumps_of
from tournaments.services.rounds import contests
from tournaments.services.tables import contest_tables
from tournaments.services.wording import puzzle_name
from tournaments.web.errors import show_refusals
from tournaments.web.lookup import tournament_or_404

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Fixture, Tournament


@require_POST
@player_required
@show_refusals
def play(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Start a puzzle, or continue it."""
    reader = request.reader
    tournament_or_404(request, pk)
    seed = generate_seed()
    match = contests.start_puzzle(pk, reader, number, seed=seed, now=timezone.now())
    return SeeOther(match.get_absolute_url())


def context_of(tournament: Tournament, reader: Player | None) -> dict[str, object]:
    if not tournament.event_format.has_puzzles:
        return {}
    own = {each.round.number: each for each in queries.own_fixtures(tournament, reader)}
    begun = tournament.started_at is not None
    starts = contest_tables.puzzle_starts(tournament) if begun else list(tournament.puzzles)
    rows = [
        _puzzle(number, puzzle, start, own.get(number))
        for number, (puzzle, start) in enumerate(zip(tournament.puzzles, starts, strict=True), 1)
    ]
    return {
        "puzzles": rows,
        "contest_rows": contest_tables.current_contest_table(
            tournament, for_insiders=club_queries.can_watch_boards(tournament, reader)
        ),
        "contest_closes": contest_tables.closes_at(tournament),
    }


def _puzzle(number: int, puzzle: str, start: str, mine: Fixture | None) -> dict[str, object]:
    """Return one puzzle: its board once it is known, and the reader's result."""
    key, drawn = puzzles().KEY, None
    if jumps_of(start) is None:
        drawn = diagram_for(key, registry.get(key).start(1, {"start": start}))
    return {
        "number": number,
        "name": puzzle_name(puzzle),
        "pegs": puzzles().piece_count(start) if drawn else None,
        "diagram": drawn,
        "mine": mine,
        "points": _points(mine),
    }


def _points(mine: Fixture | None) -> int | None:
    """Return the reader's penalty points in a puzzle; None if they have not finished it."""
    if mine is None or not mine.is_settled or mine.kind in ("forfeit", "annulled"):
        return None
    seat = next(iter(mine.seats.all()))
    return int(seat.points or 0)
