"""Championship points over several events: points by place, the best n of m, ties.

Shared places share the points that they cover. Equal totals are separated by the number of first
places, then of second ones and so on; else the place is shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class ChampionshipRow:
    """A player's place and total in a series, and their points and place in each event.

    ``counts`` marks the events that count. Points and place are None for events not played.
    """

    player: int
    place: int
    total: Fraction
    points: tuple[Fraction | None, ...]
    places: tuple[int | None, ...]
    counts: tuple[bool, ...]


def championship_table(
    events: Sequence[Mapping[int, int]], points: Sequence[int], best: int | None = None
) -> list[ChampionshipRow]:
    """Return the table; each event maps its players to their final places."""
    earned = [_event_points(event, points) for event in events]
    players = sorted({player for event in events for player in event})
    rows = [_row(player, events, earned, best) for player in players]
    rows.sort(key=lambda row: (_merit(row, len(points)), -row.player), reverse=True)
    placed: list[ChampionshipRow] = []
    for number, row in enumerate(rows, 1):
        same = placed and _merit(placed[-1], len(points)) == _merit(row, len(points))
        place = placed[-1].place if same else number
        placed.append(ChampionshipRow(**{**vars(row), "place": place}))
    return placed


def _event_points(event: Mapping[int, int], points: Sequence[int]) -> dict[int, Fraction]:
    """Return the points for an event; equal places share theirs."""
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
    """Sort key: the total, then the number of first places, second places and so on."""
    return row.total, tuple(row.places.count(place) for place in range(1, depth + 1))
