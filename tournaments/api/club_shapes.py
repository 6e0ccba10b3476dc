"""Serializers of responses about clubs, for the schema; tests check every response against them."""

from __future__ import annotations

from rest_framework import serializers as s

from games.api.common.base import StrictSerializer
from games.api.shapes import PlayerSerializer, ResponseSerializer


class TermsSerializer(StrictSerializer):
    """Initial values of the form for a new event of the club."""

    format = s.CharField(max_length=40, required=False)
    ruleset = s.CharField(max_length=40, required=False)
    control = s.CharField(max_length=40, required=False, help_text="The key of a preset.")
    access = s.CharField(max_length=8, required=False)
    rounds = s.IntegerField(required=False, min_value=1, max_value=1000)
    round_days = s.IntegerField(required=False, min_value=1, max_value=1000)
    least = s.IntegerField(required=False, min_value=1, max_value=1000)
    most = s.IntegerField(required=False, min_value=1, max_value=1000)
    rated = s.BooleanField(required=False)
    late_entry = s.BooleanField(required=False)
    bots_welcome = s.BooleanField(required=False)


class ClubBriefSerializer(ResponseSerializer):
    """A club as lists show it."""

    key = s.CharField()
    url = s.URLField()
    page = s.URLField()
    name = s.CharField()
    private = s.BooleanField()
    open_to_all = s.BooleanField()
    founded_at = s.DateTimeField()
    closed_at = s.DateTimeField(allow_null=True)


class MemberSerializer(ResponseSerializer):
    """A member."""

    player = PlayerSerializer()
    role = s.CharField(help_text="owner, officer or member.")
    since = s.DateTimeField()


class ClubInvitationSerializer(ResponseSerializer):
    """An invited person who has not answered."""

    id = s.IntegerField()
    player = PlayerSerializer()
    by = PlayerSerializer()
    at = s.DateTimeField()


class ClubEventSerializer(ResponseSerializer):
    """An event of a club."""

    id = s.IntegerField()
    name = s.CharField()
    status = s.CharField()
    winner = s.CharField(help_text="Empty before the end.")


class ClubSerializer(ClubBriefSerializer):
    """A club with its members and events."""

    text = s.CharField()
    terms = s.DictField(child=s.JSONField())
    role = s.CharField(help_text="Mine: owner, officer or member; empty for others.")
    members = MemberSerializer(many=True)
    invited = ClubInvitationSerializer(many=True, help_text="For those who lead the club.")
    events = ClubEventSerializer(many=True, help_text="The latest thirty.")


class ClubRowSerializer(ResponseSerializer):
    """The results of one player in the events of a club."""

    place = s.IntegerField()
    player = PlayerSerializer()
    points = s.IntegerField()
    titles = s.IntegerField()
    podiums = s.IntegerField()
    events = s.IntegerField()
    played = s.IntegerField()
    won = s.IntegerField()
    drawn = s.IntegerField()


class ClubRecordSerializer(ResponseSerializer):
    """A record: its value and its holders."""

    record = s.CharField(help_text="titles, title_series, series or events.")
    figure = s.IntegerField()
    players = PlayerSerializer(many=True)


class ClubTableSerializer(ResponseSerializer):
    """The all-time standings of a club."""

    rows = ClubRowSerializer(many=True)
    records = ClubRecordSerializer(many=True)


class NewsSerializer(ResponseSerializer):
    """An announcement."""

    id = s.IntegerField()
    title = s.CharField()
    text = s.CharField()
    by = PlayerSerializer()
    at = s.DateTimeField()
