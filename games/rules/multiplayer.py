"""Ledger lines for seats that leave and for referees; who may act, and who are partners."""

from collections.abc import Iterable, Sequence
from typing import Final

from games.rules.base import CHANCE, AnyRules, IllegalMove, Move, Options, Rules, Seat, State

LEAVING_WORD: Final = "out"  # no ruleset has a move spelled like this
RESIGNED, TIMEOUT, CLOSED = "resigned", "timeout", "closed"
REFEREE: Final[Seat] = -2  # seat number of referees' lines, which are not moves
RESUMPTION_WORD: Final = "from"


def sides_of(rules: AnyRules, seats: int, options: Options) -> tuple[int, ...]:
    """Return the side of every seat; the seats of one side win together (C-12)."""
    return tuple(rules.sides(seats, options))


def seats_by_strength(rules: AnyRules) -> bool:
    """Whether seats are assigned by playing strength, weakest first (TP-1)."""
    return rules.seats_by_strength


def can_agree_on_tie(rules: AnyRules, seats: int) -> bool:
    """Whether the players may agree on a tie (rule book 15): by default only in matches of two."""
    return seats == 2 if rules.allows_agreed_ties is None else rules.allows_agreed_ties


def is_choiceless(rules: AnyRules) -> bool:
    """Whether players never decide anything, so that turns may be skipped indefinitely (GA-8)."""
    return rules.choiceless


def resignation_move(rules: Rules[State, Move]) -> Move | None:
    """Return the move by which a seat resigns if the rules have one, as in TRI-Plan (3.7)."""
    return rules.resignation


def can_act(rules: Rules[State, Move], state: State, seat: Seat, move: Move) -> bool:
    """Whether a seat may make this move now: it is awaited, or the move needs no turn."""
    return seat in rules.awaited(state) or rules.can_move_out_of_turn(state, seat, move)


def gives_up(rules: Rules[State, Move], state: State, seat: Seat) -> bool:
    return rules.gives_up(state, seat)


def is_take_back(rules: AnyRules, text: str) -> bool:
    """Whether this ledger text takes back the ply before it (a correction, DA-6)."""
    return text in rules.undoing


def can_leave(rules: AnyRules, seats: int) -> bool:
    """Whether the others play on when a seat leaves."""
    return seats > 2 and rules.retires


def leaving_text(why: str) -> str:
    """Return the ledger text for a seat that leaves."""
    return f"{LEAVING_WORD} {why}"


def leaving_reason(text: str) -> str:
    """Return why a seat left according to a ledger text, "" for a move."""
    word, _blank, why = text.partition(" ")
    return why if word == LEAVING_WORD else ""


def withdraw_seat(rules: Rules[State, Move], state: State, seat: Seat) -> State:
    """Return the state after a seat has left; unchanged if their partner plays on (7)."""
    try:
        return rules.retire(state, seat)
    except IllegalMove as error:
        if error.code != "partner_plays_on":
            raise
        return state


def apply_line(rules: Rules[State, Move], state: State, seat: Seat, text: str) -> State:
    """Return the state after one ledger line: a move, a random draw, or a seat leaving."""
    if text.startswith(LEAVING_WORD) and seat != CHANCE and leaving_reason(text):
        return withdraw_seat(rules, state, seat)
    return rules.play(state, seat, rules.parse(text))


def resumption_text(ply: int) -> str:
    """Return the ledger text for a referee's decision to resume a match after an earlier ply."""
    return f"{RESUMPTION_WORD} {ply}"


def parse_resumption(seat: Seat, text: str) -> int | None:
    """Return the ply from which a referee's line resumes the match; None for other lines."""
    return int(text.removeprefix(f"{RESUMPTION_WORD} ")) if seat == REFEREE else None


def states_after_lines(
    rules: Rules[State, Move], start: State, lines: Iterable[tuple[Seat, str]]
) -> list[State]:
    """Return the initial state and the state after each ledger line, in order.

    If a referee resumes the match from an earlier ply, that ply's state applies again.
    """
    lines = list(lines)
    aside = [seat for seat, text in lines if seat == REFEREE or text[:3] == LEAVING_WORD]
    if not aside:
        return [start, *rules.follow(start, lines)]
    states = [start]
    for seat, text in lines:
        at = parse_resumption(seat, text)
        states.append(apply_line(rules, states[-1], seat, text) if at is None else states[at])
    return states


def line_numbers_in_force(lines: Sequence[tuple[Seat, str]]) -> list[int]:
    """Return the numbers of the ledger lines still in force, without those a referee has undone."""
    found, number = [], len(lines)
    while number:
        at = parse_resumption(*lines[number - 1])
        if at is None:
            found.append(number)
        number = number - 1 if at is None else at
    return found[::-1]


def redact_line(
    rules: Rules[State, Move], state: State, seat: Seat, text: str, viewer: Seat | None
) -> str:
    """Return a ledger line as a viewer may read it in this state (secret bids, TP-13)."""
    return rules.redact_line(state, seat, text, viewer)


def partners_of(
    rules: Rules[State, Move], state: State, sides: tuple[int, ...], seat: Seat
) -> frozenset[Seat]:
    """Return the partners of a seat, who may talk among themselves (C-13)."""
    partners = rules.partners(state, seat)
    if partners is not None:
        return partners
    return frozenset(at for at, side in enumerate(sides) if side == sides[seat] and at != seat)
