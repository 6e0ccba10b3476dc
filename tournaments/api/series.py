"""API of series of events, with their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.listing import PageRangeSerializer, paginate_newest
from games.api.common.words import page_shape, reads
from games.api.shapes import PlayerSerializer, ResponseSerializer
from games.api.states import api_url, player_json
from games.services.errors import Refused
from notifications.services.headers import absolute_url
from tournaments import series_queries
from tournaments.api.tournaments import TournamentView

if TYPE_CHECKING:
    from tournaments.models import Series


class SeriesBriefSerializer(ResponseSerializer):
    """A series as lists show it."""

    id = s.IntegerField()
    url = s.URLField()
    page = s.URLField()
    name = s.CharField()
    organiser = PlayerSerializer()
    club = s.CharField(help_text="The key of its club; empty: of none.")
    created_at = s.DateTimeField()


class SeriesEventSerializer(ResponseSerializer):
    """An event that counts."""

    id = s.IntegerField()
    url = s.URLField()
    name = s.CharField()
    status = s.CharField()


class SeriesRowSerializer(ResponseSerializer):
    """A player over all events; a list has one value for each event, null: did not play."""

    place = s.IntegerField()
    player = PlayerSerializer()
    points = s.FloatField(help_text="The sum of what counts.")
    events = s.ListField(child=s.FloatField(allow_null=True), help_text="Points of each event.")
    places = s.ListField(child=s.IntegerField(allow_null=True), help_text="In each event.")
    counts = s.ListField(child=s.BooleanField(), help_text="Which are among the best.")


class SeriesSerializer(SeriesBriefSerializer):
    """A series with its events and its table."""

    text = s.CharField()
    points_by_place = s.ListField(child=s.IntegerField())
    best = s.IntegerField(
        allow_null=True, help_text="How many of a player's events count; null: all."
    )
    events = SeriesEventSerializer(many=True)
    table = SeriesRowSerializer(many=True)


class SeriesListView(TournamentView):
    @reads(
        page_shape(SeriesBriefSerializer),
        "List series of events",
        asks=PageRangeSerializer,
        name="series_list",
    )
    def get(self, request: Request) -> Response:
        """List the series I may know of, newest first."""
        rows = series_queries.visible_series(self.reader)
        return paginate_newest(request, rows, self.read_query(PageRangeSerializer), series_brief)


class SeriesDetailView(TournamentView):
    @reads(SeriesSerializer, "Show a series with its table")
    def get(self, request: Request, pk: int) -> Response:
        """Show a series of events and the table over those that are finished."""
        found = series_queries.series_for(self.reader, pk)
        if found is None:
            raise Refused("no_such_series")
        return Response(series_state(found))


def series_brief(series: Series) -> dict[str, object]:
    """Return a series as it appears in lists."""
    return {
        "id": series.pk,
        "url": api_url("series", series.pk),
        "page": absolute_url(series.get_absolute_url()),
        "name": series.name,
        "organiser": player_json(series.organiser),
        "club": series.club.key if series.club is not None else "",
        "created_at": series.created_at,
    }


def series_state(series: Series) -> dict[str, object]:
    events = series_queries.events_in(series)
    return series_brief(series) | {
        "text": series.text,
        "points_by_place": series.points,
        "best": series.best,
        "events": [
            {
                "id": each.pk,
                "url": api_url("tournament", each.pk),
                "name": each.title,
                "status": each.status,
            }
            for each in events
        ],
        "table": [
            {
                "place": row.place,
                "player": player_json(player),
                "points": float(row.total),
                "events": [None if each is None else float(each) for each in row.points],
                "places": list(row.places),
                "counts": list(row.counts),
            }
            for row, player in series_queries.series_ranking(series, events)
        ],
    }
