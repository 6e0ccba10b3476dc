"""Corrections of ratings after officials have changed a rated result.

The ideal ratings of a pool follow from its results, in the order in which they were first rated,
each as it counts today. An intervention changes a result in place; every player whose rating
changes by that gets one correcting entry, so that everybody's last entry is the ideal one. Only
players who have met the affected players since, directly or through others, can change, so only
their lines are replayed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Min

from games import ratings
from games.models import Intervention, Match, Rating, RatingEntry
from games.rules.base import JSONObject
from games.services.ratings.ends import (
    EndKey,
    Ranks,
    StandingsByPlayer,
    later_ends,
    player_chunks,
    ranks_of,
    ratings_after,
)

_END_OF_LEDGER = sys.maxsize


class ResultChange(NamedTuple):
    """The ends changed by one intervention, with their new ranks (None: no longer counted).

    ``places`` are the first lines of these ends; ``written`` is the intervention's own first line,
    from which on the ledger includes the change.
    """

    pk: int
    ranks: dict[EndKey, Ranks | None]
    places: tuple[int, ...]
    written: int


def result_changes(pool: str) -> list[ResultChange]:
    """Return the interventions that changed rated results of a pool, in order."""
    causes = Intervention.objects.filter(match__pool=pool, effects__has_key="rating")
    entries = RatingEntry.objects.filter(pool=pool)
    own = entries.exclude(intervention=None).order_by().values_list("intervention")
    written = dict(own.annotate(first=Min("pk")))
    ends = entries.filter(intervention=None, match__in=causes.order_by().values("match"))
    first = ends.order_by().values_list("match_id", "turn").annotate(first=Min("pk"))
    place = {(match, turn): pk for match, turn, pk in first}
    found = []
    rows = causes.order_by("number").values_list("pk", "match_id", "effects__rating")
    for pk, match, changes in rows:
        ranks = {(match, change["turn"]): change["after"] for change in changes}
        places = tuple(sorted(place.get(key, _END_OF_LEDGER) for key in ranks))
        found.append(ResultChange(pk, ranks, places, written.get(pk, _END_OF_LEDGER)))
    return found


def _replay_start(made: Sequence[ResultChange], cause: ResultChange) -> int:
    """Return the line at which to start the replay; before it the stored ratings are ideal.

    That is earlier than this intervention's end if a later one has changed an earlier end.
    """
    start = cause.places[0]
    while True:
        back = [each.places[0] for each in made if each.written > start > each.places[0]]
        if not back:
            return start
        start = min(back)


def ideal_ratings(
    pool: str, made: Sequence[ResultChange], cause: ResultChange, until: int | None = None
) -> StandingsByPlayer:
    """Return the ideal ratings of all players an intervention may affect, before line ``until``.

    ``made`` are the interventions that count, in order, up to and including this one.
    """
    start = _replay_start(made, cause)
    changed = {key: ranks for each in made for key, ranks in each.ranks.items()}
    places = [place for each in made for place in each.places if place >= start]
    divisor = ratings.k_divisor(pool)
    reached: StandingsByPlayer = {}
    for lines in later_ends(pool, start, until, reached, places):
        key = lines[0].key
        if key not in changed and not any(line.player in reached for line in lines):
            continue
        before = [
            reached.get(line.player) or ratings.SeatRating(line.before, line.games)
            for line in lines
        ]
        after = before
        if key not in changed:
            after = ratings_after(lines, before, ranks_of(lines), divisor)
        elif (ranks := changed[key]) is not None:
            own = [ranks[str(line.player)] for line in lines]
            after = ratings_after(lines, before, own, divisor)
        reached.update(zip([line.player for line in lines], after, strict=True))
    return reached


class RatedEnd(NamedTuple):
    """The turn at which a match was last rated, and its ranks (None: it no longer counts)."""

    turn: int
    ranks: Ranks | None


def rated_end(match: Match) -> RatedEnd | None:
    """Return how a match was last rated; None if never."""
    lines = RatingEntry.objects.filter(match=match, intervention=None).order_by("-turn", "pk")
    rows = list(lines.values_list("turn", "player_id", "rank"))
    if not rows:
        return None
    last = rows[0][0]
    ranks: Ranks | None = {str(player): rank or 1 for turn, player, rank in rows if turn == last}
    causes = Intervention.objects.filter(match=match, effects__has_key="rating")
    for changes in causes.order_by("number").values_list("effects__rating", flat=True):
        for change in changes:
            if change["turn"] == last:
                ranks = change["after"]
    return RatedEnd(last, ranks)


def changes_between(was: RatedEnd | None, rated_end: RatedEnd | None) -> list[JSONObject]:
    """Return the effects that turn one rated end into another; [] if they are equal."""
    found = []
    if (
        was is not None
        and was.ranks is not None
        and (rated_end is None or rated_end.turn != was.turn)
    ):
        found.append({"turn": was.turn, "before": was.ranks, "after": None})
    if rated_end is not None:
        before = was.ranks if was is not None and was.turn == rated_end.turn else None
        if before != rated_end.ranks:
            found.append({"turn": rated_end.turn, "before": before, "after": rated_end.ranks})
    return found


def correct_ratings(cause: Intervention) -> None:
    """Append the correcting entries for a changed result, and update the ratings.

    The caller holds the pool's exclusive lock.
    """
    if "rating" not in cause.effects:
        return
    pool = cause.match.pool
    made = result_changes(pool)
    own = next(each for each in made if each.pk == cause.pk)
    ideal = ideal_ratings(pool, made, own)
    for players in player_chunks(sorted(ideal)):
        rows = Rating.objects.filter(pool=pool, player_id__in=players).order_by("player_id")
        moved = [row for row in rows if (row.value, row.games) != ideal[row.player_id]]
        RatingEntry.objects.bulk_create(
            [_correction(cause, row, ideal[row.player_id]) for row in moved]
        )
        Rating.objects.bulk_create(
            [_corrected_rating(row, ideal[row.player_id]) for row in moved],
            update_conflicts=True,
            unique_fields=["player", "pool"],
            update_fields=["value", "games", "entries"],
        )


def _corrected_rating(row: Rating, should: ratings.SeatRating) -> Rating:
    """Return the corrected rating, to be saved by player and pool."""
    return Rating(
        player_id=row.player_id,
        pool=row.pool,
        value=should.value,
        games=should.games,
        entries=row.entries + 1,
    )


def _correction(cause: Intervention, row: Rating, should: ratings.SeatRating) -> RatingEntry:
    """Return the entry that corrects one rating."""
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
