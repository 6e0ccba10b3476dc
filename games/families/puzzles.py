"""Interface of a family of solitaire puzzles, which are composed from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol


class Puzzle(NamedTuple):
    """The start position, spelled like the option `start`, and one solution."""

    start: str
    solution: tuple[str, ...]


class Puzzles(Protocol):
    """Puzzles that are the same for everybody and can be composed again from their seed.

    A module may implement this. Fewer points are better, then fewer sweeps: a sweep is a series of
    jumps by one piece.
    """

    @property
    def KEY(self) -> str:  # noqa: N802 - a constant where a module is the puzzles
        """The ruleset in which the puzzles are played."""

    @property
    def MAX_POINTS(self) -> int:  # noqa: N802
        """The highest number of points that a puzzle can end with."""

    @property
    def CLASSICS(self) -> Mapping[str, int]:  # noqa: N802
        """The classic puzzles by name, with their number of pieces."""

    def compose(self, seed: str, jumps: int, first: int = 0) -> Puzzle:
        """Compose a puzzle of `jumps` moves, using the random draws numbered from `first`."""

    def jumps_on(self, day: date) -> int:
        """Return the number of moves in the puzzle of a day."""

    def piece_count(self, start: str) -> int:
        """Return the number of pieces at the start: the score of a puzzle that is not played."""

    def sweeps(self, line: Iterable[str]) -> list[list[str]]:
        """Group moves into sweeps."""

    def spell_sweep(self, jumps: Sequence[str]) -> str:
        """Return the spelling of a sweep as one move."""
