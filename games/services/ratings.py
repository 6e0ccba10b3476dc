"""Ratings: entries appended with the result that caused them, and a check that refolds them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games import ratings
from games.models import Match, Rating, RatingEntry, Seat
from games.rules import registry
from games.rules.company import sides_of


def rate_match(match: Match, seats: Sequence[Seat], *, now: datetime) -> list[RatingEntry]:
    """Append one entry a player and move the current figures, in the caller's transaction.

    A substitute's result counts for whoever left him the seat; partners are one side.
    """
    figures = lock_figures(match.pool, [seat.rated_id for seat in seats])
    standings = [
        ratings.Standing(figures[seat.rated_id].value, figures[seat.rated_id].games)
        for seat in seats
    ]
    deltas = _deltas(match, standings, [seat.rank or 1 for seat in seats])
    entries = []
    for seat, delta in zip(seats, deltas, strict=True):
        figure = figures[seat.rated_id]
        entries.append(
            RatingEntry(
                player_id=seat.rated_id,
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


def _deltas(
    match: Match, standings: Sequence[ratings.Standing], ranks: Sequence[int]
) -> tuple[int, ...]:
    """Return what a match with these places does to every seat: by sides, at its pool's weight."""
    sides = sides_of(registry.get(match.ruleset), len(ranks), match.options)
    return ratings.updates(standings, ranks, sides, ratings.share_of(match.pool))


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
    seats: dict[int, dict[int, Seat]] = {}
    rows = Seat.objects.filter(match__in=by_match).select_related("match").defer("match__state")
    for seat in rows:
        seats.setdefault(seat.match_id, {})[seat.rated_id] = seat
    for entries in by_match.values():
        differences += _refold_match(entries, seats[entries[0].match_id], figures)
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
    seats: dict[int, Seat],
    figures: dict[tuple[int, str], tuple[int, int]],
) -> list[Difference]:
    """Recompute the entries of one match (its seats by player) and advance the running figures."""
    entries = sorted(entries, key=lambda entry: seats[entry.player_id].number)
    now = [figures.get((entry.player_id, entry.pool), (ratings.START, 0)) for entry in entries]
    standings = [ratings.Standing(value, games) for value, games in now]
    ranks = [seats[entry.player_id].rank or 1 for entry in entries]
    deltas = _deltas(seats[entries[0].player_id].match, standings, ranks)
    differences = []
    for entry, (value, games), delta in zip(entries, now, deltas, strict=True):
        if (entry.before, entry.after) != (value, value + delta):
            differences.append(
                Difference(entry.player_id, entry.pool, "entry", entry.after, value + delta)
            )
        figures[entry.player_id, entry.pool] = (value + delta, games + 1)
    return differences
