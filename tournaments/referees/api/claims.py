"""API of claims about matches left unfinished at the end of their round."""

from __future__ import annotations

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import StrictSerializer
from games.api.common.words import writes
from games.services.errors import Refused
from tournaments import queries
from tournaments.referees.api.base import RefereesView
from tournaments.referees.api.cases import MAX_LENGTH, CaseSerializer, case_detail
from tournaments.referees.services import claims


class ClaimBodySerializer(StrictSerializer):
    """My claim, and its reason."""

    wanted = s.ChoiceField(choices=list(claims.CLAIM_KINDS))
    text = s.CharField(
        max_length=MAX_LENGTH,
        required=False,
        allow_blank=True,
        help_text="At most 1900 characters.",
    )


class FixtureClaimView(RefereesView):
    @writes(ClaimBodySerializer, CaseSerializer, "Claim about an unfinished match", status=201)
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Claim the win, a draw or more time; the others are asked, then a referee decides."""
        body = self.body(ClaimBodySerializer)
        if queries.visible_tournament(self.reader, pk) is None:
            raise Refused("no_such_tournament")
        if queries.fixture_in(pk, fixture) is None:
            raise Refused("no_such_match")
        words = {"wanted": body["wanted"], "text": body.get("text", "")}
        case = claims.claim(fixture, self.reader, now=self.now, **words)
        return Response(case_detail(case, self.reader), status=201)
