"""Folding ratings from results: what an official changes, and the proof that every figure is right.

The ideal figures of a pool follow from its results in the order in which they were first rated,
each as it stands today. An intervention changes a result in its place; whoever's figure is another
then gets one correcting entry. So everybody's last entry is the ideal one, before and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games import ratings
from games.models import Intervention, Match, Rating, RatingEntry, Seat
from games.rules.base import JSONObject

Figures = dict[int, ratings.Standing]
Key = tuple[int, int]


class Result(NamedTuple):
    """One end of one match as it counts: who, with which ranks, on which sides."""

    players: tuple[int, ...]
    ranks: tuple[int, ...]
    sides: tuple[int, ...]

    def ranked(self, ranks: Mapping[str, int]) -> Result:
        """Return the same end with other ranks (by player's number as text)."""
        return self._replace(ranks=tuple(ranks[str(player)] for player in self.players))


Results = dict[Key, Result | None]


@dataclass(frozen=True)
class Difference:
    """A place where the fold of the entries and the stored figures disagree."""

    player_id: int
    pool: str
    what: str
    stored: Any
    folded: Any


def fold(results: Iterable[Result | None], pool: str) -> Figures:
    """Return everybody's figure after these results, from the start."""
    found: Figures = {}
    for result in results:
        if result is not None:
            found.update(_after(result, found, pool))
    return found


def _after(result: Result, figures: Figures, pool: str) -> Figures:
    """Return the figures of the players of one result after it."""
    before = [figures.get(player, ratings.Standing()) for player in result.players]
    deltas = ratings.updates(before, result.ranks, result.sides, ratings.divisor_of(pool))
    return {
        player: ratings.Standing(value + delta, games + 1)
        for player, (value, games), delta in zip(result.players, before, deltas, strict=True)
    }


def _as_result(entries: Iterable[RatingEntry]) -> Result:
    """Return what the lines of one end say."""
    rows = [(entry.player_id, entry.rank or 1, entry.side) for entry in entries]
    players, ranks, sides = zip(*rows, strict=True)
    return Result(players, ranks, sides)


def _grouped(entries: Iterable[RatingEntry]) -> dict[Any, list[RatingEntry]]:
    """Gather the lines that were written together: those of an end, those of an intervention."""
    groups: dict[Any, list[RatingEntry]] = {}
    for entry in entries:
        key = (
            ("intervention", entry.intervention_id)
            if entry.intervention_id
            else (entry.match_id, entry.turn)
        )
        groups.setdefault(key, []).append(entry)
    return groups


def _interventions_in(pool: str) -> list[Intervention]:
    """Return the interventions that changed a rated result of a pool, in order."""
    found = Intervention.objects.filter(match__pool=pool, effects__has_key="rating")
    return list(found.order_by("number"))


def _apply(results: Results, row: Intervention) -> None:
    """Put results as an intervention has them."""
    for change in row.effects["rating"]:
        key = (row.match_id, change["turn"])
        results[key] = _changed(results.get(key), key, change["after"])


def _changed(known: Result | None, key: Key, ranks: Mapping[str, int] | None) -> Result | None:
    """Return an end with the ranks of an intervention; None if it no longer counts."""
    if ranks is None:
        return None
    if known is None:
        lines = RatingEntry.objects.filter(match_id=key[0], turn=key[1], intervention=None)
        known = _as_result(lines.order_by("pk"))
    return known.ranked(ranks)


def results_of(pool: str) -> Results:
    """Return all ends that were ever rated in a pool, in order, as they count today."""
    entries = RatingEntry.objects.filter(pool=pool, intervention=None).order_by("pk")
    groups = _grouped(entries.only("match_id", "turn", "player_id", "rank", "side"))
    results: Results = {key: _as_result(lines) for key, lines in groups.items()}
    for row in _interventions_in(pool):
        _apply(results, row)
    return results


def lock_pool(pool: str) -> dict[int, Rating]:
    """Lock all figures of a pool in the order in which everybody locks them."""
    rows = Rating.objects.select_for_update().filter(pool=pool).order_by("player_id")
    return {row.player_id: row for row in rows}


class Rated(NamedTuple):
    """At which turn a match was last rated, and with which ranks (None: it no longer counts)."""

    turn: int
    ranks: dict[str, int] | None


def rated_end(match: Match) -> Rated | None:
    """Return how a match was last rated; None if never."""
    lines = RatingEntry.objects.filter(match=match, intervention=None).order_by("-turn", "pk")
    last = [line for line in lines if line.turn == lines[0].turn]
    if not last:
        return None
    turn = last[0].turn
    results: Results = {(match.pk, turn): _as_result(last)}
    for row in Intervention.objects.filter(match=match, effects__has_key="rating").order_by(
        "number"
    ):
        _apply(results, row)
    result = results[match.pk, turn]
    if result is None:
        return Rated(turn, None)
    pairs = zip(result.players, result.ranks, strict=True)
    return Rated(turn, {str(pk): rank for pk, rank in pairs})


def changes_between(was: Rated | None, wanted: Rated | None) -> list[JSONObject]:
    """Return what an intervention must hold for a match to be rated as wanted, not as it was."""
    found = []
    if was is not None and was.ranks is not None and (wanted is None or wanted.turn != was.turn):
        found.append({"turn": was.turn, "before": was.ranks, "after": None})
    if wanted is not None:
        before = was.ranks if was is not None and was.turn == wanted.turn else None
        if before != wanted.ranks:
            found.append({"turn": wanted.turn, "before": before, "after": wanted.ranks})
    return found


def correct(cause: Intervention) -> list[RatingEntry]:
    """Append the entries that follow from the change of a rated result, and move figures.

    The figures of the pool are locked by the caller.
    """
    match = cause.match
    if "rating" not in cause.effects:
        return []
    figures = {row.player_id: row for row in Rating.objects.filter(pool=match.pool)}
    ideal = fold(results_of(match.pool).values(), match.pool)
    entries, moved = [], []
    for player in sorted(figures):
        row, should = figures[player], ideal.get(player, ratings.Standing())
        if (row.value, row.games) == should:
            continue
        entries.append(_correction(cause, row, should))
        row.value, row.games = should
        row.entries += 1
        moved.append(row)
    RatingEntry.objects.bulk_create(entries)
    Rating.objects.bulk_update(moved, ["value", "games", "entries"])
    return entries


def _correction(cause: Intervention, row: Rating, should: ratings.Standing) -> RatingEntry:
    """Return the line that takes one figure to where it should be."""
    return RatingEntry(
        player_id=row.player_id,
        pool=row.pool,
        match=cause.match,
        number=row.entries + 1,
        at=cause.at,
        games_before=row.games,
        before=row.value,
        after=should.value,
        counts=should.games - row.games,
        intervention=cause,
    )


def refold_ratings() -> list[Difference]:
    """Fold every pool again from its ledger, line by line; return all differences."""
    pools = RatingEntry.objects.order_by("pool").values_list("pool", flat=True).distinct()
    differences: list[Difference] = []
    for pool in {*pools, *Rating.objects.values_list("pool", flat=True).distinct()}:
        differences += _refold_pool(pool)
    return differences


def _refold_pool(pool: str) -> list[Difference]:
    """Fold one pool in the order of writing and compare every line, figure and result."""
    groups = _grouped(RatingEntry.objects.filter(pool=pool).order_by("pk"))
    causes = _interventions_in(pool)
    results: Results = {}
    figures: Figures = {}
    differences: list[Difference] = []
    for (first, second), entries in groups.items():
        if first != "intervention":
            results[first, second] = _as_result(entries)
            expected = _after(_as_result(entries), figures, pool)
        else:
            while causes and causes[0].pk <= second:
                _apply(results, causes.pop(0))
            ideal = fold(results.values(), pool)
            everybody = figures.keys() | ideal.keys()
            now = {pk: ideal.get(pk, ratings.Standing()) for pk in everybody}
            expected = {pk: now[pk] for pk in now if now[pk] != figures.get(pk)}
        differences += _compare(pool, entries, figures, expected)
        figures |= expected
    for row in causes:
        _apply(results, row)
    return differences + _compare_figures(pool, figures) + _compare_results(pool, results)


def _compare(
    pool: str, entries: list[RatingEntry], figures: Figures, expected: Figures
) -> list[Difference]:
    """Compare the lines written together with what they should say."""
    found = []
    for entry in entries:
        was = figures.get(entry.player_id, ratings.Standing())
        should = expected.get(entry.player_id, was)
        stored = (entry.before, entry.games_before, entry.after, entry.games_after)
        if stored != (*was, *should):
            found.append(Difference(entry.player_id, pool, "entry", stored, (*was, *should)))
    missing = expected.keys() - {entry.player_id for entry in entries}
    return found + [Difference(pk, pool, "entry", None, expected[pk]) for pk in sorted(missing)]


def _compare_figures(pool: str, figures: Figures) -> list[Difference]:
    """Compare the current figures with the folded ones."""
    found = []
    for row in Rating.objects.filter(pool=pool):
        value, games = figures.get(row.player_id, ratings.Standing())
        if row.value != value:
            found.append(Difference(row.player_id, pool, "value", row.value, value))
        if row.games != games:
            found.append(Difference(row.player_id, pool, "games", row.games, games))
    return found


def _compare_results(pool: str, results: Results) -> list[Difference]:
    """Compare the results that count with those that stand at the seats."""
    found = []
    ranks: dict[int, dict[int, int | None]] = {}
    keys = {key for key, result in results.items() if result is not None}
    finished = Match.objects.filter(pk__in={pk for pk, _ in keys}, status=Match.Status.FINISHED)
    for seat in Seat.objects.filter(match__in=finished):
        ranks.setdefault(seat.match_id, {})[seat.rated_id] = seat.rank
    for match_id, turn in sorted(keys):
        result = results[match_id, turn]
        assert result is not None
        for player, rank in zip(result.players, result.ranks, strict=True):
            stored = ranks.get(match_id, {}).get(player)
            if stored != rank:
                found.append(Difference(player, pool, f"rank in match {match_id}", stored, rank))
    return found
