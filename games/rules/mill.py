"""Mill, nine men's morris (rule book section 9, MU-1 … MU-7).

Points are numbered 0 to 23 in the order of `POINTS`; the stones of a seat are one int with a bit
a point. A move is an int: the point moved to, plus 32 × (1 + the point it comes from), plus
1024 × (1 + the point whose stone is taken); a part that is missing is 0.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple

from games.rules.base import (
    JSON,
    NOBODY,
    BadState,
    IllegalMove,
    MalformedMove,
    Option,
    Outcome,
    Rules,
    Seat,
    check_seats,
    resolve_options,
)
from games.rules.grid import lost_by, places_of, tidied, tied
from games.rules.repetition import Limits, tied_by_length

MILLS: Final = tuple(
    tuple(names.split())
    for names in (
        *("a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7"),
        *("a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7"),
        *("a4 b4 c4", "e4 f4 g4", "d1 d2 d3", "d5 d6 d7"),
    )
)
POINTS: Final = tuple(sorted({point for names in MILLS for point in names}))
STONES: Final = 9
CAP: Final = 600
LIMITS: Final = Limits(quiet=100, plies=CAP)

_FROM: Final = 32
_TAKEN: Final = 1024
_ALL: Final = (1 << 24) - 1
_AT: Final = {name: number for number, name in enumerate(POINTS)}
_MASKS: Final = tuple(sum(1 << _AT[name] for name in names) for names in MILLS)
# The two other stones of each mill a point belongs to.
_PARTNERS: Final = tuple(
    tuple(mask & ~(1 << point) for mask in _MASKS if mask >> point & 1) for point in range(24)
)
_NEXT_TO: Final = tuple(
    sum(
        1 << _AT[other]
        for names in MILLS
        for one, other in (names[:2], names[1::-1], names[1:], names[:0:-1])
        if one == point
    )
    for point in POINTS
)
# A set of points is two halves of twelve bits: the points of each, and all that is next to them.
_HALF: Final = (1 << 12) - 1
_LOW, _HIGH = (
    tuple(tuple(first + bit for bit in range(12) if half >> bit & 1) for half in range(1 << 12))
    for first in (0, 12)
)
_LOW_NEXT, _HIGH_NEXT = (
    tuple(reduce(or_, (_NEXT_TO[point] for point in points), 0) for points in half)
    for half in (_LOW, _HIGH)
)
_LOW_TAKEN, _HIGH_TAKEN = (
    tuple(tuple((point + 1) * _TAKEN for point in points) for points in half)
    for half in (_LOW, _HIGH)
)


def _gaps(stones: int, masks: Iterable[int]) -> int:
    """Give the points that alone are missing in some of these mills."""
    found = 0
    for mask in masks:
        missing = mask & ~stones
        if not missing & (missing - 1):
            found |= missing
    return found


# The gaps that lie in mills of one half, by its stones; six mills lie in both halves.
_LOW_GAPS, _HIGH_GAPS = (
    tuple(_gaps(half << first, [mask for mask in _MASKS if not mask & ~(_HALF << first)])
          for half in range(1 << 12))
    for first in (0, 12)
)  # fmt: skip
# The one point where two stones become a mill.
_THIRD: Final = {mask ^ 1 << point: 1 << point for mask in _MASKS for point in places_of(mask)}
_BOTH: Final = tuple(mask for mask in _MASKS if mask & _HALF and mask >> 12)


def _subsets(bits: int) -> list[int]:
    """List all sets of some of these places."""
    found = [0]
    for place in places_of(bits):
        found += [each | 1 << place for each in found]
    return found


# The steps of a stone by its point and what is free next to it.
_STEPS: Final = tuple(
    {
        free: tuple((origin + 1) * _FROM + point for point in places_of(free))
        for free in _subsets(near)
    }
    for origin, near in enumerate(_NEXT_TO)
)
_MOVE: Final = re.compile(r"(?:([a-z][0-9])-)?([a-z][0-9])(?:x([a-z][0-9]))?", re.ASCII)
_AWAITED: Final = (frozenset({0}), frozenset({1}))
_SIDES: Final = "wb"
_EMPTY: Final = (0, 0)
_new: Final = tuple.__new__  # much quicker than calling the class


class Position(NamedTuple):
    """Stones on the board and in hand by seat; `seen` lists the positions since the last taking.

    `quiet` counts the plies without a stone taken, `tournament` opens mills when all stones stand
    in one (MU-1), `ending` is empty while the match runs.
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
    """Give board and side to move as one number, for repetition (rule book C-9)."""
    return stones[0] | stones[1] << 24 | turn << 48


@lru_cache(maxsize=1 << 16)
def _in_mills(stones: int) -> int:
    """Give the stones that stand in a closed mill."""
    held = 0
    for mask in _MASKS:
        if stones & mask == mask:
            held |= mask
    return held


def _closes(rest: int, point: int) -> bool:
    """Tell whether a stone set on `point` closes a mill with the others (MU-4)."""
    first, second = _PARTNERS[point]
    return rest & first == first or rest & second == second


def closing(stones: int) -> int:
    """Give the points where one more stone would close a mill, some of them perhaps taken."""
    gaps = _LOW_GAPS[stones & _HALF] | _HIGH_GAPS[stones >> 12]
    for mask in _BOTH:
        missing = mask & ~stones
        if not missing & (missing - 1):
            gaps |= missing
    return gaps


def closed_mills(stones: int) -> int:
    """Count the closed mills of one side's stones."""
    return sum(stones & mask == mask for mask in _MASKS)


def free_steps(state: "Position", seat: Seat) -> int:
    """Count the steps along lines that a seat's stones could make if none were in hand."""
    free = _ALL & ~(state.stones[0] | state.stones[1])
    return sum((_NEXT_TO[point] & free).bit_count() for point in places_of(state.stones[seat]))


def _blocked(own: int, free: int) -> bool:
    """Tell whether no stone has a free neighbour."""
    return not (_LOW_NEXT[own & _HALF] | _HIGH_NEXT[own >> 12]) & free


class Mill:
    """Place nine stones each, then move and at last fly; a closed mill takes a stone."""

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
            "option.mill_protection",
        )
    }

    def rateable(self, options: Mapping[str, Any]) -> bool:
        """Allow rating with either protection."""
        resolve_options(self, options)
        return True

    def start(self, seats: int, options: Mapping[str, Any]) -> Position:
        """Give the empty board, nine stones in each hand and white, seat 0, to place."""
        check_seats(self, seats)
        tournament = resolve_options(self, options)["mill_protection"] == "tournament"
        return _START._replace(tournament=tournament)

    def awaited(self, state: Position) -> frozenset[Seat]:
        """Name the seat to move."""
        return NOBODY if state.ending else _AWAITED[state.turn]

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        """List placings, moves or flights, each with every stone that may be taken (MU-3, MU-5)."""
        stones, hands, turn = state[:3]
        if turn != seat or state[7]:
            return ()
        own = stones[turn]
        free = _ALL ^ (own | stones[1 - turn])
        if hands[turn]:
            return _goals(state, -1, free, closing(own) & free)
        origins = _LOW[own & _HALF] + _HIGH[own >> 12]
        found: list[int] = []
        if len(origins) == 3:
            for origin in origins:
                found += _goals(state, origin, free, _THIRD.get(own ^ 1 << origin, 0) & free)
            return found
        gaps = closing(own)
        for origin in origins:
            near = _NEXT_TO[origin] & free
            if near & gaps:
                found += _goals(state, origin, near, _closed_by(origin, own, near & gaps))
            elif near:
                found += _STEPS[origin][near]
        return found

    def lots(self, state: Position) -> Sequence[tuple[int, int]]:  # noqa: ARG002 - no chance here
        """Give nothing: there is no chance in this game."""
        return ()

    def play(self, state: Position, seat: Seat, move: int) -> Position:
        """Set or move a stone and take one where a mill closes."""
        if state.ending:
            raise IllegalMove("match_over")
        stones, hands, turn, quiet, plies, seen, tournament, _ending = state
        if turn != seat:
            raise IllegalMove("not_your_turn")
        point, origin, taken = move & 31, (move >> 5 & 31) - 1, (move >> 10) - 1
        if move < 0 or point > 23 or origin > 23 or taken > 23:
            raise IllegalMove("no_such_move", move=move)
        rest = _lifted(state, point, origin)
        first, second = _PARTNERS[point]
        if taken >= 0 or rest & first == first or rest & second == second:
            _check_taking(state, rest, point, taken)
        own, other = rest | 1 << point, stones[1 - turn]
        if origin < 0:
            hands = (hands[0] - 1, hands[1]) if turn == 0 else (hands[0], hands[1] - 1)
        quiet += 1
        if taken >= 0:
            other, quiet, seen = other & ~(1 << taken), 0, ()
        stones = (own, other) if turn == 0 else (other, own)
        if hands == _EMPTY:
            seen = (*seen, _board_key(stones, 1 - turn))
        return _judged(stones, hands, 1 - turn, (quiet, plies + 1, seen, tournament))

    def outcome(self, state: Position) -> Outcome | None:
        """Say who won, or that the match is a tie (MU-7)."""
        if not state.ending:
            return None
        if state.ending in ("two_stones", "blocked"):
            return lost_by(state.turn, state.ending)
        return tied(state.ending)

    def seen_by(self, state: Position, seat: Seat | None) -> Position:  # noqa: ARG002 - all open
        """Show everything: nothing is hidden."""
        return state

    def spell(self, move: int) -> str:
        """Write "d2", "d2-d3", "d2xa7" or "d2-d3xa7"."""
        point, origin, taken = POINTS[move & 31], move >> 5 & 31, move >> 10
        text = f"{POINTS[origin - 1]}-{point}" if origin else point
        return f"{text}x{POINTS[taken - 1]}" if taken else text

    def parse(self, text: str) -> int:
        """Read a move; `:` is read as `x`, and a dash as a hyphen (rule book C-8)."""
        word = tidied(text)
        found = _MOVE.fullmatch(word)
        if not found:
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        numbers = []
        for name in found.groups():
            if name and name not in _AT:
                raise MalformedMove("no_such_point", point=name, points=POINTS)
            numbers.append(_AT[name] + 1 if name else 0)
        origin, point, taken = numbers
        return point - 1 + origin * _FROM + taken * _TAKEN

    def letters(self, state: Position) -> str:
        """Draw the board as in the rule book, w and b for the stones, and what is in hand."""
        drawn = list(_DRAWING)
        for letter, bits in zip(_SIDES, state.stones, strict=True):
            for point in places_of(bits):
                drawn[_SPOTS[point]] = letter
        return f"{''.join(drawn)}\nin hand: w {state.hands[0]}, b {state.hands[1]}"

    def dump(self, state: Position) -> JSON:
        """Write stones, hands, the seat to move, and what repetition and counting need."""
        stones = [
            f"{POINTS[point]}:{letter}"
            for letter, bits in zip(_SIDES, state.stones, strict=True)
            for point in places_of(bits)
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
        """Read what `dump` wrote; whether the match has ended follows from it."""
        try:
            stones = [0, 0]
            for word in json["stones"].split():
                name, letter = word.split(":")
                stones[_SIDES.index(letter)] |= 1 << _AT[name]
            first, second = (int(number) for number in json["hands"])
            counts = int(json["quiet"]), int(json["plies"])
            seen = tuple(int(each) for each in json["seen"])
            tournament = ("absolute", "tournament").index(json["protection"]) == 1
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BadState("unreadable_board") from None
        if json["turn"] not in (0, 1) or stones[0] & stones[1]:
            raise BadState("unreadable_board")
        placed, hands, turn = (stones[0], stones[1]), (first, second), int(json["turn"])
        if hands == (0, 0):
            seen = seen or (_board_key(placed, turn),)
        return _judged(placed, hands, turn, (*counts, seen, tournament))


_START: Final = Position((0, 0), (STONES, STONES), 0, 0, 0, ())


def takeable(state: Position) -> int:
    """Give the stones of the other seat that a mill closed now may take (MU-1)."""
    other = state.stones[1 - state.turn]
    loose = other & ~_in_mills(other)
    return loose or (other if state.tournament else 0)


def _takes(state: Position) -> tuple[int, ...]:
    """List the takings as parts of a move; one empty part when nothing may be taken (MU-1)."""
    loose = takeable(state)
    return _LOW_TAKEN[loose & _HALF] + _HIGH_TAKEN[loose >> 12] or (0,)


def _closed_by(origin: int, own: int, gaps: int) -> int:
    """Give those of some gaps that close a mill without the stone that goes there (MU-4)."""
    rest, found = own ^ 1 << origin, 0
    while gaps:
        gap = gaps & -gaps
        gaps ^= gap
        first, second = _PARTNERS[gap.bit_length() - 1]
        if rest & first == first or rest & second == second:
            found |= gap
    return found


def _goals(state: Position, origin: int, free: int, closes: int) -> list[int]:
    """List the moves to free points; where one closes a mill, with every stone to be taken."""
    quiet, base = free ^ closes, (origin + 1) * _FROM
    found = [base + point for point in _LOW[quiet & _HALF] + _HIGH[quiet >> 12]]
    if closes:
        takes = _takes(state)
        for point in _LOW[closes & _HALF] + _HIGH[closes >> 12]:
            found += [base + point + taken for taken in takes]
    return found


def _lifted(state: Position, point: int, origin: int) -> int:
    """Give the own stones without the one that moves, if it may move there at all."""
    own = state.stones[state.turn]
    if (state.stones[0] | state.stones[1]) >> point & 1:
        raise IllegalMove("point_taken", point=POINTS[point])
    if state.hands[state.turn]:
        if origin >= 0:
            raise IllegalMove("place_first", hand=state.hands[state.turn])
        return own
    if origin < 0:
        raise IllegalMove("hand_empty")
    if not own >> origin & 1:
        raise IllegalMove("not_your_stone", point=POINTS[origin])
    if own.bit_count() != 3 and not _NEXT_TO[origin] >> point & 1:
        raise IllegalMove("not_adjacent", origin=POINTS[origin], point=POINTS[point])
    return own & ~(1 << origin)


def _check_taking(state: Position, rest: int, point: int, taken: int) -> None:
    """Insist that a stone is taken exactly when a mill closes and one may be taken (MU-2, MU-3)."""
    if not _closes(rest, point):
        if taken >= 0:
            raise IllegalMove("no_mill", point=POINTS[point])
        return
    allowed = takeable(state)
    if taken < 0:
        if allowed:
            raise IllegalMove("take_a_stone", stones=[POINTS[each] for each in places_of(allowed)])
        return
    if not state.stones[1 - state.turn] >> taken & 1:
        raise IllegalMove("no_stone_to_take", point=POINTS[taken])
    if not allowed >> taken & 1:
        raise IllegalMove("stone_protected", point=POINTS[taken])


def _judged(
    stones: tuple[int, int],
    hands: tuple[int, int],
    turn: Seat,
    past: tuple[int, int, tuple[int, ...], bool],
) -> Position:
    """Give a position, closed where the seat to move has lost or it is a tie (MU-6, MU-7)."""
    own, hand = stones[turn], hands[turn]
    quiet, plies, seen, _tournament = past
    count = own.bit_count()
    if count + hand < 3:
        ending = "two_stones"
    elif not hand and count > 3 and _blocked(own, _ALL & ~(stones[0] | stones[1])):
        ending = "blocked"
    else:
        ending = tied_by_length(seen, quiet, plies, LIMITS)
    return _new(Position, (stones, hands, turn, *past, ending))


_DRAWING: Final = """\
7  .-----------.-----------.
   |           |           |
6  |   .-------.-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       .---.---.
   |   |   |       |   |   |
3  |   |   .---.---.   |   |
   |   |       |       |   |
2  |   .-------.-------.   |
   |           |           |
1  .-----------.-----------.
   a   b   c   d   e   f   g"""

_SPOTS: Final = tuple(
    2 * (7 - int(name[1])) * (_DRAWING.index("\n") + 1) + 3 + 4 * "abcdefg".index(name[0])
    for name in POINTS
)


def rulesets() -> tuple[Rules[Any, Any], ...]:
    """Build the one ruleset of the family."""
    return (Mill(),)
