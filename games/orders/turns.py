"""Reading what was written on a position: whole turns, what others may play, chains of both.

Every step is canonical: the ledger holds the one spelling that the rules list, whatever was
typed. Nothing here knows who asks or what time it is.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from games.orders.automatic import forced_move
from games.orders.faults import BadOrder
from games.orders.grammar import Command, Reply, spelled, tidy
from games.rules.base import CHANCE, IllegalMove, MalformedMove, Rules, RulesError, Seat
from games.rules.series import SeriesState

AnyRules = Rules[Any, Any]
Actor = Callable[[Any], Seat | None]
COMPARED_AT_MOST: Final = 400
WORDS_AT_MOST: Final = 40


class Step(NamedTuple):
    """One ply on paper: whose, in its one spelling, the state it leads to, chosen or forced."""

    seat: Seat
    text: str
    state: Any
    forced: bool = False


class Link(NamedTuple):
    """An order ready to be kept: the plies it waits for, the own plies, and both as a line."""

    expects: tuple[str, ...]
    answer: tuple[str, ...]
    text: str


def played(rules: AnyRules, state: Any, seat: Seat, text: str) -> Step:
    """Play one ply on paper; where several spellings mean it, take the one that is listed."""
    move = rules.parse(text)
    after = rules.play(state, seat, move)
    legal = rules.moves(state, seat)
    if move not in legal and len(legal) <= COMPARED_AT_MOST:
        move = next((each for each in legal if rules.play(state, seat, each) == after), move)
    return Step(seat, rules.spell(move), after)


def read_turn(rules: AnyRules, state: Any, seat: Seat, text: str) -> tuple[Step, ...]:
    """Read the plies of one turn, all of them or none (rule book C-6).

    A text that is no move as a whole is read as several, as long as the same seat goes on, without
    a lot between and in the same leg; `turn_over` says where it does not.
    """
    leg = leg_of(state)

    def actor(now: Any) -> Seat | None:
        return seat if rules.awaited(now) == {seat} and leg_of(now) == leg else None

    return _read(rules, state, seat, text, actor)


def read_turns(
    rules: AnyRules, state: Any, seat: Seat, turns: tuple[str, ...]
) -> list[tuple[Step, ...]]:
    """Read a turn and the first ones of the legs after it ("next", 2.8), all of them or none."""
    found: list[tuple[Step, ...]] = []
    leg = 0
    for text in turns:
        if found and (rules.awaited(state) != {seat} or leg_of(state) == leg):
            raise IllegalMove("next_needs_leg_end", move=found[-1][-1].text, text=text[:40])
        leg = leg_of(state)
        found.append(read_turn(rules, state, seat, text))
        state = found[-1][-1].state
    return found


def read_chain(
    rules: AnyRules, state: Any, owner: Seat, command: Command
) -> tuple[tuple[Link, ...], Any]:
    """Read a chain of orders on a position, with where it leads; `BadOrder` names what is wrong."""
    try:
        return _links(rules, state, owner, command.chain)
    except RulesError as fault:
        raise BadOrder(fault, command.line, command.text) from None


def leg_of(state: Any) -> int:
    """Number the running leg; 0 in a game in one piece."""
    return state.frame.leg if isinstance(state, SeriesState) else 0


def run_forced(rules: AnyRules, state: Any) -> list[Step]:
    """Play on paper what the server plays without anybody's choice, lots left alone."""
    steps: list[Step] = []
    while forced := forced_move(rules, state):
        seat, move = forced
        state = rules.play(state, seat, move)
        steps.append(Step(seat, rules.spell(move), state, forced=True))
    return steps


def _links(
    rules: AnyRules, state: Any, owner: Seat, chain: tuple[Reply, ...]
) -> tuple[tuple[Link, ...], Any]:
    links: list[Link] = []
    path: list[str] = []
    for reply in chain:
        _require_waiting(rules, state, owner, path[-1] if path else "")
        theirs = _theirs(rules, state, owner, reply.expected)
        said = " ".join(step.text for step in theirs if not step.forced)
        _require_mine(rules, theirs[-1].state, owner, said)
        path += [step.text for step in theirs]
        own = read_turns(rules, theirs[-1].state, owner, reply.turns)
        answer = tuple(step.text for turn in own for step in turn)
        turns = tuple(" ".join(step.text for step in turn) for turn in own)
        links.append(Link(tuple(path), answer, f"if {said} then {spelled(turns)}"))
        after = run_forced(rules, own[-1][-1].state)
        path += [*answer, *(step.text for step in after)]
        state = after[-1].state if after else own[-1][-1].state
    return tuple(links), state


def _theirs(rules: AnyRules, state: Any, owner: Seat, text: str) -> list[Step]:
    """Read what all others play until the owner is to move, with what is forced among it."""

    def actor(now: Any) -> Seat | None:
        awaited = rules.awaited(now)
        if len(awaited) != 1 or CHANCE in awaited or owner in awaited:
            return None
        (seat,) = awaited
        return seat

    first = actor(state)
    if first is None:
        raise IllegalMove("order_your_turn")
    return list(_read(rules, state, first, tidy(text), actor, run_on=True))


def _require_waiting(rules: AnyRules, state: Any, owner: Seat, said: str) -> None:
    """Refuse a position in which nothing can be foreseen, or in which the owner is to move."""
    awaited = rules.awaited(state)
    if not awaited:
        raise IllegalMove("order_match_ends", move=said)
    if CHANCE in awaited:
        raise IllegalMove("order_lot")
    if owner in awaited:
        raise IllegalMove("order_your_turn")
    if len(awaited) > 1 or rules.seen_by(state, owner) != state:
        raise IllegalMove("order_hidden")


def _require_mine(rules: AnyRules, state: Any, owner: Seat, said: str) -> None:
    """Refuse an expected move that the owner cannot answer."""
    awaited = rules.awaited(state)
    if not awaited:
        raise IllegalMove("order_match_ends", move=said)
    if CHANCE in awaited:
        raise IllegalMove("order_lot")
    if owner not in awaited:
        raise IllegalMove("order_others_first", move=said)
    if len(awaited) > 1:
        raise IllegalMove("order_hidden")


def _read(
    rules: AnyRules, state: Any, seat: Seat, text: str, actor: Actor, *, run_on: bool = False
) -> tuple[Step, ...]:
    """Read one ply, or several where the text is no move as a whole."""
    try:
        return _with_forced(rules, played(rules, state, seat, text), run_on=run_on)
    except MalformedMove as whole:
        words = tidy(text).split(" ")
        deepest: RulesError = whole
    for cut in range(min(len(words), WORDS_AT_MOST) - 1, 0, -1):
        head, rest = " ".join(words[:cut]), " ".join(words[cut:])
        try:
            steps = _with_forced(rules, played(rules, state, seat, head), run_on=run_on)
        except RulesError:
            continue
        following = actor(steps[-1].state)
        if following is None:
            deepest = IllegalMove("turn_over", move=steps[0].text, text=rest[:40])
            continue
        try:
            return (*steps, *_read(rules, steps[-1].state, following, rest, actor, run_on=run_on))
        except RulesError as fault:
            deepest = fault
    raise deepest


def _with_forced(rules: AnyRules, step: Step, *, run_on: bool) -> tuple[Step, ...]:
    return (step, *run_forced(rules, step.state)) if run_on else (step,)
