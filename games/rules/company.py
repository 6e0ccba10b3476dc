"""What a ruleset may say about a table of more than two, and how a seat's leaving is told.

A kernel answers by attributes of these names; where it has none, the defaults here hold:

* `sides(seats, options)`: the side of every seat, for those that win together (each its own);
* `by_strength`: the weakest sits at seat 0 and so on upward, instead of by lot (`False`);
* `ties_agreed`: whether the players may agree on a tie (only at a table of two);
* `choiceless`: nothing is ever decided, so that silence is no offence (`False`);
* `retire(state, seat)`: the state without a seat that resigned or timed out for good;
* `resignation`: the move by which a seat resigns where the rules have one of their own (`None`);
* `partners(state, seat)`: whom a seat plays with, where that changes in the course of a match;
* `told(state, seat, text, viewer)`: a ledger line as a viewer may read it, while `state` stands;
* `unnoticed(state, seat)`: how many of the latest plies change nothing for this seat (0);
* `out_of_turn(state, seat, move)`: whether a seat may make this move though it is not awaited.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games.rules.base import CHANCE, IllegalMove, Move, Rules, Seat, State

OUT: Final = "out"  # no ruleset spells a move so
RESIGNED, TIMEOUT, CLOSED = "resigned", "timeout", "closed"
REFEREE: Final[Seat] = -2  # whose lines are no moves either
RESUMED: Final = "from"


def sides_of(rules: Rules[Any, Any], seats: int, options: Mapping[str, Any]) -> tuple[int, ...]:
    """Name the side of every seat; the seats of one side win together (C-12)."""
    ask = getattr(rules, "sides", None)
    return tuple(range(seats)) if ask is None else tuple(ask(seats, options))


def seated_by_strength(rules: Rules[Any, Any]) -> bool:
    """Tell whether the seats go by playing strength, the weakest first (TP-1)."""
    return bool(getattr(rules, "by_strength", False))


def tie_may_be_agreed(rules: Rules[Any, Any], seats: int) -> bool:
    """Tell whether the players may agree on a tie (rule book 15); among three or four they may not.

    A ruleset that knows better says so itself.
    """
    return bool(getattr(rules, "ties_agreed", seats == 2))


def is_choiceless(rules: Rules[Any, Any]) -> bool:
    """Tell whether players decide nothing, so that a silent one may be played for ever (GA-8)."""
    return bool(getattr(rules, "choiceless", False))


def resignation_of(rules: Rules[State, Move]) -> Move | None:
    """Give the move by which a seat resigns where the rules have one, as at TRI-Plan (3.7)."""
    return getattr(rules, "resignation", None)


def may_act(rules: Rules[State, Move], state: State, seat: Seat, move: Move) -> bool:
    """Tell whether a seat may make this move now: it is awaited, or the rules need no turn."""
    if seat in rules.awaited(state):
        return True
    ask = getattr(rules, "out_of_turn", None)
    return ask is not None and bool(ask(state, seat, move))


def can_leave(rules: Rules[Any, Any], seats: int) -> bool:
    """Tell whether the others play on when a seat leaves."""
    return seats > 2 and hasattr(rules, "retire")


def out_line(why: str) -> str:
    """Write the ledger's text for a seat that leaves."""
    return f"{OUT} {why}"


def why_out(text: str) -> str:
    """Read why a seat left from a ledger's text; empty for a move."""
    word, _blank, why = text.partition(" ")
    return why if word == OUT else ""


def without(rules: Rules[State, Any], state: State, seat: Seat) -> State:
    """Give the state after a seat has left; where his partner plays on nothing changes (7)."""
    retire = getattr(rules, "retire", None)
    if retire is None:
        raise IllegalMove("cannot_leave")
    try:
        left: State = retire(state, seat)
    except IllegalMove as fault:
        if fault.code != "partner_plays_on":
            raise
        return state
    return left


def fold_line(rules: Rules[State, Any], state: State, seat: Seat, text: str) -> State:
    """Give the state after one line of the ledger: a move, a lot, or a seat's leaving."""
    if seat != CHANCE and why_out(text):
        return without(rules, state, seat)
    return rules.play(state, seat, rules.parse(text))


def resumed_line(ply: int) -> str:
    """Write the ledger's text for a referee who lets a match go on from after a ply."""
    return f"{RESUMED} {ply}"


def resumed_from(seat: Seat, text: str) -> int | None:
    """Read after which ply a match goes on by a referee's line; None for all other lines."""
    return int(text.removeprefix(f"{RESUMED} ")) if seat == REFEREE else None


def states_along(
    rules: Rules[State, Any], start: State, lines: Iterable[tuple[Seat, str]]
) -> list[State]:
    """Give the state at the start and after every line of a ledger, numbered as the lines are.

    Where a referee lets the match go on from an earlier ply, its state stands again.
    """
    states = [start]
    for seat, text in lines:
        at = resumed_from(seat, text)
        states.append(fold_line(rules, states[-1], seat, text) if at is None else states[at])
    return states


def standing_lines(lines: Sequence[tuple[Seat, str]]) -> list[int]:
    """Number the lines that led to where a ledger stands: none that a referee has taken back."""
    found, number = [], len(lines)
    while number:
        at = resumed_from(*lines[number - 1])
        if at is None:
            found.append(number)
        number = number - 1 if at is None else at
    return found[::-1]


def told(rules: Rules[State, Any], state: State, seat: Seat, text: str, viewer: Seat | None) -> str:
    """Give a ledger line as a viewer may read it while this state stands (secret bids, TP-13)."""
    ask = getattr(rules, "told", None)
    return text if ask is None else str(ask(state, seat, text, viewer))


def unnoticed(rules: Rules[State, Any], state: State, seat: Seat) -> int:
    """Count the latest plies that a seat need not have seen to act: secret bids of others."""
    ask = getattr(rules, "unnoticed", None)
    return 0 if ask is None else int(ask(state, seat))


def partners_of(
    rules: Rules[State, Any], state: State, sides: tuple[int, ...], seat: Seat
) -> frozenset[Seat]:
    """Name the partners of a seat, who may talk among themselves (C-13)."""
    ask = getattr(rules, "partners", None)
    if ask is not None:
        return frozenset(ask(state, seat))
    return frozenset(at for at, side in enumerate(sides) if side == sides[seat] and at != seat)
