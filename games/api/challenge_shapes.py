"""Serializers of challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from games import lobby_queries
from games.api import shapes, states
from games.api.common.base import StrictSerializer
from games.api.common.listing import MAX_ID
from games.rules import registry
from games.rules.base import JSON, JSONObject
from games.services.wording import game_words
from notifications.services.headers import absolute_url

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Challenge


REASONS = ("busy", "game", "pace", "terms")


class AnyObject(s.JSONField):
    """A JSON object; the service checks its fields."""

    default_error_messages = {"not_an_object": _("Write a JSON object.")}

    def to_internal_value(self, data: JSON) -> JSONObject:
        found = super().to_internal_value(data)
        if not isinstance(found, dict):
            self.fail("not_an_object")
        return found


def _default_control() -> JSON:
    """The default time control; the schema needs a function."""
    return "three_days"


class NewChallengeSerializer(StrictSerializer):
    """A new challenge: its terms, and for whom."""

    kind = s.ChoiceField(choices=["named", "seek", "link"])
    opponent = s.IntegerField(
        min_value=1, max_value=MAX_ID, required=False, help_text="A player, for kind named."
    )
    opponents = s.ListField(
        child=s.IntegerField(min_value=1, max_value=MAX_ID),
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
    ruleset = s.CharField(max_length=40, help_text=f"One of: {', '.join(registry.offered_keys())}.")
    options = AnyObject(default=dict)
    control = s.JSONField(
        default=_default_control,
        help_text="A preset's key, or an object as in `terms` of a control.",
    )
    rated = s.BooleanField(default=False)
    private = s.BooleanField(default=False)
    starter = s.ChoiceField(choices=["lots", "challenger", "opponent"], default="lots")
    greeting = s.CharField(max_length=1000, allow_blank=True, default="")


class DeclineRequestSerializer(StrictSerializer):
    """The reason for declining a challenge, which the challenger is notified of."""

    reason = s.ChoiceField(
        choices=REASONS,
        allow_blank=True,
        default="",
        help_text="busy: enough matches; game, pace, terms: would like others; empty: none given.",
    )


class ChallengePlaceSerializer(shapes.ResponseSerializer):
    """A place in a challenge for three or four."""

    number = s.IntegerField(help_text="The seat where the order is agreed, not at random.")
    player = shapes.PlayerSerializer()
    joined_at = s.DateTimeField(allow_null=True, help_text="null: asked, no answer yet.")


class ChallengeSerializer(shapes.ResponseSerializer):
    """A challenge as those concerned see it."""

    id = s.IntegerField()
    url = s.URLField()
    page = s.URLField()
    kind = s.ChoiceField(choices=["named", "seek", "link"])
    challenger = shapes.PlayerSerializer()
    opponent = shapes.PlayerSerializer(allow_null=True)
    seats = s.IntegerField()
    places = ChallengePlaceSerializer(many=True, help_text="Empty at a table of two.")
    token = s.CharField(allow_null=True, help_text="The secret of a link, for whoever made it.")
    ruleset = s.CharField()
    ruleset_name = s.CharField()
    options = s.DictField(child=s.JSONField())
    control = shapes.ControlSerializer()
    rated = s.BooleanField()
    private = s.BooleanField()
    starter = s.ChoiceField(choices=["lots", "challenger", "opponent", "agreed"])
    greeting = s.CharField()
    state = s.ChoiceField(choices=["open", "accepted", "declined", "withdrawn", "expired"])
    reason = s.CharField(help_text="Why it was declined; empty where nobody said.")
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField()
    match = s.IntegerField(allow_null=True)
    rematch_of = s.IntegerField(allow_null=True)


def challenge_json(challenge: Challenge, reader: Player | None) -> JSONObject:
    """Return a challenge as JSON; only the challenger sees its secret link."""
    mine = reader is not None and challenge.challenger_id == reader.pk
    kind = (
        "link"
        if challenge.token
        else "named"
        if challenge.opponent_id or challenge.named
        else "seek"
    )
    hidden = kind == "link" and not mine
    own = states.api_url("invitation", challenge.token) if hidden else None
    return {
        "id": challenge.pk,
        "url": own or states.api_url("challenge", challenge.pk),
        "page": absolute_url(challenge.get_absolute_url()),
        "kind": kind,
        "challenger": states.player_json(challenge.challenger),
        "opponent": states.player_json(challenge.opponent) if challenge.opponent else None,
        "seats": challenge.seats,
        "places": [
            {
                "number": place.number,
                "player": states.player_json(place.player),
                "joined_at": place.joined_at,
            }
            for place in lobby_queries.places_of(challenge)
        ],
        "token": challenge.token if mine else None,
        "ruleset": challenge.ruleset,
        "ruleset_name": game_words.ruleset_name(challenge.ruleset),
        "options": challenge.options,
        "control": states.control_json(challenge.time_control, challenge.ruleset),
        "rated": challenge.rated,
        "private": challenge.private,
        "starter": challenge.starter,
        "greeting": challenge.greeting,
        "state": challenge.state,
        "reason": challenge.reason,
        "created_at": challenge.created_at,
        "expires_at": challenge.expires_at,
        "match": challenge.match_id,
        "rematch_of": challenge.rematch_of_id,
    }
