"""Leaving and referees' lines in the ledger; who may act, and who are partners."""

from collections.abc import Iterable, Sequence
from typing import Final

from games.rules.base import CHANCE, AnyRules, IllegalMove, Move, Options, Rules, Seat, State

OUT: Final = "out"  # no ruleset spells a move so
RESIGNED, TIMEOUT, CLOSED = "resigned", "timeout", "closed"
REFEREE: Final[Seat] = -2  # whose lines are no moves either
RESUMED: Final = "from"


def sides_of(rules: AnyRules, seats: int, options: Options) -> tuple[int, ...]:
    """Name the side of every seat; the seats of one side win together (C-12)."""
    return tuple(rules.sides(seats, options))


def seats_by_strength(rules: AnyRules) -> bool:
    """Whether seats are assigned by playing strength, the weakest first (TP-1)."""
    return rules.by_strength


def tie_may_be_agreed(rules: AnyRules, seats: int) -> bool:
    """Whether the players may agree on a tie (rule book 15); among three or four they may not.

    A ruleset that knows better says so itself.
    """
    return seats == 2 if rules.ties_agreed is None else rules.ties_agreed


def is_choiceless(rules: AnyRules) -> bool:
    """Whether players decide nothing, so that turns may be skipped without end (GA-8)."""
    return rules.choiceless


def resignation_of(rules: Rules[State, Move]) -> Move | None:
    """Give the move by which a seat resigns where the rules have one, as at TRI-Plan (3.7)."""
    return rules.resignation


def may_act(rules: Rules[State, Move], state: State, seat: Seat, move: Move) -> bool:
    """Whether a seat may make this move now: it is awaited, or the rules need no turn."""
    return seat in rules.awaited(state) or rules.out_of_turn(state, seat, move)


def gives_up(rules: Rules[State, Move], state: State, seat: Seat) -> bool:
    """Whether a seat that resigns now gives the match up."""
    return rules.gives_up(state, seat)


def takes_back(rules: AnyRules, text: str) -> bool:
    """Whether this ledger text takes back the ply before it (a correction, DA-6)."""
    return text in rules.undoing


def can_leave(rules: AnyRules, seats: int) -> bool:
    """Whether the others play on when a seat leaves."""
    return seats > 2 and rules.retires


def leaving_text(why: str) -> str:
    """Write the ledger's text for a seat that leaves."""
    return f"{OUT} {why}"


def leaving_reason(text: str) -> str:
    """Read why a seat left from a ledger's text; empty for a move."""
    word, _blank, why = text.partition(" ")
    return why if word == OUT else ""


def withdraw_seat(rules: Rules[State, Move], state: State, seat: Seat) -> State:
    """Give the state after a seat has left; where their partner plays on nothing changes (7)."""
    try:
        return rules.retire(state, seat)
    except IllegalMove as error:
        if error.code != "partner_plays_on":
            raise
        return state


def apply_line(rules: Rules[State, Move], state: State, seat: Seat, text: str) -> State:
    """Give the state after one line of the ledger: a move, a lot, or a seat's leaving."""
    if text.startswith(OUT) and seat != CHANCE and leaving_reason(text):
        return withdraw_seat(rules, state, seat)
    return rules.play(state, seat, rules.parse(text))


def resumption_text(ply: int) -> str:
    """Write the ledger's text for a referee who lets a match go on from after a ply."""
    return f"{RESUMED} {ply}"


def parse_resumption(seat: Seat, text: str) -> int | None:
    """Return the ply after which a match continues by a referee's line; None for other lines."""
    return int(text.removeprefix(f"{RESUMED} ")) if seat == REFEREE else None


def states_after_lines(
    rules: Rules[State, Move], start: State, lines: Iterable[tuple[Seat, str]]
) -> list[State]:
    """Give the state at the start and after every line of a ledger, numbered as the lines are.

    If a referee lets the match go on from an earlier ply, its state applies again.
    """
    lines = list(lines)
    aside = [seat for seat, text in lines if seat == REFEREE or text[:3] == OUT]
    if not aside:
        return [start, *rules.follow(start, lines)]
    states = [start]
    for seat, text in lines:
        at = parse_resumption(seat, text)
        states.append(apply_line(rules, states[-1], seat, text) if at is None else states[at])
    return states


def standing_lines(lines: Sequence[tuple[Seat, str]]) -> list[int]:
    """Number the lines that led to where a ledger stands: none that a referee has taken back."""
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
    """Give a ledger line as a viewer may read it while this state stands (secret bids, TP-13)."""
    return rules.redact_line(state, seat, text, viewer)


def partners_of(
    rules: Rules[State, Move], state: State, sides: tuple[int, ...], seat: Seat
) -> frozenset[Seat]:
    """Name the partners of a seat, who may talk among themselves (C-13)."""
    partners = rules.partners(state, seat)
    if partners is not None:
        return partners
    return frozenset(at for at, side in enumerate(sides) if side == sides[seat] and at != seat)
