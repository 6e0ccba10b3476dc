"""The interface for exchanging games as text with other programs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from games.rules.base import AnyMove, AnyState, RulesError


class BadRecord(RulesError):
    """A text that is no game, or a game that our rules do not allow."""


class Record(NamedTuple):
    """One game as written: its tags, the moves of the main line, the result."""

    tags: Mapping[str, str]
    moves: tuple[str, ...]
    result: str


class Replay(NamedTuple):
    """A game as played by our rules: the states from the start on, the moves between them.

    `ended_at` is the ply after which our rules end it although it went on; None if they do not.
    """

    states: tuple[AnyState, ...]
    moves: tuple[AnyMove, ...]
    ended_at: int | None = None


class Records(Protocol):
    """The notation in which the programs of a game exchange it; a module may be one."""

    @property
    def KEY(self) -> str:  # noqa: N802 - a constant where a module is the notation
        """The ruleset that it records."""

    @property
    def SIDES(self) -> tuple[str, str]:  # noqa: N802
        """The tags that name the players, by seat."""

    @property
    def RESULTS(self) -> Collection[str]:  # noqa: N802
        """Every result as it is written; the last is that of a game that is not over."""

    def games_in(self, text: str) -> list[Record]:
        """List the games of a text; `BadRecord` names the line where it cannot be read."""

    def moves_in(self, line: str) -> list[str]:
        """Part moves that are spelled without blanks; `BadRecord` where there is something else."""

    def start_of(self, position: str) -> AnyState:
        """Return the position where a game begins: the usual one for an empty text."""

    def replay(self, game: Record) -> Replay:
        """Play a game; `BadRecord` names the move that cannot be, its cause says why."""

    def replay_moves(self, start: AnyState, texts: Iterable[str]) -> Replay:
        """Play moves as written from a position."""

    def result_of(self, played: Replay, said: str) -> str:
        """Return the result that the board shows at the end, or else the one that is said."""

    def reopened(self, state: AnyState) -> AnyState:
        """Return a position that can be played on although a match would be over."""

    def mover(self, state: AnyState) -> int:
        """Return the seat whose turn it is, or would be if the match were not over."""

    def numbered(self, state: AnyState) -> str:
        """Write the number of the move that is due."""

    def position(self, state: AnyState) -> str:
        """Write a position as programs do."""

    def write(
        self,
        tags: Sequence[tuple[str, str]],
        played: Replay,
        result: str,
        comments: Sequence[str] = (),
    ) -> str:
        """Write a game, with a comment on each move where there is one."""
