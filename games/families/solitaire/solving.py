"""Whether a pattern can be left from a start: by count, by colours, or by search from both ends.

With the diagonals coloured in three colours, a jump changes the number of pegs on each colour by
one, so the number on any two colours together stays even or odd. Both directions of diagonals give
sixteen classes, and start and pattern must be in the same one.
"""

from functools import lru_cache
from typing import Final

from games.families.solitaire.board import HOLES, JUMPS

MAX_POSITIONS: Final = 20_000  # positions; a pattern undecided by then is allowed

_JUMP_LIST: Final = tuple(JUMPS.values())


def _holes_of_two_colours(way: int, two: set[int]) -> int:
    """Return the holes of two of the three colours of the diagonals in one direction."""
    colours = ((ord(hole[0]) + way * int(hole[1])) % 3 for hole in HOLES)
    return sum(1 << number for number, colour in enumerate(colours) if colour in two)


_PAIRS: Final = tuple(
    _holes_of_two_colours(way, two) for way in (1, -1) for two in ({0, 1}, {1, 2})
)


# The holes two apart from each other along rows and columns: a jump starts and ends in the same
# group, so that no group ever gains a peg.
_GROUPS: Final = tuple(
    sum(
        1 << number
        for number, hole in enumerate(HOLES)
        if (ord(hole[0]) % 2, int(hole[1]) % 2) == (column, row)
    )
    for column in (0, 1)
    for row in (0, 1)
)


def parity_class(pegs: int) -> tuple[bool, ...]:
    """Return what no jump changes: whether pairs of colours hold an odd number of pegs."""
    return tuple(bool((pegs & mask).bit_count() & 1) for mask in _PAIRS)


@lru_cache(maxsize=1 << 10)
def can_be_left(start: int, pattern: int) -> bool:
    """Whether a pattern can be left from a start; also True if undecided."""
    jumps = start.bit_count() - pattern.bit_count()
    if jumps < 1 or parity_class(start) != parity_class(pattern):
        return False
    least, most = _group_counts(pattern), _group_counts(start)
    ahead, back = {start}, {pattern}
    seen = 0
    for _jump in range(jumps):
        if len(ahead) <= len(back):
            onward = {pegs ^ t for pegs in ahead for t, needed in _JUMP_LIST if pegs & t == needed}
            ahead = {pegs for pegs in onward if _covers(_group_counts(pegs), least)}
        else:
            before = {
                pegs ^ t for pegs in back for t, needed in _JUMP_LIST if pegs & t == t ^ needed
            }
            back = {pegs for pegs in before if _covers(most, _group_counts(pegs))}
        seen += min(len(ahead), len(back))
        if not ahead or not back:
            return False
        if seen > MAX_POSITIONS:
            return True
    return not ahead.isdisjoint(back)


def _group_counts(pegs: int) -> tuple[int, ...]:
    return tuple((pegs & group).bit_count() for group in _GROUPS)


def _covers(more: tuple[int, ...], less: tuple[int, ...]) -> bool:
    """Whether every group has at least as many pegs in `more` as in `less`."""
    return all(one >= other for one, other in zip(more, less, strict=True))
