"""Rows about events: what was announced, who entered, who met whom, what came of it."""

from tournaments.models.calendar import CalendarKey
from tournaments.models.entrant import Absence, Entrant
from tournaments.models.fixture import Fixture, FixtureSeat, Round
from tournaments.models.tournament import Division, Tournament

__all__ = [
    "Absence",
    "CalendarKey",
    "Division",
    "Entrant",
    "Fixture",
    "FixtureSeat",
    "Round",
    "Tournament",
]
__all__ = [
    "Absence",
    "CalendarKey",
    "Division",
    "Entrant",
    "Fixture",
    "FixtureSeat",
    "Round",
    "Tournament",
]
