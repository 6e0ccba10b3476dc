"""Ampel by José Manuel Astilleros García-Monge (rule book section 4, AM-1 … AM-13).

Points are numbered 0 to 65: a1, b1 b2, c1 … k11. A board is 66 bytes: 0 empty, 1 red, 2 green, 3
yellow. A step is an int: the target of a disc that is placed, or 66 × (1 + origin) + target of one
that moves. A move is a tuple of steps, because a whole turn may be sent at once; `moves` lists
single steps, and each of them is a move of its own (C-6).
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.families.ampel.notation import (
    RED_STARTS,
    Move,
    Step,
    endpoint_names,
    format_move,
    origin_and_target,
    parse_move,
)
from games.families.ampel.trigrid import (
    BEHIND,
    INDEX,
    INSIDE,
    OFF,
    POINTS,
    ROWS,
    destinations,
    route,
)
from games.families.ampel.validation import is_valid_position
from games.rules.base import (
    CHANCE,
    JSON,
    NOBODY,
    AnyRules,
    IllegalMove,
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
from games.rules.grid import tie_outcome

DISCS: Final = ".RGY"
SUPPLY: Final = 20
MAX_QUIET_TURNS: Final = 60

_YELLOW: Final = 3
_AWAITED: Final = (frozenset({0}), frozenset({1}))
_CHANCE_ONLY: Final = frozenset({CHANCE})


class Position(NamedTuple):
    """The state of a match between two steps.

    `step` is 0 before and during the setup, then 1 to 3; `turn` is -1 until the starter is drawn.
    `quiet` counts turns without a signal; `seen` holds the positions at the start of each turn
    since the last irreversible change, a signal or an added disc (AM-13).
    """

    board: bytes
    turn: Seat
    step: int
    cylinders: tuple[int, int]
    supply: tuple[int, int]
    taken: tuple[int, int]
    yellow: int
    quiet: int = 0
    seen: tuple[bytes, ...] = ()
    ending: str = ""


class Ampel(Rules[Position, Move]):
    """The ruleset of the family; seat 0 is red, seat 1 green (AM-3)."""

    key = "ampel"
    version = 1
    draws_lots = True
    seats = range(2, 3)
    pool: str | None = "ampel"
    options: Mapping[str, Option] = {"yellow": Option("yellow", "int", 5, (5, 6, 7, 8, 9, 10))}
    # A random draw, ten yellow discs, and three steps in each of 60 turns before, between and after
    # the signals of a match, of which nine at most leave it undecided.
    cap = 1 + 10 + 3 * MAX_QUIET_TURNS * 10

    def start(self, seats: int, options: Options) -> Position:
        """Return the empty board; a random draw decides who places the first yellow disc (AM-3)."""
        check_seats(self, seats)
        yellow = resolve_options(self, options)["yellow"]
        return Position(bytes(OFF), -1, 0, (OFF, OFF), (SUPPLY, SUPPLY), (0, 0), yellow)

    def awaited(self, state: Position) -> frozenset[Seat]:
        if state.ending:
            return NOBODY
        return _AWAITED[state.turn] if state.turn >= 0 else _CHANCE_ONLY

    def moves(self, state: Position, seat: Seat) -> Sequence[Move]:
        check_seat(seat)
        if seat not in self.awaited(state):
            return ()
        if seat == CHANCE:
            return tuple(lot for lot, _ in self.lots(state))
        return [(step,) for step in _legal_steps(state)]

    stepwise = True
    can_stop_early = False

    def continuations(self, state: Position, seat: Seat, begun: Move) -> Sequence[Move]:
        if begun and (seat not in self.awaited(state) or seat == CHANCE):
            return ()
        last = 0
        for step in begun:
            last, state = state.step or 3, _apply_step(state, step)
            if state.ending or state.turn != seat or state.step <= last:
                return ()
        return [(*begun, *step) for step in self.moves(state, seat)]

    def lots(self, state: Position) -> Sequence[tuple[Move, int]]:
        """Return both starters of the setup, with equal chances (AM-3)."""
        if self.awaited(state) != _CHANCE_ONLY:
            return ()
        return (((RED_STARTS,), 1), ((RED_STARTS - 1,), 1))

    def play(self, state: Position, seat: Seat, move: Move) -> Position:
        """Play one or more steps of one turn, all or none; steps after a win are ignored."""
        check_seat(seat)
        if seat not in self.awaited(state):
            raise IllegalMove("match_over" if state.ending else "not_your_turn")
        if seat == CHANCE:
            if move not in ((RED_STARTS,), (RED_STARTS - 1,)):
                raise IllegalMove("not_now")
            return state._replace(turn=RED_STARTS - move[0])
        if not move:
            raise IllegalMove("not_now")
        last = 0
        for step in move:
            if state.ending:
                break
            if state.turn != seat or (state.step <= last and last):
                raise IllegalMove("too_many_steps")
            last = state.step or 3
            state = _apply_step(state, step)
        return state

    def outcome(self, state: Position) -> Outcome | None:
        """Return a win for the player with more yellow discs, or else a tie (AM-13)."""
        if not state.ending:
            return None
        red, green = state.taken
        if red == green:
            return tie_outcome(state.ending)
        return Outcome((1, 2) if red > green else (2, 1), state.taken, state.ending)

    def spell(self, move: Move) -> str:
        """Return "+d3", "g4-g7", a whole turn "g4-g7 h6-e3 +c2", or "start R" for the draw."""
        return format_move(move)

    def places(self, state: Position | None, move: Move) -> tuple[str, ...]:  # noqa: ARG002
        if move[0] < 0:
            return ()
        return tuple([name for step in move for name in endpoint_names(step) if name])

    def parse(self, text: str) -> Move:
        return parse_move(text)

    def letters(self, state: Position) -> str:
        rows, number = [], 0
        for row, name in enumerate(ROWS):
            cells = [_format_point(state, point) for point in range(number, number + row + 1)]
            rows.append(f"{name}{'  ' * (10 - row)} {'  '.join(cells)}".rstrip())
            number += row + 1
        for seat, name in enumerate("RG"):
            rows.append(f"{name} supply {state.supply[seat]} taken {state.taken[seat]}")
        return "\n".join(rows)

    def dump(self, state: Position) -> JSON:
        return {
            "board": "".join(DISCS[disc] for disc in state.board),
            "turn": state.turn,
            "step": state.step,
            "cylinders": ["" if point == OFF else POINTS[point] for point in state.cylinders],
            "supply": list(state.supply),
            "taken": list(state.taken),
            "yellow": state.yellow,
            "quiet": state.quiet,
            "seen": [key.hex() for key in state.seen],
        }

    def load(self, json: JSON) -> Position:
        return load_checked(self, json, _from_json, "unreadable_position")


def _from_json(json: JSON) -> Position | None:
    board = bytes(DISCS.index(sign) for sign in json["board"])
    red, green = (INDEX[name] if name else OFF for name in json["cylinders"])
    supply, taken = ((first, second) for first, second in (json["supply"], json["taken"]))
    turn, step, yellow, quiet = (json[name] for name in ("turn", "step", "yellow", "quiet"))
    seen = tuple(bytes.fromhex(key) for key in json["seen"])
    state = Position(board, turn, step, (red, green), supply, taken, yellow, quiet, seen)
    sound = yellow in Ampel.options["yellow"].allowed and is_valid_position(
        state, SUPPLY, MAX_QUIET_TURNS
    )
    state = _with_ending(state) if sound else state
    moves = bool(state.ending) or state.step == 0 or (sound and _can_step(state))
    return state if sound and moves else None


def signals_at(board: bytes | bytearray, point: int) -> list[tuple[int, int, int]]:
    """Return the signals that the red or green disc on a point is an end of (rule book 4.5)."""
    other = 3 - board[point]
    return [
        (point, one, two)
        for one, two in BEHIND[point]
        if board[one] == _YELLOW and board[two] == other
    ]


def routes_and_signals(
    state: Position, move: Move
) -> list[tuple[tuple[str, ...], list[tuple[str, ...]]]]:
    """Return each step's route and the signals it makes, by name, for a legal turn."""
    found = []
    for step in move:
        if state.ending:
            break
        way: tuple[str, ...] = ()
        made: list[tuple[str, ...]] = []
        if state.step in (1, 2):
            start, end = origin_and_target(step)
            way = tuple(POINTS[point] for point in route(state.board, start, end))
            board = _set_points(state.board, (start, 0), (end, state.board[start]))
            made = [tuple(POINTS[point] for point in signal) for signal in signals_at(board, end)]
        found.append((way, made))
        state = _apply_step(state, step)
    return found


def _legal_steps(state: Position) -> list[Step]:
    """List the legal steps of a position."""
    board = state.board
    if state.step == 0:
        return [point for point in INSIDE if not board[point]]
    if state.step == 3:
        return _additions(state)
    disc, kept = _movable_discs(state)
    return [
        OFF * (1 + start) + end
        for start, each in enumerate(board)
        if each == disc and start != kept
        for end in sorted(destinations(board, start))
    ]


def _movable_discs(state: Position) -> tuple[int, int]:
    """Return the colour to move in this step, and the point whose disc may not move (AM-5)."""
    if state.step == 1:
        return state.turn + 1, OFF
    return 2 - state.turn, state.cylinders[1 - state.turn]


def _additions(state: Position) -> list[Step]:
    """List the points where a disc may be added; none if the supply is empty (AM-10)."""
    board, seat = state.board, state.turn
    if state.supply[seat] < 1:
        return []
    after = bytearray(board)
    points = []
    for point, disc in enumerate(board):
        if disc:
            continue
        after[point] = seat + 1
        if not signals_at(after, point):
            points.append(point)
        after[point] = 0
    return points


def _apply_step(state: Position, step: Step) -> Position:
    """Play one step and advance to the next possible one."""
    if not 0 <= step < OFF * (1 + OFF):
        raise IllegalMove("not_now")
    if state.step == 0:
        return _place_setup_disc(state, step)
    if state.step == 3:
        return _add_disc(state, step)
    return _move_disc(state, step)


def _place_setup_disc(state: Position, point: Step) -> Position:
    """Place a yellow disc; players keep alternating into the main game (rule book 4.2)."""
    if point >= OFF:
        raise IllegalMove("setup_first")
    if point not in INSIDE:
        raise IllegalMove("not_inside", point=POINTS[point])
    if state.board[point]:
        raise IllegalMove("point_taken", point=POINTS[point])
    board = _set_points(state.board, (point, _YELLOW))
    state = state._replace(board=board, turn=1 - state.turn)
    if board.count(_YELLOW) < state.yellow:
        return state
    return _skip_impossible(state._replace(step=1, seen=(_position_key(state),)))


def _move_disc(state: Position, step: Step) -> Position:
    """Move a disc, take its signals, and advance (rule book 4.3 to 4.5)."""
    if step < OFF:
        raise IllegalMove("move_first", step=state.step)
    start, end = origin_and_target(step)
    disc, kept = _movable_discs(state)
    if state.board[start] != disc:
        raise IllegalMove("other_disc", point=POINTS[start], colour=DISCS[disc])
    if start == kept:
        raise IllegalMove("cylinder", point=POINTS[start])
    if end not in destinations(state.board, start):
        raise IllegalMove("no_route", start=POINTS[start], end=POINTS[end])
    board = _set_points(state.board, (start, 0), (end, disc))
    red, green = (end if point == start else point for point in state.cylinders)
    state = state._replace(board=board, cylinders=(red, green))
    made = signals_at(board, end)
    if made:
        state = _take_signals(state, made)
    return state if state.ending else _skip_impossible(state._replace(step=state.step + 1))


def _take_signals(state: Position, made: list[tuple[int, int, int]]) -> Position:
    """Remove all discs of the signals; the player to move keeps the yellow ones (AM-9)."""
    gone = {point for signal in made for point in signal}
    red, green = (OFF if point in gone else point for point in state.cylinders)
    taken = _add_to_seat(state.taken, state.turn, len(made))
    discs = [state.board[point] for point in gone]
    supply = (state.supply[0] + discs.count(1), state.supply[1] + discs.count(2))
    board = _set_points(state.board, *((point, 0) for point in gone))
    # -1, because the end of this turn adds one, although it had a signal.
    return _with_ending(
        state._replace(
            board=board, cylinders=(red, green), supply=supply, taken=taken, quiet=-1, seen=()
        )
    )


def _add_disc(state: Position, point: Step) -> Position:
    """Add a disc with its owner's cylinder on it, and pass the turn."""
    if point >= OFF:
        raise IllegalMove("add_now")
    if state.board[point]:
        raise IllegalMove("point_taken", point=POINTS[point])
    board = _set_points(state.board, (point, state.turn + 1))
    if signals_at(board, point):
        raise IllegalMove("makes_signal", point=POINTS[point])
    supply = _add_to_seat(state.supply, state.turn, -1)
    return _skip_impossible(_pass_turn(state._replace(board=board, supply=supply, seen=()), point))


def _pass_turn(state: Position, cylinder: int) -> Position:
    """Move the player's cylinder to a point (or off the board) and pass the turn."""
    red, green = state.cylinders
    cylinders = (red, cylinder) if state.turn else (cylinder, green)
    after = state._replace(cylinders=cylinders, turn=1 - state.turn, step=1, quiet=state.quiet + 1)
    return _with_ending(after._replace(seen=(*after.seen, _position_key(after))))


def _skip_impossible(state: Position) -> Position:
    """Skip steps that cannot be made, whole turns included (AM-4, AM-10)."""
    while not state.ending and not _can_step(state):
        last = state.step == 3
        state = _pass_turn(state, OFF) if last else state._replace(step=state.step + 1)
    return state


def _can_step(state: Position) -> bool:
    """Whether the current step can be made at all (AM-4)."""
    if state.step == 3:
        return bool(_additions(state))
    disc, kept = _movable_discs(state)
    return any(
        each == disc and start != kept and destinations(state.board, start)
        for start, each in enumerate(state.board)
    )


def _with_ending(state: Position) -> Position:
    """Set the ending: half of the yellow discs (AM-12), repetition or quiet turns (AM-13)."""
    if 2 * max(state.taken) >= state.yellow:
        return state._replace(ending="half_of_yellow")
    if state.step == 1 and state.seen.count(_position_key(state)) >= 3:
        return state._replace(ending="repetition")
    return state._replace(ending="quiet") if state.quiet >= MAX_QUIET_TURNS else state


def _position_key(state: Position) -> bytes:
    """Return what a repetition compares: discs, cylinders, side to move, yellow discs (AM-13)."""
    return state.board + bytes((*state.cylinders, state.turn, *state.taken))


def _add_to_seat(pair: tuple[int, int], seat: Seat, change: int) -> tuple[int, int]:
    return (pair[0], pair[1] + change) if seat else (pair[0] + change, pair[1])


def _set_points(board: bytes, *changes: tuple[int, int]) -> bytes:
    after = bytearray(board)
    for point, disc in changes:
        after[point] = disc
    return bytes(after)


def _format_point(state: Position, point: int) -> str:
    disc = DISCS[state.board[point]]
    if disc == "." and point in INSIDE:
        disc = "o"
    return (disc + ("*" if point in state.cylinders else "")).ljust(2)


def rulesets() -> tuple[AnyRules, ...]:
    return (Ampel(),)
