"""A series of legs: any two-seat ruleset played several times with alternating starters.

Seat 0 starts leg 1, the starters alternate, points are summed. After the agreed legs the higher
total wins; a tie leads to further pairs of legs up to a maximum, then the match is a tie (rule book
2.4, TL-3, TL-9).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

from games.rules.base import (
    JSON,
    NOBODY,
    AnyMove,
    AnyRules,
    AnyState,
    CompletedLine,
    IllegalMove,
    Move,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    State,
    check_seat,
    check_seats,
    load_checked,
    resolve_options,
)

_new_tuple = tuple.__new__  # faster than the named tuple's constructor
_SWAPPED: dict[frozenset[Seat], frozenset[Seat]] = {
    frozenset({0}): frozenset({1}),
    frozenset({1}): frozenset({0}),
}


class LegResult(NamedTuple, Generic[State]):
    """A finished leg: starter, points per seat of the match, completed lines, final board."""

    number: int
    starter: Seat
    points: tuple[int, int]
    ending: str
    lines: tuple[CompletedLine, ...]
    final: State


class SeriesFrame(NamedTuple, Generic[State]):
    """The match around the running leg: agreed terms, earlier legs and totals."""

    starter: Seat
    leg: int
    legs_total: int
    totals: tuple[int, int]
    finished: tuple[LegResult[State], ...]
    final: Outcome | None
    legs: int
    max_extra_pairs: int
    inner_options: tuple[tuple[str, JSON], ...] = ()


class SeriesState(NamedTuple, Generic[State]):
    """The state of a match in legs: `inner` is the board of the running (or the last) leg."""

    inner: State
    frame: SeriesFrame[State]

    @property
    def leg(self) -> int:
        """The number of the running (or the last) leg, from 1."""
        return self.frame.leg

    @property
    def starter(self) -> Seat:
        """The seat that starts this leg."""
        return self.frame.starter

    @property
    def legs_total(self) -> int:
        """The number of legs as far as known: agreed ones and tie-break legs."""
        return self.frame.legs_total

    @property
    def totals(self) -> tuple[int, int]:
        """The points per seat over all finished legs."""
        return self.frame.totals

    @property
    def finished(self) -> tuple[LegResult[State], ...]:
        return self.frame.finished

    @property
    def tie_break(self) -> bool:
        return self.frame.leg > self.frame.legs


def advance_frame(frame: SeriesFrame[State]) -> SeriesFrame[State]:
    """Start the next leg or a tie-break pair, or end the match."""
    played = len(frame.finished)
    totals = frame.totals
    if played < frame.legs_total:
        return _new_tuple(SeriesFrame, (played % 2, played + 1, *frame[2:]))
    if frame.legs == 1:
        last = frame.finished[-1]
        return frame._replace(final=Outcome(_ranks(totals), totals, last.ending, last.lines))
    if totals[0] != totals[1]:
        return frame._replace(final=Outcome(_ranks(totals), totals, "points"))
    if played < frame.legs + 2 * frame.max_extra_pairs:
        return frame._replace(starter=played % 2, leg=played + 1, legs_total=played + 2)
    ending = "tie_after_extra_legs" if frame.max_extra_pairs else "tie_after_legs"
    return frame._replace(final=Outcome((1, 1), totals, ending))


def finish_leg(frame: SeriesFrame[State], final: State, outcome: Outcome) -> SeriesFrame[State]:
    """Record a finished leg (seats of `outcome` are the leg's own) and set up what follows."""
    starter, leg, legs_total, (one, other), finished, *agreed = frame
    _ranked, (first, second), ending, lines = outcome
    points = (second, first) if starter else (first, second)
    result = _new_tuple(LegResult, (leg, starter, points, ending, lines, final))
    totals, legs = (one + points[0], other + points[1]), (*finished, result)
    if leg < legs_total:  # as `advance_frame` does, without building the frame twice
        return _new_tuple(SeriesFrame, (leg % 2, leg + 1, legs_total, totals, legs, *agreed))
    return advance_frame(_new_tuple(SeriesFrame, (starter, leg, legs_total, totals, legs, *agreed)))


def legs_ended_between(
    before: SeriesState[State], after: SeriesState[State]
) -> tuple[LegResult[State], ...]:
    """Return the legs that ended between two states of a match."""
    return after.finished[len(before.finished) :]


def played_boards(before: AnyState, after: AnyState) -> tuple[AnyState, AnyState]:
    """Return the boards before and after a ply; if it ended a leg, that leg's final board."""
    if not isinstance(before, SeriesState):
        return before, after
    ended = legs_ended_between(before, after)
    return before.inner, ended[0].final if ended else after.inner


class Series(Rules[SeriesState[State], Move]):
    """A two-seat ruleset as a match of one leg or an even number of legs, itself a ruleset."""

    def __init__(
        self,
        inner: Rules[State, Move],
        *,
        allowed_legs: tuple[int, ...] = (2, 4, 6, 8),
        legs: int = 2,
        max_extra_pairs: int = 3,
        rate_single: bool = False,
    ) -> None:
        self.inner = inner
        self._awaited, self._moves = inner.awaited, inner.moves
        self._play, self._outcome, self._parse = inner.play, inner.outcome, inner.parse
        self.key = inner.key
        self.version = inner.version
        self.seats = range(2, 3)
        self.pool = inner.pool
        self.options: Mapping[str, Option] = {
            **inner.options,
            "legs": Option("legs", "int", legs, allowed_legs),
            "max_extra_pairs": Option("max_extra_pairs", "int", max_extra_pairs, (0, 1, 2, 3)),
        }
        self._rate_single = rate_single
        self.draws_lots, self.draws_during_play = inner.draws_lots, inner.draws_during_play
        self.plays_forced_moves, self.drafts = inner.plays_forced_moves, inner.drafts
        self.takes_standing_orders = inner.takes_standing_orders
        self.cap = inner.cap * (max(allowed_legs) + 2 * 3)

    def rateable(self, options: Options) -> bool:
        """Whether both seats start equally often (TL-3), or a single leg is considered fair."""
        legs = resolve_options(self, options)["legs"]
        return self.pool is not None and (self._rate_single or legs % 2 == 0)

    def start(self, seats: int, options: Options) -> SeriesState[State]:
        check_seats(self, seats)
        chosen = resolve_options(self, options)
        own = tuple((name, chosen[name]) for name in self.inner.options)
        legs, pairs = chosen["legs"], chosen["max_extra_pairs"]
        frame: SeriesFrame[State] = SeriesFrame(0, 1, legs, (0, 0), (), None, legs, pairs, own)
        return SeriesState(self._fresh(frame), frame)

    def awaited(self, state: SeriesState[State]) -> frozenset[Seat]:
        inner, frame = state
        if frame[5] is not None:
            return NOBODY
        seats = self._awaited(inner)
        return _SWAPPED.get(seats, seats) if frame[0] else seats

    def moves(self, state: SeriesState[State], seat: Seat) -> Sequence[Move]:
        inner, frame = state
        if frame[5] is not None:
            check_seat(seat)
            return ()
        return self._moves(inner, _leg_seat(seat) if frame[0] else seat)

    def lots(self, state: SeriesState[State]) -> Sequence[tuple[Move, int]]:
        return () if state.frame.final else self.inner.lots(state.inner)

    def play(self, state: SeriesState[State], seat: Seat, move: Move) -> SeriesState[State]:
        inner, frame = state
        if frame[5] is not None:
            check_seat(seat)
            raise IllegalMove("match_over")
        after = self._play(inner, _leg_seat(seat) if frame[0] else seat, move)
        ended = self._outcome(after)
        if ended is None:
            return _new_tuple(SeriesState, (after, frame))
        frame = finish_leg(frame, after, ended)
        return SeriesState(after if frame[5] else self._fresh(frame), frame)

    def follow(
        self, state: SeriesState[State], lines: Iterable[tuple[Seat, str]]
    ) -> list[SeriesState[State]]:
        """Like `play` for each line, but computes what is constant within a leg only once."""
        play, outcome, parse = self._play, self._outcome, self._parse
        inner, frame = state
        swapped, states = frame[0], []
        if frame[5] is not None:
            play = _refuse_match_over
        for seat, text in lines:
            inner = play(inner, seat ^ swapped if seat >= 0 else seat, parse(text))
            ended = outcome(inner)
            if ended is not None:
                frame = finish_leg(frame, inner, ended)
                swapped = frame[0]
                if frame[5] is None:
                    inner = self._fresh(frame)
                else:
                    play = _refuse_match_over
            states.append(_new_tuple(SeriesState, (inner, frame)))
        return states

    def outcome(self, state: SeriesState[State]) -> Outcome | None:
        return state[1][5]

    def seen_by(self, state: SeriesState[State], seat: Seat | None) -> SeriesState[State]:
        own = seat if seat is None or seat < 0 else seat ^ state.starter
        seen = self.inner.seen_by(state.inner, own)
        return state if seen is state.inner else SeriesState(seen, state.frame)

    def standing(self, state: SeriesState[State]) -> tuple[int, ...]:
        return state.totals

    def count_finished_legs(self, state: SeriesState[State]) -> int:
        return len(state.finished)

    def spell(self, move: Move) -> str:
        return self.inner.spell(move)

    def parse(self, text: str) -> Move:
        return self.inner.parse(text)

    def places(self, state: SeriesState[State] | None, move: Move) -> tuple[str, ...]:
        return self.inner.places(None if state is None else state.inner, move)

    def letters(self, state: SeriesState[State]) -> str:
        return self.inner.letters(state.inner)

    def preferred_pick(self, state: SeriesState[State], order: str) -> Move | None:
        return self.inner.preferred_pick(state.inner, order)

    def ordered(
        self, state: SeriesState[State], words_for: Callable[[int], Sequence[str]]
    ) -> Move | None:
        return self.inner.ordered(state.inner, words_for)

    def dump(self, state: SeriesState[State]) -> JSON:
        frame = state.frame
        return {
            "options": {
                "legs": frame.legs,
                "max_extra_pairs": frame.max_extra_pairs,
                **dict(frame.inner_options),
            },
            "finished": [self.inner.dump(result.final) for result in frame.finished],
            "running": None if frame.final else self.inner.dump(state.inner),
        }

    def load(self, json: JSON) -> SeriesState[State]:
        """Rebuild a state by replaying its finished legs; BadState if they are inconsistent."""
        return load_checked(self, json, self._read, "unreadable_series")

    def _read(self, json: JSON) -> SeriesState[State] | None:
        """Replay the finished legs; None if one is inconsistent."""
        inner, frame = self.start(2, json["options"])
        for dumped in json["finished"]:
            inner = self.inner.load(dumped)
            ended = self.inner.outcome(inner)
            if ended is None or frame.final:
                return None
            frame = finish_leg(frame, inner, ended)
        if frame.final is None:
            inner = self.inner.load(json["running"])
            if self.inner.outcome(inner) is not None:
                return None
        return SeriesState(inner, frame)

    def _fresh(self, frame: SeriesFrame[State]) -> State:
        return self.inner.start(2, dict(frame.inner_options))


def _refuse_match_over(state: AnyState, seat: Seat, move: AnyMove) -> AnyState:  # noqa: ARG001 - as `play` of rules
    raise IllegalMove("match_over")


def _leg_seat(seat: Seat) -> Seat:
    """Return the seat number within a leg that seat 1 starts."""
    check_seat(seat)
    return seat ^ 1 if seat >= 0 else seat


def _ranks(totals: tuple[int, int]) -> tuple[int, int]:
    if totals[0] == totals[1]:
        return (1, 1)
    return (1, 2) if totals[0] > totals[1] else (2, 1)


def as_series(rules: AnyRules) -> "Series[AnyState, AnyMove] | None":
    """Return the ruleset as a series if it is one, else None."""
    return rules if isinstance(rules, Series) else None
