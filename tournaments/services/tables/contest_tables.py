"""The table of a solitaire contest, computed from the current results."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from games.families.features import puzzles
from tournaments.formats.contest import jumps_of
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament

PUZZLE_DRAW_INDEX, DRAWS_PER_PUZZLE = 1_000_000, 10_000  # above all other draws of a tournament
PLAYED = (Fixture.Kind.PLAYED, Fixture.Kind.ADJUDICATED)
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass
class PuzzleCell:
    """One puzzle of an entrant: its points, and the URL of the match once the contest is over."""

    points: int | None = None
    url: str = ""


@dataclass
class ContestRow:
    """One entrant: penalty points over all puzzles, sweeps and last submission of those played."""

    entrant: Entrant
    place: int = 0
    points: int = 0
    played: int = 0
    sweeps: int = 0
    submitted: datetime | None = None
    cells: list[PuzzleCell] = field(default_factory=list)

    @property
    def merit(self) -> tuple[int, int, datetime]:
        """Sort key: fewest points, then fewest sweeps, then earliest last submission."""
        return self.points, self.sweeps, self.submitted or NEVER


def first_draw_index(number: int) -> int:
    """Return the index of the first random draw for puzzle ``number`` (from 1)."""
    return PUZZLE_DRAW_INDEX + number * DRAWS_PER_PUZZLE


def puzzle_starts(tournament: Tournament) -> list[str]:
    """Return every puzzle as the option ``start``: a pattern's name, or the holes with pegs."""
    return [
        puzzle
        if (jumps := jumps_of(puzzle)) is None
        else puzzles().compose(tournament.lots_seed, jumps, first_draw_index(number)).start
        for number, puzzle in enumerate(tournament.puzzles, 1)
    ]


def peg_counts(tournament: Tournament) -> list[int]:
    """Return each puzzle's number of pegs, the score for not playing it."""
    return [puzzles().piece_count(start) for start in puzzle_starts(tournament)]


def contest_rows(
    tournament: Tournament, division: Division, *, for_insiders: bool = False
) -> list[ContestRow]:
    """Return the table, best first; equal entrants share a place."""
    full = peg_counts(tournament)
    entrants = Entrant.objects.filter(division=division, number__isnull=False)
    rows = {
        each.pk: ContestRow(each, points=sum(full), cells=[PuzzleCell() for _puzzle in full])
        for each in entrants.select_related("player")
    }
    seats = FixtureSeat.objects.filter(
        fixture__round__division=division,
        fixture__settled_at__isnull=False,
        fixture__kind__in=PLAYED,
        points__isnull=False,
    )
    for seat in seats.select_related("fixture__round", "fixture__match"):
        seat.fixture.for_insiders = for_insiders
        _add(rows[seat.entrant_id], seat.fixture, seat, full)
    ordered = sorted(rows.values(), key=lambda row: (*row.merit, row.entrant.number or 0))
    for line, row in enumerate(ordered, 1):
        level = line > 1 and ordered[line - 2].merit == row.merit
        row.place = ordered[line - 2].place if level else line
    return ordered


def _add(row: ContestRow, fixture: Fixture, seat: FixtureSeat, full: list[int]) -> None:
    """Replace the full count of a puzzle by the result played."""
    at, points = fixture.round.number - 1, seat.points or 0
    row.points += points - full[at]
    row.cells[at] = PuzzleCell(points, fixture.match_url)
    row.played += 1
    row.sweeps += seat.sweeps or 0
    settled = fixture.settled_at.replace(microsecond=0) if fixture.settled_at else None
    row.submitted = max(filter(None, (row.submitted, settled)), default=None)


def current_contest_table(
    tournament: Tournament, *, for_insiders: bool = False
) -> list[ContestRow]:
    """Return the table of a contest; [] before it begins."""
    division = Division.objects.filter(tournament=tournament).first()
    return contest_rows(tournament, division, for_insiders=for_insiders) if division else []


def closes_at(tournament: Tournament) -> datetime | None:
    """Return the deadline of a running contest."""
    if not tournament.is_running:
        return None
    first = Round.objects.filter(division__tournament=tournament).first()
    return first.closes_at if first else None


def places(tournament: Tournament, division: Division) -> list[tuple[int, int]]:
    """Return entrants and places, best first."""
    return [(row.entrant.pk, row.place) for row in contest_rows(tournament, division)]


def to_plain_json(tournament: Tournament) -> dict[str, object]:
    """Return the puzzles as JSON; new ones with their holes once the contest has begun."""
    starts = (
        puzzle_starts(tournament) if tournament.started_at else [None] * len(tournament.puzzles)
    )
    return {
        "puzzles": [
            {"puzzle": puzzle, "start": start, "first_lot": first_draw_index(number)}
            for number, (puzzle, start) in enumerate(
                zip(tournament.puzzles, starts, strict=True), 1
            )
        ]
    }
