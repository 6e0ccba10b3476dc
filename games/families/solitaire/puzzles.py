"""Puzzles of peg solitaire, composed backwards from one peg in the centre.

The module is the `Puzzles` of this family. The same seed always gives the same puzzle; random draws
are those of `games.lots`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from games import lots
from games.families.puzzles import Puzzle
from games.families.solitaire.board import HOLES, JUMPS
from games.families.solitaire.rules import CENTRE, PATTERNS, Solitaire, format_holes, parse_pegs

_RULES: Final = Solitaire()
KEY: Final = _RULES.key
MAX_POINTS: Final = len(HOLES)
CLASSICS: Final = {name: pegs.bit_count() for name, pegs in PATTERNS.items()}

# Number of jumps in the puzzle of the day, Monday to Sunday.
JUMPS_BY_WEEKDAY: Final = (6, 8, 10, 12, 14, 17, 20)


def _jump_table() -> tuple[tuple[str, int, int], ...]:
    """Return all jumps in alphabetical order: spelling, holes touched, landing hole.

    To be taken back, a jump needs a peg in its landing hole and none in the two others.
    """
    found = [
        (f"{HOLES[move // 64]}-{HOLES[move % 64]}", touched, touched ^ pegs)
        for move, (touched, pegs) in JUMPS.items()
    ]
    return tuple(sorted(found))


_JUMP_TABLE: Final = _jump_table()


def compose(seed: str, jumps: int, first: int = 0) -> Puzzle:
    """Compose a puzzle of `jumps` jumps, using the random draws numbered from `first`.

    From one peg in the centre, jumps are taken back: each draw selects one of the possible jumps,
    in alphabetical order. If none is left too early, composition starts over with the next draws.
    """
    lot, pegs = first, CENTRE
    line: list[str] = []
    while len(line) < jumps:
        possible = [each for each in _JUMP_TABLE if pegs & each[1] == each[2]]
        if not possible:
            pegs, line = CENTRE, []
            continue
        text, touched, _landed = possible[lots.draw_number(seed, lot, len(possible))]
        lot += 1
        pegs ^= touched
        line.append(text)
    return Puzzle(format_holes(pegs), tuple(reversed(line)))


def jumps_on(day: date) -> int:
    return JUMPS_BY_WEEKDAY[day.weekday()]


def piece_count(start: str) -> int:
    return parse_pegs(start).bit_count()


def sweeps(line: Iterable[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for jump in line:
        if found and _jump_ends(found[-1][-1])[1] == _jump_ends(jump)[0]:
            found[-1].append(jump)
        else:
            found.append([jump])
    return found


def _jump_ends(jump: str) -> tuple[str, ...]:
    """Return the holes where a jump starts and ends."""
    return _RULES.places(None, _RULES.parse(jump))


def spell_sweep(jumps: Sequence[str]) -> str:
    """Return the path of the peg: "d2-d4-f4"."""
    return "-".join([_jump_ends(jumps[0])[0], *(_jump_ends(jump)[1] for jump in jumps)])
