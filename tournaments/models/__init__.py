from tournaments.models.calendar import CalendarKey
from tournaments.models.choices import Through, Withdrawals
from tournaments.models.club import Club, ClubInvitation, ClubLine, ClubMember, ClubNews
from tournaments.models.division import Division
from tournaments.models.draft import RoundDraft
from tournaments.models.entrant import Absence, Entrant
from tournaments.models.entry import AddressInvitation, EntryLink, EntryRequest, LinkUse
from tournaments.models.fixture import Fixture, FixtureSeat, Round, TeamMeeting
from tournaments.models.note import OrganiserNote
from tournaments.models.outage import OutageShift
from tournaments.models.referee import EventReferee
from tournaments.models.report import ReportJob
from tournaments.models.revision import Revision
from tournaments.models.rights import AnnouncingRule
from tournaments.models.series import Series, SeriesEvent
from tournaments.models.staff import UNANSWERED, CoOrganiser, EventInvitation
from tournaments.models.team import Team, TeamInvitation
from tournaments.models.tournament import Tournament

__all__ = [
    "UNANSWERED",
    "Absence",
    "AddressInvitation",
    "AnnouncingRule",
    "CalendarKey",
    "Club",
    "ClubInvitation",
    "ClubLine",
    "ClubMember",
    "ClubNews",
    "CoOrganiser",
    "Division",
    "Entrant",
    "EntryLink",
    "EntryRequest",
    "EventInvitation",
    "EventReferee",
    "Fixture",
    "FixtureSeat",
    "LinkUse",
    "OrganiserNote",
    "OutageShift",
    "ReportJob",
    "Revision",
    "Round",
    "RoundDraft",
    "Series",
    "SeriesEvent",
    "Team",
    "TeamInvitation",
    "TeamMeeting",
    "Through",
    "Tournament",
    "Withdrawals",
]
