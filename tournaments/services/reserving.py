"""A tournament's reservations in games: its seats and a contest's new puzzles."""

from __future__ import annotations

from games.services.match import reservations
from tournaments import panel_queries
from tournaments.formats.contest import jumps_of
from tournaments.models import Tournament
from tournaments.services.tables.contest_tables import puzzle_starts


def reserve_seats(tournament: Tournament) -> None:
    if tournament.is_running:
        event = tournament.get_absolute_url()
        reservations.set_stakes(event, panel_queries.people_in(tournament))


def reserve_puzzles(tournament: Tournament) -> None:
    """Reserve the new puzzles of a running contest; well-known patterns stay free."""
    if not tournament.event_format.has_puzzles:
        return
    pairs = zip(tournament.puzzles, puzzle_starts(tournament), strict=True)
    fresh = [start for puzzle, start in pairs if jumps_of(puzzle) is not None]
    event = tournament.get_absolute_url()
    reservations.reserve_puzzles(event, fresh if tournament.is_running else [])
