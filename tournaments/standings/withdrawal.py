"""Withdrawal and the half rule, computed from the results at the board in any order.

An entrant who has finished less than half of their fixtures loses all of them in the table
(ratings keep what was played), else only the rest (FIDE General Regulations for Competitions,
art. 6.6). Organisers may choose another ``WithdrawalRule``. Fixtures count as finished if they had
a result when the entrant left, except those lost without play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from tournaments.standings.base import Entrant, Fixture, Kind, Place, Result


class WithdrawalRule(StrEnum):
    """Which finished fixtures count: all if at least half are finished, all, or none."""

    HALF = "half"
    FINISHED = "finished"
    NOTHING = "nothing"


def withdraw(
    results: Iterable[Result],
    running: Iterable[Fixture],
    withdrawn: Collection[Entrant],
    left_open: Mapping[Entrant, Collection[Fixture]] | None = None,
    rule: WithdrawalRule = WithdrawalRule.HALF,
) -> tuple[Result, ...]:
    """Return all results, including those of withdrawn entrants' unfinished fixtures.

    `withdrawn` names everybody who has withdrawn: results decided by an earlier call are reopened
    first, so whoever is no longer named plays on. Running fixtures between others are left out.
    `left_open` are an entrant's fixtures that were settled only after they left.
    """
    real, still = _undo_withdrawals(results, running)
    later = left_open or {}
    struck = set(withdrawn) if rule is WithdrawalRule.NOTHING else set()
    if rule is WithdrawalRule.HALF:
        struck = {who for who in withdrawn if _less_than_half(who, real, still, later.get(who, ()))}
    decided = [_strike(result, struck) for result in real]
    for fixture in still:
        if gone := {who for who in fixture.seats if who in withdrawn}:
            places = _remove_places((1,) * len(fixture.seats), fixture.seats, gone)
            decided.append(Result(fixture.round, fixture.seats, places, Kind.WITHDRAWN))
    return tuple(sorted(decided, key=lambda result: (result.round, result.seats)))


def _undo_withdrawals(
    results: Iterable[Result], running: Iterable[Fixture]
) -> tuple[list[Result], list[Fixture]]:
    """Return the results at the board, and the fixtures that were never finished."""
    real, still = [], list(running)
    for result in results:
        if result.kind is not Kind.WITHDRAWN:
            real.append(result)
        elif result.truth is not None:
            real.append(result.truth)
        else:
            still.append(Fixture(result.round, result.seats))
    return real, still


def _less_than_half(
    who: Entrant, real: Sequence[Result], still: Sequence[Fixture], later: Collection[Fixture]
) -> bool:
    """Whether an entrant had finished less than half of all fixtures."""
    own = [each for each in real if who in each.seats and not each.is_bye and each.counts.table]
    done = sum(_is_finished(each, who, later) for each in own)
    return done * 2 < len(own) + sum(who in each.seats for each in still)


def _is_finished(result: Result, who: Entrant, later: Collection[Fixture]) -> bool:
    """Whether an entrant finished a fixture: not lost without play, nor settled after leaving."""
    missed = result.kind is Kind.FORFEIT and result.place_of(who) is None
    return not missed and Fixture(result.round, result.seats) not in later


def _strike(result: Result, struck: Collection[Entrant]) -> Result:
    """Return a finished fixture as lost by those struck; byes and annulled ones are unchanged."""
    gone = {who for who in result.seats if who in struck}
    if not gone or not result.places:
        return result
    places = _remove_places(result.places, result.seats, gone)
    return Result(result.round, result.seats, places, Kind.WITHDRAWN, truth=result)


def _remove_places(
    places: Sequence[Place], seats: Sequence[Entrant], gone: Collection[Entrant]
) -> tuple[Place, ...]:
    """Remove the places of those gone; the others move up in the same order."""
    left = [None if who in gone else place for place, who in zip(places, seats, strict=True)]
    return tuple(
        None if place is None else 1 + sum(other is not None and other < place for other in left)
        for place in left
    )
