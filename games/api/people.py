"""Endpoints for the caller's lists: followed, blocked, watched, muted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import circle_queries
from accounts.services import circle
from accounts.services.errors import Refused as AccountRefused
from games import lobby_queries, watch_queries
from games.api import shapes, states
from games.api.common.base import ApiView, NoBodySerializer, PageSerializer
from games.api.common.listing import paginate_ranked
from games.api.common.permissions import IsPlayer
from games.api.common.problems import Problem
from games.api.common.words import page_shape, reads, writes
from games.api.shapes import ResponseSerializer
from games.rules.base import JSONObject
from games.services.challenges import blocking
from games.services.errors import Refused
from games.services.play import watching

if TYPE_CHECKING:
    from accounts.models import Player


class RelationSerializer(ResponseSerializer):
    """My relation to a player; nobody else can see it."""

    player = shapes.PlayerSerializer()
    follows = s.BooleanField(help_text="I follow them.")
    blocked = s.BooleanField(help_text="I have blocked them.")


RELATIONS = page_shape(RelationSerializer)


class WatchedSerializer(ResponseSerializer):
    """A match on my watch list."""

    match = s.IntegerField()
    status = s.CharField()
    ruleset = s.CharField()
    players = shapes.PlayerSerializer(many=True)


class MatchSubscriptionSerializer(ResponseSerializer):
    """My notifications about a match."""

    match = s.IntegerField()
    watching = s.BooleanField(help_text="It is on my watch list.")
    muted = s.BooleanField(help_text="I have muted it.")


class FollowsView(ApiView):
    """Players I follow."""

    permission_classes = (IsPlayer,)

    @reads(RELATIONS, "List the players I follow", asks=PageSerializer, name="follows_list")
    def get(self, request: Request) -> Response:
        """List the players I follow, by name."""
        rows = circle_queries.follows_of(self.reader)
        return paginate_ranked(request, rows, self.read_query(PageSerializer), self._row)

    def _row(self, _place: int, row: Any) -> JSONObject:
        return relation_json(row.other, follows=True, blocked=row.blocked)


class BlocksView(ApiView):
    """Players I have blocked."""

    permission_classes = (IsPlayer,)

    @reads(RELATIONS, "List the players I have blocked", asks=PageSerializer, name="blocks_list")
    def get(self, request: Request) -> Response:
        """List the players I have blocked, by name."""
        rows = circle_queries.blocks_of(self.reader)
        return paginate_ranked(request, rows, self.read_query(PageSerializer), self._row)

    def _row(self, _place: int, row: Any) -> JSONObject:
        return relation_json(row.other, follows=row.follows, blocked=True)


def relation_json(other: Player, *, follows: bool, blocked: bool) -> JSONObject:
    return {"player": states.player_json(other), "follows": follows, "blocked": blocked}


class RelationView(ApiView):
    """A change of what a player is to me."""

    permission_classes = (IsPlayer,)

    def relate(self, pk: int, verb: Callable[[Player], object]) -> Response:
        self.body(NoBodySerializer)
        other = lobby_queries.player_by_id(pk)
        if other is None:
            raise Refused("no_such_player")
        try:
            verb(other)
        except AccountRefused as refusal:
            raise Problem(refusal.code, str(refusal), 422) from refusal
        follows = circle_queries.is_following(self.reader, other)
        blocked = circle_queries.has_blocked(self.reader, other)
        return Response(relation_json(other, follows=follows, blocked=blocked))


class FollowView(RelationView):
    @writes(NoBodySerializer, RelationSerializer, "Follow a player")
    def post(self, request: Request, pk: int) -> Response:
        """Follow a player: they come first in my lists. Nobody is notified."""
        return self.relate(pk, lambda other: circle.follow(self.reader, other, now=self.now))


class UnfollowView(RelationView):
    @writes(NoBodySerializer, RelationSerializer, "Stop following a player")
    def post(self, request: Request, pk: int) -> Response:
        """Stop following a player."""
        return self.relate(pk, lambda other: circle.unfollow(self.reader, other))


class BlockView(RelationView):
    @writes(NoBodySerializer, RelationSerializer, "Block a player")
    def post(self, request: Request, pk: int) -> Response:
        """Block a player from challenges, chat and matches outside tournaments, silently."""
        return self.relate(
            pk, lambda other: blocking.block_player(self.reader, other, now=self.now)
        )


class UnblockView(RelationView):
    @writes(NoBodySerializer, RelationSerializer, "Unblock a player")
    def post(self, request: Request, pk: int) -> Response:
        """Unblock a player."""
        return self.relate(pk, lambda other: circle.unblock(self.reader, other))


class WatchingView(ApiView):
    permission_classes = (IsPlayer,)

    @reads(WatchedSerializer(many=True), "List the matches I watch")
    def get(self, request: Request) -> Response:
        """List the matches on my watch list, running ones first; a hundred at most."""
        found = watch_queries.watched_matches(self.reader)
        return Response(
            [
                {
                    "match": match.pk,
                    "status": match.status,
                    "ruleset": match.ruleset,
                    "players": [states.player_json(seat.player) for seat in match.seats.all()],
                }
                for match in found
            ]
        )


class MatchSubscriptionView(ApiView):
    """A change of what I hear of a match."""

    permission_classes = (IsPlayer,)

    def notice(self, pk: int, verb: Callable[..., object]) -> Response:
        self.body(NoBodySerializer)
        if self.reader.is_guest:
            raise Problem("account_needed", str(circle.RelationRefused("account_needed")), 422)
        verb(pk, self.reader, now=self.now)
        return Response({"match": pk, **watch_queries.subscription_flags(self.reader, pk)})


class WatchView(MatchSubscriptionView):
    @writes(NoBodySerializer, MatchSubscriptionSerializer, "Watch a match")
    def post(self, request: Request, pk: int) -> Response:
        """Put a running match of others on my watch list; I am told how it ends."""
        return self.notice(pk, watching.watch)


class UnwatchView(MatchSubscriptionView):
    @writes(NoBodySerializer, MatchSubscriptionSerializer, "Stop watching a match")
    def post(self, request: Request, pk: int) -> Response:
        """Take a match off my watch list."""
        return self.notice(pk, watching.unwatch)


class MuteView(MatchSubscriptionView):
    @writes(NoBodySerializer, MatchSubscriptionSerializer, "Mute a match of mine")
    def post(self, request: Request, pk: int) -> Response:
        """Hide the chat; send e-mails only about time limits and the result."""
        return self.notice(pk, watching.mute)


class UnmuteView(MatchSubscriptionView):
    @writes(NoBodySerializer, MatchSubscriptionSerializer, "Unmute a match of mine")
    def post(self, request: Request, pk: int) -> Response:
        """Treat a match like all others again."""
        return self.notice(pk, watching.unmute)
