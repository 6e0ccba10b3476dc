"""The API of series of events: read them with their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.listing import Stretch, newest_first
from games.api.common.words import listed, reads
from games.api.shapes import PlayerShape, Shape
from games.api.states import address, player_of
from games.services.errors import Refused
from notifications.services.headers import absolute
from tournaments import series_queries
from tournaments.api.tournaments import OfTournaments

if TYPE_CHECKING:
    from tournaments.models import Series


class SeriesBriefShape(Shape):
    """A series as lists show it."""

    id = s.IntegerField()
    url = s.URLField()
    page = s.URLField()
    name = s.CharField()
    organiser = PlayerShape()
    club = s.CharField(help_text="The key of its club; empty: of none.")
    created_at = s.DateTimeField()


class SeriesEventShape(Shape):
    """An event that counts."""

    id = s.IntegerField()
    url = s.URLField()
    name = s.CharField()
    status = s.CharField()


class SeriesRowShape(Shape):
    """A player over all events; a list has one value for each event, null: did not play."""

    place = s.IntegerField()
    player = PlayerShape()
    points = s.FloatField(help_text="The sum of what counts.")
    events = s.ListField(child=s.FloatField(allow_null=True), help_text="Points of each event.")
    places = s.ListField(child=s.IntegerField(allow_null=True), help_text="In each event.")
    counts = s.ListField(child=s.BooleanField(), help_text="Which are among the best.")


class SeriesShape(SeriesBriefShape):
    """A series with its events and its table."""

    text = s.CharField()
    points_by_place = s.ListField(child=s.IntegerField())
    best = s.IntegerField(
        allow_null=True, help_text="How many of a player's events count; null: all."
    )
    events = SeriesEventShape(many=True)
    table = SeriesRowShape(many=True)


class AllSeries(OfTournaments):
    @reads(listed(SeriesBriefShape), "List series of events", asks=Stretch, name="series_list")
    def get(self, request: Request) -> Response:
        """List the series I may know of, newest first."""
        rows = series_queries.series_listed(self.reader)
        return newest_first(request, rows, self.read_query(Stretch), brief)


class OneSeries(OfTournaments):
    @reads(SeriesShape, "Show a series with its table")
    def get(self, request: Request, pk: int) -> Response:
        """Show a series of events and the table over those that are finished."""
        found = series_queries.series_for(self.reader, pk)
        if found is None:
            raise Refused("no_such_series")
        return Response(series_state(found))


def brief(found: Series) -> dict[str, object]:
    """Return a series as lists show it."""
    return {
        "id": found.pk,
        "url": address("series", found.pk),
        "page": absolute(found.get_absolute_url()),
        "name": found.name,
        "organiser": player_of(found.organiser),
        "club": found.club.key if found.club is not None else "",
        "created_at": found.created_at,
    }


def series_state(found: Series) -> dict[str, object]:
    """Return a series with its events and its table."""
    events = series_queries.events_in(found)
    return brief(found) | {
        "text": found.text,
        "points_by_place": found.points,
        "best": found.best,
        "events": [
            {
                "id": each.pk,
                "url": address("tournament", each.pk),
                "name": each.title,
                "status": each.status,
            }
            for each in events
        ],
        "table": [
            {
                "place": row.place,
                "player": player_of(player),
                "points": float(row.total),
                "events": [None if each is None else float(each) for each in row.points],
                "places": list(row.places),
                "counts": list(row.counts),
            }
            for row, player in series_queries.series_ranking(found, events)
        ],
    }
