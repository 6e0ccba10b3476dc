"""Serializers of players, ratings and rulesets."""

from __future__ import annotations

from rest_framework import serializers as s

from games.api.shapes import PlayerSerializer, ResponseSerializer


class RatingSerializer(ResponseSerializer):
    """A rating in one pool."""

    pool = s.CharField()
    pool_name = s.CharField()
    rating = s.FloatField()
    games = s.IntegerField()
    provisional = s.BooleanField()


class RatingEntrySerializer(ResponseSerializer):
    """One change of a rating."""

    number = s.IntegerField()
    at = s.DateTimeField()
    before = s.FloatField()
    after = s.FloatField()
    match = s.IntegerField(allow_null=True, help_text="null where the match is private.")


class RatingHistorySerializer(RatingSerializer):
    """A rating with its latest hundred changes, oldest first."""

    history = RatingEntrySerializer(many=True)


class ResultsSerializer(ResponseSerializer):
    """The latest thousand finished matches against others, counted."""

    won = s.IntegerField()
    lost = s.IntegerField()
    tied = s.IntegerField()


class ReliabilitySerializer(ResponseSerializer):
    """The latest fifty finished matches: in how many the player's time did not run out."""

    kept = s.IntegerField()
    counted = s.IntegerField()


class ProfileSerializer(PlayerSerializer):
    """The public data of a player."""

    page = s.URLField()
    picture = s.URLField(help_text="Made from the name.")
    about = s.CharField(help_text="Empty where it is not shown to me.")
    links = s.ListField(child=s.URLField())
    speaks = s.ListField(child=s.CharField(), help_text="ISO 639 codes.")
    country = s.CharField(help_text="ISO 3166 code; empty where it is not shown.")
    reliability = ReliabilitySerializer(
        allow_null=True, help_text="null with fewer than five matches, or where it is not shown."
    )
    created_at = s.DateTimeField()
    closed = s.BooleanField()
    results = ResultsSerializer()
    ratings = RatingHistorySerializer(many=True)


class MeSerializer(PlayerSerializer):
    """The caller."""

    page = s.URLField()
    language = s.CharField()
    time_zone = s.CharField()
    awaiting = s.IntegerField(help_text="How many matches await a move.")
    ratings = RatingSerializer(many=True)


class LeaderboardRowSerializer(ResponseSerializer):
    """One line of a leaderboard."""

    place = s.IntegerField()
    player = PlayerSerializer()
    rating = s.FloatField()
    games = s.IntegerField()
    provisional = s.BooleanField()


class OptionSerializer(ResponseSerializer):
    """An option of the game."""

    name = s.CharField()
    kind = s.ChoiceField(choices=["int", "bool", "choice", "text"])
    default = s.JSONField()
    allowed = s.ListField(
        child=s.JSONField(), help_text="A text may be something else; the rules say what."
    )


class RulesetSerializer(ResponseSerializer):
    """A playable game."""

    key = s.CharField()
    name = s.CharField()
    version = s.IntegerField()
    seats = s.ListField(child=s.IntegerField(), help_text="How many may sit down.")
    options = OptionSerializer(many=True)
    pool = s.CharField(allow_null=True)
    rateable = s.BooleanField(help_text="Whether the default options may be rated.")
    page = s.URLField(help_text="The rules for people.")
