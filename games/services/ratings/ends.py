"""Streams the rating ledger of a pool, grouped by ends: one end is one rated result of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet

from games import ratings
from games.models import RatingEntry

StandingsByPlayer = dict[int, ratings.SeatRating]
EndKey = tuple[int, int]  # a match and the turn at which this end was rated
Ranks = Mapping[str, int]  # by player id as text
GroupKey = tuple[int, int, int | None]  # a group of lines: match, turn, intervention
CHUNK_SIZE = 2_000
MAX_PLAYERS_IN_QUERY = 500
MAX_LINE_DISTANCE = 1_000  # maximum number of lines of others between those of one end
COLUMNS = (
    *("pk", "match_id", "turn", "intervention_id", "player_id", "rank", "side"),
    *("before", "games_before", "after", "counts"),
)


class EntryLine(NamedTuple):
    """The columns of a ledger line that a replay needs."""

    pk: int
    match: int
    turn: int
    intervention: int | None
    player: int
    rank: int | None
    side: int
    before: int
    games: int
    after: int
    counts: int

    @property
    def key(self) -> EndKey:
        """The end this line belongs to."""
        return self.match, self.turn

    @property
    def stored(self) -> ratings.SeatRating:
        """The player's rating after this line."""
        return ratings.SeatRating(self.after, self.games + self.counts)


def lines_of(pool: str) -> QuerySet[RatingEntry, tuple[object, ...]]:
    """Return the lines of a pool in the order of writing."""
    return RatingEntry.objects.filter(pool=pool).order_by("pk").values_list(*COLUMNS)


def lines_between(
    pool: str, first: int | None, last: int | None
) -> QuerySet[RatingEntry, tuple[object, ...]]:
    """Return the lines between two keys, with neighbours that may belong to the same groups.

    Lines written together are at most AROUND lines apart, except for corrections, which may be long
    and are included completely.
    """
    found = lines_of(pool)
    if first is not None:
        found = found.filter(pk__gte=first - MAX_LINE_DISTANCE)
    if last is not None:
        begun = RatingEntry.objects.filter(pool=pool, pk__lte=last).order_by("-pk")
        cause = begun.values_list("intervention_id", flat=True).first()
        around = Q(pk__lte=last + MAX_LINE_DISTANCE)
        found = found.filter(around if cause is None else around | Q(intervention=cause))
    return found


def ratings_before(pool: str, first: int) -> StandingsByPlayer:
    """Return the stored ratings of all players before a line."""
    earlier = RatingEntry.objects.filter(pool=pool, pk__lt=first).order_by()
    latest = earlier.values("player").annotate(latest=Max("pk")).values("latest")
    rows = RatingEntry.objects.filter(pk__in=latest).order_by().values_list(*COLUMNS)
    return {line.player: line.stored for line in map(EntryLine._make, rows)}


def group_by_end(lines: Iterable[EntryLine]) -> Iterator[list[EntryLine]]:
    """Yield the lines of each end, and of each intervention, in an order that can be replayed.

    Ends rated at the same moment may be interleaved. They have no player in common, so an end is
    complete when one of its players appears again. An intervention is alone in its pool.
    """
    waiting: dict[GroupKey, list[EntryLine]] = {}
    latest: dict[int, GroupKey] = {}
    last: GroupKey | None = None
    for line in lines:
        key = line[1:4]
        if key != last:
            if last is not None and key[2] != last[2]:
                yield from waiting.values()
                waiting.clear()
            last, together = key, waiting.setdefault(key, [])
        player = line.player
        if player in latest and (earlier := waiting.pop(latest[player], None)):
            yield earlier
        latest[player] = key
        together.append(line)
    yield from waiting.values()


def ratings_after(
    lines: Sequence[EntryLine],
    before: Sequence[ratings.SeatRating],
    ranks: Sequence[int],
    divisor: int,
) -> list[ratings.SeatRating]:
    """Return the ratings of an end's players after it, in the order of its lines."""
    sides = tuple([line.side for line in lines])
    deltas = ratings.compute_changes(before, ranks, sides, divisor)
    return [
        ratings.SeatRating(value + delta, games + 1)
        for (value, games), delta in zip(before, deltas, strict=True)
    ]


def ranks_of(lines: Sequence[EntryLine]) -> list[int]:
    """Return the ranks of an end as they were when it was rated."""
    return [line.rank or 1 for line in lines]


def later_ends(
    pool: str, start: int, until: int | None, reached: Mapping[int, object], places: Sequence[int]
) -> Iterator[list[EntryLine]]:
    """Yield complete ends from a line on, skipping those that cannot concern ``reached``.

    The caller adds players to ``reached`` while iterating. As long as they are few, the stream
    jumps to their next line or to the next of ``places``, where ends have changed. Every chunk
    takes the same number of queries.
    """
    results = lines_of(pool).filter(intervention=None)
    if until is not None:
        results = results.filter(pk__lt=until)
    torn: set[EndKey] = set()
    at: int | None = start
    while at is not None:
        lines = [EntryLine._make(row) for row in results.filter(pk__gte=at)[:CHUNK_SIZE]]
        ends = _complete(results, lines)
        yield from (end for key, end in ends.items() if key not in torn)
        if len(lines) < CHUNK_SIZE:
            return
        torn |= {key for key, end in ends.items() if end[-1].pk > lines[-1].pk}
        at = lines[-1].pk + 1
        if len(reached) <= MAX_PLAYERS_IN_QUERY:
            own = results.filter(pk__gte=at, player__in=list(reached))
            following = own.values_list("pk", flat=True).first()
            at = min(
                [place for place in (*places, following) if place and place >= at], default=None
            )


def _complete(
    results: QuerySet[RatingEntry, tuple[object, ...]], lines: Sequence[EntryLine]
) -> dict[EndKey, list[EntryLine]]:
    """Group lines by end, adding lines of these ends from outside the chunk."""
    ends: dict[EndKey, list[EntryLine]] = {}
    for line in lines:
        ends.setdefault(line.key, []).append(line)
    if lines:
        outside = Q(pk__lt=lines[0].pk) | Q(pk__gt=lines[-1].pk)
        matches = {match for match, _turn in ends}
        for line in map(EntryLine._make, results.filter(outside, match__in=matches)):
            if line.key in ends:
                ends[line.key].append(line)
    for end in ends.values():
        end.sort()
    return ends


def player_chunks(players: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(players)
    while some := list(islice(rest, CHUNK_SIZE)):
        yield some
