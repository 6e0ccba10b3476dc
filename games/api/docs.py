"""The schema and its interactive documentation, under the site's strict CSP."""

from __future__ import annotations

import threading

from django.utils.translation import get_language, get_supported_language_variant, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import ApiView
from games.api.common.words import reads
from games.api.shapes import ResponseSerializer
from games.api.states import api_url

SCHEMA_LOCK = threading.Lock()
SCHEMAS: dict[str, dict[str, object]] = {}


def cached_schema(language: str) -> dict[str, object]:
    """Return the schema in a language, cached per process because generating it takes seconds.

    Locked, because the generator's lazy loading of extensions is not thread-safe.
    """
    if language not in SCHEMAS:
        with SCHEMA_LOCK:
            if language not in SCHEMAS:
                SCHEMAS[language] = _make_schema(language)
    return SCHEMAS[language]


def _make_schema(language: str) -> dict[str, object]:
    with override(language):
        made: dict[str, object] = SchemaGenerator().get_schema(  # type: ignore[no-untyped-call]
            request=None, public=True
        )
    return made


class CachedSchemaGenerator(SchemaGenerator):
    """Returns the cached schema in the reader's language."""

    def get_schema(self, request: Request | None = None, public: bool = False) -> dict[str, object]:
        return cached_schema(_language())


class SchemaView(SpectacularAPIView):
    """OpenAPI 3."""

    generator_class = CachedSchemaGenerator

    def _get_version_parameter(self, request: Request) -> None:
        """There is one version; what a caller names would stand in the name of the file."""


def _language() -> str:
    """Return the reader's language if supported, else English."""
    try:
        return get_supported_language_variant(get_language() or "en")
    except LookupError:
        return "en"


class DocsView(SpectacularSwaggerSplitView):
    """The schema for people, with everything to try; its script comes from our own files."""

    template_name = "api/docs.html"
    url_name = "api:schema"


class IndexSerializer(ResponseSerializer):
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
        return Response({name: api_url(name) for name in names})
