"""Interface for exchanging games as text with other programs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from games.rules.base import AnyMove, AnyState, RulesError


class BadRecord(RulesError):
    """A text that is not a game, or a game that breaks our rules."""


class Record(NamedTuple):
    """One game as written: its tags, the moves of the main line, and the result."""

    tags: Mapping[str, str]
    moves: tuple[str, ...]
    result: str


class Replay(NamedTuple):
    """A game replayed by our rules: the states from the start on, and the moves between them.

    `ended_at` is the ply at which our rules end the match although the game went on, or None.
    """

    states: tuple[AnyState, ...]
    moves: tuple[AnyMove, ...]
    ended_at: int | None = None


class Records(Protocol):
    """A notation for exchanging games of one ruleset; a module may implement this."""

    @property
    def KEY(self) -> str:  # noqa: N802 - a constant where a module is the notation
        """The ruleset of the games."""

    @property
    def SIDES(self) -> tuple[str, str]:  # noqa: N802
        """The tags that name the players, by seat."""

    @property
    def RESULTS(self) -> Collection[str]:  # noqa: N802
        """Every result as it is written; the last one stands for an unfinished game."""

    def parse_games(self, text: str) -> list[Record]:
        """Parse all games in a text; `BadRecord` has the line that cannot be read."""

    def split_moves(self, line: str) -> list[str]:
        """Split moves that are written without spaces; raise `BadRecord` for anything else."""

    def initial_position(self, position: str) -> AnyState:
        """Return the initial position; the usual one for an empty text."""

    def replay(self, game: Record) -> Replay:
        """Replay a game; `BadRecord` has the illegal move, and its cause the reason."""

    def replay_moves(self, start: AnyState, texts: Iterable[str]) -> Replay:
        """Replay moves, as written, from a position."""

    def result_of(self, played: Replay, said: str) -> str:
        """Return the result that the final position shows, or else the recorded one."""

    def reopened(self, state: AnyState) -> AnyState:
        """Return a position that can be played on although the rules would end the match."""

    def mover(self, state: AnyState) -> int:
        """Return the seat to move, or that would move if the match were not over."""

    def numbered(self, state: AnyState) -> str:
        """Return the number of the next move as it is written, such as "12."."""

    def position(self, state: AnyState) -> str:
        """Return the usual text for a position, such as FEN in chess."""

    def write(
        self,
        tags: Sequence[tuple[str, str]],
        played: Replay,
        result: str,
        comments: Sequence[str] = (),
    ) -> str:
        """Return a game as text, with a comment after each move that has one."""
