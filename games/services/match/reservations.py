"""Reservations by tournaments: seats barred to players with a stake, puzzles not open yet."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import EventStake, ReservedPuzzle


def set_stakes(event: str, players: Iterable[int]) -> None:
    """Bar exactly these players from taking over seats in an event; ``event`` is its URL."""
    wanted = set(players)
    rows = EventStake.objects.filter(event=event)
    known = set(rows.values_list("player_id", flat=True))
    rows.exclude(player__in=wanted).delete()
    EventStake.objects.bulk_create(
        [EventStake(event=event, player_id=pk) for pk in sorted(wanted - known)],
        ignore_conflicts=True,
    )


def reserve_puzzles(event: str, starts: Iterable[str]) -> None:
    """Reserve exactly these puzzles for an event; pass none when it is over."""
    ReservedPuzzle.objects.filter(event=event).delete()
    ReservedPuzzle.objects.bulk_create(
        ReservedPuzzle(event=event, start=start) for start in dict.fromkeys(starts)
    )
