"""Verifies all ratings by replaying the ledger of each pool in one stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models.functions import Coalesce

from accounts.services.locks import repeatable_read
from games import ratings
from games.models import Match, Rating, RatingEntry, Seat
from games.services.ratings.corrections import ResultChange, ideal_ratings, result_changes
from games.services.ratings.ends import (
    EntryLine,
    Ranks,
    StandingsByPlayer,
    group_by_end,
    lines_between,
    ranks_of,
    ratings_after,
    ratings_before,
)

FETCH_SIZE = 10_000
RESULTS_BATCH_SIZE = 2_000
STEP = 100_000
NEWCOMER_STANDING = ratings.SeatRating()
BEFORE_COLUMN = EntryLine._fields.index("before")
NO_CHANGE: Ranks = {}


@dataclass(frozen=True)
class Difference:
    """A difference between a replayed and a stored rating or entry."""

    player_id: int
    pool: str
    what: str
    stored: Any
    folded: Any


def replay_ratings(
    pools: Iterable[str] | None = None,
    progress: Callable[[int], object] = lambda _count: None,
    *,
    first: int | None = None,
    last: int | None = None,
) -> list[Difference]:
    """Replay the ledgers of pools line by line; return all differences.

    Without ``pools`` all of them. ``progress`` is called about every STEP lines. With ``first`` and
    ``last`` only the groups of lines that begin within this range are checked; the current ratings
    are checked only without ``last``.
    """
    if pools is None:
        known = RatingEntry.objects.order_by().values_list("pool", flat=True).distinct()
        pools = {*known, *Rating.objects.order_by().values_list("pool", flat=True).distinct()}
    differences: list[Difference] = []
    count = 0
    for pool in sorted(pools):
        with repeatable_read():
            fold, ends = PoolReplay(pool, result_changes(pool), first), []
            for lines in _groups_between(fold, first, last):
                fold.follow(lines)
                if lines[0].intervention is None:
                    ends.append(lines)
                if len(ends) == RESULTS_BATCH_SIZE:
                    fold.check_results(ends)
                    ends = []
                count += len(lines)
                if count % STEP < len(lines):
                    progress(count)
            fold.check_results(ends)
            if last is None:
                fold.check_ratings()
        differences += fold.differences
    return differences


def _groups_between(
    fold: PoolReplay, first: int | None, last: int | None
) -> Iterator[list[EntryLine]]:
    """Yield the groups of lines that begin within a range."""
    rows = lines_between(fold.pool, first, last).iterator(chunk_size=FETCH_SIZE)
    for lines in group_by_end(map(EntryLine._make, rows)):
        if first is not None and lines[0].pk < first:
            fold.adopt_stored(lines, first)
        elif last is None or lines[0].pk <= last:
            yield lines


class PoolReplay:
    """The replay of one pool; keeps one rating per player and no lines."""

    def __init__(self, pool: str, causes: Sequence[ResultChange], first: int | None = None) -> None:
        """Start empty, or with the stored ratings before line ``first``.

        ``causes`` are the interventions that changed results.
        """
        self.pool = pool
        self.differences: list[Difference] = []
        self._divisor = ratings.k_divisor(pool)
        self._causes = causes
        self._done = 0  # number of causes already in the ledger
        self._today = {key: ranks for cause in causes for key, ranks in cause.ranks.items()}
        self._figures: StandingsByPlayer = {} if first is None else ratings_before(pool, first)

    def follow(self, lines: list[EntryLine]) -> None:
        """Compare a group of lines with what they should be."""
        if lines[0].intervention is not None:
            self._check_correction(lines, lines[0].intervention)
            return
        figures = self._figures
        before = [figures.get(line.player, NEWCOMER_STANDING) for line in lines]
        after = ratings_after(lines, before, ranks_of(lines), self._divisor)
        for line, was, should in zip(lines, before, after, strict=True):
            if line[BEFORE_COLUMN:] != (was.value, was.games, should.value, 1):
                self._check_line(line, was, should)
            figures[line.player] = should

    def adopt_stored(self, lines: Iterable[EntryLine], first: int) -> None:
        """Adopt stored values from lines of groups that begin before ``first``."""
        self._figures |= {line.player: line.stored for line in lines if line.pk >= first}

    def check_ratings(self) -> None:
        """Compare the current ratings with the replayed ones."""
        rows = Rating.objects.filter(pool=self.pool).values_list("player_id", "value", "games")
        for player, *stored in rows.iterator(chunk_size=FETCH_SIZE):
            folded = self._figures.get(player, NEWCOMER_STANDING)
            for what, one, other in zip(("value", "games"), stored, folded, strict=True):
                if one != other:
                    self._differ(player, what, one, other)

    def check_results(self, ends: Iterable[Sequence[EntryLine]]) -> None:
        """Compare the ranks of ends, as they count today, with those of the seats."""
        matches = {lines[0].match for lines in ends}
        seats = Seat.objects.filter(match__in=matches, match__status=Match.Status.FINISHED)
        rows = seats.values_list("match_id", Coalesce("original_id", "player_id"), "rank")
        stored = {(match, player): rank for match, player, rank in rows}
        for lines in ends:
            today = self._today.get(lines[0].key, NO_CHANGE)
            if today is None:
                continue
            for line in lines:
                rank = today.get(str(line.player), line.rank or 1)
                there = stored.get((line.match, line.player))
                if there != rank:
                    self._differ(line.player, f"rank in match {line.match}", there, rank)

    def _differ(self, player: int, what: str, stored: object, folded: object) -> None:
        self.differences.append(Difference(player, self.pool, what, stored, folded))

    def _check_line(
        self, line: EntryLine, was: ratings.SeatRating, should: ratings.SeatRating
    ) -> None:
        stored = (line.before, line.games, line.after, line.games + line.counts)
        if stored != was + should:
            self._differ(line.player, "entry", stored, was + should)

    def _check_correction(self, lines: Sequence[EntryLine], cause: int) -> None:
        """Compare an intervention's lines with the ratings that follow from the results."""
        while self._done < len(self._causes) and self._causes[self._done].pk <= cause:
            self._done += 1
        made = self._causes[: self._done]
        own = next((each for each in made if each.pk == cause), None)
        ideal = {} if own is None else ideal_ratings(self.pool, made, own, until=lines[0].pk)
        expected = {
            player: should
            for player, should in ideal.items()
            if should != self._figures.get(player, NEWCOMER_STANDING)
        }
        for line in lines:
            was = self._figures.get(line.player, NEWCOMER_STANDING)
            self._check_line(line, was, expected.get(line.player, was))
        for player in sorted(expected.keys() - {line.player for line in lines}):
            self._differ(player, "entry", None, (*expected[player],))
        self._figures |= expected
