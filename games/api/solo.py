"""Endpoints for solitaire games and the puzzle of the day."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games import daily_queries
from games.api import shapes, states
from games.api.challenge_shapes import AnyObject
from games.api.common.base import ApiView, NoBodySerializer, PageSerializer, StrictSerializer
from games.api.common.listing import PageRangeSerializer, paginate_newest
from games.api.common.permissions import IsPlayer, IsPlayerOrReadOnly
from games.api.common.words import page_shape, reads, writes
from games.api.matches import get_visible_position
from games.families.features import puzzles
from games.rules import registry
from games.rules.base import JSONObject
from games.seeds import generate_seed
from games.services.errors import Refused
from games.services.solo import daily, solo
from notifications.services.headers import absolute_url

if TYPE_CHECKING:
    from datetime import datetime

    from games.models import DailyAttempt, DailyPuzzle

SOLO_RULESETS = ", ".join(key for key in registry.offered_keys() if solo.is_solo(key))


class NewSoloMatchSerializer(StrictSerializer):
    """A new game for one."""

    ruleset = s.CharField(
        max_length=40, default=puzzles().KEY, help_text=f"One of: {SOLO_RULESETS}."
    )
    options = AnyObject(default=dict)


class AttemptSerializer(shapes.ResponseSerializer):
    """My attempt: the running one, or else the one that counts."""

    match = s.IntegerField()
    counts = s.BooleanField()
    points = s.IntegerField(allow_null=True)
    sweeps = s.IntegerField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)


class DailyPlaceSerializer(shapes.ResponseSerializer):
    """A line of a day's table; equal ones share a place."""

    place = s.IntegerField()
    player = shapes.PlayerSerializer()
    points = s.IntegerField()
    sweeps = s.IntegerField(help_text="What one peg jumps without a break is one.")
    finished_at = s.DateTimeField()


class DaySerializer(shapes.ResponseSerializer):
    """The puzzle of a day as lists show it."""

    day = s.DateField()
    url = s.URLField()
    page = s.URLField()
    begins_at = s.DateTimeField()
    ends_at = s.DateTimeField()
    over = s.BooleanField()
    jumps = s.IntegerField()
    start = s.CharField(help_text="The holes with pegs.")
    digest = s.CharField()
    committed_at = s.DateTimeField(help_text="Since when the digest has been public.")
    seed = s.CharField(allow_null=True, help_text="null until the day is over.")
    solution = s.ListField(
        child=s.CharField(), allow_null=True, help_text="One way; null until the day is over."
    )


class DayTableSerializer(DaySerializer):
    """The puzzle of a day with its table."""

    entered = s.IntegerField()
    table = DailyPlaceSerializer(many=True)
    your_attempt = AttemptSerializer(allow_null=True)


def day_json(puzzle: DailyPuzzle, now: datetime) -> JSONObject:
    """Return the puzzle of a day as JSON; seed and solution only after the day."""
    over = puzzle.ends_at <= now
    solution = list(puzzles().compose(puzzle.seed, puzzle.jumps).solution) if over else None
    return {
        "day": puzzle.day,
        "url": states.api_url("day", puzzle.day.isoformat()),
        "page": absolute_url(puzzle.get_absolute_url()),
        "begins_at": puzzle.begins_at,
        "ends_at": puzzle.ends_at,
        "over": over,
        "jumps": puzzle.jumps,
        "start": puzzle.start,
        "digest": puzzle.digest,
        "committed_at": puzzle.committed_at,
        "seed": puzzle.seed if over else None,
        "solution": solution,
    }


class SoloMatchView(ApiView):
    permission_classes = (IsPlayer,)

    @writes(NewSoloMatchSerializer, shapes.StateSerializer, "Start a game for one", status=201)
    def post(self, request: Request) -> Response:
        """Start a game for one at once: unrated, seen by nobody else, a week for every move."""
        body = self.body(NewSoloMatchSerializer)
        match = solo.start_solo(
            self.reader, body["ruleset"], body["options"], seed=generate_seed(), now=self.now
        )
        return Response(
            states.position_json(get_visible_position(self, match.pk), self.reader), status=201
        )


class DailyPuzzlesView(ApiView):
    permission_classes = (IsPlayerOrReadOnly,)

    @reads(
        page_shape(DaySerializer),
        "List the puzzles of the day",
        asks=PageRangeSerializer,
        name="days_list",
    )
    def get(self, request: Request) -> Response:
        """List the puzzles of all days that have begun, the latest first."""
        now = self.now
        daily.todays_puzzle(generate_seed, now=now)
        rows = daily_queries.started_puzzles(now)
        return paginate_newest(
            request, rows, self.read_query(PageRangeSerializer), lambda row: day_json(row, now)
        )

    @writes(NoBodySerializer, shapes.StateSerializer, "Play the puzzle of the day", status=201)
    def post(self, request: Request) -> Response:
        """Start today's puzzle, or return to the attempt that is running."""
        self.body(NoBodySerializer)
        now = self.now
        daily.todays_puzzle(generate_seed, now=now)
        match = daily.start_attempt(self.reader, seed=generate_seed(), now=now)
        return Response(
            states.position_json(get_visible_position(self, match.pk), self.reader), status=201
        )


class DailyPuzzleView(ApiView):
    @reads(DayTableSerializer, "Show the puzzle of a day", asks=PageSerializer)
    def get(self, request: Request, day: str) -> Response:
        """Show the puzzle of a day, `today` or such as `2026-03-02`, with its table."""
        now, asked = self.now, self.read_query(PageSerializer)
        puzzle = self._puzzle(day, now)
        table = daily_queries.daily_ranking(puzzle)
        shown = table[asked["offset"] : asked["offset"] + asked["limit"]]
        own = daily_queries.attempt_of(self.reader, puzzle)
        return Response(
            {
                **day_json(puzzle, now),
                "entered": len(table),
                "table": [{"place": row.place, **_result_json(row.attempt)} for row in shown],
                "your_attempt": own and _attempt_json(own),
            }
        )

    def _puzzle(self, day: str, now: datetime) -> DailyPuzzle:
        """Return the puzzle of a day that has begun; refuses ``no_such_day``."""
        if day == "today":
            return daily.todays_puzzle(generate_seed, now=now)
        try:
            asked = date.fromisoformat(day)
        except ValueError:
            asked = None
        exact = asked is not None and asked.isoformat() == day
        found = daily_queries.puzzle_on(asked, now) if asked and exact else None
        if found is None:
            raise Refused("no_such_day", day=day[:40])
        return found


def _result_json(attempt: DailyAttempt) -> JSONObject:
    return {
        "player": states.player_json(attempt.player),
        "points": attempt.points,
        "sweeps": attempt.sweeps,
        "finished_at": attempt.finished_at,
    }


def _attempt_json(attempt: DailyAttempt) -> JSONObject:
    return {
        "match": attempt.match_id,
        "counts": attempt.counts,
        "points": attempt.points,
        "sweeps": attempt.sweeps,
        "finished_at": attempt.finished_at,
    }
