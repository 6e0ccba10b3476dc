"""Our own pairing of rounds that FIDE's rules do not cover: a matching of minimum cost.

Costs are compared lexicographically, as in OpenGotha:
1. Entrants who have met or must not meet are not paired; the bye goes to the lowest score that
   may have it. 2. Absolute claims to the same colour. 3. Differences of score, squared.
4. Repeated floats. 5. Other claims to the same colour. 6. Within a score group the upper half
   meets the lower.
The whole input is one JSON text, from which the pairing can be reproduced.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from importlib.metadata import version
from itertools import combinations
from math import lcm
from typing import TypeAlias

from games.rules.base import JSONObject
from tournaments.pairing.base import Bye, PairingError, Player
from tournaments.pairing.colours import ABSOLUTE, colour_clash, white_player
from tournaments.standings.base import Entrant, Kind

ENGINE, VERSION = "matching", "1"
BYE = -1
Costs: TypeAlias = tuple[int, ...]
Edge: TypeAlias = tuple[int, int, Costs]


def installed() -> str:
    """Return our version and that of the library."""
    return f"{VERSION} networkx {version('networkx')}"


def record_of(
    players: Iterable[Player],
    number: int,
    initial: str,
    forbidden: Collection[Sequence[Entrant]],
) -> str:
    """Return the text from which a round is paired: the players present and their record."""
    told = {
        "round": number,
        "initial": initial,
        "forbidden": sorted(sorted(group) for group in forbidden),
        "players": [
            {
                "entrant": player.entrant,
                "number": player.number,
                "score": str(player.score),
                "colours": player.colours,
                "floats": player.floats,
                "met": sorted(player.met),
                "may_have_bye": not player.had_bye,
                "unplayed": number - 1 - player.played,
            }
            for player in sorted(players, key=lambda player: player.number)
        ],
    }
    return json.dumps(told, separators=(",", ":"))


def pair(record: str) -> tuple[list[tuple[Entrant, Entrant]], list[Bye]]:
    """Return (white, black) pairs in the order of boards, and the allocated bye."""
    told = json.loads(record)
    players = [_parse_player(each, told["round"]) for each in told["players"]]
    ranked = sorted(players, key=lambda player: (-player.score, player.number))
    apart = {frozenset(two) for group in told["forbidden"] for two in combinations(group, 2)}
    matched = _match_by_rank(ranked, apart)
    pairs, byes = [], []
    for one, two in sorted(matched):
        if one == BYE:
            byes.append(Bye(ranked[two].entrant, Kind.PAIRED_BYE))
            continue
        white = white_player(ranked[one], ranked[two], told["initial"])
        black = ranked[two] if white is ranked[one] else ranked[one]
        pairs.append((white, black))
    pairs.sort(key=_board_sort_key)
    return [(white.entrant, black.entrant) for white, black in pairs], byes


def _parse_player(told: JSONObject, number: int) -> Player:
    return Player(
        told["entrant"],
        told["number"],
        score=Fraction(told["score"]),
        colours=told["colours"],
        floats=told["floats"],
        met=frozenset(told["met"]),
        had_bye=not told["may_have_bye"],
        played=number - 1 - told["unplayed"],
    )


def _board_sort_key(pair: tuple[Player, Player]) -> tuple[Fraction, Fraction, int]:
    """Sort key of boards: higher score, sum of scores, lower number (C.04.2, 3.6)."""
    one, two = pair
    high = min(one, two, key=lambda player: (-player.score, player.number))
    return -high.score, -(one.score + two.score), high.number


def _match_by_rank(
    ranked: Sequence[Player], apart: Collection[frozenset[Entrant]]
) -> set[tuple[int, int]]:
    """Match everybody (`BYE` for no opponent), or raise if that is impossible."""
    import networkx

    edges = [*_pair_edges(ranked, apart), *(_bye_edges(ranked) if len(ranked) % 2 else ())]
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(ranked)))
    for one, two, weight in _weigh_edges(edges, len(ranked)):
        graph.add_edge(one, two, weight=weight)
    found = {
        (min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True)
    }
    left = set(range(len(ranked))) - {each for pair in found for each in pair}
    if left:
        unpaired = [ranked[each].entrant for each in sorted(left)]
        raise PairingError("no_legal_pairing", unpaired=unpaired)
    return found


def _weigh_edges(edges: Sequence[Edge], players: int) -> Iterable[tuple[int, int, int]]:
    """Turn tuples of costs into integer weights that keep their lexicographic order."""
    if not edges:
        return
    most = [max(costs) for costs in zip(*(costs for _, _, costs in edges), strict=True)]
    pairs = players // 2 + 1
    bases = [1]
    for highest in reversed(most[1:]):
        bases.insert(0, bases[0] * (highest * pairs + 1))
    top = sum(base * highest for base, highest in zip(bases, most, strict=True)) + 1
    for one, two, costs in edges:
        yield one, two, top - sum(base * cost for base, cost in zip(bases, costs, strict=True))


def _pair_edges(ranked: Sequence[Player], apart: Collection[frozenset[Entrant]]) -> Iterable[Edge]:
    """Yield every pair that may meet, with its costs."""
    levels = sorted({player.score for player in ranked}, reverse=True)
    level = [bisect_left([-each for each in levels], -player.score) for player in ranked]
    size = [level.count(each) for each in range(len(levels))]
    first = [level.index(each) for each in range(len(levels))]
    scale = _common_denominator(ranked)
    for one, two in combinations(range(len(ranked)), 2):
        high, low = ranked[one], ranked[two]
        if low.entrant in high.met or frozenset((high.entrant, low.entrant)) in apart:
            continue
        gap = int((high.score - low.score) * scale)
        same = colour_clash(high, low)
        half = size[level[one]] // 2
        place = abs((two - one) - half) if not gap else abs(two - first[level[two]])
        yield (
            one,
            two,
            (
                0,
                int(same > ABSOLUTE),
                gap * gap,
                _repeated_float_cost(high, low, gap),
                same,
                place * place,
            ),
        )


def _common_denominator(ranked: Sequence[Player]) -> int:
    """Return the factor that makes all scores integers."""
    return lcm(*(player.score.denominator for player in ranked))


def _repeated_float_cost(high: Player, low: Player, gap: int) -> int:
    """Return the cost of floating the same way as one or two rounds ago."""
    if not gap:
        return 0
    marks = ((high.floats, "d"), (low.floats, "u"))
    return sum(2 * (past[-1:] == way) + (past[-2:-1] == way) for past, way in marks)


def _bye_edges(ranked: Sequence[Player]) -> Iterable[Edge]:
    """Yield possible byes with their costs: lowest score, fewest rounds missed, last number."""
    lowest = min(player.score for player in ranked)
    scale = _common_denominator(ranked)
    most = max(player.played for player in ranked)
    for index, player in enumerate(ranked):
        if not player.had_bye:
            above = int((player.score - lowest) * scale)
            last = len(ranked) - index
            yield BYE, index, (above, 0, 0, most - player.played, 0, last * last)
