"""Draughts (rule book section 8, DA-1 … DA-8), strict or with huffing."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from games.families.draughts.board import (
    CORRECT,
    FILES,
    HUFF,
    JUMP,
    LAST_ROW,
    NAMES,
    SQUARES,
    STEP,
    Ply,
    Position,
    can_step,
    capturing_pieces,
    chains,
    step_targets,
    steps,
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
    check_turn,
    load_checked,
    resolve_options,
)
from games.rules.grid import bit_indexes, loss_outcome, normalize_text, tie_outcome
from games.rules.repetition import PlyLimits, repetition_ending

CAP: Final = 400
MEN: Final = 12
KEY_BITS: Final = 217
LIMITS: Final = PlyLimits(quiet=50, plies=CAP)

_LETTERS: Final = (("w", "W"), ("b", "B"))
_AWAITED: Final = (frozenset({0}), frozenset({1}))
_MOVE: Final = re.compile(r"[a-z][0-9](?:-[a-z][0-9]|(?:x[a-z][0-9])+)", re.ASCII)
_new: Final = tuple.__new__  # much quicker than calling the class
# A cache by number of plies modulo 16: the position whose moves were listed last, these moves
# (strict rule), and what each captures. `play` need not check them again.
ListedMoves = tuple[Position | None, list[Ply], dict[Ply, int]]
_NOT_LISTED: Final[ListedMoves] = (None, [], {})
_MOVE_CACHE: Final[list[ListedMoves]] = [_NOT_LISTED] * 16
_HUFF: Final = re.compile(r"huff([a-z][0-9])", re.ASCII)


class Draughts(Rules[Position, Ply]):
    """Men step and capture forwards only, kings fly; capturing is compulsory."""

    key = "draughts"
    version = 1
    seats = range(2, 3)
    pool: str | None = "draughts"
    cap = CAP
    undoing: Collection[str] = frozenset({"correct"})
    options: Mapping[str, Option] = {
        "capture_rule": Option("capture_rule", "choice", "strict", ("strict", "huff"))
    }

    def start(self, seats: int, options: Options) -> Position:
        """Set up twelve men each; white, seat 0, moves first (DA-1)."""
        check_seats(self, seats)
        huffing = resolve_options(self, options)["capture_rule"] == "huff"
        return _START._replace(huffing=huffing)

    def awaited(self, state: Position) -> frozenset[Seat]:
        return NOBODY if state[10] else _AWAITED[state[2]]

    def moves(self, state: Position, seat: Seat) -> Sequence[Ply]:
        """List complete captures if there are any, else steps (DA-2); with huffing, all moves."""
        pieces, kings, turn = state[0], state[1], state[2]
        if turn is not seat or state[10]:
            check_seat(seat)
            if turn != seat or state[10]:
                return ()
        able = capturing_pieces(pieces, kings, turn)
        if state[6] and not state[9]:
            return _moves_with_huffing(state, able)
        captures: dict[Ply, int] = {}
        for square in bit_indexes(able) if able else ():
            for path, taken, complete in chains(state, square):
                if complete:
                    captures[(JUMP, *path)] = taken
        found = list(captures) if able else steps(pieces, kings, turn)
        _MOVE_CACHE[state[4] & 15] = (state, found, captures)
        return found[:]

    def play(self, state: Position, seat: Seat, move: Ply) -> Position:
        if state[2] is not seat or state[10]:
            check_turn(state, seat)
        listed, found, captures = _MOVE_CACHE[state[4] & 15]
        if listed is state and move in found:
            return _move_piece(state, (move[1], move[-1]), captures[move] if captures else 0, 0)
        if move[0] == HUFF:
            return _apply_huff(state, move[1])
        if move[0] == CORRECT:
            return _undo_missed_capture(state)
        if not state[0][seat] >> move[1] & 1:
            raise IllegalMove("not_your_piece", square=NAMES[move[1]])
        if move[0] == STEP:
            return _apply_step(state, move)
        return _apply_capture(state, move)

    def outcome(self, state: Position) -> Outcome | None:
        if not state[10]:
            return None
        if state.ending in ("no_pieces", "blocked"):
            return loss_outcome(state.turn, state.ending)
        return tie_outcome(state.ending)

    def spell(self, move: Ply) -> str:
        """Return "c3-d4", "c3xe5xg7", "huff c3" or "correct"."""
        if move[0] == CORRECT:
            return "correct"
        if move[0] == HUFF:
            return f"huff {NAMES[move[1]]}"
        return ("-" if move[0] == STEP else "x").join(NAMES[square] for square in move[1:])

    def places(self, state: Position | None, move: Ply) -> tuple[str, ...]:  # noqa: ARG002
        return tuple([NAMES[square] for square in move[1:]])

    def parse(self, text: str) -> Ply:
        """Parse a move; ":" is read as "x", and any dash as a hyphen (rule book C-8)."""
        word = normalize_text(text)
        if word == "correct":
            return (CORRECT,)
        huffed = _HUFF.fullmatch(word)
        if huffed:
            return (HUFF, _parse_square(huffed[1]))
        if not _MOVE.fullmatch(word):
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        kind, sign = (STEP, "-") if "-" in word else (JUMP, "x")
        return (kind, *(_parse_square(name) for name in word.split(sign)))

    def letters(self, state: Position) -> str:
        found = {
            square: _LETTERS[seat][state.kings >> square & 1]
            for seat in (0, 1)
            for square in bit_indexes(state.pieces[seat])
        }
        rows = [
            f"{rank + 1}  " + "  ".join(found.get(9 * rank + file, ".") for file in range(8))
            for rank in range(7, -1, -1)
        ]
        return "\n".join([*rows, "   " + "  ".join(FILES)])

    def dump(self, state: Position) -> JSON:
        pieces = [
            f"{NAMES[square]}:{_LETTERS[seat][state.kings >> square & 1]}"
            for seat in (0, 1)
            for square in bit_indexes(state.pieces[seat])
        ]
        return {
            "pieces": " ".join(pieces),
            "turn": state.turn,
            "quiet": state.quiet,
            "plies": state.plies,
            "seen": [str(key) for key in state.seen],
            "rule": "huff" if state.huffing else "strict",
            "missed": [NAMES[square] for square in bit_indexes(state.missed)],
            "before": state.before and self.dump(state.before),
            "corrected": state.corrected,
        }

    def load(self, json: JSON) -> Position:
        return load_checked(self, json, self._read)

    def _read(self, json: JSON) -> Position | None:
        sides, kings = [0, 0], 0
        for word in json["pieces"].split():
            name, letter = word.split(":")
            sides["wb".index(letter.lower())] |= 1 << SQUARES[name]
            kings |= (letter in "WB") << SQUARES[name]
        quiet, plies, turn = json["quiet"], json["plies"], json["turn"]
        seen = tuple(int(key) for key in json["seen"])
        huffing = ("strict", "huff").index(json["rule"]) == 1
        missed = sum(1 << SQUARES[name] for name in set(json["missed"]))
        before = None if json["before"] is None else self.load(json["before"])
        if not all_ints(quiet, plies, turn) or turn not in (0, 1) or sides[0] & sides[1]:
            return None
        if type(json["corrected"]) is not bool:
            return None
        past = (turn, quiet, plies, seen, huffing, missed, before, json["corrected"])
        state = Position((sides[0], sides[1]), kings, *past)
        state = _with_ending(state if seen else state._replace(seen=(state.key,)))
        known = bool(json["seen"])
        return (
            state
            if _is_consistent(state) and (not known or _is_history_consistent(state))
            else None
        )


def _is_consistent(state: Position) -> bool:
    """Whether pieces, counts and the fields for huffing are consistent."""
    if any(side.bit_count() > MEN for side in state.pieces) or state.seen[-1] != state.key:
        return False
    if not (0 <= state.quiet <= LIMITS.quiet and 0 <= state.plies <= CAP):
        return False
    if not state.huffing:
        return not (state.missed or state.before or state.corrected)
    return _is_missed_consistent(state)


def _is_history_consistent(state: Position) -> bool:
    """Whether men, turn and history fit the number of plies."""
    if any(state.pieces[seat] & ~state.kings & LAST_ROW[seat] for seat in (0, 1)):
        return False
    if not state.huffing and state.turn != state.plies % 2:
        return False
    known = all(0 <= key < 1 << KEY_BITS for key in state.seen)
    return known and state.quiet <= state.plies and len(state.seen) <= state.quiet + 1


def _is_missed_consistent(state: Position) -> bool:
    """Whether a missed capture and the position before it are consistent."""
    before = state.before
    if before is None or not state.missed:
        return before is None and not state.missed
    other = (before.turn, before.huffing, before.missed, before.ending)
    return (
        not state.missed & ~state.pieces[1 - state.turn]
        and not state.corrected
        and other == (1 - state.turn, True, 0, "")
        and before.plies == max(0, state.plies - 1)
    )


def _moves_with_huffing(state: Position, able: int) -> list[Ply]:
    """List the moves with the huffing rule: all steps and captures, huffs, a correction."""
    pieces, kings, turn = state[0], state[1], state[2]
    found = steps(pieces, kings, turn)
    for square in bit_indexes(able):
        found += [(JUMP, *chain.path) for chain in chains(state, square)]
    if state.missed:
        found += [(HUFF, square) for square in bit_indexes(state.missed)]
        found.append((CORRECT,))
    return found


def _parse_square(name: str) -> int:
    if name not in SQUARES:
        raise MalformedMove("no_such_square", square=name)
    return SQUARES[name]


def _apply_step(state: Position, move: Ply) -> Position:
    """Play a step; if a capture is possible, refuse it or record what was missed."""
    _, origin, target = move
    pieces, kings, turn = state[0], state[1], state[2]
    if target not in step_targets(pieces, kings, turn, origin):
        if not state.free >> target & 1:
            raise IllegalMove("square_taken", square=NAMES[target])
        raise IllegalMove("no_such_step", origin=NAMES[origin], square=NAMES[target])
    able, missed = capturing_pieces(pieces, kings, turn), 0
    if able:
        if state.corrected or not state.huffing:
            raise IllegalMove("must_take", squares=[NAMES[square] for square in bit_indexes(able)])
        missed = able & ~(1 << origin) | (able >> origin & 1) << target
    return _move_piece(state, (origin, target), 0, missed)


def _apply_capture(state: Position, move: Ply) -> Position:
    """Play a capture; start and end suffice if only one capture fits (rule book 8)."""
    strict = state.corrected or not state.huffing
    path = move[1:]
    possible = chains(state, path[0])
    chain = next((each for each in possible if each.path == path), None)
    if chain is None:
        whole = [each for each in possible if each.complete and each.path[-1] == path[-1]]
        if len(path) > 2 or not whole:
            raise IllegalMove("no_such_capture", origin=NAMES[path[0]])
        if len(whole) > 1:
            spelled = ["x".join(NAMES[square] for square in each.path) for each in whole]
            raise IllegalMove("which_capture", captures=spelled)
        chain = whole[0]
    if strict and not chain.complete:
        raise IllegalMove("take_on", square=NAMES[chain.path[-1]])
    # Stopping early is a missed capture by the piece that stopped (DA-6).
    missed = 0 if chain.complete else 1 << chain.path[-1]
    return _move_piece(state, (chain.path[0], chain.path[-1]), chain.taken, missed)


def _move_piece(state: Position, ends: tuple[int, int], taken: int, missed: int) -> Position:
    """Move a piece, remove what it captured, crown it, and pass the turn."""
    origin, target = ends
    pieces, kings, turn, quiet, plies, seen, huffing, _, _, _, _ = state
    start, goal = 1 << origin, 1 << target
    # In this order, because a king may return to where it started.
    own, other = pieces[turn] & ~start | goal, pieces[1 - turn]
    if taken:
        other &= ~taken
    king = 0
    if kings:
        king = kings & start
        kings &= ~(start | taken)
    if king or LAST_ROW[turn] & goal:
        kings |= goal
    if king and not taken:
        quiet += 1
    else:
        quiet, seen = 0, ()
    sides = (other, own) if turn else (own, other)
    turn, plies = 1 - turn, plies + 1
    seen += (sides[0] | sides[1] << 72 | kings << 144 | turn << 216,)
    before = state._replace(missed=0, before=None) if missed else None
    if sides[turn] and (missed or can_step(sides, kings, turn)):
        # A capture or a man's move always leads to a new position.
        ending = repetition_ending(seen, quiet, plies, LIMITS) if quiet or plies >= CAP else ""
        past = (sides, kings, turn, quiet, plies, seen, huffing, missed, before, False, ending)
        return _new(Position, past)
    return _with_ending(Position(sides, kings, turn, quiet, plies, seen, huffing, missed, before))


def _apply_huff(state: Position, square: int) -> Position:
    """Remove a piece that failed to capture; the same seat then moves."""
    if not state.missed >> square & 1:
        raise IllegalMove("nothing_missed", square=NAMES[square])
    first, second = (side & ~(1 << square) for side in state.pieces)
    kings, plies = state.kings & ~(1 << square), state.plies + 1
    after = state._replace(pieces=(first, second), kings=kings, plies=plies, quiet=0)
    return _with_ending(after._replace(missed=0, before=None, seen=(after.key,)))


def _undo_missed_capture(state: Position) -> Position:
    """Undo the last move; its player must now capture."""
    if state.before is None:
        raise IllegalMove("nothing_to_correct")
    return _with_ending(state.before._replace(plies=state.plies + 1, corrected=True))


def _with_ending(state: Position) -> Position:
    """Set the ending if the seat to move has lost or the match is a tie (DA-7)."""
    side = state[:3]
    if not state.pieces[state.turn]:
        ending = "no_pieces"
    elif not state.missed and not can_step(*side) and not capturing_pieces(*side):
        ending = "blocked"
    else:
        ending = repetition_ending(state.seen, state.quiet, state.plies, LIMITS)
    return state._replace(ending=ending) if ending else state


def _initial_position() -> Position:
    white = sum(1 << square for square in NAMES if square // 9 < 3)
    black = sum(1 << square for square in NAMES if square // 9 > 4)
    state = Position((white, black), 0, 0, 0, 0, ())
    return state._replace(seen=(state.key,))


_START: Final = _initial_position()


def rulesets() -> tuple[AnyRules, ...]:
    return (Draughts(),)
