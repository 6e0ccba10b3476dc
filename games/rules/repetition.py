"""Ties by repetition, by too many quiet plies, or by too many plies.

A ruleset keeps the hashes of all positions since the last irreversible ply (such as a capture), the
current one last (rule book C-9).
"""

from typing import Final, NamedTuple

MAX_REPETITIONS: Final = 3


class PlyLimits(NamedTuple):
    """The maximum number of quiet plies, and of plies in total."""

    quiet: int
    plies: int


def is_threefold_repetition(seen: tuple[int, ...]) -> bool:
    """Whether the current position occurs for the third time (C-9)."""
    return bool(seen) and seen.count(seen[-1]) >= MAX_REPETITIONS


def repetition_ending(seen: tuple[int, ...], quiet: int, plies: int, limits: PlyLimits) -> str:
    """Return the ending caused by the history of a position, "" if there is none."""
    if is_threefold_repetition(seen):
        return "repetition"
    if quiet >= limits[0]:
        return "quiet"
    return "ply_cap" if plies >= limits[1] else ""
