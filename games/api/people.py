"""The API of my lists: players followed and blocked, matches watched and muted."""

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
from games.api.common.base import ApiView, NoBody, Page
from games.api.common.listing import by_place
from games.api.common.permissions import ReadersOnly
from games.api.common.problems import Problem
from games.api.common.words import listed, reads, writes
from games.api.shapes import Shape
from games.rules.base import JSONObject
from games.services.challenges import blocking
from games.services.errors import Refused
from games.services.play import watching

if TYPE_CHECKING:
    from accounts.models import Player


class RelationShape(Shape):
    """What a player is to me; nobody else can see it."""

    player = shapes.PlayerShape()
    follows = s.BooleanField(help_text="I follow them.")
    blocked = s.BooleanField(help_text="I have blocked them.")


RELATIONS = listed(RelationShape)


class WatchedShape(Shape):
    """A match on my watch list."""

    match = s.IntegerField()
    status = s.CharField()
    ruleset = s.CharField()
    players = shapes.PlayerShape(many=True)


class NoticeShape(Shape):
    """What I hear of a match."""

    match = s.IntegerField()
    watching = s.BooleanField(help_text="It is on my watch list.")
    muted = s.BooleanField(help_text="I have muted it.")


class Follows(ApiView):
    """Players I follow."""

    permission_classes = (ReadersOnly,)

    @reads(RELATIONS, "List the players I follow", asks=Page, name="follows_list")
    def get(self, request: Request) -> Response:
        """List the players I follow, by name."""
        rows = circle_queries.follows_of(self.reader)
        return by_place(request, rows, self.read_query(Page), self._row)

    def _row(self, _place: int, row: Any) -> JSONObject:
        return relation(row.other, follows=True, blocked=row.blocked)


class Blocks(ApiView):
    """Players I have blocked."""

    permission_classes = (ReadersOnly,)

    @reads(RELATIONS, "List the players I have blocked", asks=Page, name="blocks_list")
    def get(self, request: Request) -> Response:
        """List the players I have blocked, by name."""
        rows = circle_queries.blocks_of(self.reader)
        return by_place(request, rows, self.read_query(Page), self._row)

    def _row(self, _place: int, row: Any) -> JSONObject:
        return relation(row.other, follows=row.follows, blocked=True)


def relation(other: Player, *, follows: bool, blocked: bool) -> JSONObject:
    """Say what a player is to me."""
    return {"player": states.player_of(other), "follows": follows, "blocked": blocked}


class Relating(ApiView):
    """A change of what a player is to me."""

    permission_classes = (ReadersOnly,)

    def relate(self, pk: int, verb: Callable[[Player], object]) -> Response:
        self.body(NoBody)
        other = lobby_queries.player_for(pk)
        if other is None:
            raise Refused("no_such_player")
        try:
            verb(other)
        except AccountRefused as refusal:
            raise Problem(refusal.code, str(refusal), 422) from refusal
        follows = circle_queries.is_following(self.reader, other)
        blocked = circle_queries.has_blocked(self.reader, other)
        return Response(relation(other, follows=follows, blocked=blocked))


class Follow(Relating):
    @writes(NoBody, RelationShape, "Follow a player")
    def post(self, request: Request, pk: int) -> Response:
        """Follow a player: they come first in my lists. Nobody is told."""
        return self.relate(pk, lambda other: circle.follow(self.reader, other, now=self.now))


class Unfollow(Relating):
    @writes(NoBody, RelationShape, "Stop following a player")
    def post(self, request: Request, pk: int) -> Response:
        """Stop following a player."""
        return self.relate(pk, lambda other: circle.unfollow(self.reader, other))


class Block(Relating):
    @writes(NoBody, RelationShape, "Block a player")
    def post(self, request: Request, pk: int) -> Response:
        """Block a player: no challenges, no chat, no match outside tournaments. Nobody is told."""
        return self.relate(
            pk, lambda other: blocking.block_player(self.reader, other, now=self.now)
        )


class Unblock(Relating):
    @writes(NoBody, RelationShape, "Unblock a player")
    def post(self, request: Request, pk: int) -> Response:
        """Unblock a player."""
        return self.relate(pk, lambda other: circle.unblock(self.reader, other))


class Watching(ApiView):
    permission_classes = (ReadersOnly,)

    @reads(WatchedShape(many=True), "List the matches I watch")
    def get(self, request: Request) -> Response:
        """List the matches on my watch list, running ones first; a hundred at most."""
        found = watch_queries.matches_watched(self.reader)
        return Response(
            [
                {
                    "match": match.pk,
                    "status": match.status,
                    "ruleset": match.ruleset,
                    "players": [states.player_of(seat.player) for seat in match.seats.all()],
                }
                for match in found
            ]
        )


class Noticing(ApiView):
    """A change of what I hear of a match."""

    permission_classes = (ReadersOnly,)

    def notice(self, pk: int, verb: Callable[..., object]) -> Response:
        self.body(NoBody)
        if self.reader.is_guest:
            raise Problem("account_needed", str(circle.CircleRefused("account_needed")), 422)
        verb(pk, self.reader, now=self.now)
        return Response({"match": pk, **watch_queries.notices_of(self.reader, pk)})


class Watch(Noticing):
    @writes(NoBody, NoticeShape, "Watch a match")
    def post(self, request: Request, pk: int) -> Response:
        """Put a running match of others on my watch list; I am told how it ends."""
        return self.notice(pk, watching.watch)


class Unwatch(Noticing):
    @writes(NoBody, NoticeShape, "Stop watching a match")
    def post(self, request: Request, pk: int) -> Response:
        """Take a match off my watch list."""
        return self.notice(pk, watching.unwatch)


class Mute(Noticing):
    @writes(NoBody, NoticeShape, "Mute a match of mine")
    def post(self, request: Request, pk: int) -> Response:
        """Hide the chat; send e-mails only about time limits and the result."""
        return self.notice(pk, watching.mute)


class Unmute(Noticing):
    @writes(NoBody, NoticeShape, "Unmute a match of mine")
    def post(self, request: Request, pk: int) -> Response:
        """Treat a match like all others again."""
        return self.notice(pk, watching.unmute)
