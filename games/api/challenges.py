"""Endpoints for challenges: list, create, accept, decline, withdraw."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import challenge_queries, clocks, lobby_queries, queries
from games.api import shapes, states
from games.api.challenge_shapes import (
    ChallengeSerializer,
    DeclineRequestSerializer,
    NewChallengeSerializer,
    challenge_json,
)
from games.api.common.base import ApiView, NoBodySerializer
from games.api.common.listing import PageRangeSerializer, paginate_newest
from games.api.common.permissions import IsPlayer
from games.api.common.words import page_shape, reads, writes
from games.rules.base import JSON, JSONObject
from games.seeds import generate_seed
from games.services.bots import filling
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.play.terms import Terms

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Challenge

TOKEN_BYTES = 32
MAX_TOKEN_LENGTH = 64


class ChallengeFiltersSerializer(PageRangeSerializer):
    """The filters of the list of challenges."""

    which = s.ChoiceField(choices=["mine", "seeks"], default="seeks")


class ChallengeListView(ApiView):
    @reads(
        page_shape(ChallengeSerializer),
        "List open challenges",
        asks=ChallengeFiltersSerializer,
        name="challenges_list",
    )
    def get(self, request: Request) -> Response:
        """List the open challenges of the lobby, or those from and to me (``which=mine``)."""
        asked = self.read_query(ChallengeFiltersSerializer)
        if asked["which"] == "seeks":
            rows = challenge_queries.seeks_for(self.reader, self.now)
        elif self.reader is None:
            raise NotAuthenticated
        else:
            rows = lobby_queries.open_challenges_of(self.reader, self.now)
        rows = rows.prefetch_related(lobby_queries.PLACES_PREFETCH)
        return paginate_newest(request, rows, asked, lambda row: challenge_json(row, self.reader))

    @writes(NewChallengeSerializer, ChallengeSerializer, "Make a challenge", status=201)
    def post(self, request: Request) -> Response:
        """Challenge a player by number, post an open challenge, or make a secret link."""
        body = self.body(NewChallengeSerializer)
        players = _players(body)
        terms = Terms.checked(
            body["ruleset"],
            body["options"],
            _control(body["control"]),
            rated=body["rated"],
            private=body["private"],
            seats=body.get("seats"),
        )
        token = secrets.token_urlsafe(TOKEN_BYTES) if body["kind"] == "link" else None
        offer = challenges.Offer(
            players=tuple(players),
            link_token=token,
            starter=body["starter"],
            greeting=body["greeting"],
        )
        made = challenges.issue_challenge(self.reader, terms, offer, now=self.now)
        return Response(challenge_json(made, self.reader), status=201)


def _control(body: JSON) -> JSON:
    """Return the preset with this key, or the object for `Terms` to validate."""
    if not isinstance(body, str):
        return body
    if body not in clocks.PRESETS:
        raise Refused("bad_time_control", field=body, allowed=list(clocks.PRESETS))
    return clocks.PRESETS[body]


def _players(body: JSONObject) -> list[Player]:
    """Return the challenged players; [] for open challenges and links."""
    named = [name for name in ("opponent", "opponents") if name in body]
    if body["kind"] != "named":
        only = _("Only a challenge to a named player has an opponent.")
        if named:
            raise s.ValidationError({name: [only] for name in named})
        return []
    if len(named) != 1:
        raise s.ValidationError({"opponent": [_("Give the number of the player you challenge.")]})
    numbers = body["opponents"] if "opponents" in body else [body["opponent"]]
    found = [lobby_queries.player_by_id(number) for number in numbers]
    players = [player for player in found if player is not None]
    if len(players) < len(found) or not players:
        raise Refused("no_such_player")
    return players


class ChallengeDetailView(ApiView):
    @reads(ChallengeSerializer, "Show a challenge")
    def get(self, request: Request, pk: int) -> Response:
        """Show a challenge to those it concerns, an open challenge to everybody."""
        return Response(challenge_json(get_visible_challenge(self.reader, pk), self.reader))


def get_visible_challenge(reader: Player | None, pk: int) -> Challenge:
    """Return a challenge the reader may see; refuses ``no_such_challenge``."""
    found = challenge_queries.challenge_for(reader, pk)
    if found is None:
        raise Refused("no_such_challenge")
    return found


class ChallengeActionView(ApiView):
    """An answer to a challenge."""

    permission_classes = (IsPlayer,)

    def accept(self, challenge_id: int) -> Response:
        """Take a place; return the new match or the challenge."""
        self.body(NoBodySerializer)
        seed = generate_seed()
        joined = challenges.join_challenge(challenge_id, self.reader, seed=seed, now=self.now)
        return self.onward(joined)

    def onward(self, joined: Challenge) -> Response:
        """Return 201 with the match, or 202 with the challenge while places are free."""
        if joined.match_id is None:
            return Response(challenge_json(joined, self.reader), status=202)
        position = queries.position_for(self.reader, joined.match_id)
        if position is None:
            raise Refused("no_such_match")
        return Response(states.position_json(position, self.reader), status=201)


class AcceptView(ChallengeActionView):
    @writes(
        NoBodySerializer,
        shapes.StateSerializer,
        "Accept a challenge",
        status=201,
        filling=ChallengeSerializer,
    )
    def post(self, request: Request, pk: int) -> Response:
        """Accept a challenge; if two players accept at once, exactly one gets it."""
        return self.accept(get_visible_challenge(self.reader, pk).pk)


class LeaveView(ChallengeActionView):
    @writes(NoBodySerializer, ChallengeSerializer, "Give a place up again")
    def post(self, request: Request, pk: int) -> Response:
        """Give up my place before the match starts."""
        self.body(NoBodySerializer)
        left = challenges.leave_challenge(
            get_visible_challenge(self.reader, pk).pk, self.reader, now=self.now
        )
        return Response(challenge_json(left, self.reader))


class FillView(ChallengeActionView):
    @writes(NoBodySerializer, shapes.StateSerializer, "Fill up with bots and begin", status=201)
    def post(self, request: Request, pk: int) -> Response:
        """Fill the open places with bots and start my match."""
        self.body(NoBodySerializer)
        seed = generate_seed()
        found = get_visible_challenge(self.reader, pk)
        return self.onward(filling.fill_with_bots(found.pk, self.reader, seed=seed, now=self.now))


class DeclineView(ChallengeActionView):
    @writes(DeclineRequestSerializer, ChallengeSerializer, "Decline a challenge")
    def post(self, request: Request, pk: int) -> Response:
        """Decline a challenge that names me, with a reason if I want to give one."""
        reason = self.body(DeclineRequestSerializer)["reason"]
        found = get_visible_challenge(self.reader, pk)
        challenges.decline_challenge(found.pk, self.reader, now=self.now, reason=reason)
        return Response(challenge_json(get_visible_challenge(self.reader, pk), self.reader))


class WithdrawView(ChallengeActionView):
    @writes(NoBodySerializer, ChallengeSerializer, "Withdraw a challenge")
    def post(self, request: Request, pk: int) -> Response:
        """Take my own challenge back."""
        self.body(NoBodySerializer)
        challenges.withdraw_challenge(
            get_visible_challenge(self.reader, pk).pk, self.reader, now=self.now
        )
        return Response(challenge_json(get_visible_challenge(self.reader, pk), self.reader))


def get_invited_challenge(token: str) -> Challenge:
    """Return the challenge of a secret link; refuses ``no_such_challenge``."""
    sound = len(token) <= MAX_TOKEN_LENGTH and token.isascii() and token.isprintable()
    found = challenge_queries.invitation_for(token) if sound else None
    if found is None:
        raise Refused("no_such_challenge")
    return found


class InvitationView(ApiView):
    @reads(ChallengeSerializer, "Show an invitation")
    def get(self, request: Request, token: str) -> Response:
        """Show what a secret link offers."""
        return Response(challenge_json(get_invited_challenge(token), self.reader))


class AcceptInvitationView(ChallengeActionView):
    @writes(
        NoBodySerializer,
        shapes.StateSerializer,
        "Accept an invitation",
        status=201,
        filling=ChallengeSerializer,
    )
    def post(self, request: Request, token: str) -> Response:
        """Accept what a secret link offers."""
        return self.accept(get_invited_challenge(token).pk)
