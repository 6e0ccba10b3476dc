"""The matches in which a reader is to move, as every page shows them: a strip of small boards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING
from zlib import crc32

from games import queries
from games.families.drawing import diagram_for
from games.queries import SHOWN
from games.rules import registry

if TYPE_CHECKING:
    from accounts.models import Player
    from games.diagrams.base import Diagram
    from games.models import Match


@dataclass(frozen=True)
class Due:
    """One match that awaits the reader."""

    match: Match
    diagram: Diagram
    opponents: list[Player]
    deadline_at: datetime | None


class TurnsDue:
    """A reader's pending items, read once a page and only where they are shown."""

    def __init__(self, reader: Player) -> None:
        self.reader = reader

    @cached_property
    def _matches(self) -> list[Match]:
        return queries.first_awaiting(self.reader.pk)

    @cached_property
    def rows(self) -> list[Due]:
        """The matches with the least time left, with their boards."""
        return [self._due(match) for match in self._matches[:SHOWN]]

    @property
    def more(self) -> bool:
        """Whether there are others."""
        return len(self._matches) > SHOWN

    @cached_property
    def count(self) -> int:
        return queries.awaiting_count(self.reader) if self.more else len(self._matches)

    def after(self, match: int) -> int | None:
        """Give the number of the next match but this one."""
        return next((each.pk for each in self._matches if each.pk != match), None)

    @property
    def version(self) -> str:
        """A version that changes with the matches that await the reader."""
        numbers = " ".join(f"{match.pk}:{match.ply_count}" for match in self._matches)
        return f"{self.count}-{crc32(numbers.encode()):x}"

    def _due(self, match: Match) -> Due:
        seats = list(match.seats.all())
        own = next(seat for seat in seats if seat.player_id == self.reader.pk)
        rules = registry.get(match.ruleset)
        state = rules.seen_by(rules.load(match.state), own.number)
        return Due(
            match,
            diagram_for(match.ruleset, state, seat=own.number),
            [seat.player for seat in seats if seat is not own],
            own.deadline_at,
        )
