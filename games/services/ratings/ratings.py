"""Rates results: appends entries and updates the ratings (``rating_replay`` verifies them).

Locks are taken in the order: matches, pools by key, ratings by player. Rating a result shares the
pool's lock with others; a correction holds it exclusively.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from accounts.services.locks import lock_name
from games import ratings
from games.models import Match, Rating, RatingEntry, Seat
from games.rules import registry
from games.rules.multiplayer import sides_of


def rate_match(match: Match, seats: Sequence[Seat], *, now: datetime) -> list[RatingEntry]:
    """Append one entry per player and update the ratings, in the caller's transaction.

    A substitute's result counts for the player who left the seat; partners are one side.
    """
    figures = lock_ratings(match.pool, [seat.rated_player_id for seat in seats])
    standings = [
        ratings.SeatRating(figures[seat.rated_player_id].value, figures[seat.rated_player_id].games)
        for seat in seats
    ]
    sides = sides_of(registry.get(match.ruleset), len(seats), match.options)
    ranks = [seat.rank or 1 for seat in seats]
    deltas = ratings.compute_changes(standings, ranks, sides, ratings.k_divisor(match.pool))
    entries = []
    for seat, delta in zip(seats, deltas, strict=True):
        figure = figures[seat.rated_player_id]
        entries.append(
            RatingEntry(
                player_id=seat.rated_player_id,
                pool=match.pool,
                match=match,
                number=figure.entries + 1,
                at=now,
                games_before=figure.games,
                before=figure.value,
                after=figure.value + delta,
                turn=match.turn,
                rank=seat.rank or 1,
                side=sides[seat.number],
            )
        )
        figure.value += delta
        figure.games += 1
        figure.entries += 1
    RatingEntry.objects.bulk_create(entries)
    Rating.objects.bulk_update(figures.values(), ["value", "games", "entries"])
    return entries


def lock_pool(pool: str, *, alone: bool = False) -> None:
    """Lock a pool for this transaction: shared for results, ``alone`` for a correction.

    A correction replays later results, so none may be added meanwhile.
    """
    lock_name(f"ratings:{pool}", together=not alone)


def lock_ratings(pool: str, player_ids: Sequence[int]) -> dict[int, Rating]:
    """Lock and return the players' ratings in a fixed order; creates missing ones.

    Earlier results of these players in this pool are committed by then.
    """
    lock_pool(pool)
    Rating.objects.bulk_create(
        [Rating(player_id=pk, pool=pool, value=ratings.START_RATING) for pk in sorted(player_ids)],
        ignore_conflicts=True,
    )
    rows = Rating.objects.select_for_update().filter(pool=pool, player_id__in=player_ids)
    return {row.player_id: row for row in rows.order_by("player_id")}


def lock_free_ratings(pool: str, player_ids: Iterable[int]) -> bool:
    """Lock the players' ratings without waiting; False if one is already locked."""
    lock_pool(pool)
    rows = Rating.objects.filter(pool=pool, player_id__in=player_ids)
    return len(rows.select_for_update(skip_locked=True)) == rows.count()
