"""The ladder: a winner from below moves directly in front; instants are parameters.

A rung in limbo belongs to somebody who leaves but still has matches to finish: it stays where it
is, challenges nobody and cannot be challenged, and goes with the last match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from tournaments.pairing.base import PairingError
from tournaments.standings.base import Entrant

NEAREST, SHARE = 10, (2, 5)
REST = timedelta(days=7)


class Rung(NamedTuple):
    entrant: Entrant
    limbo: bool = False


Ladder: TypeAlias = tuple[Rung, ...]


def rank_of(ladder: Sequence[Rung], entrant: Entrant) -> int:
    """Return the rank, 1 at the top."""
    for rank, rung in enumerate(ladder, start=1):
        if rung.entrant == entrant:
            return rank
    raise PairingError("not_on_ladder", entrant=entrant)


def join(ladder: Sequence[Rung], entrant: Entrant) -> Ladder:
    """Join at the bottom; somebody who was about to leave keeps their rung."""
    if entrant not in {rung.entrant for rung in ladder}:
        return (*ladder, Rung(entrant))
    rank = rank_of(ladder, entrant)
    if not ladder[rank - 1].limbo:
        raise PairingError("on_ladder_already", entrant=entrant)
    return (*ladder[: rank - 1], Rung(entrant), *ladder[rank:])


def leave(ladder: Sequence[Rung], entrant: Entrant, *, running: bool) -> Ladder:
    """Step off, or into limbo as long as matches run; call again when the last has ended."""
    rank = rank_of(ladder, entrant)
    stays = (Rung(entrant, limbo=True),) if running else ()
    return (*ladder[: rank - 1], *stays, *ladder[rank:])


def reach(rank: int) -> int:
    """Return how many places up somebody may challenge: ten, or two fifths of the rank if more."""
    part, whole = SHARE
    return max(NEAREST, rank * part // whole)


def within_reach(ladder: Sequence[Rung], entrant: Entrant) -> tuple[Entrant, ...]:
    """Return the entrants somebody may challenge by rank, the nearest first."""
    rank = rank_of(ladder, entrant)
    if ladder[rank - 1].limbo:
        return ()
    above = ladder[max(0, rank - 1 - reach(rank)) : rank - 1]
    return tuple(rung.entrant for rung in reversed(above) if not rung.limbo)


def check_challenge(
    ladder: Sequence[Rung],
    challenger: Entrant,
    challenged: Entrant,
    *,
    now: datetime,
    again_at: datetime | None,
    playing: bool,
) -> None:
    """Refuse a challenge that the ladder does not allow.

    `again_at` is when the waiting period of these two after a match is over, `playing` whether one
    still runs.
    """
    mine, theirs = rank_of(ladder, challenger), rank_of(ladder, challenged)
    if ladder[mine - 1].limbo or ladder[theirs - 1].limbo:
        raise PairingError("in_limbo", entrant=challenger if ladder[mine - 1].limbo else challenged)
    if theirs >= mine:
        raise PairingError("not_above", rank=mine, target=theirs)
    if mine - theirs > reach(mine):
        raise PairingError("out_of_reach", rank=mine, target=theirs, highest=mine - reach(mine))
    if playing:
        raise PairingError("playing_already")
    if again_at is not None and now < again_at:
        raise PairingError("met_recently", again_at=again_at)


def after_match(
    ladder: Sequence[Rung],
    winner: Entrant | None,
    loser: Entrant | None,
    *,
    timed_out: bool,
) -> Ladder:
    """Return the ladder after a match: a winner from below steps in front; a time-out is the end.

    Entrants who have left, or are in limbo, do not climb; a tie (None) changes nothing.
    """
    if winner is None or loser is None:
        return tuple(ladder)
    on = {rung.entrant: rank for rank, rung in enumerate(ladder, start=1)}
    rungs = list(ladder)
    if winner in on and loser in on and on[winner] > on[loser]:
        climber = rungs[on[winner] - 1]
        if not climber.limbo:
            rungs.pop(on[winner] - 1)
            rungs.insert(on[loser] - 1, climber)
    return tuple(rung for rung in rungs if not (timed_out and rung.entrant == loser))
