"""Peg solitaire on 33 holes, for one player (rule book section 14, SO-1 … SO-5).

Holes are numbered by row from the bottom left, without the cut-off corners: c1 d1 e1 c2 …; pegs are
a bit mask. A move is an int: 64 × origin + target.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.families.solitaire.board import FILES, HOLES, INDEX, JUMPS, ORIGIN_FACTOR
from games.families.solitaire.solving import can_be_left
from games.rules.base import (
    JSON,
    NOBODY,
    AnyRules,
    BadOption,
    IllegalMove,
    MalformedMove,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    check_seat,
    check_seats,
    load_checked,
    resolve_options,
)
from games.rules.grid import bit_indexes, normalize_text

ALL: Final = (1 << len(HOLES)) - 1
CENTRE: Final = 1 << HOLES.index("d4")
# The patterns to leave (SO-5): the letter I with serifs, and a bold E.
LETTER_I: Final = sum(
    1 << number for number, hole in enumerate(HOLES) if hole[0] == "d" or hole[1] in "17"
)
LETTER_E: Final = sum(
    1 << number
    for number, hole in enumerate(HOLES)
    if hole[0] == "c" or hole == "d4" or (hole[0] in "de" and hole[1] in "1267")
)
_TARGETS: Final = {"none": 0, "I": LETTER_I, "E": LETTER_E}
_AWAITED: Final = frozenset({0})
FULL: Final = "full"


_JUMP_LIST: Final = tuple((move, touched, pegs) for move, (touched, pegs) in JUMPS.items())


def _parse_pattern(holes: str) -> int:
    """Return the mask of a pattern given by its holes."""
    return sum(1 << INDEX[name] for name in holes.split())


# The named starts; from each of them one peg can be left in the centre.
PATTERNS: Final = {
    FULL: ALL ^ CENTRE,
    "cross": _parse_pattern("d3 d4 c5 d5 e5 d6"),
    "plus": _parse_pattern("d2 d3 b4 c4 d4 e4 f4 d5 d6"),
    "hearth": _parse_pattern("c5 d5 e5 c6 d6 e6 c7 d7 e7 c4 e4"),
    "pyramid": _parse_pattern("a3 b3 c3 d3 e3 f3 g3 b4 c4 d4 e4 f4 c5 d5 e5 d6"),
    "arrow": _parse_pattern("c1 d1 e1 c2 d2 e2 d3 d4 b5 c5 d5 e5 f5 c6 d6 e6 d7"),
    "diamond": _parse_pattern(
        "d1 c2 d2 e2 b3 c3 d3 e3 f3 a4 b4 c4 e4 f4 g4 b5 c5 d5 e5 f5 c6 d6 e6 d7"
    ),
}


def parse_pegs(start: str) -> int:
    """Return the pegs of a start: the name of a pattern, or holes separated by spaces.

    Raise `ValueError` unless the holes are in board order without duplicates, and a peg can jump.
    """
    if start in PATTERNS:
        return PATTERNS[start]
    pegs = sum(1 << INDEX[name] for name in set(start.split()) if name in INDEX)
    if start != format_holes(pegs) or not can_jump(pegs):
        raise ValueError(start)
    return pegs


def format_holes(pegs: int) -> str:
    """Return the holes that hold pegs, row by row from the bottom, separated by spaces."""
    return " ".join(HOLES[hole] for hole in bit_indexes(pegs))


def can_jump(pegs: int) -> bool:
    return any(pegs & touched == needed for _, touched, needed in _JUMP_LIST)


def _is_start(text: str) -> bool:
    """Whether a match can begin with this start."""
    try:
        parse_pegs(text)
    except ValueError:
        return False
    return True


class Position(NamedTuple):
    """The pegs, the pattern to leave (0 for none), and the ending ("" while the match runs)."""

    pegs: int
    target: int
    ending: str = ""


class Solitaire(Rules[Position, int]):
    """Jump over pegs, which removes them, until no jump is left."""

    key = "solitaire"
    version = 1
    seats = range(1, 2)
    pool: str | None = None
    cap = 31
    options: Mapping[str, Option] = {
        "target": Option("target", "choice", "none", tuple(_TARGETS)),
        "start": Option("start", "text", FULL, tuple(PATTERNS), fits=_is_start),
    }

    def start(self, seats: int, options: Options) -> Position:
        """Fill every hole but the centre (SO-1), or those agreed on.

        Refuse a pattern that cannot be left from this start; from the full board all can (SO-5).
        """
        check_seats(self, seats)
        chosen = resolve_options(self, options)
        pegs, target = parse_pegs(chosen["start"]), _TARGETS[chosen["target"]]
        if target and pegs != PATTERNS[FULL] and not can_be_left(pegs, target):
            tasks = {name: bits for name, bits in _TARGETS.items() if bits}
            able = [name for name, bits in tasks.items() if can_be_left(pegs, bits)]
            raise BadOption("target", chosen["target"], ("none", *able))
        return Position(pegs, target)

    def awaited(self, state: Position) -> frozenset[Seat]:
        return NOBODY if state.ending else _AWAITED

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        check_seat(seat)
        if seat or state.ending:
            return ()
        pegs = state.pegs
        return [move for move, touched, needed in _JUMP_LIST if pegs & touched == needed]

    def play(self, state: Position, seat: Seat, move: int) -> Position:
        check_seat(seat)
        if state.ending:
            raise IllegalMove("match_over")
        if seat:
            raise IllegalMove("not_your_turn")
        if not 0 <= move < len(HOLES) * ORIGIN_FACTOR or move % ORIGIN_FACTOR >= len(HOLES):
            raise IllegalMove("no_such_move", move=move)
        origin, to = HOLES[move // ORIGIN_FACTOR], HOLES[move % ORIGIN_FACTOR]
        if move not in JUMPS:
            raise IllegalMove("no_jump", origin=origin, hole=to)
        touched, needed = JUMPS[move]
        if not state.pegs >> move // ORIGIN_FACTOR & 1:
            raise IllegalMove("no_peg", hole=origin)
        if state.pegs >> move % ORIGIN_FACTOR & 1:
            raise IllegalMove("hole_taken", hole=to)
        if state.pegs & touched != needed:
            raise IllegalMove("nothing_to_jump", origin=origin, hole=to)
        return _with_ending(Position(state.pegs ^ touched, state.target))

    def outcome(self, state: Position) -> Outcome | None:
        """Return the penalty points: pegs left, 0 for one in the centre or a pattern (SO-2)."""
        if not state.ending:
            return None
        if state.target:
            return Outcome((1,), (0 if state.ending == "target" else 1,), state.ending)
        points = 0 if state.ending == "centre" else state.pegs.bit_count()
        return Outcome((1,), (points,), state.ending)

    def standing(self, state: Position) -> tuple[int, ...]:
        """Return the current penalty points, for a match that is abandoned (SO-2)."""
        return (1,) if state.target else (state.pegs.bit_count(),)

    def spell(self, move: int) -> str:
        return f"{HOLES[move // ORIGIN_FACTOR]}-{HOLES[move % ORIGIN_FACTOR]}"

    def places(self, state: Position | None, move: int) -> tuple[str, ...]:  # noqa: ARG002
        return HOLES[move // ORIGIN_FACTOR], HOLES[move % ORIGIN_FACTOR]

    def parse(self, text: str) -> int:
        origin, dash, to = normalize_text(text).partition("-")
        if not dash or len(origin) != 2 or len(to) != 2:
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        for hole in (origin, to):
            if hole not in INDEX:
                raise MalformedMove("no_such_hole", hole=hole)
        return INDEX[origin] * ORIGIN_FACTOR + INDEX[to]

    def letters(self, state: Position) -> str:
        rows = []
        for row in range(7, 0, -1):
            names = [f"{file}{row}" for file in FILES]
            drawn = [
                ".o"[state.pegs >> INDEX[name] & 1] if name in INDEX else " " for name in names
            ]
            rows.append(f"{row} {' '.join(drawn)}".rstrip())
        return "\n".join([*rows, "  " + " ".join(FILES)])

    def dump(self, state: Position) -> JSON:
        target = next(name for name, bits in _TARGETS.items() if bits == state.target)
        return {"pegs": format_holes(state.pegs), "target": target}

    def load(self, json: JSON) -> Position:
        return load_checked(self, json, _from_json)


def _from_json(json: JSON) -> Position | None:
    pegs = sum(1 << INDEX[name] for name in set(json["pegs"].split()))
    state = Position(pegs, _TARGETS[json["target"]])
    return _with_ending(state) if 0 < pegs < ALL else None


def _with_ending(state: Position) -> Position:
    """Set the ending if the pattern is complete or no jump is left (SO-3)."""
    pegs = state.pegs
    if state.target and pegs == state.target:
        ending = "target"
    elif can_jump(pegs):
        return state
    elif pegs & (pegs - 1):
        ending = "no_jump"
    else:
        ending = "centre" if pegs == CENTRE else "one_peg"
    return state._replace(ending=ending)


def rulesets() -> tuple[AnyRules, ...]:
    return (Solitaire(),)
