"""Seating: as agreed, at random or by rating, with a record to verify the draw (C-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from accounts.models import Player
from games import lots, ratings
from games.models import Rating
from games.rules.base import AnyRules, JSONObject
from games.rules.multiplayer import seats_by_strength


class Seating(NamedTuple):
    """The players in order of seats, the public record of the draw, and the number of draws used.

    The record names the players ``among`` whom was drawn and the outcome: with two players who is
    ``first``, with more the whole ``order``; with ``ratings`` (parallel to ``among``) the draw only
    breaks ties.
    """

    order: list[Player]
    record: JSONObject | None
    lots_drawn: int


def seat_players(players: Sequence[Player], rules: AnyRules, seed: str, *, by_lot: bool) -> Seating:
    """Return the seating: by draw 0 of the seed with ``by_lot``, else in the given order.

    Games that seat by strength ignore ``by_lot``.
    """
    if len(players) == 1:
        return Seating(list(players), None, 0)
    if seats_by_strength(rules):
        return _seat_by_strength(players, rules, seed)
    if not by_lot:
        return Seating(list(players), None, 0)
    among = [player.pk for player in players]
    if len(players) == 2:
        first = lots.draw_number(seed, 0, 2)
        order = [players[first], players[1 - first]]
        return Seating(order, {"lot": 0, "among": among, "first": first}, 1)
    order = [players[at] for at in lots.draw_permutation(seed, 0, len(players))]
    return Seating(order, {"lot": 0, "among": among, "order": [p.pk for p in order]}, 1)


def _seat_by_strength(players: Sequence[Player], rules: AnyRules, seed: str) -> Seating:
    """Seat the lowest rating first, ties at random; the unrated count as newcomers (TP-1)."""
    among = [player.pk for player in players]
    found = Rating.objects.filter(pool=rules.pool or "", player__in=players, games__gt=0)
    figures = dict(found.values_list("player_id", "value"))
    values = [figures.get(pk, ratings.START_RATING) for pk in among]
    drawn = lots.draw_permutation(seed, 0, len(players))
    order = [players[at] for at in sorted(drawn, key=lambda at: values[at])]
    record = {"lot": 0, "among": among, "ratings": values, "order": [p.pk for p in order]}
    return Seating(order, record, 1)


def recorded_order(seed: str, record: JSONObject) -> list[int]:
    """Recompute the order of player ids from the seed and the record of a draw."""
    among: list[int] = record["among"]
    if "order" not in record:
        first = lots.draw_number(seed, record["lot"], len(among))
        return among[first:] + among[:first]
    drawn = lots.draw_permutation(seed, record["lot"], len(among))
    values = record.get("ratings", [0] * len(among))
    return [among[at] for at in sorted(drawn, key=lambda at: values[at])]
