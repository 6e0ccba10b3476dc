"""Queries for lists of a player's matches: filtered, latest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from games.models import Match, Seat
from games.models.match import audiences_of, match_ids_ever_played
from games.queries import SEATS_PREFETCH


@dataclass(frozen=True)
class MatchFilter:
    """The filter of a player's matches; ``""`` matches everything.

    ``who`` is part of an opponent's name, ``rated`` "yes" or "no", ``result`` the player's own
    result in a finished match: "won", "lost" or "draw".
    """

    game: str = ""
    who: str = ""
    rated: str = ""
    result: str = ""


def filter_matches(
    matches: QuerySet[Match], player: Player, match_filter: MatchFilter
) -> QuerySet[Match]:
    return matches.filter(_filter_q(player, match_filter))


def _filter_q(player: Player, match_filter: MatchFilter, at: str = "") -> Q:
    """Return a filter by game, rating and opponents; ``at`` is the lookup prefix of the match."""
    chosen = Q()
    if match_filter.game:
        chosen &= Q(**{f"{at}ruleset": match_filter.game})
    if match_filter.rated:
        chosen &= Q(**{f"{at}rated": match_filter.rated == "yes"})
    if match_filter.who:
        others = Seat.objects.filter(
            match=OuterRef(f"{at}pk"), player__name__icontains=match_filter.who
        )
        chosen &= Q(Exists(others.exclude(player=player).exclude(original=player)))
    return chosen


def _result_q(result: str) -> Q:
    """Return a filter for seats with this result; solitaire games have none."""
    if not result:
        return Q()
    others = Seat.objects.filter(match=OuterRef("match")).exclude(number=OuterRef("number"))
    if result == "lost":
        return Q(rank__gt=1)
    beaten = Q(Exists(others.filter(rank__gt=1)))
    return Q(rank=1) & (beaten if result == "won" else ~beaten & Q(Exists(others)))


def _visible_q(viewer: Player | None) -> Q:
    """Return a filter for seats in matches that the viewer may see."""
    if viewer is None:
        return Q(match__private=False)
    own = Q(match__in=match_ids_ever_played(viewer)) | Q(match__audience__in=audiences_of(viewer))
    return Q(match__private=False) | own


def finished_matches(
    player: Player,
    viewer: Player | None,
    number: int,
    before: int | None = None,
    match_filter: MatchFilter = MatchFilter(),
) -> list[Match]:
    """Return a player's finished matches that the viewer may see, latest first.

    Keyset pagination: at most ``number``, ended before the match ``before``, which is ignored if it
    is not one of them. Seats given up to substitutes are queried separately, so that each query can
    use an index.
    """
    over = Seat.objects.filter(finished_at__isnull=False)
    if viewer != player:
        over = over.filter(_visible_q(viewer))
    at = None
    if before is not None:
        theirs = over.filter(Q(player=player) | Q(original=player), match=before)
        at = theirs.values_list("finished_at", flat=True).first()
    if at is not None:
        over = over.filter(finished_at__lte=at).exclude(finished_at=at, match__gte=before)
    over = over.filter(_filter_q(player, match_filter, "match__") & _result_q(match_filter.result))
    ended: set[tuple[datetime, int]] = set()
    for own in ({"player": player}, {"original": player}):
        rows = over.filter(**own).order_by("-finished_at", "-match")
        found_here = rows.values_list("finished_at", "match")[:number]
        ended.update((ended_at, match) for ended_at, match in found_here if ended_at)
    keys = [match for _at, match in sorted(ended, reverse=True)[:number]]
    found = Match.objects.prefetch_related(SEATS_PREFETCH).in_bulk(keys)
    return [found[key] for key in keys]
