"""Ratings: entries appended with the result that caused them, and a check that refolds them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games import ratings
from games.models import Match, Rating, RatingEntry, Seat


def rate_match(match: Match, seats: Sequence[Seat], *, now: datetime) -> list[RatingEntry]:
    """Append one entry a player and move the current figures, in the caller's transaction."""
    figures = lock_figures(match.pool, [seat.player_id for seat in seats])
    standings = [
        ratings.Standing(figures[seat.player_id].value, figures[seat.player_id].games)
        for seat in seats
    ]
    deltas = ratings.updates(standings, [seat.rank or 1 for seat in seats])
    entries = []
    for seat, delta in zip(seats, deltas, strict=True):
        figure = figures[seat.player_id]
        entries.append(
            RatingEntry(
                player_id=seat.player_id,
                pool=match.pool,
                match=match,
                number=figure.games + 1,
                at=now,
                games_before=figure.games,
                before=figure.value,
                after=figure.value + delta,
            )
        )
        figure.value += delta
        figure.games += 1
    RatingEntry.objects.bulk_create(entries)
    Rating.objects.bulk_update(figures.values(), ["value", "games"])
    return entries


def lock_figures(pool: str, player_ids: Sequence[int]) -> dict[int, Rating]:
    """Return the players' figures locked in one fixed order, new ones at the start value.

    Whoever holds them sees every earlier result of these players in this pool as committed.
    """
    Rating.objects.bulk_create(
        [Rating(player_id=pk, pool=pool, value=ratings.START) for pk in sorted(player_ids)],
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update().filter(pool=pool, player_id__in=player_ids)
    return {row.player_id: row for row in rows.order_by("player_id")}


@dataclass(frozen=True)
class Difference:
    """A place where the fold of the entries and the stored figures disagree."""

    player_id: int
    pool: str
    what: str
    stored: int
    folded: int


def refold_ratings() -> list[Difference]:
    """Recompute every entry from the results in the order of writing; return all differences.

    The entries of a match are recomputed together from the figures their players had then.
    """
    figures: dict[tuple[int, str], tuple[int, int]] = {}
    differences: list[Difference] = []
    by_match: dict[int, list[RatingEntry]] = {}
    for entry in RatingEntry.objects.order_by("pk"):
        by_match.setdefault(entry.match_id, []).append(entry)
    ranks = {
        (seat.match_id, seat.player_id): seat.rank or 1
        for seat in Seat.objects.filter(match__in=by_match)
    }
    for entries in by_match.values():
        differences += _refold_match(entries, ranks, figures)
    for rating in Rating.objects.all():
        value, games = figures.get((rating.player_id, rating.pool), (ratings.START, 0))
        if rating.value != value:
            differences.append(
                Difference(rating.player_id, rating.pool, "value", rating.value, value)
            )
        if rating.games != games:
            differences.append(
                Difference(rating.player_id, rating.pool, "games", rating.games, games)
            )
    return differences


def _refold_match(
    entries: list[RatingEntry],
    ranks: dict[tuple[int, int], int],
    figures: dict[tuple[int, str], tuple[int, int]],
) -> list[Difference]:
    """Recompute the entries of one match and advance the running figures."""
    now = [figures.get((entry.player_id, entry.pool), (ratings.START, 0)) for entry in entries]
    standings = [ratings.Standing(value, games) for value, games in now]
    deltas = ratings.updates(
        standings, [ranks[entry.match_id, entry.player_id] for entry in entries]
    )
    differences = []
    for entry, (value, games), delta in zip(entries, now, deltas, strict=True):
        if (entry.before, entry.after) != (value, value + delta):
            differences.append(
                Difference(entry.player_id, entry.pool, "entry", entry.after, value + delta)
            )
        figures[entry.player_id, entry.pool] = (value + delta, games + 1)
    return differences
