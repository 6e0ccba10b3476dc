"""How strong bots are beside each other.

    python -m tests.bench.bot_ratings [--matches N] [ruleset …]

Every strategy of a ruleset plays the next two above it, with alternating starters; the ratings that
explain these results best (Elo, base 10, 400 points) are printed, random play being 1,000. Each
pair is given one tied match more, so that a clean sweep has a finite figure. What is printed goes
into ``MEASURED`` of the family's ``bots.py``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from random import Random

from games.families import registry as families, strategies as bots
from games.rules import registry
from games.rules.base import CHANCE

ANCHOR = 1000
STEP, ROUNDS = 12.0, 4000
Results = dict[tuple[str, str], tuple[float, int]]  # points of the first, matches


def main(names: Sequence[str], matches: int) -> None:
    """Measure one ruleset of each pool, or those that are named."""
    for name in names or first_of_each_pool():
        figures = fitted(results_of(name, matches))
        print(f'"{registry.get(name).pool}": {figures},  # {name}', flush=True)


def first_of_each_pool() -> list[str]:
    found: dict[str, str] = {}
    for key in registry.offered_keys():
        pool = registry.get(key).pool
        if pool and len(ladder(key)) > 1:
            found.setdefault(pool, key)
    return list(found.values())


def ladder(name: str) -> list[str]:
    """Return the strategies that play a ruleset on every machine, weakest first."""
    return ["random", *(each.key for each in families.family_of(name).strategies)]


def results_of(name: str, matches: int) -> Results:
    known = ladder(name)
    pairs = [(known[at], known[to]) for at in range(len(known)) for to in (at + 1, at + 2)
             if to < len(known)]  # fmt: skip
    return {(low, high): (points(name, low, high, matches), matches) for low, high in pairs}


def points(name: str, low: str, high: str, matches: int) -> float:
    """Return what the first of two strategies scores; all other seats are the second's."""
    scored, seats = 0.0, min(registry.get(name).seats)
    for seed in range(matches):
        own = seed % seats
        ranks = play(name, [low if seat == own else high for seat in range(seats)], seed)
        others = [rank for seat, rank in enumerate(ranks) if seat != own]
        scored += sum((rank > ranks[own]) + (rank == ranks[own]) / 2 for rank in others) / len(
            others
        )
    print(f"  {name}: {low} {scored:g} of {matches} against {high}", file=sys.stderr, flush=True)
    return scored


def play(name: str, players: Sequence[str], seed: int) -> Sequence[int]:
    """Play one match with default options and return the places."""
    rules, chance = registry.get(name), Random(seed)
    state = rules.start(len(players), {})
    while awaited := rules.awaited(state):
        seat = min(awaited)
        if seat == CHANCE:
            drawn, weights = zip(*rules.lots(state), strict=True)
            move = chance.choices(drawn, weights)[0]
        else:
            move = bots.get(players[seat]).choose(rules, state, seat, chance)
        state = rules.play(state, seat, move)
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome.ranks


def fitted(results: Results) -> Mapping[str, int]:
    """Return the ratings under which these results are likeliest, in tens."""
    ratings = dict.fromkeys(sorted({key for pair in results for key in pair}), 0.0)
    for _ in range(ROUNDS):
        slopes = dict.fromkeys(ratings, 0.0)
        for (low, high), (scored, count) in results.items():
            expected = 1 / (1 + 10 ** ((ratings[high] - ratings[low]) / 400))
            surplus = scored + 0.5 - (count + 1) * expected
            slopes[low] += surplus
            slopes[high] -= surplus
        for key, slope in slopes.items():
            ratings[key] += STEP * slope / (count + 1)
    shift = ANCHOR - ratings["random"]
    rounded = {key: round((each + shift) / 10) * 10 for key, each in ratings.items()}
    return dict(sorted(rounded.items(), key=lambda item: item[1]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--matches", type=int, default=24, help="of each pair")
    asked = parser.parse_args()
    main(asked.rulesets, asked.matches)
