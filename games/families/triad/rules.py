"""Triad by Klaus Nehren (rule book section 5, TR-1 … TR-8).

Cells are numbered 0 to 35: a1 b1 … f1 a2 …. A board is 36 bytes: 0 for an empty cell, else the
value of the die plus 4 if it is orange. A move is an int: 36 × origin + target, plus 1296 × (1 +
the cell whose die is removed); higher numbers are dice turned in place and the rolls before the
first ply.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import factorial
from typing import Final, NamedTuple

from games.families.triad.board import CELLS, LINE_PARTNERS, PATHS, RAYS, THIRD_CELLS
from games.rules.base import (
    CHANCE,
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
from games.rules.grid import loss_outcome, normalize_text, tie_outcome
from games.rules.series import Series

SIDES: Final = "BO"
DICE: Final = 6
TO_REMOVE: Final = 3
REPETITIONS: Final = 3
CAP: Final = 200

_REMOVED: Final = 1296
_TURNED: Final = 60_000  # a die turned in place: this + 4 × cell + value
_ROLLED: Final = 61_000  # the rolls of one side's dice: this + their index in _ROLLS
_INDEX: Final = {name: number for number, name in enumerate(CELLS)}
_AWAITED: Final = (frozenset({0}), frozenset({1}))
_CHANCE_ONLY: Final = frozenset({CHANCE})
_MOVE: Final = re.compile(r"([a-f][1-6])-?([a-f][1-6])(?:x([a-f][1-6]))?", re.ASCII)
_TURN: Final = re.compile(r"([a-f][1-6])=([123])", re.ASCII)
_ROLL: Final = re.compile(r"roll([123]{6})", re.ASCII)
_ROLLS: Final = tuple(combinations_with_replacement((1, 2, 3), DICE))
_CELL_LETTERS: Final = ".123?abc"  # a cell's byte as one letter, for dumps


def _roll_weight(roll: Sequence[int]) -> int:
    """Return the number of ways to roll these values (TR-2: each value equally likely)."""
    ways = factorial(DICE)
    for value in (1, 2, 3):
        ways //= factorial(roll.count(value))
    return ways


_LOTS: Final = tuple((_ROLLED + i, _roll_weight(roll)) for i, roll in enumerate(_ROLLS))


def _is_triad(dice: tuple[int, int, int]) -> bool:
    """Whether three dice are a triad: both colours, values all equal or all different."""
    values = [die & 3 for die in dice]
    return all(values) and sum(die >> 2 for die in dice) in (1, 2) and sum(values) % 3 == 0


_TRIAD_TABLE: Final = bytes(_is_triad((n >> 6, n >> 3 & 7, n & 7)) for n in range(512))


class Position(NamedTuple):
    """A match between two plies; `plies` is negative while the dice are still to be rolled.

    `seen` holds the positions since a die was last removed, including this one (TR-8).
    """

    board: bytes
    turn: Seat
    removed: tuple[int, int]
    plies: int
    seen: tuple[bytes, ...]
    ending: str = ""


class Triad(Rules[Position, int]):
    """One leg of Triad; seat 0 plays black and starts (TR-3)."""

    key = "triad"
    version = 1
    draws_lots = True
    seats = range(2, 3)
    options: Mapping[str, Option] = {}
    pool: str | None = "triad"
    cap = CAP + 2

    def start(self, seats: int, options: Options) -> Position:
        """Return the empty board; black's dice are rolled first, then orange's (rule book 5.1)."""
        check_seats(self, seats)
        resolve_options(self, options)
        return Position(bytes(36), 0, (0, 0), -2, ())

    def awaited(self, state: Position) -> frozenset[Seat]:
        if state.ending:
            return NOBODY
        return _AWAITED[state.turn] if state.plies >= 0 else _CHANCE_ONLY

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        """List the rolls, or the regular moves, or if there are none the exceptions (TR-4)."""
        check_seat(seat)
        if seat not in self.awaited(state):
            return ()
        if seat == CHANCE:
            return tuple(roll for roll, _ in _LOTS)
        regular = _regular_moves(state.board, seat)
        return regular or _turns_and_short_moves(state.board, seat)

    def lots(self, state: Position) -> Sequence[tuple[int, int]]:
        """Return the rolls of one side's six dice, weighted by the number of ways to roll them."""
        return _LOTS if self.awaited(state) == _CHANCE_ONLY else ()

    def play(self, state: Position, seat: Seat, move: int) -> Position:
        check_seat(seat)
        if seat not in self.awaited(state):
            raise IllegalMove("match_over" if state.ending else "not_your_turn")
        if seat == CHANCE:
            return _place_roll(state, move - _ROLLED)
        if move >= _ROLLED:
            raise IllegalMove("not_now")
        if move >= _TURNED:
            return _apply_turn_in_place(state, *divmod(move - _TURNED, 4))
        return _move_die(state, move)

    def outcome(self, state: Position) -> Outcome | None:
        """Return a win for who removed the third die; repetition and cap are ties (TR-8)."""
        if not state.ending:
            return None
        return (
            loss_outcome(state.turn, "triads")
            if state.ending == "triads"
            else tie_outcome(state.ending)
        )

    def spell(self, move: int) -> str:
        """Return "b1-b3", "b1-b3 xc4", "b1=3", or "roll 112223" for a random draw."""
        if move >= _ROLLED:
            return "roll " + "".join(map(str, _ROLLS[move - _ROLLED]))
        if move >= _TURNED:
            cell, value = divmod(move - _TURNED, 4)
            return f"{CELLS[cell]}={value}"
        removed, way = divmod(move, _REMOVED)
        gone = f" x{CELLS[removed - 1]}" if removed else ""
        return f"{CELLS[way // 36]}-{CELLS[way % 36]}{gone}"

    def places(self, state: Position | None, move: int) -> tuple[str, ...]:  # noqa: ARG002
        if move >= _ROLLED:
            return ()
        if move >= _TURNED:
            return (CELLS[(move - _TURNED) // 4],)
        removed, way = divmod(move, _REMOVED)
        ends = (CELLS[way // 36], CELLS[way % 36])
        return (*ends, CELLS[removed - 1]) if removed else ends

    def parse(self, text: str) -> int:
        word = normalize_text(text.replace(",", " "))
        if found := _MOVE.fullmatch(word):
            start, end, gone = found.groups()
            return 36 * _INDEX[start] + _INDEX[end] + (_REMOVED * (1 + _INDEX[gone]) if gone else 0)
        if found := _TURN.fullmatch(word):
            return _TURNED + 4 * _INDEX[found[1]] + int(found[2])
        if found := _ROLL.fullmatch(word):
            return _ROLLED + _ROLLS.index(tuple(sorted(map(int, found[1]))))
        raise MalformedMove("unreadable_move", text=text.strip()[:40])

    def letters(self, state: Position) -> str:
        names = [die_name(die) or ". " for die in state.board]
        rows = [f"{y + 1}  {' '.join(names[6 * y : 6 * y + 6])}".rstrip() for y in range(6)]
        gone = "  ".join(f"{side} {n}" for side, n in zip(SIDES, state.removed, strict=True))
        return "\n".join([*rows[::-1], "   a  b  c  d  e  f", f"removed {gone}"])

    def dump(self, state: Position) -> JSON:
        """Return the state, with the board from a1 on (1 to 3 black, a to c orange)."""
        return {
            "board": _format_board(state.board),
            "turn": state.turn,
            "removed": list(state.removed),
            "plies": state.plies,
            "seen": [f"{_format_board(key[:36])}{key[36]}" for key in state.seen],
        }

    def load(self, json: JSON) -> Position:
        return load_checked(self, json, _read, "unreadable_position")


def _read(json: JSON) -> Position | None:
    board, turn, plies = _parse_board(json["board"]), json["turn"], json["plies"]
    first, second = json["removed"]
    seen = tuple(_parse_board(key[:36]) + bytes([int(key[36:])]) for key in json["seen"])
    if not all_ints(turn, plies, first, second) or turn not in (0, 1) or not -2 <= plies <= CAP:
        return None
    state = Position(board, turn, (first, second), plies, seen)
    if not _is_consistent(state):
        return None
    state = _with_ending(state)
    able = (
        bool(state.ending)
        or plies < 0
        or _regular_moves(board, turn)
        or _turns_and_short_moves(board, turn)
    )
    return state if able else None


def _is_consistent(state: Position) -> bool:
    """Whether dice, counts and history are consistent."""
    board, turn, removed, plies, seen, _ending = state
    black, orange = (sum(1 for die in board if die and die >> 2 == side) for side in (0, 1))
    if plies < 0:  # the dice are being rolled
        rows = any(board[:6]), any(board[6:])
        return (rows, turn, removed, seen) == ((plies == -1, False), 0, (0, 0), ())
    kept = all(
        0 <= gone <= TO_REMOVE and (not plies or dice + gone <= DICE)
        for dice, gone in zip((black, orange), removed, strict=True)
    )
    fresh = not seen or seen[-1] == board + bytes((turn,))
    return kept and min(removed) < TO_REMOVE and fresh and len(seen) <= max(plies + 1, REPETITIONS)


def is_turn_in_place(move: int) -> bool:
    """Whether a move turns a die in place (TR-5)."""
    return _TURNED <= move < _ROLLED


def die_name(die: int) -> str:
    """Return a die as in the rule book, "B1" or "O3"; "" for an empty cell."""
    return f"{SIDES[die >> 2]}{die & 3}" if die else ""


def board_after_move(board: bytes, start: int, end: int) -> bytes:
    """Return the board with a die moved and turned to its distance, nothing removed yet."""
    after = bytearray(board)
    after[start], after[end] = 0, board[start] & 4 | len(PATHS[36 * start + end])
    return bytes(after)


def triads_at(board: bytes, cell: int) -> list[tuple[int, ...]]:
    """List the triads that include the die on a cell, each in board order."""
    die = board[cell]
    pairs = [
        pair
        for pair in LINE_PARTNERS[cell]
        if _TRIAD_TABLE[board[pair[0]] << 6 | board[pair[1]] << 3 | die]
    ]
    return [tuple(sorted((cell, *pair))) for pair in pairs]


def _removable_dice(board: bytearray, cell: int) -> list[int]:
    """List the own dice of which one must be removed after the move to `cell` (5.3)."""
    die = board[cell]
    own: set[int] = set()
    for one, other in LINE_PARTNERS[cell]:
        if _TRIAD_TABLE[board[one] << 6 | board[other] << 3 | die]:
            own.update((cell, one, other))
    return sorted(c for c in own if board[c] >> 2 == die >> 2)


def _with_removals(board: bytearray, way: int) -> list[int]:
    """List a move once per die that may be removed, or as it is without a choice (TR-7)."""
    own = _removable_dice(board, way % 36)
    return [way + _REMOVED * (1 + cell) for cell in own] if len(own) > 1 else [way]


def _line_completing_cells(dice: list[int]) -> int:
    """Return the cells, as bits, that are in a line of three with two of the dice."""
    bits = 0
    for number, one in enumerate(dice):
        thirds = THIRD_CELLS[one]
        for other in dice[:number]:
            bits |= thirds[other]
    return bits


def _regular_moves(board: bytes, seat: Seat) -> list[int]:
    """List the moves that turn a die to another value and move it as far (rule book 5.2)."""
    moves: list[int] = []
    rest = bytearray(board)
    dice = [cell for cell, die in enumerate(board) if die]
    near = _line_completing_cells(dice)
    for cell in dice:
        die = board[cell]
        if die >> 2 != seat:
            continue
        rest[cell] = 0
        for ray in RAYS[cell]:
            for steps, end in enumerate(ray, 1):
                if board[end]:
                    break
                if steps == die & 3:
                    continue
                if near >> end & 1:
                    rest[end] = 4 * seat + steps
                    moves += _with_removals(rest, 36 * cell + end)
                    rest[end] = 0
                else:
                    moves.append(36 * cell + end)
        rest[cell] = die
    return moves


def _turns_and_short_moves(board: bytes, seat: Seat) -> list[int]:
    """List turns in place, and moves by the current value (TR-4, TR-5)."""
    moves: list[int] = []
    for cell, die in enumerate(board):
        if not die or die >> 2 != seat:
            continue
        moves += [_TURNED + 4 * cell + value for value in (1, 2, 3) if value != die & 3]
        for ray in RAYS[cell]:
            way = ray[: die & 3]
            if len(way) == die & 3 and not any(board[c] for c in way):
                after = bytearray(board)
                after[cell], after[way[-1]] = 0, die
                moves += _with_removals(after, 36 * cell + way[-1])
    return moves


def _place_roll(state: Position, number: int) -> Position:
    """Place one side's dice in ascending order from its own left to right (TR-1)."""
    if not 0 <= number < len(_ROLLS):
        raise IllegalMove("not_now")
    board = bytearray(state.board)
    if state.plies == -2:
        board[:6] = bytes(_ROLLS[number])
        return state._replace(board=bytes(board), plies=-1)
    board[:29:-1] = bytes(4 + value for value in _ROLLS[number])
    return state._replace(board=bytes(board), plies=0, seen=(bytes(board) + b"\0",))


def _apply_turn_in_place(state: Position, cell: int, value: int) -> Position:
    """Turn a die in place, which makes no triad (TR-5)."""
    die = _own_die(state, cell)
    if _regular_moves(state.board, state.turn):
        raise IllegalMove("regular_move_exists")
    if value == die & 3:
        raise IllegalMove("same_value", value=value)
    board = bytearray(state.board)
    board[cell] = die & 4 | value
    return _pass_turn(state, bytes(board), None)


def _move_die(state: Position, move: int) -> Position:
    """Move a die, and remove the one that its triads require."""
    removed, way = divmod(move, _REMOVED)
    start, end = divmod(way, 36)
    die = _own_die(state, start)
    path = PATHS.get(way)
    if path is None:
        raise IllegalMove("not_straight", start=CELLS[start], end=CELLS[end])
    if any(state.board[cell] for cell in path):
        raise IllegalMove("way_blocked", start=CELLS[start], end=CELLS[end])
    if len(path) == die & 3 and _regular_moves(state.board, state.turn):
        raise IllegalMove("same_value", value=die & 3)
    board = bytearray(board_after_move(state.board, start, end))
    gone = _choose_removed(_removable_dice(board, end), removed - 1)
    if gone is not None:
        board[gone] = 0
    return _pass_turn(state, bytes(board), gone)


def _own_die(state: Position, cell: int) -> int:
    die = state.board[cell]
    if not die or die >> 2 != state.turn:
        raise IllegalMove("not_your_die", cell=CELLS[cell])
    return die


def _choose_removed(own: list[int], named: int) -> int | None:
    """Return the die to remove: the named one, or the only one that can be (TR-7)."""
    names = tuple(CELLS[cell] for cell in own)
    if named < 0:
        if len(own) > 1:
            raise IllegalMove("remove_which", cells=names)
        return own[0] if own else None
    if named not in own:
        raise IllegalMove("not_removable", cell=CELLS[named], cells=names)
    return named


def _pass_turn(state: Position, board: bytes, gone: int | None) -> Position:
    """Pass the turn, and set the ending if the match is over."""
    seat, turn = state.turn, 1 - state.turn
    key = board + bytes((turn,))
    if gone is None:
        after = Position(board, turn, state.removed, state.plies + 1, (*state.seen, key))
    else:
        first, second = state.removed
        removed = (first, second + 1) if seat else (first + 1, second)
        after = Position(board, turn, removed, state.plies + 1, (key,))
    return _with_ending(after)


def _with_ending(state: Position) -> Position:
    """Set the ending: third die, third repetition, or the cap (rule book 5.4)."""
    if TO_REMOVE in state.removed:
        return state._replace(ending="triads")
    if state.seen.count(state.board + bytes((state.turn,))) >= 3:
        return state._replace(ending="repetition")
    return state._replace(ending="cap") if state.plies >= CAP else state


def _format_board(board: bytes) -> str:
    return "".join(_CELL_LETTERS[die] for die in board)


def _parse_board(signs: str) -> bytes:
    if len(signs) != len(CELLS) or "?" in signs:
        raise ValueError(signs)
    return bytes(_CELL_LETTERS.index(sign) for sign in signs)


def rulesets() -> tuple[AnyRules, ...]:
    """Return the one ruleset: a single leg, or several with alternating starters."""
    return (
        Series(Triad(), allowed_legs=(1, 2, 4, 6, 8), legs=1, max_extra_pairs=0, rate_single=True),
    )
