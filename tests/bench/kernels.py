"""Plies per second of every kernel in random playouts, beside OpenSpiel and python-chess.

    pip install -r tests/bench/requirements.txt
    python -m tests.bench.kernels [--seconds 0.4] [--rounds 9] [--only mill]

Every kernel is driven through its public methods alone (`awaited`, `moves`, `lots`, `play`,
`outcome`), each of the others through its own Python interface in the same loop: ask who is to
move, list the moves, play one at random, until the game is over. Both sides of a pair take turns
in one process, round by round, and processor time is what counts; the median of the ratios of the
rounds is printed, then their geometric mean. Not a test: it needs a package that nothing else
needs, and figures depend on the machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.rules import registry
from games.rules.series import as_series

Playout = Callable[[Random], int]
# Ours, how many play, and OpenSpiel's: the nearest game it has.
PAIRS: dict[str, tuple[int, str]] = {
    "traffic_lights.simple": (2, "tic_tac_toe"),
    "mill": (2, "nine_mens_morris"),
    "draughts": (2, "checkers"),
    "mensch": (4, "maedn(players=4)"),
    "halma": (2, "chinese_checkers(players=2)"),
    "five": (2, "gomoku(size=8)"),
}
SHARE = 100_000  # plies of one playout that are too many: an error, not a long game


@dataclass
class Side:
    """One of the two that are compared: how it plays a game, and what it has done so far."""

    name: str
    playout: Playout
    rng: Random = field(default_factory=lambda: Random(20))
    plies: int = 0
    spent: float = 0.0

    def round(self, seconds: float) -> float:
        """Play whole games for so long; give the plies per second of this round."""
        plies, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds:
            plies += self.playout(self.rng)
        self.plies, self.spent = self.plies + plies, self.spent + spent
        return plies / spent

    @property
    def speed(self) -> float:
        """Plies per second over all rounds."""
        return self.plies / self.spent


def ours(key: str, seats: int | None = None, whole: bool = False) -> Side:
    """Drive a kernel; of a series one leg, unless the whole is asked for."""
    series = None if whole else as_series(registry.get(key))
    rules: Any = series.inner if series else registry.get(key)
    many = seats or min(rules.seats)
    options = {"mode": "four"} if key == "mensch" and many == 4 else {}

    def playout(rng: Random) -> int:
        state, plies = rules.start(many, options), 0
        choose = rng.choice
        while awaited := rules.awaited(state):
            (seat,) = awaited
            if seat < 0:
                lots = rules.lots(state)
                move = rng.choices([lot for lot, _ in lots], [weight for _, weight in lots])[0]
            else:
                move = choose(rules.moves(state, seat))
            state = rules.play(state, seat, move)
            plies += 1
        assert rules.outcome(state) is not None
        return plies

    return Side(f"{key}, series" if whole else key, playout)


def open_spiel(name: str) -> Side:
    """Drive a game of OpenSpiel from Python."""
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game(name)

    def playout(rng: Random) -> int:
        state, plies = game.new_initial_state(), 0
        choose = rng.choice
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.current_player()
                state.apply_action(choose(state.legal_actions()))
            plies += 1
        state.returns()
        return plies

    return Side(name, playout)


def python_chess() -> Side:
    """Drive python-chess with the ends that our rules know (SC-3)."""
    import chess

    def playout(rng: Random) -> int:
        board, plies = chess.Board(), 0
        while True:
            moves = list(board.legal_moves)
            if not moves:
                board.is_check()
                return plies
            if board.is_insufficient_material() or board.halfmove_clock >= 100:
                return plies
            if board.is_repetition(3):
                return plies
            board.push(rng.choice(moves))
            plies += 1

    return Side("python-chess", playout)


def pairs(only: str) -> Iterator[tuple[Side, Side]]:
    """List what is compared."""
    for key, (seats, other) in PAIRS.items():
        if only in key:
            yield ours(key, seats), open_spiel(other)
            if as_series(registry.get(key)):
                yield ours(key, seats, whole=True), open_spiel(other)
    if only in "chess":
        yield ours("chess"), python_chess()


def compare(one: Side, other: Side, rounds: int, seconds: float) -> float:
    """Let both play in turn; give the median of the ratios."""
    for side in (one, other):
        side.round(seconds / 4)
        side.plies, side.spent = 0, 0.0
    ratios = [one.round(seconds) / other.round(seconds) for _ in range(rounds)]
    ratio = statistics.median(ratios)
    print(
        f"{one.name:24}{one.speed:>11,.0f}/s   {other.name:28}{other.speed:>11,.0f}/s   "
        f"{ratio:5.2f}×  ({min(ratios):.2f} to {max(ratios):.2f})",
        flush=True,
    )
    return ratio


def main() -> None:
    """Print every ratio with their geometric mean, then the kernels that nothing is beside."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.4, help="of each side in each round")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="", help="part of a key")
    asked = parser.parse_args()
    ratios = [compare(*pair, asked.rounds, asked.seconds) for pair in pairs(asked.only)]
    if ratios:
        print(f"geometric mean of {len(ratios)}: {statistics.geometric_mean(ratios):.2f}×")
    for key in registry.keys():  # noqa: SIM118
        if asked.only in key and key not in PAIRS and key != "chess":
            side = ours(key)
            side.round(asked.seconds)
            print(f"{key:28}{side.speed:>11,.0f}/s")


if __name__ == "__main__":
    main()
