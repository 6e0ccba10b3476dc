"""How much of a ledger is folded in a second of processor time: rating entries, and plies.

    python -m tests.bench.ledgers [--players 2000] [--matches 100000] [--rules KEY ...]

Results and matches are drawn by a fixed seed and folded as ``manage.py ratings --check`` and
``manage.py replay`` fold them; reading the database is left out. Figures of two machines, or of two
moments of a busy one, do not compare: run both versions by turns.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

ROUNDS = 7
RULES = ("traffic_lights.4x3", "mill", "draughts", "chess")
PLIES = 2_000
SERIES = (("traffic_lights.4x3", 8),)
LENGTH, TIMES = 36, 1_000  # plies of a series, and how often they are folded at a time


def main() -> None:
    """Print what the fold of the ratings, and that of each game, manage."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--players", type=int, default=2_000)
    words.add_argument("--matches", type=int, default=100_000)
    words.add_argument("--rules", nargs="*", default=RULES)
    asked = words.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DEVELOPMENT", "1")
    import django

    django.setup()
    rows = ledger(asked.players, asked.matches)
    gc.freeze()
    print(f"{len(rows) / quickest(partial(refold, rows)):12,.0f} rating entries folded")
    for key in asked.rules:
        lines = played(key)
        gc.freeze()
        count = sum(len(each) for each in lines)
        print(f"{count / quickest(partial(replay, key, lines)):12,.0f} plies refolded ({key})")
    print("in a second of processor time, the quickest of", ROUNDS, "rounds")
    for key, legs in SERIES:
        fold, count = series(key, legs)
        print(f"{quickest(fold) / TIMES * 1e6:12.1f} µs for {count} plies of a series ({key})")


def quickest(call: Callable[[], object]) -> float:
    """Return the seconds of processor time that a call takes at best."""
    found = []
    for _round in range(ROUNDS):
        begun = time.process_time()
        call()
        found.append(time.process_time() - begun)
    return min(found)


def ledger(players: int, matches: int) -> list[tuple[Any, ...]]:
    """Return the rows of a pool in which everybody meets everybody by chance."""
    from games import ratings
    from games.services.ratings.ends import EntryLine

    chance = random.Random(1)
    figures = dict.fromkeys(range(players), ratings.SeatRating())
    rows: list[tuple[Any, ...]] = []
    for match in range(matches):
        pair = chance.sample(range(players), 2)
        ranks = chance.choice(([1, 2], [2, 1], [1, 1]))
        deltas = ratings.compute_changes([figures[player] for player in pair], ranks)
        for side, (player, rank, delta) in enumerate(zip(pair, ranks, deltas, strict=True)):
            was = figures[player]
            figures[player] = ratings.SeatRating(was.value + delta, was.games + 1)
            place = (len(rows) + 1, match, 1, None, player, rank, side)
            rows.append(tuple(EntryLine(*place, was.value, was.games, figures[player].value, 1)))
    return rows


def refold(rows: list[tuple[Any, ...]]) -> None:
    """Fold the rows of a pool and compare every line; results and figures are the database's."""
    from games.services.ratings.ends import EntryLine, group_by_end
    from games.services.ratings.rating_replay import PoolReplay

    fold = PoolReplay("traffic_lights", [])
    for lines in group_by_end(map(EntryLine._make, rows)):
        fold.follow(lines)
    assert fold.differences == []


def played(key: str) -> list[list[tuple[int, str]]]:
    """Return the lines of matches of chance moves."""
    from games.rules import registry
    from games.rules.base import CHANCE

    rules, chance = registry.get(key), random.Random(2)
    found: list[list[tuple[int, str]]] = []
    while sum(len(lines) for lines in found) < PLIES:
        state, lines = rules.start(2, {}), []
        while rules.outcome(state) is None:
            (seat,) = rules.awaited(state)
            drawn = [move for move, _weight in rules.lots(state)]
            move = chance.choice(drawn if seat == CHANCE else list(rules.moves(state, seat)))
            lines.append((seat, rules.spell(move)))
            state = rules.play(state, seat, move)
        found.append(lines)
    return found


def series(key: str, legs: int) -> tuple[Callable[[], object], int]:
    """Return the fold of the first plies of a match in legs, and how many plies these are."""
    from games.rules import registry
    from games.rules.multiplayer import states_after_lines

    rules, chance = registry.get(key), random.Random(3)
    start = state = rules.start(2, {"legs": legs})
    lines: list[tuple[int, str]] = []
    while len(lines) < LENGTH and rules.outcome(state) is None:
        (seat,) = rules.awaited(state)
        move = chance.choice(list(rules.moves(state, seat)))
        lines.append((seat, rules.spell(move)))
        state = rules.play(state, seat, move)

    def fold() -> None:
        for _time in range(TIMES):
            states_after_lines(rules, start, lines)

    return fold, len(lines)


def replay(key: str, matches: list[list[tuple[int, str]]]) -> None:
    """Fold matches ply by ply."""
    from games.rules import registry
    from games.rules.multiplayer import states_after_lines

    rules = registry.get(key)
    for lines in matches:
        states_after_lines(rules, rules.start(2, {}), lines)


if __name__ == "__main__":
    main()
