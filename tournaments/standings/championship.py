"""Championship points over several events (pure): points by place, the best n of m, ties.

Who shares a place shares the points of the places that it takes up. Between equal sums the better
places decide: more first ones, then more second ones and so on; else the place is shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class ChampionshipRow:
    """One player: the place in the series, the sum, and of each event the points and their place.

    ``counts`` says which events are among the best; None where somebody did not play.
    """

    player: int
    place: int
    total: Fraction
    points: tuple[Fraction | None, ...]
    places: tuple[int | None, ...]
    counts: tuple[bool, ...]


def championship(
    events: Sequence[Mapping[int, int]], points: Sequence[int], best: int | None = None
) -> list[ChampionshipRow]:
    """Return the table; each event gives the final places of its players."""
    earned = [_earned(event, points) for event in events]
    players = sorted({player for event in events for player in event})
    rows = [_row(player, events, earned, best) for player in players]
    rows.sort(key=lambda row: (_merit(row, len(points)), -row.player), reverse=True)
    placed: list[ChampionshipRow] = []
    for number, row in enumerate(rows, 1):
        same = placed and _merit(placed[-1], len(points)) == _merit(row, len(points))
        place = placed[-1].place if same else number
        placed.append(ChampionshipRow(**{**vars(row), "place": place}))
    return placed


def _earned(event: Mapping[int, int], points: Sequence[int]) -> dict[int, Fraction]:
    """Return the points for an event; entrants with equal places share their points."""
    found = {}
    for player, place in event.items():
        sharing = sum(other == place for other in event.values())
        taken = [points[at - 1] for at in range(place, place + sharing) if at <= len(points)]
        found[player] = Fraction(sum(taken), sharing)
    return found


def _row(
    player: int,
    events: Sequence[Mapping[int, int]],
    earned: Sequence[Mapping[int, Fraction]],
    best: int | None,
) -> ChampionshipRow:
    own = tuple(each.get(player) for each in earned)
    played = [at for at, points in enumerate(own) if points is not None]
    ranked = sorted(played, key=lambda at: (-(own[at] or 0), at))
    counted = set(ranked[:best] if best else ranked)
    total = sum((own[at] or Fraction(0) for at in counted), Fraction(0))
    places = tuple(event.get(player) for event in events)
    return ChampionshipRow(
        player, 0, total, own, places, tuple(at in counted for at in range(len(own)))
    )


def _merit(row: ChampionshipRow, depth: int) -> tuple[Fraction, tuple[int, ...]]:
    """Return the sort key: the sum, then how often each place was reached."""
    return row.total, tuple(row.places.count(place) for place in range(1, depth + 1))
