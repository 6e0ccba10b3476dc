"""API of rounds before they are published; an API key needs the scope ``organise``."""

from __future__ import annotations

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.listing import MAX_ID
from games.api.common.words import reads, writes
from games.api.shapes import ResponseSerializer
from tournaments.api.organising import OrganiserView, PreviewTokenSerializer
from tournaments.services.locks import require_organiser
from tournaments.services.revisions import pairings, swaps
from tournaments.services.revisions.pairings import DraftView


class DraftBoardSerializer(ResponseSerializer):
    """A board of a draft; the first entrant starts. In team events: a meeting of two teams."""

    board = s.IntegerField()
    entrants = s.ListField(child=s.IntegerField(), help_text="In team events numbers of teams.")


class DraftByeSerializer(ResponseSerializer):
    """An entrant without an opponent."""

    entrant = s.IntegerField(help_text="In team events the number of a team.")
    words = s.CharField()


class DraftSerializer(ResponseSerializer):
    """A round that is paired and not published."""

    id = s.IntegerField()
    division = s.IntegerField()
    round = s.IntegerField()
    publish_by = s.DateTimeField(help_text="When it is published if nobody does so before.")
    by_hand = s.BooleanField()
    pairing = s.BooleanField(help_text="It is being paired again; ask once more in some seconds.")
    outdated = s.BooleanField(
        help_text="Results or pairings of earlier rounds have changed since it was paired."
    )
    boards = DraftBoardSerializer(many=True)
    byes = DraftByeSerializer(many=True)
    problems = s.ListField(child=s.CharField(), help_text="Why it cannot be played so.")
    remarks = s.ListField(child=s.CharField(), help_text="What is unusual.")
    preview_token = s.CharField()


class DraftsSerializer(ResponseSerializer):
    """All rounds of a tournament that wait to be published."""

    drafts = DraftSerializer(many=True)


class DraftActSerializer(PreviewTokenSerializer):
    draft = s.IntegerField(min_value=1, max_value=MAX_ID)
    act = s.ChoiceField(choices=["swap", "publish", "again"])
    one = s.IntegerField(min_value=1, max_value=MAX_ID, required=False)
    two = s.IntegerField(min_value=1, max_value=MAX_ID, required=False)


class PairingsView(OrganiserView):
    @reads(DraftsSerializer, "List the rounds that wait to be published", also=(403,))
    def get(self, request: Request, pk: int) -> Response:
        """Show organisers the pairings before anybody else sees them."""
        found = self.found(pk)
        require_organiser(found, self.reader)
        return Response({"drafts": [draft_json(each) for each in pairings.draft_views(found)]})

    @writes(
        DraftActSerializer, DraftsSerializer, "Swap two entrants, publish a round or pair it again"
    )
    def post(self, request: Request, pk: int) -> Response:
        """Without `preview_token`, a swap is only shown; with that of the answer, it is made."""
        body = self.body(DraftActSerializer)
        found, draft = self.found(pk), body["draft"]
        if body["act"] == "publish":
            pairings.publish_now(pk, self.reader, draft, now=self.now)
        elif body["act"] == "again":
            pairings.pair_again(pk, self.reader, draft, now=self.now)
        else:
            pair = (body.get("one", 0), body.get("two", 0))
            if not (preview_token := body.get("preview_token", "")):
                seen = pairings.propose_swap(pk, self.reader, draft, pair)
                return Response({"drafts": [draft_json(seen)]})
            pairings.swap(pk, self.reader, draft, pair, preview_token=preview_token, now=self.now)
        return Response({"drafts": [draft_json(each) for each in pairings.draft_views(found)]})


class UndoSwapView(OrganiserView):
    @writes(
        PreviewTokenSerializer,
        DraftsSerializer,
        "Undo a swap before the round is published, or see what would follow",
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Only show the round without the swap; with its `preview_token`, undo it."""
        found = self.found(pk)
        if not (preview_token := self.body(PreviewTokenSerializer).get("preview_token", "")):
            seen = swaps.propose_undo(pk, self.reader, number)
            return Response({"drafts": [draft_json(seen)]})
        swaps.undo(pk, self.reader, number, preview_token=preview_token, now=self.now)
        return Response({"drafts": [draft_json(each) for each in pairings.draft_views(found)]})


def draft_json(view: DraftView) -> dict[str, object]:
    """Return a draft as an API object; ``view`` may include a proposed swap."""
    return {
        "id": view.draft.pk,
        "division": view.draft.division_id,
        "round": view.draft.number,
        "publish_by": view.draft.publish_by,
        "by_hand": view.draft.by_hand,
        "pairing": view.is_being_paired,
        "outdated": view.is_outdated,
        "boards": [{"board": board, "entrants": list(pair)} for board, pair in view.tables],
        "byes": [{"entrant": each.pk, "words": words} for each, words in view.free],
        "problems": view.problems,
        "remarks": view.remarks,
        "preview_token": view.preview_token,
    }
