"""Every way a bot may play: those of the house, and an engine where this machine has one."""

from __future__ import annotations

import logging
import shutil
from typing import TYPE_CHECKING, Any

import chess
import chess.engine
from django.conf import settings

from games.bots import registry
from games.bots.base import Strategy
from games.rules.base import Rules
from games.rules.chess import board_of, chess_move

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

logger = logging.getLogger(__name__)
ENGINE, ENGINE_PLAYS = "stockfish", "chess"
# Seconds an engine thinks, and how long it may take for anything else before we do without it.
THINKS, WAITS = 0.7, 0.6
_FAULTS = (chess.engine.EngineError, OSError, TimeoutError)


def engine_path() -> str | None:
    """Return the program that `STOCKFISH` names, or the one on the path; None where none is."""
    return shutil.which(settings.STOCKFISH or ENGINE)


class Stockfish:
    """Asks an engine that speaks UCI; where it fails, our own search answers instead."""

    key = ENGINE

    def choose(self, rules: Rules[Any, Any], state: Any, seat: int, rng: Random) -> Any:
        """Return the engine's move after less than two seconds."""
        legal = rules.moves(state, seat)
        try:
            found = _asked(board_of(state.core), state.quiet)
        except _FAULTS:
            logger.warning("the chess engine did not answer", exc_info=True)
            found = None
        chosen = [move for move in legal if chess_move(move) == found]
        return chosen[0] if chosen else _own().choose(rules, state, seat, rng)


def _own() -> Strategy:
    """Return the best of our own players."""
    return registry.get(registry.for_ruleset(ENGINE_PLAYS)[-1])


def _asked(board: chess.Board, quiet: int) -> chess.Move | None:
    """Start the engine, ask it for one move, end it."""
    path = engine_path()
    if path is None:
        return None
    board.halfmove_clock = quiet
    engine = chess.engine.SimpleEngine.popen_uci(path, timeout=WAITS)
    try:
        return engine.play(board, chess.engine.Limit(time=THINKS)).move
    finally:
        engine.close()


_STOCKFISH = Stockfish()


def _with_engine(found: list[str], *, plays: bool) -> list[str]:
    return [*found, ENGINE] if plays and engine_path() else found


def get(key: str) -> Strategy:
    """Find a strategy; KeyError when there is none of this key."""
    return _STOCKFISH if key == ENGINE else registry.get(key)


def keys() -> list[str]:
    """List the keys of all strategies that can be had here, weakest first."""
    return _with_engine(registry.keys(), plays=True)


def for_ruleset(ruleset: str) -> list[str]:
    """List the keys of the strategies that play a ruleset here, weakest first."""
    return _with_engine(registry.for_ruleset(ruleset), plays=ruleset == ENGINE_PLAYS)
