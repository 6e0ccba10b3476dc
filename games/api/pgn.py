"""Endpoints for PGN export and import."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import queries
from games.api import study_shapes
from games.api.common.base import ApiView, StrictSerializer
from games.api.common.permissions import IsPlayer
from games.api.common.words import reads, writes
from games.rules.base import JSONObject
from games.services.errors import Refused
from games.services.solo import studies
from notifications.services.headers import absolute_url


class PgnTextSerializer(StrictSerializer):
    """Games as a text."""

    pgn = serializers.CharField(max_length=studies.MAX_PGN_LENGTH, trim_whitespace=False)


class MatchPgnView(ApiView):
    @reads(study_shapes.PgnSerializer, "A match of chess as PGN", also=(422,))
    def get(self, request: Request, pk: int) -> Response:
        """Return the whole match as PGN; 422 ``not_chess`` for other games."""
        position = queries.position_for(self.reader, pk)
        if position is None:
            raise Refused("no_such_match")
        url = absolute_url(position.match.get_absolute_url())
        return Response({"pgn": studies.match_pgn(position, url)})


class PgnImportView(ApiView):
    permission_classes = (IsPlayer,)
    writing_needs = "read"

    @writes(
        PgnTextSerializer, study_shapes.StudySerializer(many=True), "Read games of chess from PGN"
    )
    def post(self, request: Request) -> Response:
        """Replay every game of a text and return its moves; nothing is kept."""
        found = studies.parse_studies(self.body(PgnTextSerializer)["pgn"])
        return Response([_study_json(study) for study in found])


def _study_json(study: studies.Study) -> JSONObject:
    return {
        "tags": dict(study.tags),
        "start": study.fen,
        "moves": study.spelled,
        "fen": study.last_fen,
        "ending": study.played.states[-1].ending,
        "ended_at": study.played.ended_at,
    }
