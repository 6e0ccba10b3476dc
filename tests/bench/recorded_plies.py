"""Plies per second of every kernel on recorded matches: what bots and analysis ask of it.

    python -m tests.bench.recorded_plies [--passes 3]

Random matches are recorded first; then awaited, moves, play and outcome are asked for at every ply,
without drawing lots or choosing; processor time is what counts, and the best pass. A slip of a
kernel into another order of magnitude shows here: even a busy machine does 200,000 plies of Traffic
Lights (with the bag 50,000), and 40,000 of the races and of the collection. Not a test:
figures depend on the machine.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from games.rules import registry
from games.rules.base import min_seats
from tests.rules.table import leg_of, random_match

RACES = {"goose": {}, "mensch": {"mode": "four"}, "mensch.team": {}, "halma": {}}
COLLECTION: list[tuple[str, dict[str, Any]]] = [
    ("mill", {}),
    ("draughts", {}),
    ("draughts", {"capture_rule": "huff"}),
    ("five", {}),
    ("five", {"size": 15}),
    ("solitaire", {}),
    ("chess", {}),
]


def plies_per_second(rules: Any, options: dict[str, Any], matches: int, passes: int) -> float:
    """Time the best pass over recorded random matches."""
    parsed = [
        [(seat, rules.parse(text)) for seat, text in random_match(rules, options, seed)[1]]
        for seed in range(matches)
    ]
    awaited, moves, play, outcome = rules.awaited, rules.moves, rules.play, rules.outcome
    best = float("inf")
    for _ in range(passes):
        begun = time.process_time()
        for ledger in parsed:
            state = rules.start(min_seats(rules, options), options)
            for seat, move in ledger:
                awaited(state)
                moves(state, seat)
                state = play(state, seat, move)
                outcome(state)
        best = min(best, time.process_time() - begun)
    return sum(map(len, parsed)) / best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--passes", type=int, default=3)
    passes = parser.parse_args().passes
    for key in registry.keys():  # noqa: SIM118
        if key.startswith("traffic_lights."):
            match = plies_per_second(registry.get(key), {}, 400, passes)
            leg = plies_per_second(leg_of(key.partition(".")[2]), {}, 400, passes)
            print(f"{key}: {match:,.0f} plies/s as a match, {leg:,.0f} as a bare leg", flush=True)
    for key, options in RACES.items():
        speed = plies_per_second(registry.get(key), options, 5, passes)
        print(f"{key} {options}: {speed:,.0f} plies/s", flush=True)
    for key, options in COLLECTION:
        speed = plies_per_second(registry.get(key), options, 20, passes)
        print(f"{key} {options}: {speed:,.0f} plies/s", flush=True)


if __name__ == "__main__":
    main()
