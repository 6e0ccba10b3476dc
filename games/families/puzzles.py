"""The interface of a family of solitaire puzzles, composed from a seed and graded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol


class Puzzle(NamedTuple):
    """Where pieces stand, as the option `start` writes it, and one way to solve it."""

    start: str
    solution: tuple[str, ...]


class Puzzles(Protocol):
    """Puzzles that are the same for everybody and can be composed again from their seed.

    A module may be one. Fewer points are better, then fewer sweeps: a sweep is what one piece does
    without a break.
    """

    @property
    def KEY(self) -> str:  # noqa: N802 - a constant where a module is the puzzles
        """The ruleset that plays them."""

    @property
    def MAX_POINTS(self) -> int:  # noqa: N802
        """The most points that a puzzle can bring."""

    @property
    def WELL_KNOWN(self) -> Mapping[str, int]:  # noqa: N802
        """The puzzles that everybody knows by name, with the number of their pieces."""

    def compose(self, seed: str, jumps: int, first: int = 0) -> Puzzle:
        """Compose a puzzle with a number of moves from the random draws numbered from `first`."""

    def jumps_on(self, day: date) -> int:
        """Say of how many moves the puzzle of a day is."""

    def pieces_at(self, start: str) -> int:
        """Count the pieces at a start: what a puzzle counts that is not played."""

    def sweeps(self, line: Iterable[str]) -> list[list[str]]:
        """Part moves into sweeps."""

    def spell_sweep(self, jumps: Sequence[str]) -> str:
        """Write a sweep as one move."""
