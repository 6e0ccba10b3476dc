"""Prepares a Swiss of teams for pairing: by match points, equal teams by board points."""

from __future__ import annotations

from dataclasses import replace

from tournaments.standings.base import HALF, ZERO, Entrant, Event, Points, Result


def number_by_board_points(event: Event) -> Event:
    """Return the event with teams numbered by board points so far, then as at the start.

    The pairing orders teams with equal match points by number.
    """
    made = dict.fromkeys(event.entrants, ZERO)
    for result in event.results:
        for who, points in _board_points(result, event.boards).items():
            made[who] += points
    order = sorted(event.entered, key=lambda each: -made[each.entrant])
    return replace(event, entered=tuple(order), boards=0)


def _board_points(result: Result, boards: int) -> dict[Entrant, Points]:
    """Return the board points of a result; a running meeting, counted as a tie, shares them."""
    if result.is_bye or result.legs:
        return dict(zip(result.seats, result.legs, strict=False))
    return dict.fromkeys(result.seats, boards * HALF)
