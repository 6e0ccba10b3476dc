"""The schema, and pages to try it out under the site's strict content security policy."""

from __future__ import annotations

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import ApiView
from games.api.common.words import reads
from games.api.shapes import AnswerSerializer
from games.api.states import address


class SchemaView(SpectacularAPIView):
    """OpenAPI 3."""


class Docs(SpectacularSwaggerSplitView):
    """The schema for people, with everything to try; its script comes from our own files."""

    template_name = "api/docs.html"
    url_name = "api:schema"


class IndexSerializer(AnswerSerializer):
    """The URLs to start with."""

    me = s.URLField()
    matches = s.URLField()
    challenges = s.URLField()
    players = s.URLField()
    rulesets = s.URLField()
    time_controls = s.URLField()
    days = s.URLField()
    docs = s.URLField()


class IndexView(ApiView):
    @reads(IndexSerializer, "Show the way in", name="index", group="start")
    def get(self, request: Request) -> Response:
        """Name the addresses to begin with."""
        names = (
            "me",
            "matches",
            "challenges",
            "players",
            "rulesets",
            "time_controls",
            "days",
            "docs",
        )
        return Response({name: address(name) for name in names})
