"""The triangle of 66 points with its lines in three directions (rule book 4.1, AM-1).

Points are numbered 0 to 65: a1, b1 b2, c1 … k11. Beyond every edge lies the point `OFF`.
"""

from typing import Final

ROWS: Final = "abcdefghijk"
POINTS: Final = tuple(f"{row}{n}" for i, row in enumerate(ROWS) for n in range(1, i + 2))
AT: Final = {name: number for number, name in enumerate(POINTS)}
OFF: Final = len(POINTS)

# Six directions (rows down, numbers up) in turning order: one on is a turn of 60 degrees.
WAYS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def _beside(point: int, way: tuple[int, int]) -> int:
    row, number = ROWS.index(POINTS[point][0]) + way[0], int(POINTS[point][1:]) + way[1]
    return AT.get(f"{ROWS[row]}{number}", OFF) if 0 <= row < len(ROWS) else OFF


# For each point its neighbours in the six directions, `OFF` where the board ends.
NEXT: Final = tuple(tuple(_beside(point, way) for way in WAYS) for point in range(OFF))


def _line(point: int, way: int) -> tuple[int, ...]:
    line = [point]
    for turned in (way, (way + 3) % 6):
        here = NEXT[point][turned]
        while here != OFF:
            line.append(here)
            here = NEXT[here][turned]
    return tuple(line)


# For each point and direction all points of the board line through it, both ways.
LINES: Final = tuple(tuple(_line(point, way) for way in range(6)) for point in range(OFF))

# The points that lie neither on an edge nor in a corner.
INSIDE: Final = tuple(point for point in range(OFF) if OFF not in NEXT[point])

# For each point its neighbours with the one behind each, where both exist.
BEHIND: Final = tuple(
    tuple(
        (one, NEXT[one][way])
        for way, one in enumerate(NEXT[point])
        if one != OFF and NEXT[one][way] != OFF
    )
    for point in range(OFF)
)
