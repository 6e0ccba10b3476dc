"""Gänsespiel: two to four geese race over 61 squares by the die alone (rule book section 12).

A turn is one move, `roll`, followed by random draws: the roll itself, and another one where the
rules grant it. A goose that must sit out can only `pass`.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.rules.base import (
    CHANCE,
    JSON,
    NOBODY,
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

GOAL: Final = 61
POT: Final = 60
BROKEN_LEG: Final = 57
SHIFTS: Final[Mapping[int, int]] = {3: 2, 9: 10, 12: -4, 21: 4, 30: 2, 36: 2, 42: -10, 51: 2}
MISS_TURN_SQUARES: Final = frozenset({6, 18, 24, 39, 48})
RELEASING_ROLLS: Final[Mapping[int, int]] = {27: 6, 33: 4}
ROLL_AGAIN_SQUARES: Final = frozenset({45, 54})
MAX_TURNS: Final = 2000
LETTERS: Final = "YGRB"  # the colours of the geese, by seat

ROLL: Final = 0
PASS: Final = -1
DIE: Final = range(1, 7)

_AWAITED: Final = tuple(frozenset({seat}) for seat in range(4))
_CHANCE_ONLY: Final = frozenset({CHANCE})
_LOTS: Final = tuple((face, 1) for face in DIE)
_FACES: Final = tuple(DIE)
_RELEASE: Final = ("roll_again", "move")
_OPTIONS: Final = {
    "release": Option("release", "choice", "roll_again", _RELEASE),
}
_WORDS: Final = {"roll": ROLL, "throw": ROLL, "pass": PASS, **{str(face): face for face in DIE}}

# What is due: a move, its roll, another roll in the same turn, or nothing.
MOVE_DUE, ROLL_DUE, NEW_ROLL_DUE, NOTHING_DUE = range(4)


class State(NamedTuple):
    """Squares per seat (0 = meadow), who misses a turn, who is out in order, and what is due."""

    squares: tuple[int, ...]
    misses: tuple[bool, ...]
    out: tuple[Seat, ...] = ()
    turn: Seat = 0
    due: int = MOVE_DUE
    turns: int = 0
    release: str = "roll_again"


class Goose(Rules[State, int]):
    """The ruleset of the family; moves are ROLL, PASS or a face of the die."""

    key = "goose"
    version = 1
    draws_lots = True
    draws_during_play = True
    retires = True
    seats = range(2, 5)
    options: Mapping[str, Option] = _OPTIONS
    pool: str | None = None
    allows_agreed_ties: bool | None = False  # rule book 15
    choiceless = True  # GA-8
    cap = 4 * MAX_TURNS  # a move and at most three rolls a turn: release, move, square 45 or 54

    def start(self, seats: int, options: Options) -> State:
        """Return all geese on the meadow; seats follow the order of the first rolls (GA-2)."""
        check_seats(self, seats)
        chosen = resolve_options(self, options, seats)
        return State((0,) * seats, (False,) * seats, release=str(chosen["release"]))

    def awaited(self, state: State) -> frozenset[Seat]:
        due = state[4]
        if due == MOVE_DUE:
            return _AWAITED[state[3]]
        return NOBODY if due == NOTHING_DUE else _CHANCE_ONLY

    def moves(self, state: State, seat: Seat) -> Sequence[int]:
        check_seat(seat)
        due = state[4]
        if due == MOVE_DUE:
            return (self._act(state),) if seat == state[3] else ()
        return _FACES if seat == CHANCE and due != NOTHING_DUE else ()

    def lots(self, state: State) -> Sequence[tuple[int, int]]:
        return _LOTS if state[4] in (ROLL_DUE, NEW_ROLL_DUE) else ()

    def play(self, state: State, seat: Seat, move: int) -> State:
        """Play a move or a roll, which may be followed by another roll in the same turn."""
        check_seat(seat)
        if move not in self.moves(state, seat):
            raise self._refusal(state, seat, move)
        if seat != CHANCE:
            return state._replace(due=ROLL_DUE) if move == ROLL else self._sit_out(state)
        here = state.squares[state.turn]
        lock = RELEASING_ROLLS.get(here) if state.due == ROLL_DUE else None
        if lock is None:
            return self._advance(state, here, move)
        if lock != move:
            return self._end_turn(state)
        if state.release == "move":
            return self._advance(state, here, move)
        return state._replace(due=NEW_ROLL_DUE)

    def outcome(self, state: State) -> Outcome | None:
        """Rank the winner, the others by square, and those who are out last (GA-5, GA-8)."""
        if state[4] != NOTHING_DUE:
            return None
        out = state.out
        worth = [
            (seat not in out, out.index(seat) if seat in out else square)
            for seat, square in enumerate(state.squares)
        ]
        ranks = tuple(1 + sum(other > own for other in worth) for own in worth)
        points = tuple(int(rank == 1) for rank in ranks)
        if GOAL in state.squares:
            return Outcome(ranks, points, "home")
        left = len(state.squares) - len(out)
        return Outcome(ranks, points, "last_left" if left == 1 else "turn_limit")

    def spell(self, move: int) -> str:
        """Return "roll", "pass" or a face of the die."""
        return {ROLL: "roll", PASS: "pass"}.get(move) or str(move)

    def parse(self, text: str) -> int:
        """Parse "roll" (also "throw"), "pass" or a face of the die."""
        move = _WORDS.get("".join(text.split()).lower())
        if move is None:
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        return move

    def letters(self, state: State) -> str:
        lines = []
        for seat, square in enumerate(state.squares):
            note = "x" if seat in state.out else self._note(state, seat)
            mark = "*" if self._to_move(state, seat) else " "
            lines.append(f"{mark} {LETTERS[seat]} {square:2} {note}".rstrip())
        return "\n".join(lines)

    def dump(self, state: State) -> JSON:
        fields = state._asdict().items()
        return {name: list(v) if isinstance(v, tuple) else v for name, v in fields}

    def load(self, json: JSON) -> State:
        return load_checked(self, json, self._read)

    def _read(self, json: JSON) -> State | None:
        squares, misses, out = (tuple(json[name]) for name in ("squares", "misses", "out"))
        state = State(squares, misses, out, *(json[n] for n in ("turn", "due", "turns", "release")))
        if not all_ints(*squares, *out, state.turn, state.due, state.turns):
            return None
        flags = all(type(each) is bool for each in misses)
        return state if flags and self._plausible(state) else None

    def retire(self, state: State, seat: Seat) -> State:
        """Remove the goose of a seat that left for good, as if it were in the pot (C-11)."""
        if state.due == NOTHING_DUE or seat in state.out:
            return state
        state = state._replace(out=(*state.out, seat))
        if len(state.out) == len(state.squares) - 1:
            return state._replace(due=NOTHING_DUE)
        return self._end_turn(state) if state.turn == seat else state

    def held(self, state: State, seat: Seat) -> bool:
        """Whether a goose on 57 must still wait for one behind it (GA-4)."""
        if state.squares[seat] != BROKEN_LEG:
            return False
        return any(
            square < BROKEN_LEG and other not in state.out
            for other, square in enumerate(state.squares)
        )

    def _act(self, state: State) -> int:
        """Return the only move of the seat to move: a pass if it must sit out, else a roll."""
        seat = state[3]
        return PASS if state[1][seat] or self.held(state, seat) else ROLL

    def _sit_out(self, state: State) -> State:
        """Use up a missed turn (GA-7)."""
        misses = list(state.misses)
        misses[state.turn] = False
        return self._end_turn(state._replace(misses=tuple(misses)))

    def _advance(self, state: State, here: int, face: int) -> State:
        """Move the goose, counting back from 61 (GA-1), and apply the effect of its square."""
        seat = state.turn
        to = here + face
        to = 2 * GOAL - to if to > GOAL else to
        to += SHIFTS.get(to, 0)
        squares = (*state.squares[:seat], to, *state.squares[seat + 1 :])
        state = state._replace(squares=squares)
        if to == GOAL:
            return state._replace(due=NOTHING_DUE)
        if to == POT:
            return self.retire(state, seat)
        if to in ROLL_AGAIN_SQUARES:
            return state._replace(due=NEW_ROLL_DUE)
        if to in MISS_TURN_SQUARES:
            misses = (*state.misses[:seat], True, *state.misses[seat + 1 :])
            state = state._replace(misses=misses)
        return self._end_turn(state)

    def _end_turn(self, state: State) -> State:
        """Pass the die clockwise to the next goose in the race; end the match at the limit."""
        seat, count = state.turn, len(state.squares)
        seat = (seat + 1) % count
        while seat in state.out:
            seat = (seat + 1) % count
        turns = state.turns + 1
        return state._replace(
            turn=seat, turns=turns, due=NOTHING_DUE if turns >= MAX_TURNS else MOVE_DUE
        )

    def _refusal(self, state: State, seat: Seat, move: int) -> IllegalMove:
        """Return the reason why a move is illegal."""
        if state.due == NOTHING_DUE:
            return IllegalMove("match_over")
        if seat not in self.awaited(state):
            return IllegalMove("not_your_turn")
        if move == ROLL:
            return IllegalMove("must_pass", square=state.squares[seat])
        if move == PASS and seat != CHANCE:
            return IllegalMove("must_roll")
        return IllegalMove("no_such_move", move=self.spell(move))

    def _to_move(self, state: State, seat: Seat) -> bool:
        return state.due != NOTHING_DUE and seat == state.turn

    def _note(self, state: State, seat: Seat) -> str:
        """Return a short mark for what holds up a goose, or ""."""
        square = state.squares[seat]
        if state.misses[seat]:
            return "-1x"
        if square in RELEASING_ROLLS:
            return f"{RELEASING_ROLLS[square]}?"
        return "..." if self.held(state, seat) else ""

    def _plausible(self, state: State) -> bool:
        """Whether squares, turns and what is due are consistent."""
        seats = range(len(state.squares))
        standing = all(0 <= square <= GOAL for square in state.squares)
        return (
            len(seats) in self.seats
            and len(state.misses) == len(seats)
            and standing
            and (not state.turns or self._has_come(state))
            and len(set(state.out)) == len(state.out)
            and set(state.out) < set(seats)
            and state.turn in seats
            and state.due in range(NOTHING_DUE + 1)
            and 0 <= state.turns <= MAX_TURNS
            and state.release in _RELEASE
        )

    def _has_come(self, state: State) -> bool:
        """Whether geese are on squares where they can rest, and miss turns only there."""
        resting = not any(square in SHIFTS for square in state.squares)
        missing = all(
            state.squares[seat] in MISS_TURN_SQUARES for seat, out in enumerate(state.misses) if out
        )
        return resting and missing and self._is_due(state)

    def _is_due(self, state: State) -> bool:
        """Whether the match is over exactly when it must be, and else the seat can be to move."""
        racing = len(state.squares) - len(state.out)
        ended = GOAL in state.squares or racing == 1 or state.turns >= MAX_TURNS
        if ended or state.due == NOTHING_DUE:
            return ended and state.due == NOTHING_DUE
        pot = any(s == POT and n not in state.out for n, s in enumerate(state.squares))
        return state.turn not in state.out and not pot and state.due in range(NOTHING_DUE)


def rulesets() -> tuple[Goose, ...]:
    return (Goose(),)
