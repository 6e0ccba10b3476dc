"""API of clubs: read, join, leave; found, invite, lead, announce."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from rest_framework import serializers as s
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import NoBodySerializer, StrictSerializer
from games.api.common.listing import MAX_ID, PageRangeSerializer, paginate_newest
from games.api.common.words import page_shape, reads, writes
from games.services.errors import Refused
from tournaments import club_queries
from tournaments.api import club_states as states
from tournaments.api.club_shapes import (
    ClubBriefSerializer,
    ClubSerializer,
    ClubTableSerializer,
    NewsSerializer,
    TermsSerializer,
)
from tournaments.api.tournaments import TournamentView
from tournaments.services.clubs import founding, invitations, members, news, terms

if TYPE_CHECKING:
    from tournaments.models import Club

SECRET_BYTES = 8
MAX_NAME_LENGTH = 60


class ClubView(TournamentView):
    """A view about one club, or all."""

    def club(self, key: str) -> Club:
        """Return a club that is visible to the caller, or refuse with ``no_such_club``."""
        found = club_queries.visible_club(self.reader, key)
        if found is None:
            raise Refused("no_such_club")
        return found

    def shown(self, key: str) -> Response:
        """Return the response with the club as it is now."""
        return Response(states.club_state(self.club(key), self.reader))


class ClubLeaderView(ClubView):
    """An action that concerns others."""

    writing_needs = "organise"


class ClubFiltersSerializer(PageRangeSerializer):
    """The filters of the list of clubs."""

    mine = s.BooleanField(default=False)


class ClubRequestSerializer(StrictSerializer):
    """The description and settings of a new club."""

    name = s.CharField(max_length=200)
    text = s.CharField(max_length=8000, required=False, allow_blank=True)
    private = s.BooleanField(default=False)
    open_to_all = s.BooleanField(default=False)
    terms = TermsSerializer(required=False)


class ClubsView(ClubLeaderView):
    @reads(
        page_shape(ClubBriefSerializer),
        "List clubs, newest first",
        asks=ClubFiltersSerializer,
        name="clubs_list",
    )
    def get(self, request: Request) -> Response:
        """List the open clubs I may know of; ``mine``: those I belong to."""
        asked = self.read_query(ClubFiltersSerializer)
        if asked["mine"] and self.reader is None:
            raise NotAuthenticated
        rows = club_queries.visible_clubs(self.reader)
        if asked["mine"]:
            own = club_queries.memberships_of(self.reader)
            rows = rows.filter(pk__in=own.order_by().values("club"))
        return paginate_newest(request, rows, asked, states.club_brief)

    @writes(ClubRequestSerializer, ClubSerializer, "Found a club", status=201)
    def post(self, request: Request) -> Response:
        """Found a club and be its owner."""
        body: dict[str, Any] = self.body(ClubRequestSerializer)
        secret = secrets.token_hex(SECRET_BYTES)
        charter = founding.ClubSettings(**body)
        made = founding.found_club(self.reader, charter, secret=secret, now=self.now)
        return Response(states.club_state(made, self.reader), status=201)


class ClubDetailView(ClubLeaderView):
    @reads(ClubSerializer, "Show a club")
    def get(self, request: Request, key: str) -> Response:
        """Show a club with its members and events."""
        return self.shown(key)

    @writes(ClubRequestSerializer, ClubSerializer, "Change a club")
    def put(self, request: Request, key: str) -> Response:
        """Replace the description and settings of a club that I lead."""
        charter = founding.ClubSettings(**self.body(ClubRequestSerializer))
        secret = secrets.token_hex(SECRET_BYTES)
        made = founding.change_club(key, self.reader, charter, secret=secret, now=self.now)
        return self.shown(made.key)


class ClubTableView(ClubView):
    @reads(ClubTableSerializer, "Show the all-time standings of a club")
    def get(self, request: Request, key: str) -> Response:
        """Show the table over all finished events, and the records."""
        return Response(states.club_table_json(self.club(key)))


class AnnouncementSerializer(StrictSerializer):
    title = s.CharField(max_length=news.MAX_TITLE_LENGTH)
    text = s.CharField(max_length=news.MAX_TEXT_LENGTH)


class ClubNewsView(ClubLeaderView):
    @reads(page_shape(NewsSerializer), "List the announcements of a club", asks=PageRangeSerializer)
    def get(self, request: Request, key: str) -> Response:
        """List what has been announced, newest first."""
        rows = club_queries.news_of(self.club(key))
        return paginate_newest(
            request, rows, self.read_query(PageRangeSerializer), states.news_json
        )

    @writes(
        AnnouncementSerializer,
        NewsSerializer,
        "Announce something to the members of a club",
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        """Write to the members of a club that I lead."""
        body = self.body(AnnouncementSerializer)
        made = news.announce(key, self.reader, body["title"], body["text"], now=self.now)
        return Response(states.news_json(made), status=201)


class JoinClubView(ClubView):
    @writes(NoBodySerializer, ClubSerializer, "Join a club")
    def post(self, request: Request, key: str) -> Response:
        """Join a club that is open to everybody."""
        self.body(NoBodySerializer)
        members.join(key, self.reader, now=self.now)
        return self.shown(key)


class LeaveClubView(ClubView):
    @writes(NoBodySerializer, ClubBriefSerializer, "Leave a club")
    def post(self, request: Request, key: str) -> Response:
        """Leave a club; its owner hands it over or closes it first."""
        self.body(NoBodySerializer)
        found = self.club(key)
        members.leave(key, self.reader, now=self.now)
        return Response(states.club_brief(found))


class ClubInviteeSerializer(StrictSerializer):
    """The person to invite."""

    player = s.CharField(max_length=MAX_NAME_LENGTH, help_text="Their name.")


class InviteToClubView(ClubLeaderView):
    @writes(ClubInviteeSerializer, ClubSerializer, "Invite somebody to a club")
    def post(self, request: Request, key: str) -> Response:
        """Ask a person by e-mail; they answer by its link, on the site, or with `answer`."""
        invitations.invite(
            key, self.reader, self.body(ClubInviteeSerializer)["player"], now=self.now
        )
        return self.shown(key)


class ClubInvitationNumberSerializer(StrictSerializer):
    """An open invitation."""

    invitation = s.IntegerField(min_value=1, max_value=MAX_ID, help_text="Its number.")


class WithdrawClubInvitationView(ClubLeaderView):
    @writes(ClubInvitationNumberSerializer, ClubSerializer, "Withdraw an invitation to a club")
    def post(self, request: Request, key: str) -> Response:
        """Take an invitation back that nobody has answered."""
        number = self.body(ClubInvitationNumberSerializer)["invitation"]
        invitations.withdraw(key, self.reader, number, now=self.now)
        return self.shown(key)


class ClubAnswerSerializer(StrictSerializer):
    """The answer to the invitation of a club."""

    accept = s.BooleanField()


class AnswerClubInvitationView(ClubView):
    @writes(ClubAnswerSerializer, ClubBriefSerializer, "Answer the invitation of a club")
    def post(self, request: Request, key: str) -> Response:
        """Accept or decline a club's invitation; whoever invited me is notified."""
        accept = self.body(ClubAnswerSerializer)["accept"]
        found = invitations.answer_by_key(key, self.reader, accept=accept, now=self.now)
        return Response(states.club_brief(found))


class MemberRequestSerializer(StrictSerializer):
    """A member."""

    player = s.IntegerField(min_value=1, max_value=MAX_ID, help_text="Their number.")


class RoleSerializer(MemberRequestSerializer):
    role = s.ChoiceField(choices=list(members.ASSIGNABLE_ROLES))


class SetRoleView(ClubLeaderView):
    @writes(RoleSerializer, ClubSerializer, "Make a member an officer, or a member again")
    def post(self, request: Request, key: str) -> Response:
        """Name officers of my club."""
        body = self.body(RoleSerializer)
        members.set_role(key, self.reader, body["player"], body["role"], now=self.now)
        return self.shown(key)


class RemoveMemberView(ClubLeaderView):
    @writes(MemberRequestSerializer, ClubBriefSerializer, "Remove a member")
    def post(self, request: Request, key: str) -> Response:
        """Remove a member of a club that I lead; they are notified."""
        player = self.body(MemberRequestSerializer)["player"]
        found = self.club(key)
        members.remove(key, self.reader, player, now=self.now)
        return Response(states.club_brief(found))


class HandOverClubView(ClubLeaderView):
    @writes(MemberRequestSerializer, ClubSerializer, "Hand a club over")
    def post(self, request: Request, key: str) -> Response:
        """Make an officer the owner of my club."""
        members.hand_over(
            key, self.reader, self.body(MemberRequestSerializer)["player"], now=self.now
        )
        return self.shown(key)


class CloseClubView(ClubLeaderView):
    @writes(NoBodySerializer, ClubSerializer, "Close a club")
    def post(self, request: Request, key: str) -> Response:
        """Close my club for good; the members are notified."""
        self.body(NoBodySerializer)
        founding.close_club(key, self.reader, now=self.now)
        return self.shown(key)


assert set(TermsSerializer().fields) == set(terms.TERM_NAMES)
