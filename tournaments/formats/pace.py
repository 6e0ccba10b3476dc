"""Estimates when boards, and with them rounds, will be over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

PRIOR_PLIES = 3  # weight of the usual pace, in plies


@dataclass(frozen=True)
class AveragePace:
    """Means over an event's finished boards."""

    plies: float
    lasted: timedelta

    @property
    def per_ply(self) -> timedelta:
        return self.lasted / max(1.0, self.plies)


@dataclass(frozen=True)
class UnfinishedBoard:
    """A board that is not over; ``started_at`` is None until its first move is possible."""

    opens_at: datetime
    closes_at: datetime
    started_at: datetime | None = None
    plies: int = 0


def estimate_board_end(
    board: UnfinishedBoard, usual: AveragePace | None, now: datetime
) -> datetime:
    """Estimate when a board will be over, at the latest at the end of its time.

    Its own time per ply, silences included, is extrapolated to the plies usually left;
    ``PRIOR_PLIES`` at the usual pace dampen the first moves. A board that has not begun takes the
    usual time.
    Without finished boards to compare with, all take their full time.
    """
    if usual is None:
        return max(board.closes_at, now)
    if board.started_at is None:
        ends = max(board.opens_at, now) + usual.lasted
    else:
        spent = now - board.started_at + PRIOR_PLIES * usual.per_ply
        ends = now + spent / (board.plies + PRIOR_PLIES) * max(1.0, usual.plies - board.plies)
    return min(ends, board.closes_at) if board.closes_at > now else ends


def estimate_last_end(
    boards: Iterable[UnfinishedBoard], usual: AveragePace | None, now: datetime
) -> datetime:
    """Estimate when the last of these boards will be over; now if there are none."""
    return max((estimate_board_end(each, usual, now) for each in boards), default=now)
