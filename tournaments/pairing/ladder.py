"""The ladder: a winner from below moves directly in front of the loser.

A rung in limbo belongs to somebody who is leaving but has matches to finish: it keeps its rank,
cannot challenge or be challenged, and disappears with the last match.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from tournaments.pairing.base import PairingError
from tournaments.standings.base import Entrant

MIN_REACH, REACH_SHARE = 10, (2, 5)
CHALLENGE_INTERVAL = timedelta(days=7)


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
    """Add an entrant at the bottom; one in limbo keeps their rung."""
    if entrant not in {rung.entrant for rung in ladder}:
        return (*ladder, Rung(entrant))
    rank = rank_of(ladder, entrant)
    if not ladder[rank - 1].limbo:
        raise PairingError("on_ladder_already", entrant=entrant)
    return (*ladder[: rank - 1], Rung(entrant), *ladder[rank:])


def leave(ladder: Sequence[Rung], entrant: Entrant, *, running: bool) -> Ladder:
    """Remove a rung, or put it in limbo while matches run; call again after the last one."""
    rank = rank_of(ladder, entrant)
    stays = (Rung(entrant, limbo=True),) if running else ()
    return (*ladder[: rank - 1], *stays, *ladder[rank:])


def max_ranks_up(rank: int) -> int:
    """Return how many ranks up one may challenge: ten, or two fifths of the rank if more."""
    part, whole = REACH_SHARE
    return max(MIN_REACH, rank * part // whole)


def entrants_within_reach(ladder: Sequence[Rung], entrant: Entrant) -> tuple[Entrant, ...]:
    """Return the entrants one may challenge by rank, nearest first."""
    rank = rank_of(ladder, entrant)
    if ladder[rank - 1].limbo:
        return ()
    above = ladder[max(0, rank - 1 - max_ranks_up(rank)) : rank - 1]
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
    """Raise if the ladder does not allow a challenge.

    `again_at` is the end of the waiting period after these two last met, `playing` whether they are
    still playing a match.
    """
    mine, theirs = rank_of(ladder, challenger), rank_of(ladder, challenged)
    if ladder[mine - 1].limbo or ladder[theirs - 1].limbo:
        raise PairingError("in_limbo", entrant=challenger if ladder[mine - 1].limbo else challenged)
    if theirs >= mine:
        raise PairingError("not_above", rank=mine, target=theirs)
    if mine - theirs > max_ranks_up(mine):
        raise PairingError(
            "out_of_reach", rank=mine, target=theirs, highest=mine - max_ranks_up(mine)
        )
    if playing:
        raise PairingError("playing_already")
    if again_at is not None and now < again_at:
        raise PairingError("met_recently", again_at=again_at)


def apply_match(
    ladder: Sequence[Rung],
    winner: Entrant | None,
    loser: Entrant | None,
    *,
    timed_out: bool,
) -> Ladder:
    """Return the ladder after a match: a winner from below moves in front of the loser.

    A loser on time is removed. Entrants who have left or are in limbo do not climb; a tie (None)
    changes nothing.
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
