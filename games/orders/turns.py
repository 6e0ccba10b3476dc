"""Parses text in the context of a position: whole turns, others' moves, and chains of both.

Results use the canonical spelling of the rules, as the ledger does, and depend neither on the
reader nor on the time.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from games.orders.automatic import forced_move
from games.orders.errors import BadOrder
from games.orders.grammar import Command, Reply, join_turns, normalize_order
from games.rules.base import (
    CHANCE,
    AnyMove,
    AnyRules,
    AnyState,
    IllegalMove,
    MalformedMove,
    RulesError,
    Seat,
)
from games.rules.series import SeriesState

Actor = Callable[[AnyState], Seat | None]
MAX_COMPARED: Final = 400
MAX_WORDS: Final = 40


class TriedPly(NamedTuple):
    """A ply played on a copy: seat, move, canonical spelling, resulting state, forced or not."""

    seat: Seat
    move: AnyMove
    text: str
    state: AnyState
    forced: bool = False


class PreparedOrder(NamedTuple):
    """An order ready to save: the plies it waits for, the player's own plies, and both as text."""

    expects: tuple[str, ...]
    answer: tuple[str, ...]
    text: str


def parse_move(rules: AnyRules, state: AnyState, text: str, language: str | None = None) -> AnyMove:
    """Return the move that a text means in this position.

    ``language`` is the writer's; None for programs, whose letters must be unambiguous.
    """
    return rules.resolve_move(state, rules.read(text, language))


def running_leg(state: AnyState) -> int:
    """Return the number of the running leg; 0 in a game without legs."""
    return state.frame.leg if isinstance(state, SeriesState) else 0


def spell_chosen(steps: Sequence[TriedPly]) -> str:
    """Return the moves that were chosen, without forced ones."""
    return " ".join(step.text for step in steps if not step.forced)


class TurnReader:
    """Parses texts in one language (None: from a program) with the rules of one game."""

    def __init__(self, rules: AnyRules, language: str | None = None) -> None:
        self.rules, self.language = rules, language

    # Own turns ------------------------------------------------------------------------------------
    def ply(self, state: AnyState, seat: Seat, text: str) -> TriedPly:
        """Play one ply on a copy; of equivalent moves, use the one that the rules list."""
        rules = self.rules
        move = parse_move(rules, state, text, self.language)
        after = rules.play(state, seat, move)
        legal = rules.moves(state, seat)
        if move not in legal and len(legal) <= MAX_COMPARED:
            move = next((each for each in legal if rules.play(state, seat, each) == after), move)
        return TriedPly(seat, move, rules.spell(move), after)

    def turn(self, state: AnyState, seat: Seat, text: str) -> tuple[TriedPly, ...]:
        """Return the plies of one turn (rule book C-6).

        A text that is not a single move is read as several, as long as the same seat is to move in
        the same leg, without a random draw in between.
        """
        leg = running_leg(state)

        def actor(now: AnyState) -> Seat | None:
            return seat if self.rules.awaited(now) == {seat} and running_leg(now) == leg else None

        return self._plies(state, seat, text, actor)

    def turns(
        self, state: AnyState, seat: Seat, texts: Sequence[str]
    ) -> list[tuple[TriedPly, ...]]:
        """Return a turn and the first turns of the following legs ("next", 2.8)."""
        found: list[tuple[TriedPly, ...]] = []
        leg = 0
        for text in texts:
            if found and (self.rules.awaited(state) != {seat} or running_leg(state) == leg):
                raise IllegalMove("next_needs_leg_end", move=found[-1][-1].text, text=text[:40])
            leg = running_leg(state)
            found.append(self.turn(state, seat, text))
            state = found[-1][-1].state
        return found

    def replay(
        self, state: AnyState, seat: Seat, texts: Sequence[str]
    ) -> list[tuple[TriedPly, ...]]:
        """Replay a saved answer on a copy, grouped by leg; RulesError if it is no longer legal."""
        turns: list[tuple[TriedPly, ...]] = []
        leg = -1
        for text in texts:
            if self.rules.awaited(state) != {seat}:
                raise IllegalMove("not_your_turn")
            step = self.ply(state, seat, text)
            same = running_leg(state) == leg
            turns = [*turns[:-1], (*turns[-1], step)] if same else [*turns, (step,)]
            leg, state = running_leg(state), step.state
        return turns

    # Orders ---------------------------------------------------------------------------------------
    def chain(
        self, state: AnyState, owner: Seat, command: Command
    ) -> tuple[tuple[PreparedOrder, ...], AnyState]:
        """Return the links of a chain and the state it leads to; BadOrder if it is invalid."""
        try:
            return self._links(state, owner, command.chain)
        except RulesError as error:
            raise BadOrder(error, command.line, command.text) from None

    def _links(
        self, state: AnyState, owner: Seat, chain: Sequence[Reply]
    ) -> tuple[tuple[PreparedOrder, ...], AnyState]:
        links: list[PreparedOrder] = []
        path: list[str] = []
        for reply in chain:
            theirs = self.expected(state, owner, reply.expected, after=path[-1] if path else "")
            path += [step.text for step in theirs]
            own = self.turns(theirs[-1].state, owner, reply.turns)
            self._require_complete((theirs, *own)[-2][-1].state, own[-1], owner)
            answer = tuple(step.text for turn in own for step in turn)
            mine = tuple(spell_chosen(turn) for turn in own)
            links.append(
                PreparedOrder(
                    tuple(path), answer, f"if {spell_chosen(theirs)} then {join_turns(mine)}"
                )
            )
            after = self._forced(own[-1][-1].state)
            path += [*answer, *(step.text for step in after)]
            state = after[-1].state if after else own[-1][-1].state
        return tuple(links), state

    def _require_complete(self, before: AnyState, turn: Sequence[TriedPly], owner: Seat) -> None:
        """Refuse an answer that leaves the turn incomplete (rule book C-6)."""
        last = turn[-1].state
        if self.rules.awaited(last) == {owner} and running_leg(last) == running_leg(before):
            raise IllegalMove("order_unfinished", move=spell_chosen(turn))

    def expected(
        self, state: AnyState, owner: Seat, text: str, *, after: str = ""
    ) -> list[TriedPly]:
        """Return what the others play until the owner is to move, including forced moves."""
        self.require_waiting(state, owner, after)
        first = self._other(state, owner)
        if first is None:
            raise IllegalMove("order_hidden")
        found = self._plies(
            state, first, normalize_order(text), lambda now: self._other(now, owner), run_on=True
        )
        self._require_owner_to_move(found[-1].state, owner, spell_chosen(found))
        return list(found)

    def _other(self, state: AnyState, owner: Seat) -> Seat | None:
        """Return the one seat to move before the owner; None if there is not exactly one."""
        awaited = self.rules.awaited(state)
        if len(awaited) != 1 or CHANCE in awaited or owner in awaited:
            return None
        (seat,) = awaited
        return seat

    def require_waiting(self, state: AnyState, owner: Seat, said: str = "") -> None:
        """Refuse a position in which the owner is to move or the next move cannot be foreseen."""
        awaited = self.rules.awaited(state)
        if not awaited:
            raise IllegalMove("order_match_ends", move=said) if said else IllegalMove("match_over")
        if CHANCE in awaited:
            raise IllegalMove("order_lot")
        if owner in awaited:
            raise IllegalMove("order_your_turn")
        if len(awaited) > 1 or self.rules.seen_by(state, owner) != state:
            raise IllegalMove("order_hidden")

    def _require_owner_to_move(self, state: AnyState, owner: Seat, said: str) -> None:
        """Refuse an expected move after which the owner is not to move."""
        awaited = self.rules.awaited(state)
        if not awaited:
            raise IllegalMove("order_match_ends", move=said)
        if CHANCE in awaited:
            raise IllegalMove("order_lot")
        if owner not in awaited:
            raise IllegalMove("order_others_first", move=said)
        if len(awaited) > 1:
            raise IllegalMove("order_hidden")

    # Plies ----------------------------------------------------------------------------------------
    def _plies(
        self, state: AnyState, seat: Seat, text: str, actor: Actor, *, run_on: bool = False
    ) -> tuple[TriedPly, ...]:
        """Return one ply, or several if the text is not a single move."""
        try:
            return self._with_forced(self.ply(state, seat, text), run_on=run_on)
        except MalformedMove as whole:
            words = normalize_order(text).split(" ")
            deepest: RulesError = whole
        for cut in range(min(len(words), MAX_WORDS) - 1, 0, -1):
            head, rest = " ".join(words[:cut]), " ".join(words[cut:])
            try:
                steps = self._with_forced(self.ply(state, seat, head), run_on=run_on)
            except RulesError:
                continue
            following = actor(steps[-1].state)
            if following is None:
                continue
            try:
                return (
                    *steps,
                    *self._plies(steps[-1].state, following, rest, actor, run_on=run_on),
                )
            except RulesError as error:
                deepest = error
        raise deepest

    def _with_forced(self, step: TriedPly, *, run_on: bool) -> tuple[TriedPly, ...]:
        return (step, *self._forced(step.state)) if run_on else (step,)

    def _forced(self, state: AnyState) -> list[TriedPly]:
        """Return the automatic moves that follow, except random draws."""
        steps: list[TriedPly] = []
        while forced := forced_move(self.rules, state):
            seat, move = forced
            state = self.rules.play(state, seat, move)
            steps.append(TriedPly(seat, move, self.rules.spell(move), state, forced=True))
        return steps
