"""Finding a game: challenges by name, seeks, secret links; accept, decline, withdraw."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import challenge_queries, clocks, lobby_queries, lots, queries
from games.api import shapes, states
from games.api.base import ApiView, NoBody, StrictSerializer
from games.api.listing import NUMBER_MOST, Stretch, newest_first
from games.api.permissions import ReadersOnly
from games.api.words import listed, reads, writes
from games.rules import registry
from games.services import challenges, filling, wording
from games.services.errors import Refused
from games.services.links import absolute
from games.services.terms import Terms

TOKEN_BYTES = 32
TOKEN_MOST = 64


class AnyObject(s.JSONField):
    """A JSON object, checked further by whoever knows its names."""

    default_error_messages = {"not_an_object": _("Write a JSON object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Refuse what is no object."""
        found = super().to_internal_value(data)
        if not isinstance(found, dict):
            self.fail("not_an_object")
        return found


def _three_days() -> Any:
    """Return the time control that is offered where none is named."""
    return "three_days"


class NewChallenge(StrictSerializer):
    """What one offers, and to whom."""

    kind = s.ChoiceField(choices=["named", "seek", "link"])
    opponent = s.IntegerField(
        min_value=1, max_value=NUMBER_MOST, required=False, help_text="A player, for kind named."
    )
    opponents = s.ListField(
        child=s.IntegerField(min_value=1, max_value=NUMBER_MOST),
        required=False,
        max_length=3,
        help_text="All other players at a table of three or four, for kind named.",
    )
    seats = s.IntegerField(
        min_value=1,
        max_value=4,
        required=False,
        help_text="How many play; without it the fewest that the options allow.",
    )
    ruleset = s.CharField(max_length=40, help_text=f"One of: {', '.join(registry.offered())}.")
    options = AnyObject(default=dict)
    control = s.JSONField(
        default=_three_days, help_text="A preset's key, or an object as in `terms` of a control."
    )
    rated = s.BooleanField(default=False)
    private = s.BooleanField(default=False)
    starter = s.ChoiceField(choices=["lots", "challenger", "opponent"], default="lots")
    greeting = s.CharField(max_length=1000, allow_blank=True, default="")


class ChallengePlaceShape(shapes.Shape):
    """A place at a table of three or four that fills."""

    number = s.IntegerField(help_text="The seat where the order is agreed, not by lot.")
    player = shapes.PlayerShape()
    joined_at = s.DateTimeField(allow_null=True, help_text="null: asked, no answer yet.")


class ChallengeShape(shapes.Shape):
    """A challenge as those concerned see it."""

    id = s.IntegerField()
    url = s.URLField()
    page = s.URLField()
    kind = s.ChoiceField(choices=["named", "seek", "link"])
    challenger = shapes.PlayerShape()
    opponent = shapes.PlayerShape(allow_null=True)
    seats = s.IntegerField()
    places = ChallengePlaceShape(many=True, help_text="Empty at a table of two.")
    token = s.CharField(allow_null=True, help_text="The secret of a link, for whoever made it.")
    ruleset = s.CharField()
    ruleset_name = s.CharField()
    options = s.DictField(child=s.JSONField())
    control = shapes.ControlShape()
    rated = s.BooleanField()
    private = s.BooleanField()
    starter = s.ChoiceField(choices=["lots", "challenger", "opponent", "agreed"])
    greeting = s.CharField()
    state = s.ChoiceField(choices=["open", "accepted", "declined", "withdrawn", "expired"])
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField()
    match = s.IntegerField(allow_null=True)
    rematch_of = s.IntegerField(allow_null=True)


def challenge_state(found: Any, reader: Any) -> dict[str, Any]:
    """Return a challenge as plain values; a link's secret only to whoever made it."""
    mine = reader is not None and found.challenger_id == reader.pk
    kind = "link" if found.token else "named" if found.opponent_id or found.named else "seek"
    hidden = kind == "link" and not mine
    own = states.address("invitation", found.token) if hidden else None
    return {
        "id": found.pk,
        "url": own or states.address("challenge", found.pk),
        "page": absolute(found.get_absolute_url()),
        "kind": kind,
        "challenger": states.player_of(found.challenger),
        "opponent": states.player_of(found.opponent) if found.opponent else None,
        "seats": found.seats,
        "places": [
            {
                "number": place.number,
                "player": states.player_of(place.player),
                "joined_at": place.joined_at,
            }
            for place in lobby_queries.places_at(found)
        ],
        "token": found.token if mine else None,
        "ruleset": found.ruleset,
        "ruleset_name": wording.ruleset_name(found.ruleset),
        "options": found.options,
        "control": states.control_of(found.time_control),
        "rated": found.rated,
        "private": found.private,
        "starter": found.starter,
        "greeting": found.greeting,
        "state": found.state,
        "created_at": found.created_at,
        "expires_at": found.expires_at,
        "match": found.match_id,
        "rematch_of": found.rematch_of_id,
    }


class ChallengeWishes(Stretch):
    """Which open challenges."""

    which = s.ChoiceField(choices=["mine", "seeks"], default="seeks")


class ChallengeList(ApiView):
    """Challenges."""

    @reads(
        listed(ChallengeShape), "List open challenges", asks=ChallengeWishes, name="challenges_list"
    )
    def get(self, request: Request) -> Response:
        """List the open seeks of the lobby, or those from and to me (``which=mine``)."""
        wishes = self.asked(ChallengeWishes)
        if wishes["which"] == "seeks":
            rows = challenge_queries.seeks_for(self.reader, self.now)
        elif self.reader is None:
            raise NotAuthenticated
        else:
            rows = lobby_queries.open_challenges_of(self.reader, self.now)
        rows = rows.prefetch_related(lobby_queries.PLACES)
        return newest_first(request, rows, wishes, lambda row: challenge_state(row, self.reader))

    @writes(NewChallenge, ChallengeShape, "Make a challenge", status=201)
    def post(self, request: Request) -> Response:
        """Challenge a player by number, put a seek into the lobby, or make a secret link."""
        wish = self.body(NewChallenge)
        players = _players(wish)
        terms = Terms.checked(
            wish["ruleset"],
            wish["options"],
            _control(wish["control"]),
            rated=wish["rated"],
            private=wish["private"],
            seats=wish.get("seats"),
        )
        token = secrets.token_urlsafe(TOKEN_BYTES) if wish["kind"] == "link" else None
        offer = challenges.Offer(
            players=tuple(players),
            link_token=token,
            starter=wish["starter"],
            greeting=wish["greeting"],
        )
        made = challenges.issue_challenge(self.reader, terms, offer, now=self.now)
        return Response(challenge_state(made, self.reader), status=201)


def _control(wish: Any) -> Any:
    """Return the preset of this key, or the object for the terms to check."""
    if not isinstance(wish, str):
        return wish
    if wish not in clocks.PRESETS:
        raise Refused("bad_time_control", field=wish, allowed=list(clocks.PRESETS))
    return clocks.PRESETS[wish]


def _players(wish: dict[str, Any]) -> list[Any]:
    """Return the players who are challenged; nobody for seeks and links."""
    named = [name for name in ("opponent", "opponents") if name in wish]
    if wish["kind"] != "named":
        only = _("Only a challenge by name has an opponent.")
        if named:
            raise s.ValidationError({name: [only] for name in named})
        return []
    if len(named) != 1:
        raise s.ValidationError({"opponent": [_("Name the player you challenge, by number.")]})
    numbers = wish["opponents"] if "opponents" in wish else [wish["opponent"]]
    found = [lobby_queries.player_for(number) for number in numbers]
    if None in found or not found:
        raise Refused("no_such_player")
    return found


class ChallengeDetail(ApiView):
    """One challenge."""

    @reads(ChallengeShape, "Show a challenge")
    def get(self, request: Request, pk: int) -> Response:
        """Show a challenge to those it concerns, a seek to everybody."""
        return Response(challenge_state(visible(self.reader, pk), self.reader))


def visible(reader: Any, pk: int) -> Any:
    """Return a challenge the reader may see; ``no_such_challenge`` where he may not."""
    found = challenge_queries.challenge_for(reader, pk)
    if found is None:
        raise Refused("no_such_challenge")
    return found


class Answering(ApiView):
    """An answer to a challenge."""

    permission_classes = (ReadersOnly,)

    def accept(self, challenge_id: int) -> Response:
        """Take a place; answer with the match that begins, or with the table that still fills."""
        self.body(NoBody)
        seed = secrets.token_hex(lots.SEED_BYTES)
        joined = challenges.join_challenge(challenge_id, self.reader, seed=seed, now=self.now)
        return self.onward(joined)

    def onward(self, joined: Any) -> Response:
        """Answer 201 with the match, or 202 with the challenge while places are free."""
        if joined.match_id is None:
            return Response(challenge_state(joined, self.reader), status=202)
        position = queries.position_for(self.reader, joined.match_id)
        if position is None:
            raise Refused("no_such_match")
        return Response(states.at_position(position, self.reader), status=201)

    def close(self, pk: int, verb: Callable[..., object]) -> Response:
        """Decline or withdraw, and answer with the challenge as it is then."""
        self.body(NoBody)
        verb(visible(self.reader, pk).pk, self.reader, now=self.now)
        return Response(challenge_state(visible(self.reader, pk), self.reader))


class Accept(Answering):
    """Yes."""

    @writes(NoBody, shapes.StateShape, "Accept a challenge", status=201, filling=ChallengeShape)
    def post(self, request: Request, pk: int) -> Response:
        """Accept a challenge or a seek; of two who do so at once exactly one gets it."""
        return self.accept(visible(self.reader, pk).pk)


class Leave(Answering):
    """Standing up again."""

    @writes(NoBody, ChallengeShape, "Give a place up again")
    def post(self, request: Request, pk: int) -> Response:
        """Give my place up while the table of three or four still fills."""
        self.body(NoBody)
        left = challenges.leave_challenge(visible(self.reader, pk).pk, self.reader, now=self.now)
        return Response(challenge_state(left, self.reader))


class Fill(Answering):
    """Bots for the rest."""

    @writes(NoBody, shapes.StateShape, "Fill up with bots and begin", status=201)
    def post(self, request: Request, pk: int) -> Response:
        """Let bots take the places that are free or not answered for, and start my match."""
        self.body(NoBody)
        seed = secrets.token_hex(lots.SEED_BYTES)
        found = visible(self.reader, pk)
        return self.onward(filling.fill_with_bots(found.pk, self.reader, seed=seed, now=self.now))


class Decline(Answering):
    """No."""

    @writes(NoBody, ChallengeShape, "Decline a challenge")
    def post(self, request: Request, pk: int) -> Response:
        """Decline a challenge that names me."""
        return self.close(pk, challenges.decline_challenge)


class Withdraw(Answering):
    """Taking back."""

    @writes(NoBody, ChallengeShape, "Withdraw a challenge")
    def post(self, request: Request, pk: int) -> Response:
        """Take my own challenge back."""
        return self.close(pk, challenges.withdraw_challenge)


def invited(token: str) -> Any:
    """Return the challenge behind a secret link; ``no_such_challenge`` where there is none."""
    sound = len(token) <= TOKEN_MOST and token.isascii() and token.isprintable()
    found = challenge_queries.invitation_for(token) if sound else None
    if found is None:
        raise Refused("no_such_challenge")
    return found


class Invitation(ApiView):
    """What a secret link offers."""

    @reads(ChallengeShape, "Show an invitation")
    def get(self, request: Request, token: str) -> Response:
        """Show what a secret link offers."""
        return Response(challenge_state(invited(token), self.reader))


class AcceptInvitation(Answering):
    """Yes to a secret link."""

    @writes(NoBody, shapes.StateShape, "Accept an invitation", status=201, filling=ChallengeShape)
    def post(self, request: Request, token: str) -> Response:
        """Accept what a secret link offers."""
        return self.accept(invited(token).pk)
