"""The API of clubs: read them, join and leave; found, invite, lead, announce."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from rest_framework import serializers as s
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import NoBody, StrictSerializer
from games.api.common.listing import MAX_NUMBER, Stretch, newest_first
from games.api.common.words import listed, reads, writes
from games.services.errors import Refused
from tournaments import club_queries
from tournaments.api import club_states as states
from tournaments.api.club_shapes import (
    ClubBriefShape,
    ClubShape,
    ClubTableShape,
    NewsShape,
    TermsShape,
)
from tournaments.api.tournaments import OfTournaments
from tournaments.services.clubs import founding, invitations, members, news, terms

if TYPE_CHECKING:
    from tournaments.models import Club

SECRET_BYTES = 8
MAX_NAME_LENGTH = 60


class OfClubs(OfTournaments):
    """A view about one club, or all."""

    def club(self, key: str) -> Club:
        """Return a club the caller may know of."""
        found = club_queries.club_for(self.reader, key)
        if found is None:
            raise Refused("no_such_club")
        return found

    def shown(self, key: str) -> Response:
        """Answer with the club as it stands; with nothing but its key where it is out of sight."""
        return Response(states.club_state(self.club(key), self.reader))


class LeadingClubs(OfClubs):
    """An action that concerns others."""

    writing_needs = "organise"


class ClubFilters(Stretch):
    """The filters of the list of clubs."""

    mine = s.BooleanField(default=False)


class Charter(StrictSerializer):
    """The description and settings of a new club."""

    name = s.CharField(max_length=200)
    text = s.CharField(max_length=8000, required=False, allow_blank=True)
    private = s.BooleanField(default=False)
    open_to_all = s.BooleanField(default=False)
    terms = TermsShape(required=False)


class Clubs(LeadingClubs):
    @reads(listed(ClubBriefShape), "List clubs, newest first", asks=ClubFilters, name="clubs_list")
    def get(self, request: Request) -> Response:
        """List the open clubs I may know of; ``mine``: those I belong to."""
        asked = self.read_query(ClubFilters)
        if asked["mine"] and self.reader is None:
            raise NotAuthenticated
        rows = club_queries.clubs_listed(self.reader)
        if asked["mine"]:
            own = club_queries.memberships_of(self.reader)
            rows = rows.filter(pk__in=own.order_by().values("club"))
        return newest_first(request, rows, asked, states.brief)

    @writes(Charter, ClubShape, "Found a club", status=201)
    def post(self, request: Request) -> Response:
        """Found a club and be its owner."""
        body: dict[str, Any] = self.body(Charter)
        secret = secrets.token_hex(SECRET_BYTES)
        charter = founding.Charter(**body)
        made = founding.found_club(self.reader, charter, secret=secret, now=self.now)
        return Response(states.club_state(made, self.reader), status=201)


class OneClub(LeadingClubs):
    @reads(ClubShape, "Show a club")
    def get(self, request: Request, key: str) -> Response:
        """Show a club with its members and events."""
        return self.shown(key)

    @writes(Charter, ClubShape, "Change a club")
    def put(self, request: Request, key: str) -> Response:
        """Replace the description and settings of a club that I lead."""
        charter = founding.Charter(**self.body(Charter))
        secret = secrets.token_hex(SECRET_BYTES)
        made = founding.change_club(key, self.reader, charter, secret=secret, now=self.now)
        return self.shown(made.key)


class Table(OfClubs):
    @reads(ClubTableShape, "Show the all-time standings of a club")
    def get(self, request: Request, key: str) -> Response:
        """Show the table over all finished events, and the records."""
        return Response(states.table(self.club(key)))


class Announcement(StrictSerializer):
    """An announcement."""

    title = s.CharField(max_length=news.MAX_TITLE_LENGTH)
    text = s.CharField(max_length=news.MAX_TEXT_LENGTH)


class News(LeadingClubs):
    @reads(listed(NewsShape), "List the announcements of a club", asks=Stretch)
    def get(self, request: Request, key: str) -> Response:
        """List what has been announced, newest first."""
        rows = club_queries.news_of(self.club(key))
        return newest_first(request, rows, self.read_query(Stretch), states.news)

    @writes(Announcement, NewsShape, "Announce something to the members of a club", status=201)
    def post(self, request: Request, key: str) -> Response:
        """Write to the members of a club that I lead."""
        body = self.body(Announcement)
        made = news.announce(key, self.reader, body["title"], body["text"], now=self.now)
        return Response(states.news(made), status=201)


class Join(OfClubs):
    @writes(NoBody, ClubShape, "Join a club")
    def post(self, request: Request, key: str) -> Response:
        """Join a club that is open to everybody."""
        self.body(NoBody)
        members.join(key, self.reader, now=self.now)
        return self.shown(key)


class Leave(OfClubs):
    @writes(NoBody, ClubBriefShape, "Leave a club")
    def post(self, request: Request, key: str) -> Response:
        """Leave a club; its owner hands it over or closes it first."""
        self.body(NoBody)
        found = self.club(key)
        members.leave(key, self.reader, now=self.now)
        return Response(states.brief(found))


class ClubInvitee(StrictSerializer):
    """The person to invite."""

    player = s.CharField(max_length=MAX_NAME_LENGTH, help_text="Their name.")


class Invite(LeadingClubs):
    @writes(ClubInvitee, ClubShape, "Invite somebody to a club")
    def post(self, request: Request, key: str) -> Response:
        """Ask a person by e-mail; they answer by its link, on the site, or with `answer`."""
        invitations.invite(key, self.reader, self.body(ClubInvitee)["player"], now=self.now)
        return self.shown(key)


class ClubInvitationNumber(StrictSerializer):
    """An open invitation."""

    invitation = s.IntegerField(min_value=1, max_value=MAX_NUMBER, help_text="Its number.")


class WithdrawInvitation(LeadingClubs):
    @writes(ClubInvitationNumber, ClubShape, "Withdraw an invitation to a club")
    def post(self, request: Request, key: str) -> Response:
        """Take an invitation back that nobody has answered."""
        number = self.body(ClubInvitationNumber)["invitation"]
        invitations.withdraw(key, self.reader, number, now=self.now)
        return self.shown(key)


class ClubAnswer(StrictSerializer):
    """The answer to the invitation of a club."""

    accept = s.BooleanField()


class Answer(OfClubs):
    @writes(ClubAnswer, ClubBriefShape, "Answer the invitation of a club")
    def post(self, request: Request, key: str) -> Response:
        """Accept or decline a club's invitation; the person who invited me is told."""
        accept = self.body(ClubAnswer)["accept"]
        found = invitations.answer_by_key(key, self.reader, accept=accept, now=self.now)
        return Response(states.brief(found))


class Member(StrictSerializer):
    """A member."""

    player = s.IntegerField(min_value=1, max_value=MAX_NUMBER, help_text="Their number.")


class Role(Member):
    """What a member becomes."""

    role = s.ChoiceField(choices=list(members.ROLES))


class SetRole(LeadingClubs):
    @writes(Role, ClubShape, "Make a member an officer, or a member again")
    def post(self, request: Request, key: str) -> Response:
        """Name officers of my club."""
        body = self.body(Role)
        members.set_role(key, self.reader, body["player"], body["role"], now=self.now)
        return self.shown(key)


class Remove(LeadingClubs):
    @writes(Member, ClubBriefShape, "Remove a member")
    def post(self, request: Request, key: str) -> Response:
        """Remove a member of a club that I lead; they are told."""
        player = self.body(Member)["player"]
        found = self.club(key)
        members.remove(key, self.reader, player, now=self.now)
        return Response(states.brief(found))


class HandOver(LeadingClubs):
    @writes(Member, ClubShape, "Hand a club over")
    def post(self, request: Request, key: str) -> Response:
        """Make an officer the owner of my club."""
        members.hand_over(key, self.reader, self.body(Member)["player"], now=self.now)
        return self.shown(key)


class Close(LeadingClubs):
    @writes(NoBody, ClubShape, "Close a club")
    def post(self, request: Request, key: str) -> Response:
        """Close my club for good; the members are told."""
        self.body(NoBody)
        founding.close_club(key, self.reader, now=self.now)
        return self.shown(key)


assert set(TermsShape().fields) == set(terms.NAMES)
