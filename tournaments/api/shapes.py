"""Serializers of responses about tournaments, for the schema.

Tests check every response against them.
"""

from __future__ import annotations

from rest_framework import serializers as s

from games.api.shapes import ControlSerializer, PlayerSerializer, ResponseSerializer

FORMATS_HELP = (
    "round_robin, double, groups, swiss, mcmahon, knockout, double_elim, ladder, pods, solitaire, "
    "team_match, team_league, team_swiss"
)


class TournamentBriefSerializer(ResponseSerializer):
    """A tournament as lists show it."""

    id = s.IntegerField()
    url = s.URLField()
    page = s.URLField()
    name = s.CharField(help_text="With the season from the second on.")
    season = s.IntegerField()
    format = s.CharField(help_text=f"One of: {FORMATS_HELP}; there may be more one day.")
    format_name = s.CharField()
    status = s.CharField(help_text="draft, open, running, finished or cancelled.")
    ruleset = s.CharField()
    ruleset_name = s.CharField()
    options = s.DictField(child=s.JSONField())
    control = ControlSerializer()
    rated = s.BooleanField()
    seats = s.IntegerField()
    organiser = PlayerSerializer()
    club = s.CharField(help_text="The key of its club; empty: of none.")
    least = s.IntegerField()
    most = s.IntegerField(allow_null=True)
    starts_at = s.DateTimeField(allow_null=True, help_text="null: when it is full.")
    started_at = s.DateTimeField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)


class EntrantSerializer(ResponseSerializer):
    """Somebody who has entered; teams are named where teams play."""

    id = s.IntegerField()
    player = PlayerSerializer()
    status = s.CharField(help_text="entered, waiting or withdrawn.")
    number = s.IntegerField(allow_null=True, help_text="null before the start.")
    rating = s.FloatField(allow_null=True, help_text="When it started.")
    division = s.IntegerField(allow_null=True)
    team = s.IntegerField(allow_null=True)
    place = s.IntegerField(allow_null=True, help_text="null before the end.")


class OwnEntrySerializer(ResponseSerializer):
    """My own entry."""

    entrant = s.IntegerField()
    status = s.CharField(help_text="entered, waiting or withdrawn.")
    next_season = s.BooleanField(help_text="Whether I enter the next season by itself.")
    question = s.CharField(
        help_text="place: will you take a free place; start: will you play; empty: nothing asked."
    )
    answer_until = s.DateTimeField(allow_null=True)
    absent_in = s.ListField(child=s.IntegerField(), help_text="Rounds I have announced to miss.")


class TournamentLotsSerializer(ResponseSerializer):
    """Where all random draws of a tournament come from."""

    digest = s.CharField(help_text="SHA-256 of the seed.")
    seed = s.CharField(allow_null=True, help_text="null until the end.")


class InvitationSerializer(ResponseSerializer):
    """An open invitation from an organiser."""

    id = s.IntegerField()
    player = PlayerSerializer()
    purpose = s.CharField(help_text="help, take_over or enter.")
    by = PlayerSerializer()
    at = s.DateTimeField()


class EntryRequestSerializer(ResponseSerializer):
    """A request to enter that is not accepted."""

    id = s.IntegerField()
    player = PlayerSerializer()
    at = s.DateTimeField()
    declined = s.BooleanField()
    reason = s.CharField(help_text="Why it was declined.")
    team = s.CharField(help_text="The team that a captain would like to enter; empty: alone.")


class TournamentSerializer(TournamentBriefSerializer):
    """A tournament with its terms and everybody in it."""

    text = s.CharField()
    co_organisers = PlayerSerializer(many=True)
    series = s.ListField(child=s.IntegerField(), help_text="In which it counts.")
    invited = InvitationSerializer(
        many=True, help_text="Open invitations: all for organisers, mine for others."
    )
    requests = EntryRequestSerializer(
        many=True, help_text="Not accepted yet, or declined: all for organisers, mine for others."
    )
    further_games = s.ListField(
        child=s.DictField(),
        help_text="Rulesets with options: rounds, or boards of teams, play all games in turn.",
    )
    opening = s.ListField(
        child=s.CharField(), help_text="Moves with which every match starts, played by the server."
    )
    rounds = s.IntegerField(allow_null=True)
    bands = s.ListField(
        child=s.IntegerField(), help_text="Ratings that bring start points, the highest first."
    )
    accelerated = s.BooleanField(help_text="Whether the upper half has virtual points (Baku).")
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
    withdrawals = s.CharField(
        help_text="What counts of those who withdraw where all meet all: half (finished matches if "
        "at least half were finished), finished (finished matches) or nothing."
    )
    access = s.CharField(help_text="Who may enter: public, approval or invited.")
    rating_from = s.IntegerField(allow_null=True, help_text="To enter, in whole points.")
    rating_to = s.IntegerField(allow_null=True)
    finished_least = s.IntegerField(allow_null=True, help_text="Finished matches to enter.")
    reliability_least = s.IntegerField(allow_null=True, help_text="To enter, in percent.")
    answer_days = s.IntegerField(
        allow_null=True, help_text="To accept a free place; null: the waiting list moves up."
    )
    asks_silent = s.BooleanField(
        help_text="Whether those who have not been seen are asked before the start."
    )
    bots_welcome = s.BooleanField()
    late_entry = s.BooleanField()
    reviewed = s.BooleanField(help_text="Whether organisers see pairings before the others.")
    jury = s.BooleanField(help_text="Whether appeals are decided by three referees.")
    previous = s.IntegerField(allow_null=True)
    following = s.IntegerField(allow_null=True)
    lots = TournamentLotsSerializer()
    entrants = EntrantSerializer(many=True)
    entry = OwnEntrySerializer(allow_null=True, help_text="null where I have none.")


class TableLineSerializer(ResponseSerializer):
    """One line of a table."""

    place = s.IntegerField()
    name = s.CharField()
    entrant = s.IntegerField(allow_null=True, help_text="null where teams play.")
    team = s.IntegerField(allow_null=True)
    points = s.CharField(help_text="As people write them: “3½”; empty in trees and ladders.")
    matches = s.IntegerField()
    tie_breaks = s.ListField(child=s.CharField())
    performance = s.IntegerField(
        allow_null=True, help_text="Performance rating; null without a rated opponent."
    )
    running = s.IntegerField(help_text="Matches (of teams: meetings) that do not count yet.")


class TableSerializer(ResponseSerializer):
    """The table of one division."""

    division = s.IntegerField()
    number = s.IntegerField()
    stage = s.CharField(help_text="main or playoff.")
    name = s.CharField()
    running = s.IntegerField(help_text="Games that are running and do not count yet.")
    rows = TableLineSerializer(many=True)


class TablesSerializer(ResponseSerializer):
    """All tables, that of the play-off first."""

    tie_breaks = s.ListField(child=s.CharField(), help_text="In the order of the lines' values.")
    tables = TableSerializer(many=True)


class FixtureSeatSerializer(ResponseSerializer):
    """One entrant in a fixture; the first one starts."""

    entrant = s.IntegerField()
    place = s.IntegerField(
        allow_null=True, help_text="null before the end, and for who lost without play."
    )
    points = s.IntegerField(allow_null=True, help_text="At the board, over all legs.")


class FixtureSerializer(ResponseSerializer):
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
    seats = FixtureSeatSerializer(many=True)


class RoundSerializer(ResponseSerializer):
    """One round of a division with its fixtures."""

    division = s.IntegerField()
    number = s.IntegerField()
    opens_at = s.DateTimeField()
    closes_at = s.DateTimeField()
    closed_at = s.DateTimeField(allow_null=True)
    engine = s.CharField(help_text="What has paired it.")
    note = s.CharField(
        help_text="A code why FIDE’s engine did not, sat_out or no_bye_left where not everybody "
        "could be paired, or too_few where it was skipped; mostly empty."
    )
    how = s.CharField(help_text="The same in words, with what would mend it; mostly empty.")
    fixtures = FixtureSerializer(many=True)


class RoundsSerializer(ResponseSerializer):
    """All rounds that are published."""

    rounds = RoundSerializer(many=True)
