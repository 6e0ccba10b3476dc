"""Plays chess with a UCI engine, if one is installed."""

from __future__ import annotations

import logging
import shutil
from typing import TYPE_CHECKING

import chess
import chess.engine
from django.conf import settings

from games.families.chess.bots import STRATEGIES
from games.families.chess.rules import Position, to_board, to_chess_move
from games.rules.base import AnyRules

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

logger = logging.getLogger(__name__)
PROGRAM = "stockfish"
# Seconds to think, and the timeout for everything else that the engine does.
THINK_SECONDS, TIMEOUT_SECONDS = 0.7, 0.6
_ENGINE_ERRORS = (chess.engine.EngineError, OSError, TimeoutError)


def engine_path() -> str | None:
    """Return the path of the engine from the setting `STOCKFISH` or from PATH, or None."""
    return shutil.which(settings.STOCKFISH or PROGRAM)


class Stockfish:
    """A UCI engine; if it fails, our own search chooses the move."""

    key = PROGRAM

    def is_installed(self) -> bool:
        return engine_path() is not None

    def choose(self, rules: AnyRules, state: Position, seat: int, rng: Random) -> int:
        """Return a move in less than two seconds."""
        legal = rules.moves(state, seat)
        try:
            found = _ask_engine(to_board(state.core), state.quiet)
        except _ENGINE_ERRORS:
            logger.warning("the chess engine did not answer", exc_info=True)
            found = None
        chosen: list[int] = [move for move in legal if to_chess_move(move) == found]
        return chosen[0] if chosen else int(STRATEGIES[-1].choose(rules, state, seat, rng))


def _ask_engine(board: chess.Board, quiet: int) -> chess.Move | None:
    """Start the engine, ask it for one move and stop it; None if it is not installed."""
    path = engine_path()
    if path is None:
        return None
    board.halfmove_clock = quiet
    engine = chess.engine.SimpleEngine.popen_uci(path, timeout=TIMEOUT_SECONDS)
    try:
        return engine.play(board, chess.engine.Limit(time=THINK_SECONDS)).move
    finally:
        engine.close()
