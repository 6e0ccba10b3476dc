"""Halma on the star board for two or three players (rule book section 10).

A seat's ten men are one bit mask over the 121 points; a move is `start * 128 + end`, and the kernel
finds the chain of jumps itself. A seat that cannot move has exactly one act, `pass` (HA-6).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.rules.base import (
    JSON,
    NOBODY,
    BadState,
    IllegalMove,
    MalformedMove,
    Option,
    Outcome,
    Seat,
    check_seats,
    resolve_options,
)

ROWS: Final = "abcdefghijklmnopq"
LENGTHS: Final = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
POINTS: Final = tuple(
    f"{row}{number}"
    for row, length in zip(ROWS, LENGTHS, strict=True)
    for number in range(1, length + 1)
)
INDEX: Final[Mapping[str, int]] = {name: point for point, name in enumerate(POINTS)}
# Columns count half points from the axis of the star, rows from the top.
PLACES: Final = tuple(
    (2 * number - length + 1, row) for row, length in enumerate(LENGTHS) for number in range(length)
)
_AT: Final = {place: point for point, place in enumerate(PLACES)}
_WAYS: Final = ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))

CORNERS: Final[Mapping[str, str]] = {
    "N": "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4",
    "S": "q1 p1 p2 o1 o2 o3 n1 n2 n3 n4",
    "NW": "e1 e2 f1 e3 f2 g1 e4 f3 g2 h1",
    "SE": "m13 m12 l12 m11 l11 k11 m10 l10 k10 j10",
    "NE": "e13 e12 f12 e11 f11 g11 e10 f10 g10 h10",
    "SW": "m1 m2 l1 m3 l2 k1 m4 l3 k2 j1",
}
ACROSS: Final[Mapping[str, str]] = {"N": "S", "S": "N", "NW": "SE", "SE": "NW"} | {
    "NE": "SW",
    "SW": "NE",
}
HOMES: Final[Mapping[int, tuple[str, ...]]] = {2: ("N", "S"), 3: ("N", "SE", "SW")}
TURNS: Final = 200
ENOUGH: Final = 7  # own men in a full target corner that count as home (HA-4)
PASS: Final = -1
LETTERS: Final = "YBR"

_SPAN: Final = 128
_new: Final = tuple.__new__  # much quicker than calling the class
_AWAITED: Final = tuple(frozenset({seat}) for seat in range(3))


def mask_of(names: str) -> int:
    """Give the bits of points named one after the other."""
    return sum(1 << INDEX[name] for name in names.split())


def points_of(mask: int) -> Iterator[int]:
    """List the points of a mask in board order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _beside(point: int) -> int:
    """Give the neighbours of a point as bits."""
    x, y = PLACES[point]
    return sum(1 << _AT[x + dx, y + dy] for dx, dy in _WAYS if (x + dx, y + dy) in _AT)


def _jumps(point: int) -> tuple[tuple[int, int, int], ...]:
    """List the jumps from a point: the bit jumped over, the point beyond and its bit."""
    x, y = PLACES[point]
    lands = [((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)) for dx, dy in _WAYS]
    return tuple((1 << _AT[over], _AT[to], 1 << _AT[to]) for over, to in lands if to in _AT)


def distance(one: int, other: int) -> int:
    """Count the steps between two points of the open board."""
    across, down = (abs(a - b) for a, b in zip(PLACES[one], PLACES[other], strict=True))
    return down + max(0, across - down) // 2


def _marks() -> tuple[tuple[int, ...], ...]:
    """Give every seat on every point, and every turn, a number of 64 bits, always the same."""
    value, marks = 0, []
    for _ in range(3 * (len(POINTS) + 1)):
        value = (value + 0x9E3779B97F4A7C15) & (1 << 64) - 1
        mixed = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
        marks.append(mixed ^ mixed >> 31)
    count = len(POINTS) + 1
    return tuple(tuple(marks[seat * count : (seat + 1) * count]) for seat in range(3))


_BESIDE: Final = tuple(_beside(point) for point in range(len(POINTS)))
_JUMPS: Final = tuple(_jumps(point) for point in range(len(POINTS)))


def _subsets(mask: int) -> list[int]:
    """List all sets of some of these points."""
    found = [0]
    for point in points_of(mask):
        found += [each | 1 << point for each in found]
    return found


# By point and by what is free beside it: its steps. By point and by who stands beside it: where a
# jump over one of them ends.
_STEPS: Final = tuple(
    {free: tuple(point * _SPAN + end for end in points_of(free)) for free in _subsets(near)}
    for point, near in enumerate(_BESIDE)
)
_LANDS: Final = tuple(
    {taken: sum(bit for over, _, bit in jumps if taken & over) for taken in _subsets(near)}
    for jumps, near in zip(_JUMPS, _BESIDE, strict=True)
)
CORNER: Final = {name: mask_of(names) for name, names in CORNERS.items()}
TIP: Final = {name: INDEX[names.split()[0]] for name, names in CORNERS.items()}
_MARKS: Final = _marks()
_TURN_MARK: Final = len(POINTS)
HALMA_OPTIONS: Final = {
    "seats2": Option("seats2", "choice", "opposite", ("opposite",), "option.seats2"),
    "anti_block": Option("anti_block", "bool", True, (False, True), "option.anti_block"),
}


class State(NamedTuple):
    """The men per seat as bits, whose turn it is, and what happened so far.

    `seen` holds a 64-bit mark of every position with its side to move, in order; `out` the seats
    that left the match; `ending` is empty while the match runs, `winner` -1 unless somebody won.
    """

    men: tuple[int, ...]
    turn: Seat = 0
    anti_block: bool = True
    plies: int = 0
    seen: tuple[int, ...] = ()
    out: tuple[Seat, ...] = ()
    ending: str = ""
    winner: Seat = -1


def mark_of(men: Sequence[int], turn: Seat) -> int:
    """Give the 64-bit mark of a position and its side to move."""
    mark = _MARKS[turn][_TURN_MARK]
    for seat, mask in enumerate(men):
        for point in points_of(mask):
            mark ^= _MARKS[seat][point]
    return mark


def jumps_of(occupied: int, start: int) -> int:
    """Give as bits where chains of jumps lead the man on `start`, not back to where it stood."""
    ends = _LANDS[start][occupied & _BESIDE[start]] & ~occupied
    if not ends:
        return 0
    others, reached, left = occupied ^ 1 << start, occupied | ends, ends
    while left:
        low = left & -left
        left ^= low
        point = low.bit_length() - 1
        more = _LANDS[point][others & _BESIDE[point]] & ~reached
        if more:
            reached |= more
            left |= more
    return reached ^ occupied


def ends_of(occupied: int, start: int) -> int:
    """Give as bits where the man on `start` can go: one step, or a chain of jumps (HA-3)."""
    return _BESIDE[start] & ~occupied | jumps_of(occupied, start)


def target(seats: int, seat: Seat) -> str:
    """Name the corner a seat must fill: the one across from its own (HA-1)."""
    return ACROSS[HOMES[seats][seat]]


class Halma:
    """The only ruleset of the family; states are `State`, moves are numbers."""

    key = "halma"
    version = 1
    seats = range(2, 4)
    options: Mapping[str, Option] = HALMA_OPTIONS
    pool: str | None = "halma"
    cap = 3 * TURNS

    def rateable(self, options: Mapping[str, Any]) -> bool:
        """Accept every agreement."""
        return bool(resolve_options(self, options))

    def start(self, seats: int, options: Mapping[str, Any]) -> State:
        """Fill the corners N and S, or N, SE and SW; seat 0 begins, clockwise (HA-1, HA-2)."""
        check_seats(self, seats)
        chosen = resolve_options(self, options, seats)
        men = tuple(CORNER[home] for home in HOMES[seats])
        return State(men, 0, chosen["anti_block"], seen=(mark_of(men, 0),))

    def awaited(self, state: State) -> frozenset[Seat]:
        """Name the seat to move, nobody when the match is over."""
        return NOBODY if state[6] else _AWAITED[state[1]]

    def moves(self, state: State, seat: Seat) -> Sequence[int]:
        """List the moves of all men of the seat to move, only a pass where there are none."""
        if state[6] or seat != state[1]:
            return ()
        men = state[0]
        occupied = sum(men)
        found: list[int] = []
        for start in points_of(men[seat]):
            near = _BESIDE[start]
            steps = near & ~occupied
            found += _STEPS[start][steps]
            if _LANDS[start][occupied & near] & ~occupied:
                base, ends = start * _SPAN, jumps_of(occupied, start) & ~steps
                while ends:
                    low = ends & -ends
                    ends ^= low
                    found.append(base + low.bit_length() - 1)
        return found or (PASS,)

    def lots(self, state: State) -> Sequence[tuple[int, int]]:  # noqa: ARG002 - no chance here
        """Give nothing: there is no chance."""
        return ()

    def play(self, state: State, seat: Seat, move: int) -> State:
        """Move one man or pass, then see whether that ends the match."""
        if state.ending:
            raise IllegalMove("match_over")
        if seat != state.turn:
            raise IllegalMove("not_your_turn")
        if move == PASS:
            if tuple(self.moves(state, seat)) != (PASS,):
                raise IllegalMove("cannot_pass")
            return self._after(state, state.men, state.seen[-1])
        start, end = divmod(move, _SPAN)
        self._check(state, seat, start, end)
        men = list(state.men)
        men[seat] ^= 1 << start | 1 << end
        mark = state.seen[-1] ^ _MARKS[seat][start] ^ _MARKS[seat][end]
        return self._after(state, tuple(men), mark)

    def outcome(self, state: State) -> Outcome | None:
        """Give the match to the winner, the others sharing the next place (HA-5, HA-7)."""
        if not state[6]:
            return None
        count = len(state.men)
        if state.winner >= 0:
            first = [seat == state.winner for seat in range(count)]
        elif state.ending == "repetition":
            first = [True] * count
        else:
            worth = [self.nearness(state, seat) for seat in range(count)]
            first = [
                seat not in state.out and each == max(worth) for seat, each in enumerate(worth)
            ]
        ranks = tuple(1 if each else 1 + sum(first) for each in first)
        points = tuple(int(each and not all(first)) for each in first)
        return Outcome(ranks, points, state.ending)

    def seen_by(self, state: State, seat: Seat | None) -> State:  # noqa: ARG002 - all is open
        """Show everything: nothing is hidden."""
        return state

    def spell(self, move: int) -> str:
        """Write start and end, "c2-e6", or "pass"."""
        if move == PASS:
            return "pass"
        return f"{POINTS[move // _SPAN]}-{POINTS[move % _SPAN]}"

    def parse(self, text: str) -> int:
        """Read "c2-e6" (also "c2 e6") or "pass"; `MalformedMove` says what could not be read."""
        word = text.replace("–", "-").replace("-", " ").lower()
        names = word.split()
        if names == ["pass"]:
            return PASS
        if len(names) != 2:
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        for name in names:
            if name not in INDEX:
                raise MalformedMove("no_such_point", point=name[:40])
        return INDEX[names[0]] * _SPAN + INDEX[names[1]]

    def letters(self, state: State) -> str:
        """Draw the star in letters as rule book 10 does."""
        there = {point: LETTERS[s] for s, mask in enumerate(state.men) for point in points_of(mask)}
        rows = [[" "] * 25 for _ in ROWS]
        for point, (x, y) in enumerate(PLACES):
            rows[y][x + 12] = there.get(point, ".")
        return "\n".join(f"{ROWS[y]} {''.join(row)}".rstrip() for y, row in enumerate(rows))

    def dump(self, state: State) -> JSON:
        """Write the men by the names of their points, and what happened so far."""
        return {
            "men": [" ".join(POINTS[point] for point in points_of(mask)) for mask in state.men],
            "turn": state.turn,
            "anti_block": state.anti_block,
            "plies": state.plies,
            "seen": [f"{mark:x}" for mark in state.seen[:-1]],
            "out": list(state.out),
            "ending": state.ending,
            "winner": state.winner,
        }

    def load(self, json: JSON) -> State:
        """Read what `dump` wrote."""
        try:
            men = tuple(mask_of(names) for names in json["men"])
            earlier = tuple(int(mark, 16) for mark in json["seen"])
            turn, out = json["turn"], tuple(json["out"])
            state = State(
                men,
                turn,
                json["anti_block"],
                json["plies"],
                (*earlier, mark_of(men, turn)),
                out,
                json["ending"],
                json["winner"],
            )
            hash(state)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            raise BadState("unreadable_board") from None
        if len(men) not in HOMES or turn not in range(len(men)):
            raise BadState("unreadable_board")
        return state

    def retire(self, state: State, seat: Seat) -> State:
        """Take out a seat that resigned or timed out for good; its men stay (HA-8)."""
        if state.ending or seat in state.out:
            return state
        state = state._replace(out=(*state.out, seat))
        left = [each for each in range(len(state.men)) if each not in state.out]
        if len(left) == 1:
            return state._replace(ending="last_left", winner=left[0])
        return self._after(state, state.men, state.seen[-1]) if seat == state.turn else state

    def nearness(self, state: State, seat: Seat) -> tuple[int, int]:
        """Tell how far a seat has come: men home, then the nearer to the target's tip (HA-7)."""
        corner = target(len(state.men), seat)
        mine = state.men[seat]
        steps = sum(distance(point, TIP[corner]) for point in points_of(mine))
        return (mine & CORNER[corner]).bit_count(), -steps

    def _check(self, state: State, seat: Seat, start: int, end: int) -> None:
        """Refuse a move that the man cannot make, saying why."""
        if not (0 <= start < len(POINTS) and 0 <= end < len(POINTS)):
            raise IllegalMove("no_such_move", move=start * _SPAN + end)
        if not state.men[seat] >> start & 1:
            raise IllegalMove("not_your_man", point=POINTS[start])
        occupied = sum(state.men)
        if occupied >> end & 1:
            raise IllegalMove("point_taken", point=POINTS[end])
        if not ends_of(occupied, start) >> end & 1:
            raise IllegalMove("out_of_reach", start=POINTS[start], end=POINTS[end])

    def _after(self, state: State, men: tuple[int, ...], mark: int) -> State:
        """Hand the turn on; home, a blocked home, a repetition or the limit end the match."""
        seat, count = state.turn, len(men)
        turn = (seat + 1) % count
        while turn in state.out:
            turn = (turn + 1) % count
        mark ^= _MARKS[seat][_TURN_MARK] ^ _MARKS[turn][_TURN_MARK]
        seen, plies = state.seen, state.plies + 1
        ending, winner = "" if seat in state.out else _home(state, men, seat), seat
        if not ending:
            winner = -1
            # While all play on, the same side is to move after every round of the table only.
            if (seen if state.out else seen[-count::-count]).count(mark) >= 2:
                ending = "repetition"
            elif plies >= TURNS * count:
                ending = "turn_limit"
        past = (state.anti_block, plies, (*seen, mark), state.out, ending, winner)
        return _new(State, (men, turn, *past))


def _home(state: State, men: tuple[int, ...], seat: Seat) -> str:
    """Name the reason why the seat that has just moved has won, or nothing (HA-4)."""
    corner = CORNER[target(len(men), seat)]
    mine = men[seat]
    if not corner & ~mine:
        return "home"
    if not state.anti_block or corner & ~sum(men):
        return ""
    return "home_blocked" if (mine & corner).bit_count() >= ENOUGH else ""


def rulesets() -> tuple[Halma, ...]:
    """Build the one ruleset."""
    return (Halma(),)
