"""Halma on the star board for two or three players (rule book section 10).

A seat's ten men are a bit mask of the 121 points. A move is `start * 128 + end`; the rules find the
chain of jumps. A seat that cannot move can only `pass` (HA-6).
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from games.families.halma.board import (
    COORDINATES,
    CORNER_MASKS,
    HOMES,
    INDEX,
    POINTS,
    ROWS,
    TIP,
    distance,
    mask_of,
    points_of,
    target_corner,
)
from games.families.halma.jumps import BIT, CROWD, SPAN, can_reach, moves_of, occupancy_of
from games.families.halma.progress import move_priority
from games.families.halma.validation import is_valid_position
from games.rules.base import (
    JSON,
    NOBODY,
    IllegalMove,
    MalformedMove,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    check_seat,
    check_seats,
    check_turn,
    load_checked,
    resolve_options,
)

MAX_TURNS: Final = 200
MIN_OWN_MEN: Final = 7  # own men in a full target corner that are enough to win (HA-4)
PASS: Final = -1
LETTERS: Final = "YBR"

_MOVES: Final = len(POINTS) * SPAN
_SIEVE: Final = (1 << 11) - 1
_PAGE_SIZE: Final = 32
_new: Final = tuple.__new__  # much quicker than calling the class
_AWAITED: Final = tuple(frozenset({seat}) for seat in range(3))


def _zobrist_numbers() -> tuple[tuple[int, ...], ...]:
    """Return fixed 64-bit random numbers for every seat, on every point and to move (Zobrist)."""
    value, marks = 0, []
    for _ in range(3 * (len(POINTS) + 1)):
        value = (value + 0x9E3779B97F4A7C15) & (1 << 64) - 1
        mixed = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
        marks.append(mixed ^ mixed >> 31)
    count = len(POINTS) + 1
    return tuple(tuple(marks[seat * count : (seat + 1) * count]) for seat in range(3))


_ZOBRIST_NUMBERS: Final = _zobrist_numbers()
_TURN_KEY: Final = len(POINTS)
HALMA_OPTIONS: Final = {
    "seats2": Option("seats2", "choice", "opposite", ("opposite",)),
    "anti_block": Option("anti_block", "bool", True, (False, True)),
}


class State(NamedTuple):
    """The men per seat as bit masks, the seat to move, and the history.

    `seen` holds a 64-bit mark (Zobrist key) of every position with its side to move, in order;
    `out` the seats that left the match; `ending` is empty while the match runs, `winner` -1 unless
    somebody won. `crowd` is derived from the men. All marks but the latest are in `older`, in
    pages; if `sieve` lacks the bit of a mark, its position is new.
    """

    men: tuple[int, ...]
    turn: Seat = 0
    anti_block: bool = True
    plies: int = 0
    seen: tuple[int, ...] = ()
    out: tuple[Seat, ...] = ()
    ending: str = ""
    winner: Seat = -1
    crowd: int = 0
    sieve: int = 0
    older: tuple[tuple[int, ...], ...] = ()


def zobrist_key(men: Sequence[int], turn: Seat) -> int:
    """Return the 64-bit mark of a position and its side to move."""
    mark = _ZOBRIST_NUMBERS[turn][_TURN_KEY]
    for seat, mask in enumerate(men):
        for point in points_of(mask):
            mark ^= _ZOBRIST_NUMBERS[seat][point]
    return mark


_GOALS: Final = {
    seats: tuple(CORNER_MASKS[target_corner(seats, seat)] for seat in range(seats))
    for seats in HOMES
}


class Halma(Rules[State, int]):
    key = "halma"
    version = 1
    retires = True
    seats = range(2, 4)
    options: Mapping[str, Option] = HALMA_OPTIONS
    pool: str | None = "halma"
    cap = 3 * MAX_TURNS

    def idle_move(self, state: State, seat: Seat) -> int:
        return max(
            self.moves(state, seat),
            key=lambda move: (move_priority(len(state.men), seat, move), -move),
        )

    def start(self, seats: int, options: Options) -> State:
        """Fill the corners N and S, or N, SE and SW; seat 0 starts, clockwise (HA-1, HA-2)."""
        check_seats(self, seats)
        chosen = resolve_options(self, options, seats)
        men = tuple(CORNER_MASKS[home] for home in HOMES[seats])
        return _with_derived_fields(
            State(men, 0, chosen["anti_block"], seen=(zobrist_key(men, 0),))
        )

    def awaited(self, state: State) -> frozenset[Seat]:
        return NOBODY if state[6] else _AWAITED[state[1]]

    def moves(self, state: State, seat: Seat) -> Sequence[int]:
        if state[1] is not seat or state[6]:
            check_seat(seat)
            if state[1] != seat or state[6]:
                return ()
        return moves_of(state[8], state[0][seat]) or (PASS,)

    def play(self, state: State, seat: Seat, move: int) -> State:
        men, turn = state[0], state[1]
        if turn is not seat or state[6]:
            check_turn(state, seat)
        mark, crowd = state[4][-1], state[8]
        if move == PASS:
            if moves_of(crowd, men[seat]):
                raise IllegalMove("cannot_pass")
            return self._after(state, men, mark, crowd)
        start, end = move >> 7, move & 127
        if not 0 <= move < _MOVES or not men[seat] & BIT[start] or not can_reach(crowd, move):
            raise self._refusal(state, seat, start, end)
        mine = men[seat] ^ (BIT[start] | BIT[end])
        if len(men) == 2:
            men = (men[0], mine) if seat else (mine, men[1])
        else:
            men = (*men[:seat], mine, *men[seat + 1 :])
        marks = _ZOBRIST_NUMBERS[seat]
        mark ^= marks[start] ^ marks[end]
        return self._after(state, men, mark, crowd ^ CROWD[start] ^ CROWD[end])

    def outcome(self, state: State) -> Outcome | None:
        """Return the winner first and the others sharing the next place (HA-5, HA-7)."""
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

    def spell(self, move: int) -> str:
        """Return start and end, "c2-e6", or "pass"."""
        if move == PASS:
            return "pass"
        return f"{POINTS[move // SPAN]}-{POINTS[move % SPAN]}"

    def places(self, state: State | None, move: int) -> tuple[str, ...]:  # noqa: ARG002
        return () if move == PASS else (POINTS[move // SPAN], POINTS[move % SPAN])

    def parse(self, text: str) -> int:
        """Parse "c2-e6" (also "c2 e6") or "pass"."""
        word = text.replace("–", "-").replace("-", " ").lower()
        names = word.split()
        if names == ["pass"]:
            return PASS
        if len(names) != 2:
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        for name in names:
            if name not in INDEX:
                raise MalformedMove("no_such_point", point=name[:40])
        return INDEX[names[0]] * SPAN + INDEX[names[1]]

    def letters(self, state: State) -> str:
        there = {point: LETTERS[s] for s, mask in enumerate(state.men) for point in points_of(mask)}
        rows = [[" "] * 25 for _ in ROWS]
        for point, (x, y) in enumerate(COORDINATES):
            rows[y][x + 12] = there.get(point, ".")
        return "\n".join(f"{ROWS[y]} {''.join(row)}".rstrip() for y, row in enumerate(rows))

    def dump(self, state: State) -> JSON:
        return {
            "men": [" ".join(POINTS[point] for point in points_of(mask)) for mask in state.men],
            "turn": state.turn,
            "anti_block": state.anti_block,
            "plies": state.plies,
            "seen": [f"{mark:x}" for page in (*state.older, state.seen) for mark in page][:-1],
            "out": list(state.out),
            "ending": state.ending,
            "winner": state.winner,
        }

    def load(self, json: JSON) -> State:
        return load_checked(self, json, _from_json)

    def retire(self, state: State, seat: Seat) -> State:
        """Remove a seat that resigned or timed out for good; its men stay (HA-8)."""
        if state.ending or seat in state.out:
            return state
        state = state._replace(out=(*state.out, seat))
        left = [each for each in range(len(state.men)) if each not in state.out]
        if len(left) == 1:
            return state._replace(ending="last_left", winner=left[0])
        return (
            self._after(state, state.men, state.seen[-1], state.crowd)
            if seat == state.turn
            else state
        )

    def nearness(self, state: State, seat: Seat) -> tuple[int, int]:
        """Return a seat's progress: men at home, then minus their steps to the tip (HA-7)."""
        corner = target_corner(len(state.men), seat)
        mine = state.men[seat]
        steps = sum(distance(point, TIP[corner]) for point in points_of(mine))
        return (mine & CORNER_MASKS[corner]).bit_count(), -steps

    def _refusal(self, state: State, seat: Seat, start: int, end: int) -> IllegalMove:
        """Return the reason why a move is illegal."""
        if not (0 <= start < len(POINTS) and 0 <= end < len(POINTS)):
            return IllegalMove("no_such_move", move=start * SPAN + end)
        if not state.men[seat] >> start & 1:
            return IllegalMove("not_your_man", point=POINTS[start])
        if sum(state.men) >> end & 1:
            return IllegalMove("point_taken", point=POINTS[end])
        return IllegalMove("out_of_reach", start=POINTS[start], end=POINTS[end])

    def _after(self, state: State, men: tuple[int, ...], mark: int, crowd: int) -> State:
        """Pass the turn; a win, a repetition or the turn limit ends the match."""
        _men, seat, anti_block, plies, seen, out, _ending, _winner, _crowd, sieve, older = state
        count = len(men)
        turn = (seat + 1) % count
        while out and turn in out:
            turn = (turn + 1) % count
        mark ^= _ZOBRIST_NUMBERS[seat][_TURN_KEY] ^ _ZOBRIST_NUMBERS[turn][_TURN_KEY]
        plies += 1
        ending, winner, bit = "", -1, mark & _SIEVE
        if seat not in out and (how := _win_code(men, seat, anti_block)):
            ending, winner = how, seat
        elif sieve >> bit & 1 and sum(page.count(mark) for page in (*older, seen)) >= 2:
            ending = "repetition"
        elif plies >= MAX_TURNS * count:
            ending = "turn_limit"
        if len(seen) == _PAGE_SIZE:
            older, seen = (*older, seen), ()
        seen += (mark,)
        sieve |= 1 << bit
        past = (men, turn, anti_block, plies, seen, out, ending, winner, crowd, sieve, older)
        return _new(State, past)


def _with_derived_fields(state: State) -> State:
    """Return the state with all fields that are derived from its men and marks."""
    marks = state.seen
    latest = (len(marks) - 1) // _PAGE_SIZE * _PAGE_SIZE
    return state._replace(
        seen=marks[latest:],
        crowd=occupancy_of(state.men),
        sieve=reduce(or_, (1 << (mark & _SIEVE) for mark in marks), 0),
        older=tuple(marks[at : at + _PAGE_SIZE] for at in range(0, latest, _PAGE_SIZE)),
    )


def _from_json(json: JSON) -> State | None:
    men = tuple(mask_of(names) for names in json["men"])
    marks = (*(int(mark, 16) for mark in json["seen"]), zobrist_key(men, json["turn"]))
    state = State(men, json["turn"], json["anti_block"], json["plies"], marks)
    out = tuple(json["out"])
    state = state._replace(out=out, ending=json["ending"], winner=json["winner"])
    sound = len(men) in HOMES and is_valid_position(state, marks, _GOALS[len(men)], MAX_TURNS)
    return _with_derived_fields(state) if sound else None


def _win_code(men: tuple[int, ...], seat: Seat, anti_block: bool) -> str:
    """Return the code of the win of the seat that has just moved, or "" (HA-4)."""
    corner = _GOALS[len(men)][seat]
    home = men[seat] & corner
    if home.bit_count() < MIN_OWN_MEN:
        return ""
    if home == corner:
        return "home"
    return "home_blocked" if anti_block and not corner & ~sum(men) else ""


def rulesets() -> tuple[Halma, ...]:
    return (Halma(),)
