"""Processor time of a move of the strongest player of each game, and a digest of what it chose.

    python -m tests.bench.bot_speed [--positions 16] [ruleset …]

Positions come from matches of the weakest player that thinks, by fixed seeds, so that two versions
are asked the same. Where only the time has changed, so have no digests; where they differ, let both
versions play each other.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.families import strategies as bots
from games.rules import registry
from games.rules.base import AnyRules
from tests.bench.bot_ratings import first_of_each_pool, ladder

BESIDE = ("traffic_lights.4x3.bag", "traffic_lights.slider.bag")  # where looking ahead costs most
SHARE = 0.2  # of the turns of a match are asked about
MAX_PLIES = 120


def main(names: Sequence[str], number: int) -> None:
    """Print a line for each ruleset."""
    for name in names or (*first_of_each_pool(), *BESIDE):
        rules, player = registry.get(name), bots.get(ladder(name)[-1])
        spans, chosen = [], hashlib.sha256()
        for place, (state, seat) in enumerate(positions(rules, name, number)):
            begun = time.process_time()
            move = player.choose(rules, state, seat, Random(place))
            spans.append((time.process_time() - begun) * 1000)
            chosen.update(f"{rules.spell(move)}\n".encode())
        print(
            f"{name:26} {player.key:18} {len(spans):3} positions, mean "
            f"{statistics.mean(spans):4.0f} ms, longest {max(spans):4.0f} ms, "
            f"{chosen.hexdigest()[:12]}",
            flush=True,
        )


def positions(rules: AnyRules, name: str, number: int) -> Iterator[tuple[Any, int]]:
    """Yield positions in which a seat has a choice."""
    guide, found, seed = bots.get(ladder(name)[1]), 0, 0
    while found < number:
        chance, state = Random(seed), rules.start(min(rules.seats), {})
        for _ply in range(MAX_PLIES):
            if found == number or not (awaited := rules.awaited(state)):
                break
            seat = min(awaited)
            moves = rules.moves(state, seat)
            if seat >= 0 and len(moves) > 1 and chance.random() < SHARE:
                yield state, seat
                found += 1
            wanders = seat < 0 or chance.random() < SHARE
            move = chance.choice(moves) if wanders else guide.choose(rules, state, seat, chance)
            state = rules.play(state, seat, move)
        seed += 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--positions", type=int, default=16)
    asked = parser.parse_args()
    main(asked.rulesets, asked.positions)
