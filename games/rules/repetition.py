"""Ties by length: repetition, too many quiet plies, too many plies.

A ruleset keeps the hashes of all positions since the last irreversible ply (such as a
capture), the current one last (rule book C-9).
"""

from typing import Final, NamedTuple

THIRD: Final = 3


class Limits(NamedTuple):
    """How many quiet plies, and how many plies in all, a match may have."""

    quiet: int
    plies: int


def is_threefold_repetition(seen: tuple[int, ...]) -> bool:
    """Whether the present position has stood twice before (C-9)."""
    return bool(seen) and seen.count(seen[-1]) >= THIRD


def repetition_ending(seen: tuple[int, ...], quiet: int, plies: int, limits: Limits) -> str:
    """Name the ending that the past of a position brings, "" where it brings none."""
    if is_threefold_repetition(seen):
        return "repetition"
    if quiet >= limits[0]:
        return "quiet"
    return "ply_cap" if plies >= limits[1] else ""
