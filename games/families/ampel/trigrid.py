"""The triangle of 66 points, its lines in three directions, and the routes of discs (AM-1).

Points are numbered 0 to 65: a1, b1 b2, c1 … k11. `OFF` stands for any point off the board.
"""

from typing import Final

ROWS: Final = "abcdefghijk"
POINTS: Final = tuple(f"{row}{n}" for i, row in enumerate(ROWS) for n in range(1, i + 2))
INDEX: Final = {name: number for number, name in enumerate(POINTS)}
OFF: Final = len(POINTS)

# The six directions as steps in (row, number), each turned by 60 degrees from the one before.
DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def _neighbour(point: int, way: tuple[int, int]) -> int:
    row, number = ROWS.index(POINTS[point][0]) + way[0], int(POINTS[point][1:]) + way[1]
    return INDEX.get(f"{ROWS[row]}{number}", OFF) if 0 <= row < len(ROWS) else OFF


# For each point: its neighbours in the six directions, `OFF` beyond the board.
NEIGHBOURS: Final = tuple(
    tuple(_neighbour(point, way) for way in DIRECTIONS) for point in range(OFF)
)

# A heading is a point and a direction: 6 × point + direction. `AHEAD` has the next heading straight
# on, `TURNED` those after a turn of 60 or 120 degrees to either side (never off the board).
AHEAD: Final = tuple(6 * NEIGHBOURS[at // 6][at % 6] + at % 6 for at in range(6 * OFF))
TURNED: Final = tuple(
    tuple(
        6 * NEIGHBOURS[at // 6][way] + way
        for way in ((at + turn) % 6 for turn in (1, 2, 4, 5))
        if NEIGHBOURS[at // 6][way] != OFF
    )
    for at in range(6 * OFF)
)


def _line_through(point: int, way: int) -> tuple[int, ...]:
    line = [point]
    for turned in (way, (way + 3) % 6):
        here = NEIGHBOURS[point][turned]
        while here != OFF:
            line.append(here)
            here = NEIGHBOURS[here][turned]
    return tuple(line)


# For each point and direction: all points of the line through it, both ways.
LINES: Final = tuple(tuple(_line_through(point, way) for way in range(6)) for point in range(OFF))

# The points that are not on an edge.
INSIDE: Final = tuple(point for point in range(OFF) if OFF not in NEIGHBOURS[point])

# For each point: its neighbours with the point behind each, where both exist.
BEHIND: Final = tuple(
    tuple(
        (one, NEIGHBOURS[one][way])
        for way, one in enumerate(NEIGHBOURS[point])
        if one != OFF and NEIGHBOURS[one][way] != OFF
    )
    for point in range(OFF)
)


def destinations(board: bytes, start: int) -> frozenset[int]:
    """Return the points that the disc on a point can reach (rule book 4.4, AM-6 … AM-8).

    All routes with the same first direction have the same length, so they are followed in parallel.
    """
    free = bytearray(not disc for disc in board)
    free[start] = 1  # AM-8: the disc may pass over the point it left
    free.append(0)
    ends: set[int] = set()
    for way, first in enumerate(NEIGHBOURS[start]):
        if free[first]:
            length = sum(1 for point in LINES[start][way] if board[point])
            ends.update(_find_walk_ends(free, 6 * first + way, length - 1))
    ends.discard(start)
    return frozenset(ends)


def _find_walk_ends(free: bytearray, first: int, steps: int) -> list[int]:
    """Return the end points of all walks: straight on, or turning at an obstacle (AM-7)."""
    front = {first}
    for _ in range(steps):
        after: set[int] = set()
        for heading in front:
            ahead = AHEAD[heading]
            if free[ahead // 6]:
                after.add(ahead)
            else:
                after.update(turned for turned in TURNED[heading] if free[turned // 6])
        front = after
    return [heading // 6 for heading in front]


def route(board: bytes, start: int, end: int) -> list[int]:
    """Return one route of a disc from start to end, both included; empty if there is none."""
    free = bytearray(not disc for disc in board)
    free[start] = 1
    free.append(0)
    for way, first in enumerate(NEIGHBOURS[start]):
        if not free[first]:
            continue
        length = sum(1 for point in LINES[start][way] if board[point])
        came = [{6 * first + way: -1}]
        for _ in range(length - 1):
            came.append(_next_headings(free, came[-1]))
        at = next((heading for heading in came[-1] if heading // 6 == end), -1)
        if at >= 0 and end != start:
            return [start, *_trace_route(came, at)]
    return []


def _next_headings(free: bytearray, front: dict[int, int]) -> dict[int, int]:
    """Return the headings one step further, each with one predecessor (AM-7)."""
    after: dict[int, int] = {}
    for heading in front:
        ahead = AHEAD[heading]
        onward = (ahead,) if free[ahead // 6] else TURNED[heading]
        for each in onward:
            if free[each // 6]:
                after.setdefault(each, heading)
    return after


def _trace_route(came: list[dict[int, int]], at: int) -> list[int]:
    """Return the points on the way to a heading, in order."""
    points = []
    for front in reversed(came):
        points.append(at // 6)
        at = front[at]
    return points[::-1]
