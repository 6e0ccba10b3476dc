"""Endpoints for matches: lists, position, ledger, replay, picture, clocks."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from games import match_queries, queries
from games.api import clocks, shapes, states
from games.api.common.base import ApiView, StrictSerializer
from games.api.common.listing import MAX_ID, PageRangeSerializer, paginate_newest
from games.api.common.words import LANGUAGE, PROBLEMS, page_shape, reads
from games.diagrams.svg import render_svg
from games.families.drawing import diagram_for
from games.queries import Position
from games.rules import registry
from games.rules.base import JSONObject
from games.services.errors import Refused
from games.services.match.pictures import active_board_labels

if TYPE_CHECKING:
    from games.models import Match

CACHE_SECONDS = 7 * 24 * 3600


class MatchFiltersSerializer(PageRangeSerializer):
    """The filters of the list of matches."""

    mine = serializers.BooleanField(default=False, help_text="Only those I have a seat in.")
    awaiting = serializers.BooleanField(default=False, help_text="Only those that await my move.")
    status = serializers.ChoiceField(choices=["running", "finished", "annulled"], required=False)
    ruleset = serializers.ChoiceField(choices=registry.offered_keys(), required=False)
    player = serializers.IntegerField(min_value=1, max_value=MAX_ID, required=False)


class MatchListView(ApiView):
    @reads(
        page_shape(shapes.MatchSerializer),
        "List matches, newest first",
        asks=MatchFiltersSerializer,
        name="matches_list",
    )
    def get(self, request: Request) -> Response:
        """List the matches that I may see, newest first."""
        asked = self.read_query(MatchFiltersSerializer)
        if self.reader is None and (asked["mine"] or asked["awaiting"]):
            raise NotAuthenticated
        found = queries.visible_matches(self.reader, asked)
        return paginate_newest(request, found, asked, self._row)

    def _row(self, match: Match) -> JSONObject:
        return states.match_summary(match, list(match.seats.all()), self.reader)


def get_visible_position(view: ApiView, pk: int, at_ply: int | None = None) -> Position:
    """Return a match at a ply as the caller may see it; refuses ``no_such_match``."""
    position = queries.position_for(view.reader, pk, at_ply)
    if position is None:
        raise Refused("no_such_match")
    return position


class MatchDetailView(ApiView):
    @reads(shapes.StateSerializer, "Show a match")
    def get(self, request: Request, pk: int) -> Response:
        """Show a match as it stands: board, clocks, score, and my legal moves."""
        return Response(states.position_json(get_visible_position(self, pk), self.reader))


class MatchReplayView(ApiView):
    @reads(shapes.StateSerializer, "Show a match after a ply")
    def get(self, request: Request, pk: int, ply: int) -> Response:
        """Show the board after a ply (0 is the start); seats and clocks are those of now."""
        position = get_visible_position(self, pk, ply)
        if ply > position.match.ply_count:
            raise Refused("no_such_ply", ply=ply, last=position.match.ply_count)
        return Response(states.position_json(position, self.reader))


class PliesView(ApiView):
    @reads(shapes.PlySerializer(many=True), "Show the ledger of a match")
    def get(self, request: Request, pk: int) -> Response:
        """List every ply in order; it never changes, it only grows."""
        return Response([states.ply_json(ply) for ply in get_visible_position(self, pk).plies])


class ClockStatementView(ApiView):
    @reads(clocks.StatementSerializer(many=True), "Show the clock statement", also=(403,))
    def get(self, request: Request, pk: int) -> Response:
        """List every stretch of both clocks, charged or not, to the players of the match."""
        position = get_visible_position(self, pk)
        if position.seat_of(self.reader) is None and not getattr(request.user, "is_staff", False):
            raise Refused("not_your_match")
        charges = match_queries.charges_of(position.match)
        return Response(clocks.statements_json(position, charges, self.now))


class PlyQuerySerializer(StrictSerializer):
    """Which position to draw."""

    ply = serializers.IntegerField(min_value=0, max_value=10**6, required=False)


class IgnoreAcceptHeader(BaseContentNegotiation):
    """Answers a picture whatever the caller accepts, and errors as JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class BoardPictureView(ApiView):
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        summary="Draw the board",
        parameters=[LANGUAGE, PlyQuerySerializer],
        responses={
            (200, "image/svg+xml"): OpenApiTypes.STR,
            **{code: PROBLEMS[code] for code in (400, 401, 404, 429)},
        },
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Draw the board as it stands, or after ``ply``."""
        position = get_visible_position(self, pk, self.read_query(PlyQuerySerializer).get("ply"))
        drawn = diagram_for(position.match.ruleset, position.state, last=position.last_move)
        svg = render_svg(drawn, standalone=True, labels=active_board_labels())
        response = HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")
        if self.reader is None and "Authorization" not in request.headers:
            self._set_cache_headers(response, position)
        answer = get_conditional_response(request, response.headers.get("ETag"), response=response)
        return answer or response

    @staticmethod
    def _set_cache_headers(response: HttpResponse, position: Position) -> None:
        """Allow caching for visitors: a week if the position can no longer change, else briefly.

        Not for players, who may see more than visitors.
        """
        match = position.match
        settled = position.at_ply < match.ply_count or not match.is_running
        kept = f"max-age={CACHE_SECONDS}" if settled else "max-age=0, s-maxage=10"
        response.headers["Cache-Control"] = f"public, {kept}"
        digest = blake2b(response.content, digest_size=12).hexdigest()
        response.headers["ETag"] = f'"{digest}"'
