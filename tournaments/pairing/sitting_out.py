"""Chooses who sits out a Swiss round in which not everybody can be paired.

The rules leave such a round to the arbiter (C.04.3 article 1.9). As few as possible sit out:
first those with the fewest zero-point byes, among them by random draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.pairing.base import Player, players_of
from tournaments.pairing.matching import BYE
from tournaments.pairing.swiss import PairingInput
from tournaments.standings.base import Entrant, Kind

ALL_MET, KEPT_APART = "all_met", "kept_apart"


def choose_sitting_out(call: PairingInput, drawn: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return who sits out so that all others can be paired; () if no two can meet."""
    players = _present_players(call)
    apart = _forbidden_pairs(call)
    if not any(_can_meet(*two, apart) for two in combinations(players.values(), 2)):
        return ()
    known = [each for each in call.event.results if each.kind is not Kind.ZERO_BYE]
    had = Counter(who for result in known for who in result.seats)
    left = dict(players)
    seated = _count_pairable(left, apart)
    out = []
    order = [who for who in drawn if who in players]
    for who in sorted(order, key=lambda who: -had[who]):  # teams that sat out have no result
        if seated == len(left):
            break
        others = {other: player for other, player in left.items() if other != who}
        if _count_pairable(others, apart) == seated:
            left = others
            out.append(who)
    return tuple(out)


def why_nobody_meets(call: PairingInput) -> str:
    """Return the reason why no two of those present can meet."""
    pairs = combinations(_present_players(call).values(), 2)
    return KEPT_APART if any(_can_meet(*two, ()) for two in pairs) else ALL_MET


def lacks_only_bye(call: PairingInput) -> bool:
    """Whether everybody could be paired if somebody were still entitled to a bye."""
    players = _present_players(call)
    free = {who: replace(player, had_bye=False) for who, player in players.items()}
    return _count_pairable(free, _forbidden_pairs(call)) == len(players)


def _present_players(call: PairingInput) -> dict[Entrant, Player]:
    absent = {bye.entrant for bye in call.absent}
    players = players_of(call.event, call.boosts)
    return {player.entrant: player for player in players if player.entrant not in absent}


def _forbidden_pairs(call: PairingInput) -> set[frozenset[Entrant]]:
    return {frozenset(two) for group in call.forbidden for two in combinations(group, 2)}


def _can_meet(one: Player, two: Player, apart: Collection[frozenset[Entrant]]) -> bool:
    return two.entrant not in one.met and frozenset((one.entrant, two.entrant)) not in apart


def _count_pairable(
    players: Mapping[Entrant, Player], apart: Collection[frozenset[Entrant]]
) -> int:
    """Return the maximum number of players that can be paired or given the bye."""
    import networkx

    graph = networkx.Graph()
    for one, two in combinations(players.values(), 2):
        if _can_meet(one, two, apart):
            graph.add_edge(one.entrant, two.entrant, weight=2)
    for player in players.values():
        if not player.had_bye:
            graph.add_edge(BYE, player.entrant, weight=1)
    matched = networkx.max_weight_matching(graph)
    return sum(1 if BYE in pair else 2 for pair in matched)
