"""Progress of a running tournament for its organisers, and a forecast of its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from accounts.times.calendar_days import add_wall_time
from tournaments import board_queries, queries
from tournaments.board_queries import RoundCounts, RunningBoard
from tournaments.formats.pace import (
    AveragePace,
    UnfinishedBoard,
    estimate_board_end,
    estimate_last_end,
)
from tournaments.models import Division, Tournament

SILENT_AFTER = timedelta(days=3)
NEAR_DEADLINE = timedelta(days=1)


@dataclass(frozen=True)
class EventProgress:
    """Progress of a tournament: its rounds, running boards, and the forecast."""

    tournament: Tournament
    now: datetime
    rounds: Sequence[RoundCounts]
    boards: Sequence[RunningBoard]
    usual: AveragePace | None
    divisions: Sequence[Division]
    sizes: Mapping[int, int]

    @property
    def done(self) -> int:
        return sum(each.done for each in self.rounds)

    @property
    def published(self) -> int:
        """Number of boards in published rounds."""
        return sum(each.done + each.running + each.ahead for each in self.rounds)

    @cached_property
    def silent(self) -> list[RunningBoard]:
        """Boards awaiting a move for more than three days, longest first."""
        limit = self.now - SILENT_AFTER
        return [each for each in self.boards if each.awaited_since and each.awaited_since < limit]

    @cached_property
    def near(self) -> list[RunningBoard]:
        """Boards with a deadline within a day, nearest first."""
        limit = self.now + NEAR_DEADLINE
        near = [(each.deadline_at, each) for each in self.boards if each.deadline_at]
        due = sorted(((at, each) for at, each in near if at <= limit), key=lambda pair: pair[0])
        return [each for _at, each in due]

    @cached_property
    def _round(self) -> dict[int, RoundCounts]:
        return {each.pk: each for each in self.rounds}

    def pace_of(self, board: RunningBoard) -> UnfinishedBoard:
        """Return the facts of a board that the forecast uses."""
        own = self._round[board.round]
        closes = max(own.closes_at, board.closes_at or own.closes_at)
        return UnfinishedBoard(own.opens_at, closes, board.started_at, board.plies)

    def end_of(self, board: RunningBoard) -> datetime:
        """Return the forecast end of a running board."""
        return estimate_board_end(self.pace_of(board), self.usual, self.now)

    @cached_property
    def ends_at(self) -> datetime | None:
        """Forecast end of the tournament; None if it depends on people or is over."""
        if not self.tournament.is_running or not self.tournament.event_format.has_rounds:
            return None
        ends = [self._division_end(each) for each in self.divisions if each.finished_at is None]
        last = max(ends, default=self.now)
        format_ = self.tournament.event_format
        if format_.has_playoff and not self._in_playoff:
            groups = len(self.divisions)
            seeds = max(2, groups * self.tournament.qualifiers)
            rounds = format_.stage(Division.Stage.PLAYOFF).rounds_of(seeds, self.tournament)
            last = self._played(last, rounds)
        return last

    @property
    def _in_playoff(self) -> bool:
        return any(each.stage == Division.Stage.PLAYOFF for each in self.divisions)

    def _division_end(self, division: Division) -> datetime:
        """Return the forecast end of a division, including rounds still to be paired."""
        own = [each for each in self.rounds if each.division == division.pk]
        keys = {each.pk for each in own}
        boards = [self.pace_of(each) for each in self.boards if each.round in keys]
        boards += [UnfinishedBoard(each.opens_at, each.closes_at) for each in own if each.ahead]
        ends = estimate_last_end(boards, self.usual, self.now)
        format_ = self.tournament.format_of(division)
        in_all = format_.rounds_of(self.sizes.get(division.pk, 0), self.tournament)
        last = max((each.number for each in own), default=0)
        return self._after(ends, last, in_all)

    def _after(self, ends: datetime, last: int, in_all: int) -> datetime:
        """Return the end of the rounds after ``last``; none begins before its set date."""
        named = self.tournament.round_starts
        for number in range(last + 1, in_all + 1):
            begins = max(ends, named[number - 1]) if number <= len(named) else ends
            ends = self._played(begins, 1)
        return ends

    def _played(self, begins: datetime, rounds: int) -> datetime:
        """Return the end of that many rounds, at the average length of closed rounds or else the
        full one.
        """
        if self._usual_length is not None:
            return begins + rounds * self._usual_length
        days = timedelta(days=self.tournament.round_days)
        return add_wall_time(begins, rounds * days, self.tournament.zone)

    @cached_property
    def _usual_length(self) -> timedelta | None:
        """Average length of closed rounds if shorter than ``round_days``."""
        full = timedelta(days=self.tournament.round_days)
        spans = [
            each.closed_at - each.opens_at
            for each in self.rounds
            if each.closed_at is not None and each.closed_at > each.opens_at and each.done
        ]
        usual = sum(spans, timedelta()) / len(spans) if spans else full
        return usual if usual < full else None


def load_progress(tournament: Tournament, now: datetime) -> EventProgress:
    """Load the progress of a tournament in five queries."""
    course = board_queries.average_plies_and_duration(tournament)
    return EventProgress(
        tournament=tournament,
        now=now,
        rounds=board_queries.round_counts(tournament),
        boards=board_queries.running_boards(tournament),
        usual=AveragePace(*course) if course else None,
        divisions=queries.divisions_of(tournament),
        sizes=board_queries.field_sizes(tournament),
    )
