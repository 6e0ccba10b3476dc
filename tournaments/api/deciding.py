"""API of a running Swiss: manual pairing, skipped rounds, a further round after the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.listing import MAX_ID
from games.api.common.words import reads, writes
from games.api.shapes import ResponseSerializer
from tournaments.api.organising import OrganiserView, PreviewTokenSerializer
from tournaments.formats.base import MAX_ENTRANTS
from tournaments.services.revisions import manual_pairing, reopening
from tournaments.services.tables.engine_words import unpaired_reason

MADE_HELP = "Number of the line in the log; null: a preview."


class FurtherRoundSerializer(ResponseSerializer):
    """A further round of a tournament that is over: what follows, and whether it goes on."""

    made = s.IntegerField(allow_null=True, help_text=MADE_HELP)
    round = s.IntegerField(help_text="The round that comes next.")
    rounds = s.IntegerField(help_text="How many rounds there are then.")
    left = s.IntegerField(help_text="How many could play it.")
    told = s.IntegerField(help_text="How many people are told by e-mail, at most.")
    preview_token = s.CharField()


class FurtherRoundView(OrganiserView):
    @writes(
        PreviewTokenSerializer,
        FurtherRoundSerializer,
        "Reopen a Swiss for a further round, or see what would follow",
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say what would follow; with its `preview_token`, it goes on."""
        self.found(pk)
        preview_token = self.body(PreviewTokenSerializer).get("preview_token", "")
        seen = reopening.propose(pk, self.reader, now=self.now)
        made = None
        if preview_token:
            made = reopening.reopen(pk, self.reader, preview_token=preview_token, now=self.now).pk
        counts = {"rounds": seen.rounds, "left": seen.left, "told": seen.told}
        return Response(
            {"made": made, "round": seen.number, **counts, "preview_token": seen.preview_token}
        )


class AvailableSerializer(ResponseSerializer):
    """Somebody who could play; in team events a team."""

    id = s.IntegerField()
    name = s.CharField()


class ManualRoundSerializer(ResponseSerializer):
    """A round that no rule can pair, with the pairs that were named."""

    made = s.IntegerField(allow_null=True, help_text=MADE_HELP)
    division = s.IntegerField()
    round = s.IntegerField()
    why = s.CharField(help_text="Why no rule can pair it.")
    tried_until = s.DateTimeField(allow_null=True, help_text="Then the standings are final.")
    available = AvailableSerializer(many=True)
    pairs = s.ListField(child=s.ListField(child=s.IntegerField()))
    free = s.ListField(child=s.CharField(), help_text="Names of who sits out without a point.")
    remarks = s.ListField(child=s.CharField(), help_text="Objections, which forbid nothing here.")
    preview_token = s.CharField()


class ManualPairsSerializer(PreviewTokenSerializer):
    act = s.ChoiceField(choices=["pair", "end"])
    pairs = s.ListField(
        child=s.ListField(
            child=s.IntegerField(min_value=1, max_value=MAX_ID), min_length=2, max_length=2
        ),
        required=False,
        max_length=MAX_ENTRANTS,
        help_text="Entrants, in team events teams; the first of two starts.",
    )


class ManualPairingView(OrganiserView):
    @reads(ManualRoundSerializer, "Show a round that no rule can pair", also=(403, 409))
    def get(self, request: Request, pk: int, number: int) -> Response:
        """Show organisers and referees who could play and until when the site keeps trying."""
        self.found(pk)
        return Response(
            _to_json(manual_pairing.propose(pk, self.reader, number, (), now=self.now), None)
        )

    @writes(
        ManualPairsSerializer,
        ManualRoundSerializer,
        "Pair a round by hand that no rule can pair, or end it",
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Without `preview_token`, pairs are only shown; with that of the answer, they are made.

        `end` needs none and makes the standings final at once.
        """
        self.found(pk)
        body = self.body(ManualPairsSerializer)
        ends = body["act"] == "end"
        pairs = [] if ends else _parse_pairs(body.get("pairs", ()))
        seen = manual_pairing.propose(pk, self.reader, number, pairs, now=self.now)
        made = None
        if ends:
            made = manual_pairing.end_waiting(pk, self.reader, number, now=self.now).pk
            seen.division.refresh_from_db()
        elif preview_token := body.get("preview_token", ""):
            made = manual_pairing.pair(
                pk, self.reader, number, pairs, preview_token=preview_token, now=self.now
            ).pk
        return Response(_to_json(seen, made))


def _parse_pairs(sent: Sequence[Sequence[int]]) -> list[manual_pairing.Pair]:
    return [(one, two) for one, two in sent]


def _to_json(hand_round: manual_pairing.ManualRound, made: int | None) -> dict[str, Any]:
    return {
        "made": made,
        "division": hand_round.division.number,
        "round": hand_round.number,
        "why": unpaired_reason(hand_round.division),
        "tried_until": hand_round.division.unpaired_until,
        "available": [{"id": who, "name": name} for who, name in hand_round.names.items()],
        "pairs": [list(each) for each in hand_round.pairs],
        "free": hand_round.free,
        "remarks": hand_round.remarks,
        "preview_token": hand_round.preview_token,
    }
