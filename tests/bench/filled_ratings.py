"""The ratings of a database that is filled for measuring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import connection, models

from games import ratings
from games.models import Match, Rating, RatingEntry
from tests.bench.copying import AT_ONCE, insert


class _Line(NamedTuple):
    """A seat of a match that has not been rated yet."""

    match: int
    pool: str
    at: datetime
    turn: int
    player: int
    rank: int
    side: int


UNRATED = """
    SELECT m.id, m.pool, m.finished_at, m.turn, s.player_id, s.rank, s.number
    FROM games_match m JOIN games_seat s ON s.match_id = m.id
    WHERE m.id > %s AND m.id <= %s AND m.status = 'finished' AND m.pool <> ''
      AND NOT EXISTS (SELECT 1 FROM games_ratingentry e WHERE e.match_id = m.id)
    ORDER BY m.id, s.number
"""


def rate() -> None:
    """Rate the copies in their order, from the start value of everybody."""
    figures: dict[tuple[int, str], ratings.SeatRating] = {}
    last = Match.objects.aggregate(last=models.Max("pk"))["last"] or 0
    for done in range(0, last, AT_ONCE):
        with connection.cursor() as cursor:
            cursor.execute(UNRATED, [done, done + AT_ONCE])
            lines = [_Line(*row) for row in cursor.fetchall()]
        insert(RatingEntry, ENTRY, _entries(lines, figures))
    insert(
        Rating,
        ("player_id", "pool", "value", "games", "entries"),
        ((player, pool, *figure, figure.games) for (player, pool), figure in figures.items()),
    )


ENTRY = ("player_id", "pool", "match_id", "number", "at", "games_before", "before", "after",
         "turn", "rank", "side", "counts")  # fmt: skip


def _entries(
    lines: Iterable[_Line], figures: dict[tuple[int, str], ratings.SeatRating]
) -> Iterator[tuple[object, ...]]:
    """Yield the entries of matches, two lines each, and move the figures."""
    for first, second in batched(lines):
        pool = first.pool
        keys = (first.player, pool), (second.player, pool)
        before = [figures.get(key, ratings.SeatRating()) for key in keys]
        deltas = ratings.compute_changes(
            before, (first.rank, second.rank), (first.side, second.side), ratings.k_divisor(pool)
        )
        for key, line, was, delta in zip(keys, (first, second), before, deltas, strict=True):
            figures[key] = ratings.SeatRating(was.value + delta, was.games + 1)
            yield (line.player, pool, line.match, was.games + 1, line.at, was.games, was.value,
                   was.value + delta, line.turn, line.rank, line.side, 1)  # fmt: skip


def batched(lines: Iterable[_Line]) -> Iterator[tuple[_Line, _Line]]:
    rest = iter(lines)
    return zip(rest, rest, strict=True)
