"""The 33 holes of peg solitaire and all jumps between them (SO-1)."""

from typing import Final

FILES: Final = "abcdefg"
HOLES: Final = tuple(
    f"{file}{row}" for row in range(1, 8) for file in FILES if file in "cde" or row in (3, 4, 5)
)
ORIGIN_FACTOR: Final = 64
INDEX: Final = {name: number for number, name in enumerate(HOLES)}


def _build_jumps() -> dict[int, tuple[int, int]]:
    """Return the masks of each jump: the three holes it touches, the two that need pegs."""
    found = {}
    for name, number in INDEX.items():
        x, y = FILES.index(name[0]), int(name[1])
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            line = [(x + step * dx, y + step * dy) for step in (1, 2)]
            over, to = (INDEX.get(f"{FILES[i]}{k}" if 0 <= i < 7 else "") for i, k in line)
            if over is not None and to is not None:
                pegs = 1 << number | 1 << over
                found[number * ORIGIN_FACTOR + to] = (pegs | 1 << to, pegs)
    return found


JUMPS: Final = _build_jumps()
