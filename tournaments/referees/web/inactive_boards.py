"""The boards that have been inactive for longest, with acts that are ready to preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import ngettext

from accounts.naming import isolated

if TYPE_CHECKING:
    from games.models import Seat
    from tournaments.models import Fixture, Round

MAX_LISTED = 10
MIN_INACTIVITY = timedelta(days=1)
EXTENSION_DAYS = 3  # days
TIME_RULE = "C-11"


@dataclass(frozen=True)
class InactiveBoard:
    """A board where somebody has been awaited for more than a day."""

    fixture: Fixture
    names: list[str]
    awaited: Seat
    since: datetime
    reason: str

    @property
    def extension(self) -> dict[str, str]:
        """POST data of an extension."""
        return {"act": "extend", "what": f"fixture:{self.fixture.pk}", "days": str(EXTENSION_DAYS)}

    @property
    def forfeit(self) -> dict[str, str]:
        """POST data of a forfeit; empty in a contest."""
        if len(self.names) < 2:
            return {}
        return {"act": "forfeit", "seat": str(self.awaited.number)}


def inactive_boards(
    rounds: Sequence[Round], clocks: Mapping[int, Sequence[Seat]], now: datetime
) -> list[InactiveBoard]:
    """Return the boards that have been inactive for longest; makes no queries."""
    found = []
    for fixture in (each for made in rounds for each in made.fixtures.all()):
        seats = [seat for seat in clocks.get(fixture.match_id or 0, ()) if seat.awaited_since]
        if fixture.is_settled or not seats:
            continue
        awaited = min(seats, key=lambda seat: seat.awaited_since or now)
        since = awaited.awaited_since or now
        if now - since > MIN_INACTIVITY:
            names = [seat.entrant.player.name for seat in fixture.seats.all()]
            reason = _reason(isolated(awaited.player.name), (now - since).days)
            found.append(InactiveBoard(fixture, names, awaited, since, reason))
    return sorted(found, key=lambda board: (board.since, board.fixture.pk))[:MAX_LISTED]


def _reason(name: str, days: int) -> str:
    words = ngettext(
        "%(name)s has not moved for %(count)d day.",
        "%(name)s has not moved for %(count)d days.",
        days,
    )
    return words % {"name": name, "count": days}
