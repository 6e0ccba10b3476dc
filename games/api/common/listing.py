"""Pagination of long lists; newest first, with a link to the next page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import StrictSerializer
from games.rules.base import JSON, JSONObject
from notifications.services.headers import absolute_url

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

MAX_ID = 2**63 - 1


Row = TypeVar("Row", bound="Model")


class PageRangeSerializer(StrictSerializer):
    """A page of a list: ``limit`` rows older than ``before``."""

    before = serializers.IntegerField(min_value=1, max_value=MAX_ID, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)


def paginate_newest(
    request: Request, rows: QuerySet[Row], asked: JSONObject, show: Callable[[Row], JSON]
) -> Response:
    """Return one page of rows; new rows never shift the following pages."""
    return paginate_newest_in_bulk(request, rows, asked, lambda shown: [show(row) for row in shown])


def paginate_newest_in_bulk(
    request: Request,
    rows: QuerySet[Row],
    asked: JSONObject,
    show: Callable[[list[Row]], list[JSON]],
) -> Response:
    """Like `paginate_newest`, but ``show`` gets all rows of the page at once."""
    limit = asked["limit"]
    rows = rows.order_by("-pk")
    if asked.get("before"):
        rows = rows.filter(pk__lt=asked["before"])
    found = list(rows[: limit + 1])
    shown, more = found[:limit], len(found) > limit
    following = _next_page_url(request, before=shown[-1].pk) if more else None
    return Response({"results": show(shown), "next": following})


def paginate_ranked(
    request: Request, rows: QuerySet[Row], asked: JSONObject, show: Callable[[int, Row], JSON]
) -> Response:
    """Return one page of ranked rows, each with its place from 1."""
    first, limit = asked["offset"], asked["limit"]
    found = list(rows[first : first + limit + 1])
    more = len(found) > limit
    following = _next_page_url(request, offset=first + limit) if more else None
    results = [show(place, row) for place, row in enumerate(found[:limit], first + 1)]
    return Response({"results": results, "next": following})


def _next_page_url(request: Request, **change: int) -> str:
    """Return the URL of the next page."""
    query = request.query_params.copy()
    for name, value in change.items():
        query[name] = str(value)
    return absolute_url(f"{request.path}?{query.urlencode()}")
