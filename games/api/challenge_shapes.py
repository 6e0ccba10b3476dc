"""Shapes of requests and answers about challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s

from games import lobby_queries
from games.api import shapes, states
from games.api.common.base import StrictSerializer
from games.api.common.listing import MAX_NUMBER
from games.rules import registry
from games.rules.base import JSON, JSONObject
from games.services.wording import game_words
from notifications.services.headers import absolute

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


def _three_days() -> JSON:
    """Return the time control that is offered where none is named."""
    return "three_days"


class NewChallenge(StrictSerializer):
    """A new challenge: its terms, and for whom."""

    kind = s.ChoiceField(choices=["named", "seek", "link"])
    opponent = s.IntegerField(
        min_value=1, max_value=MAX_NUMBER, required=False, help_text="A player, for kind named."
    )
    opponents = s.ListField(
        child=s.IntegerField(min_value=1, max_value=MAX_NUMBER),
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
        default=_three_days, help_text="A preset's key, or an object as in `terms` of a control."
    )
    rated = s.BooleanField(default=False)
    private = s.BooleanField(default=False)
    starter = s.ChoiceField(choices=["lots", "challenger", "opponent"], default="lots")
    greeting = s.CharField(max_length=1000, allow_blank=True, default="")


class Declining(StrictSerializer):
    """Why a challenge is declined; the challenger is told."""

    reason = s.ChoiceField(
        choices=REASONS,
        allow_blank=True,
        default="",
        help_text="busy: enough matches; game, pace, terms: would like others; empty: none given.",
    )


class ChallengePlaceShape(shapes.Shape):
    """A place in a challenge for three or four."""

    number = s.IntegerField(help_text="The seat where the order is agreed, not at random.")
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
    reason = s.CharField(help_text="Why it was declined; empty where nobody said.")
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField()
    match = s.IntegerField(allow_null=True)
    rematch_of = s.IntegerField(allow_null=True)


def challenge_state(found: Challenge, reader: Player | None) -> JSONObject:
    """Return a challenge as plain values; its secret link only to the challenger."""
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
        "ruleset_name": game_words.ruleset_name(found.ruleset),
        "options": found.options,
        "control": states.control_of(found.time_control, found.ruleset),
        "rated": found.rated,
        "private": found.private,
        "starter": found.starter,
        "greeting": found.greeting,
        "state": found.state,
        "reason": found.reason,
        "created_at": found.created_at,
        "expires_at": found.expires_at,
        "match": found.match_id,
        "rematch_of": found.rematch_of_id,
    }
