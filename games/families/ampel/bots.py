"""A bot for Ampel that takes signals and leaves its opponent as few as possible."""

from typing import TYPE_CHECKING

from games.bots.blundering import BlunderingBot
from games.families.ampel.notation import Move, origin_and_target
from games.families.ampel.rules import Position, signals_at
from games.rules.base import Rules, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_SIGNAL, _WON = 100, 10**6


def max_signals(rules: Rules[Position, Move], state: Position) -> int:
    """Return the most signals that a single step can make now; 0 where discs are added."""
    if state.ending or state.step not in (1, 2):
        return 0
    best, board = 0, bytearray(state.board)
    for (step,) in rules.moves(state, state.turn):
        start, end = origin_and_target(step)
        board[end], board[start] = board[start], 0
        best = max(best, len(signals_at(board, end)))
        board[start], board[end] = board[end], 0
    return best


def evaluate(rules: Rules[Position, Move], state: Position, seat: Seat) -> int:
    """Return the value of a position for `seat` after its step: signals held, in reach, offered."""
    held = state.taken[seat] - state.taken[1 - seat]
    if state.ending:
        return _WON * held
    if state.turn == seat and state.step == 2:
        return _SIGNAL * (held + max_signals(rules, state))
    if state.step == 0:
        return 0
    other = state._replace(turn=1 - seat, step=1)
    offered = max_signals(rules, other) + max_signals(rules, other._replace(step=2))
    return _SIGNAL * (held - offered)


class SignalTaker:
    """Looks one step ahead: signals taken, kept in reach and offered."""

    key = "ampel_signals"

    def choose(
        self, rules: Rules[Position, Move], state: Position, seat: Seat, rng: "Random"
    ) -> Move:
        moves = rules.moves(state, seat)
        worths = [evaluate(rules, rules.play(state, seat, move), seat) for move in moves]
        best = max(worths)
        return rng.choice([move for move, each in zip(moves, worths, strict=True) if each == best])


STRATEGIES = (
    BlunderingBot("ampel_beginner", SignalTaker(), strays=50),
    BlunderingBot("ampel_casual", SignalTaker(), strays=15),
    SignalTaker(),
)

MEASURED = {
    "ampel": {"random": 1000, "ampel_beginner": 1450, "ampel_casual": 1890, "ampel_signals": 2000},
}
