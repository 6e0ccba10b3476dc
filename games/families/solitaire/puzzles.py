"""Puzzles of peg solitaire: composed backwards from one peg in the centre, and their measures.

The same seed always gives the same puzzle. Lots are those of `games.lots`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from games import lots
from games.families.puzzles import Puzzle
from games.families.solitaire.board import HOLES, JUMPS
from games.families.solitaire.rules import CENTRE, PATTERNS, Solitaire, holes_of, pegs_of

_RULES: Final = Solitaire()
KEY: Final = _RULES.key
MAX_POINTS: Final = len(HOLES)
WELL_KNOWN: Final = {name: pegs.bit_count() for name, pegs in PATTERNS.items()}

# Jumps of the puzzle of the day, Monday to Sunday: short ones first, the long ones at the weekend.
JUMPS_BY_WEEKDAY: Final = (6, 8, 10, 12, 14, 17, 20)


def _jump_table() -> tuple[tuple[str, int, int], ...]:
    """List every jump by its spelling, in the order of the alphabet, with the holes it touches.

    Backwards it needs a peg where it lands and nothing in the two other holes.
    """
    found = [
        (f"{HOLES[move // 64]}-{HOLES[move % 64]}", touched, touched ^ pegs)
        for move, (touched, pegs) in JUMPS.items()
    ]
    return tuple(sorted(found))


_BACKWARDS: Final = _jump_table()


def compose(seed: str, jumps: int, first: int = 0) -> Puzzle:
    """Compose a puzzle with a number of jumps, each picked by a random draw from number `first` on.

    From one peg in the centre jumps are taken back: each draw selects one of those that can
    be, in alphabetical order. If none is left before there are enough, it starts over
    with the draws that follow.
    """
    lot, pegs = first, CENTRE
    line: list[str] = []
    while len(line) < jumps:
        possible = [each for each in _BACKWARDS if pegs & each[1] == each[2]]
        if not possible:
            pegs, line = CENTRE, []
            continue
        text, touched, _landed = possible[lots.draw_number(seed, lot, len(possible))]
        lot += 1
        pegs ^= touched
        line.append(text)
    return Puzzle(holes_of(pegs), tuple(reversed(line)))


def jumps_on(day: date) -> int:
    """Say of how many jumps the puzzle of a day is."""
    return JUMPS_BY_WEEKDAY[day.weekday()]


def pieces_at(start: str) -> int:
    return pegs_of(start).bit_count()


def sweeps(line: Iterable[str]) -> list[list[str]]:
    """Part jumps into sweeps: what one and the same peg jumps without a break is one."""
    found: list[list[str]] = []
    for jump in line:
        if found and _ends(found[-1][-1])[1] == _ends(jump)[0]:
            found[-1].append(jump)
        else:
            found.append([jump])
    return found


def _ends(jump: str) -> tuple[str, ...]:
    """Return the holes where a jump starts and ends."""
    return _RULES.places(None, _RULES.parse(jump))


def spell_sweep(jumps: Sequence[str]) -> str:
    """Write a sweep as the way of its peg: "d2-d4-f4"."""
    return "-".join([_ends(jumps[0])[0], *(_ends(jump)[1] for jump in jumps)])
