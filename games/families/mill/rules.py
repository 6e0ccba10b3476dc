"""Mill, nine men's morris (rule book section 9, MU-1 … MU-7).

Points are numbered 0 to 23 in the order of `POINTS`; the stones of a seat are a bit mask. A move is
an int: the target, plus 32 × (1 + origin), plus 1024 × (1 + the point whose stone is taken); a
missing part is 0.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.families.mill.board import (
    ALL,
    COMPLETING_POINT,
    DRAWING,
    HALF,
    HIGH,
    HIGH_TAKEN,
    INDEX,
    LOW,
    LOW_TAKEN,
    NEIGHBOURS,
    ORIGIN_FACTOR,
    PARTNERS,
    POINTS,
    SPOTS,
    STEPS,
    TAKEN,
    closes_mill,
    mill_closing_points,
    neighbours,
    stones_in_mills,
)
from games.rules.base import (
    JSON,
    NOBODY,
    AnyRules,
    IllegalMove,
    MalformedMove,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    all_ints,
    check_seat,
    check_seats,
    load_checked,
    resolve_options,
)
from games.rules.grid import bit_indexes, loss_outcome, normalize_text, tie_outcome
from games.rules.repetition import PlyLimits, repetition_ending

STONES: Final = 9
CAP: Final = 600
LIMITS: Final = PlyLimits(quiet=100, plies=CAP)

_MOVE: Final = re.compile(r"(?:([a-z][0-9])-)?([a-z][0-9])(?:x([a-z][0-9]))?", re.ASCII)
_AWAITED: Final = (frozenset({0}), frozenset({1}))
_SIDES: Final = "wb"
_EMPTY: Final = (0, 0)
_KEYS: Final = 1 << 49
_new: Final = tuple.__new__  # much quicker than calling the class


class Position(NamedTuple):
    """Stones on the board and in hand by seat; `seen` lists the positions since the last capture.

    `quiet` counts the plies without a capture; with `tournament`, stones in mills may be taken if
    there are no others (MU-1); `ending` is empty while the match runs.
    """

    stones: tuple[int, int]
    hands: tuple[int, int]
    turn: Seat
    quiet: int
    plies: int
    seen: tuple[int, ...]
    tournament: bool = False
    ending: str = ""


def _board_key(stones: tuple[int, int], turn: Seat) -> int:
    """Return board and side to move as one number, for repetition (rule book C-9)."""
    return stones[0] | stones[1] << 24 | turn << 48


def split_move(move: int) -> tuple[str | None, str, str | None]:
    """Return origin, target and captured point of a move, None for a missing one."""
    origin, taken = move >> 5 & 31, move >> 10
    left = POINTS[origin - 1] if origin else None
    return left, POINTS[move & 31], POINTS[taken - 1] if taken else None


def count_free_steps(state: "Position", seat: Seat) -> int:
    """Return the number of steps along lines open to a seat, ignoring stones in hand."""
    free = ALL & ~(state.stones[0] | state.stones[1])
    return sum((NEIGHBOURS[point] & free).bit_count() for point in bit_indexes(state.stones[seat]))


class Mill(Rules[Position, int]):
    """Place nine stones each, then move, and finally fly; closing a mill takes a stone."""

    key = "mill"
    version = 1
    seats = range(2, 3)
    pool: str | None = "mill"
    cap = CAP
    options: Mapping[str, Option] = {
        "mill_protection": Option(
            "mill_protection",
            "choice",
            "absolute",
            ("absolute", "tournament"),
        )
    }

    def start(self, seats: int, options: Options) -> Position:
        check_seats(self, seats)
        tournament = resolve_options(self, options)["mill_protection"] == "tournament"
        return _START._replace(tournament=tournament)

    def awaited(self, state: Position) -> frozenset[Seat]:
        return NOBODY if state[7] else _AWAITED[state[2]]

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        """List placements, moves or flights, with every possible capture (MU-3, MU-5)."""
        check_seat(seat)
        stones, hands, turn = state[0], state[1], state[2]
        if turn != seat or state[7]:
            return ()
        own = stones[turn]
        free = ALL ^ (own | stones[1 - turn])
        gaps = mill_closing_points(own) & free
        if not hands[turn]:
            return _line_moves(state, own, free, gaps)
        if not gaps:
            return LOW[free & HALF] + HIGH[free >> 12]
        return _moves_to(0, free, gaps, _captures(state))

    def play(self, state: Position, seat: Seat, move: int) -> Position:
        check_seat(seat)
        stones, hands, turn, quiet, plies, seen, tournament, ending = state
        if ending:
            raise IllegalMove("match_over")
        if turn != seat:
            raise IllegalMove("not_your_turn")
        point, origin, taken = move & 31, (move >> 5 & 31) - 1, (move >> 10) - 1
        if move < 0 or point > 23 or origin > 23 or taken > 23:
            raise IllegalMove("no_such_move", move=move)
        own, other = _own_without_origin(state, point, origin), stones[1 - turn]
        first, second = PARTNERS[point]
        if taken >= 0 or own & first == first or own & second == second:
            _check_capture(state, own, point, taken)
        own |= 1 << point
        if origin < 0:
            hands = (hands[0], hands[1] - 1) if turn else (hands[0] - 1, hands[1])
        quiet += 1
        if taken >= 0:
            other, quiet, seen = other & ~(1 << taken), 0, ()
        stones = (other, own) if turn else (own, other)
        turn = 1 - turn
        if hands == _EMPTY:
            seen += (stones[0] | stones[1] << 24 | turn << 48,)
        return _with_ending(stones, hands, turn, (quiet, plies + 1, seen, tournament))

    def outcome(self, state: Position) -> Outcome | None:
        if not state[7]:
            return None
        if state.ending in ("two_stones", "blocked"):
            return loss_outcome(state.turn, state.ending)
        return tie_outcome(state.ending)

    def spell(self, move: int) -> str:
        """Return "d2", "d2-d3", "d2xa7" or "d2-d3xa7"."""
        origin, point, taken = split_move(move)
        text = f"{origin}-{point}" if origin else point
        return f"{text}x{taken}" if taken else text

    def places(self, state: Position | None, move: int) -> tuple[str, ...]:  # noqa: ARG002
        return tuple([name for name in split_move(move) if name])

    def parse(self, text: str) -> int:
        """Parse a move; ":" is read as "x", and any dash as a hyphen (rule book C-8)."""
        word = normalize_text(text)
        found = _MOVE.fullmatch(word)
        if not found:
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        numbers = []
        for name in found.groups():
            if name and name not in INDEX:
                raise MalformedMove("no_such_point", point=name, points=POINTS)
            numbers.append(INDEX[name] + 1 if name else 0)
        origin, point, taken = numbers
        return point - 1 + origin * ORIGIN_FACTOR + taken * TAKEN

    def letters(self, state: Position) -> str:
        drawn = list(DRAWING)
        for letter, bits in zip(_SIDES, state.stones, strict=True):
            for point in bit_indexes(bits):
                drawn[SPOTS[point]] = letter
        return f"{''.join(drawn)}\nin hand: w {state.hands[0]}, b {state.hands[1]}"

    def dump(self, state: Position) -> JSON:
        stones = [
            f"{POINTS[point]}:{letter}"
            for letter, bits in zip(_SIDES, state.stones, strict=True)
            for point in bit_indexes(bits)
        ]
        return {
            "stones": " ".join(stones),
            "hands": list(state.hands),
            "turn": state.turn,
            "quiet": state.quiet,
            "plies": state.plies,
            "seen": list(state.seen),
            "protection": "tournament" if state.tournament else "absolute",
        }

    def load(self, json: JSON) -> Position:
        return load_checked(self, json, _from_json)


_START: Final = Position((0, 0), (STONES, STONES), 0, 0, 0, ())


def _from_json(json: JSON) -> Position | None:
    stones = [0, 0]
    for word in json["stones"].split():
        name, letter = word.split(":")
        stones[_SIDES.index(letter)] |= 1 << INDEX[name]
    first, second = json["hands"]
    quiet, plies, turn, seen = json["quiet"], json["plies"], json["turn"], tuple(json["seen"])
    tournament = ("absolute", "tournament").index(json["protection"]) == 1
    if not all_ints(first, second, quiet, plies, turn, *seen) or stones[0] & stones[1]:
        return None
    placed, hands = (stones[0], stones[1]), (first, second)
    if hands == _EMPTY:
        seen = seen or (_board_key(placed, turn),)
    state = _with_ending(placed, hands, turn, (quiet, plies, seen, tournament))
    known = bool(json["seen"]) if hands == _EMPTY else plies > 0
    return state if _is_consistent(state) and (not known or _is_history_consistent(state)) else None


def _is_consistent(state: Position) -> bool:
    """Whether stones, hands and counts are consistent."""
    stones, hands, turn, quiet, plies, seen = state[:6]
    counts = [bits.bit_count() for bits in stones]
    for key in seen:  # there was no capture since
        if (
            not 0 <= key < _KEYS
            or [(key & ALL).bit_count(), (key >> 24 & ALL).bit_count()] != counts
        ):
            return False
    held = all(
        hand >= 0 and bits.bit_count() + hand <= STONES
        for bits, hand in zip(stones, hands, strict=True)
    )
    if not held or turn not in (0, 1) or not 0 <= quiet <= LIMITS.quiet or not 0 <= plies <= CAP:
        return False
    return seen[-1] == _board_key(stones, turn) if hands == _EMPTY else not seen


def _is_history_consistent(state: Position) -> bool:
    """Whether hands, turn and history fit the number of plies."""
    hands, turn, quiet, plies, seen = state[1:6]
    due = (STONES - min(STONES, (plies + 1) // 2), STONES - min(STONES, plies // 2))
    return hands == due and turn == plies % 2 and quiet <= plies and len(seen) <= quiet + 1


def capturable_stones(state: Position) -> int:
    """Return the opponent's stones that a mill closed now may take (MU-1)."""
    other = state[0][1 - state[2]]
    return other & ~stones_in_mills(other) or (other if state[6] else 0)


def _captures(state: Position) -> tuple[int, ...]:
    """List captures as parts of a move; (0,) if nothing may be taken (MU-1)."""
    loose = capturable_stones(state)
    return LOW_TAKEN[loose & HALF] + HIGH_TAKEN[loose >> 12] or (0,)


def _line_moves(state: Position, own: int, free: int, gaps: int) -> list[int]:
    """List moves along lines, or to any free point with three stones left (MU-3, MU-5)."""
    origins = LOW[own & HALF] + HIGH[own >> 12]
    takes: tuple[int, ...] = ()
    found: list[int] = []
    if len(origins) == 3:
        takes = _captures(state) if gaps else ()
        for origin in origins:
            closed = COMPLETING_POINT.get(own ^ 1 << origin, 0) & free
            found += _moves_to((origin + 1) * ORIGIN_FACTOR, free, closed, takes)
        return found
    for origin in origins:
        near = NEIGHBOURS[origin] & free
        if near & gaps and (closed := mill_closing_points(own ^ 1 << origin) & near):
            takes = takes or _captures(state)
            found += _moves_to((origin + 1) * ORIGIN_FACTOR, near, closed, takes)
        elif near:
            found += STEPS[origin][near]
    return found


def _moves_to(base: int, free: int, closes: int, takes: tuple[int, ...]) -> list[int]:
    """List the moves to free points; if one closes a mill, with every possible capture."""
    quiet = free ^ closes
    found = [base + point for point in LOW[quiet & HALF] + HIGH[quiet >> 12]]
    if closes:
        for point in LOW[closes & HALF] + HIGH[closes >> 12]:
            found += [base + point + taken for taken in takes]
    return found


def _own_without_origin(state: Position, point: int, origin: int) -> int:
    """Return the own stones without the one that moves; refuse an illegal origin."""
    stones, hands, turn = state[0], state[1], state[2]
    own = stones[turn]
    if (stones[0] | stones[1]) >> point & 1:
        raise IllegalMove("point_taken", point=POINTS[point])
    if hands[turn]:
        if origin >= 0:
            raise IllegalMove("place_first", hand=hands[turn])
        return own
    if origin < 0:
        raise IllegalMove("hand_empty")
    if not own >> origin & 1:
        raise IllegalMove("not_your_stone", point=POINTS[origin])
    if own.bit_count() != 3 and not NEIGHBOURS[origin] >> point & 1:
        raise IllegalMove("not_adjacent", origin=POINTS[origin], point=POINTS[point])
    return own & ~(1 << origin)


def _check_capture(state: Position, rest: int, point: int, taken: int) -> None:
    """Refuse a move unless it takes a stone exactly when it must (MU-2, MU-3)."""
    if not closes_mill(rest, point):
        if taken >= 0:
            raise IllegalMove("no_mill", point=POINTS[point])
        return
    allowed = capturable_stones(state)
    if taken < 0:
        if allowed:
            raise IllegalMove(
                "take_a_stone", stones=[POINTS[each] for each in bit_indexes(allowed)]
            )
        return
    if not state.stones[1 - state.turn] >> taken & 1:
        raise IllegalMove("no_stone_to_take", point=POINTS[taken])
    if not allowed >> taken & 1:
        raise IllegalMove("stone_protected", point=POINTS[taken])


def _with_ending(
    stones: tuple[int, int],
    hands: tuple[int, int],
    turn: Seat,
    past: tuple[int, int, tuple[int, ...], bool],
) -> Position:
    """Return the position, with an ending if the seat to move has lost or tied (MU-6, MU-7)."""
    own, hand = stones[turn], hands[turn]
    quiet, plies, seen, tournament = past
    count = own.bit_count()
    if count + hand < 3:
        ending = "two_stones"
    elif not hand and count > 3 and not neighbours(own) & ~(stones[0] | stones[1]):
        ending = "blocked"
    else:
        ending = repetition_ending(seen, quiet, plies, LIMITS)
    return _new(Position, (stones, hands, turn, quiet, plies, seen, tournament, ending))


def rulesets() -> tuple[AnyRules, ...]:
    return (Mill(),)
