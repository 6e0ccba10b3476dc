"""The matches that await the reader, for the strip of small boards on every page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING
from zlib import crc32

from games import queries
from games.families.drawing import diagram_for
from games.queries import MAX_AWAITING_SHOWN
from games.rules import registry

if TYPE_CHECKING:
    from accounts.models import Player
    from games.diagrams.base import Diagram
    from games.models import Match


@dataclass(frozen=True)
class DueTurn:
    match: Match
    diagram: Diagram
    opponents: list[Player]
    deadline_at: datetime | None


class TurnsDue:
    """The reader's pending turns, loaded lazily once per page."""

    def __init__(self, reader: Player) -> None:
        self.reader = reader

    @cached_property
    def _matches(self) -> list[Match]:
        return queries.first_awaiting(self.reader.pk)

    @cached_property
    def rows(self) -> list[DueTurn]:
        """The matches with the least time left, with their boards."""
        return [self._due(match) for match in self._matches[:MAX_AWAITING_SHOWN]]

    @property
    def more(self) -> bool:
        """Whether there are more than shown."""
        return len(self._matches) > MAX_AWAITING_SHOWN

    @cached_property
    def count(self) -> int:
        return queries.awaiting_count(self.reader) if self.more else len(self._matches)

    def after(self, match: int) -> int | None:
        """Return the id of the next match other than this one, if any."""
        return next((each.pk for each in self._matches if each.pk != match), None)

    @property
    def version(self) -> str:
        """A version that changes with the matches that await the reader."""
        numbers = " ".join(f"{match.pk}:{match.ply_count}" for match in self._matches)
        return f"{self.count}-{crc32(numbers.encode()):x}"

    def _due(self, match: Match) -> DueTurn:
        seats = list(match.seats.all())
        own = next(seat for seat in seats if seat.player_id == self.reader.pk)
        rules = registry.get(match.ruleset)
        state = rules.seen_by(rules.load(match.state), own.number)
        return DueTurn(
            match,
            diagram_for(match.ruleset, state, seat=own.number),
            [seat.player for seat in seats if seat is not own],
            own.deadline_at,
        )
