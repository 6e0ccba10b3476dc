"""The shape of answers about tournaments, for the schema; tests check every answer against it."""

from __future__ import annotations

from rest_framework import serializers as s

from games.api.shapes import ControlShape, PlayerShape, Shape

FORMATS = (
    "round_robin, double, groups, swiss, knockout, ladder, pods, solitaire, team_match, team_league"
)


class TournamentBriefShape(Shape):
    """A tournament as lists show it."""

    id = s.IntegerField()
    url = s.URLField()
    page = s.URLField()
    name = s.CharField(help_text="With the season from the second on.")
    season = s.IntegerField()
    format = s.CharField(help_text=f"One of: {FORMATS}; there may be more one day.")
    format_name = s.CharField()
    status = s.CharField(help_text="draft, open, running, finished or cancelled.")
    ruleset = s.CharField()
    ruleset_name = s.CharField()
    options = s.DictField(child=s.JSONField())
    control = ControlShape()
    rated = s.BooleanField()
    seats = s.IntegerField()
    organiser = PlayerShape()
    least = s.IntegerField()
    most = s.IntegerField(allow_null=True)
    starts_at = s.DateTimeField(allow_null=True, help_text="null: when it is full.")
    started_at = s.DateTimeField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)


class EntrantShape(Shape):
    """Somebody who has entered; teams are named where teams play."""

    id = s.IntegerField()
    player = PlayerShape()
    status = s.CharField(help_text="entered, waiting or withdrawn.")
    number = s.IntegerField(allow_null=True, help_text="null before the start.")
    rating = s.FloatField(allow_null=True, help_text="When it started.")
    division = s.IntegerField(allow_null=True)
    team = s.IntegerField(allow_null=True)
    place = s.IntegerField(allow_null=True, help_text="null before the end.")


class OwnEntryShape(Shape):
    """My own entry."""

    entrant = s.IntegerField()
    status = s.CharField(help_text="entered, waiting or withdrawn.")
    next_season = s.BooleanField(help_text="Whether I enter the next season by itself.")
    absent_in = s.ListField(child=s.IntegerField(), help_text="Rounds I have announced to miss.")


class TournamentLotsShape(Shape):
    """Where all random draws of a tournament come from."""

    digest = s.CharField(help_text="SHA-256 of the seed.")
    seed = s.CharField(allow_null=True, help_text="null until the end.")


class TournamentShape(TournamentBriefShape):
    """A tournament with its terms and everybody in it."""

    text = s.CharField()
    rounds = s.IntegerField(allow_null=True)
    at_once = s.BooleanField()
    round_days = s.IntegerField()
    round_starts = s.ListField(
        child=s.DateTimeField(),
        help_text="When its rounds begin, as far as that was named; empty where it was not.",
    )
    division_size = s.IntegerField(help_text="0: one table for everybody.")
    promoted = s.IntegerField()
    points = s.ListField(child=s.IntegerField(), help_text="By place.")
    tie_breaks = s.ListField(child=s.CharField())
    bots_welcome = s.BooleanField()
    late_entry = s.BooleanField()
    previous = s.IntegerField(allow_null=True)
    following = s.IntegerField(allow_null=True)
    lots = TournamentLotsShape()
    entrants = EntrantShape(many=True)
    entry = OwnEntryShape(allow_null=True, help_text="null where I have none.")


class TableLineShape(Shape):
    """One line of a table."""

    place = s.IntegerField()
    name = s.CharField()
    entrant = s.IntegerField(allow_null=True, help_text="null where teams play.")
    team = s.IntegerField(allow_null=True)
    points = s.CharField(help_text="As people write them: “3½”; empty in trees and ladders.")
    matches = s.IntegerField()
    tie_breaks = s.ListField(child=s.CharField())


class TableShape(Shape):
    """The table of one division."""

    division = s.IntegerField()
    number = s.IntegerField()
    stage = s.CharField(help_text="main or playoff.")
    name = s.CharField()
    rows = TableLineShape(many=True)


class TablesShape(Shape):
    """All tables, that of the play-off first."""

    tie_breaks = s.ListField(child=s.CharField(), help_text="In the order of the lines' values.")
    tables = TableShape(many=True)


class FixtureSeatShape(Shape):
    """One entrant in a fixture; the first one starts."""

    entrant = s.IntegerField()
    place = s.IntegerField(
        allow_null=True, help_text="null before the end, and for who lost without play."
    )
    points = s.IntegerField(allow_null=True, help_text="At the board, over all legs.")


class FixtureShape(Shape):
    """One meeting, or a bye for one."""

    id = s.IntegerField()
    board = s.IntegerField()
    meeting = s.IntegerField(allow_null=True, help_text="Of two teams, else null.")
    match = s.IntegerField(allow_null=True, help_text="null until it has begun, and for byes.")
    kind = s.CharField(
        help_text="played, adjudicated, forfeit, annulled, withdrawn, or a bye: full_bye, "
        "half_bye, zero_bye, paired_bye."
    )
    settled_at = s.DateTimeField(allow_null=True, help_text="null while there is no result.")
    claims_until = s.DateTimeField(
        allow_null=True, help_text="Until when its players may claim; null before the round ends."
    )
    seats = FixtureSeatShape(many=True)


class RoundShape(Shape):
    """One round of a division with its fixtures."""

    division = s.IntegerField()
    number = s.IntegerField()
    opens_at = s.DateTimeField()
    closes_at = s.DateTimeField()
    closed_at = s.DateTimeField(allow_null=True)
    engine = s.CharField(help_text="What has paired it.")
    note = s.CharField(
        help_text="A code why FIDE’s engine did not, or too_few where it was skipped; mostly empty."
    )
    how = s.CharField(help_text="The same in words, with what would mend it; mostly empty.")
    fixtures = FixtureShape(many=True)


class RoundsShape(Shape):
    """All rounds that are published."""

    rounds = RoundShape(many=True)
