"""Models of tournaments: tournaments, entrants, rounds, fixtures, teams."""

from tournaments.models.calendar import CalendarKey
from tournaments.models.entrant import Absence, Entrant
from tournaments.models.fixture import Fixture, FixtureSeat, Round, TeamMeeting
from tournaments.models.outage import OutageShift
from tournaments.models.referee import EventReferee
from tournaments.models.report import ReportJob
from tournaments.models.team import Team, TeamInvitation
from tournaments.models.tournament import Division, Tournament

__all__ = [
    "Absence",
    "CalendarKey",
    "Division",
    "Entrant",
    "EventReferee",
    "Fixture",
    "FixtureSeat",
    "OutageShift",
    "ReportJob",
    "Round",
    "Team",
    "TeamInvitation",
    "TeamMeeting",
    "Tournament",
]
