"""API of the organiser's board: statistics, messages to players, notes."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import StrictSerializer
from games.api.common.words import reads, writes
from games.api.shapes import PlayerSerializer, ResponseSerializer
from games.api.states import player_json
from tournaments import board_queries
from tournaments.api.organising import OrganiserView, PreviewTokenSerializer
from tournaments.services.locks import require_organiser
from tournaments.services.organisers import messages, notes
from tournaments.services.organisers.notes import MAX_NOTE_LENGTH
from tournaments.services.organisers.progress import EventProgress, load_progress
from tournaments.services.revisions import terms

MAX_BOARDS = 50
AUDIENCE_HELP = "all, round-N, division-N, playoff, or board-N with the number of a fixture."


class RunningBoardSerializer(ResponseSerializer):
    """A running board."""

    fixture = s.IntegerField()
    players = PlayerSerializer(many=True)
    match = s.IntegerField(allow_null=True)
    awaited_since = s.DateTimeField(allow_null=True)
    deadline_at = s.DateTimeField(allow_null=True)
    ends_at = s.DateTimeField(help_text="Forecast.")


class UnreachablePlayerSerializer(ResponseSerializer):
    """A player no e-mail reaches."""

    player = PlayerSerializer()
    since = s.DateTimeField()


class NoteSerializer(ResponseSerializer):
    """A note of the organisers."""

    id = s.IntegerField()
    by = PlayerSerializer()
    at = s.DateTimeField()
    text = s.CharField()


class OrganiserBoardSerializer(ResponseSerializer):
    """How a tournament stands; lists hold the first fifty boards."""

    boards = s.IntegerField(help_text="Of all published rounds; byes are none.")
    done = s.IntegerField()
    running = s.IntegerField()
    silent = s.IntegerField(help_text="Somebody awaited for more than three days.")
    near = s.IntegerField(help_text="A deadline within a day.")
    cases = s.IntegerField(help_text="Open cases.")
    ends_at = s.DateTimeField(allow_null=True, help_text="Forecast; null: there is none.")
    silent_boards = RunningBoardSerializer(many=True)
    near_boards = RunningBoardSerializer(many=True)
    unreached = UnreachablePlayerSerializer(many=True)
    notes = NoteSerializer(many=True)


class MessageRequestSerializer(PreviewTokenSerializer):
    """A message."""

    to = s.CharField(max_length=40, help_text=AUDIENCE_HELP)
    text = s.CharField(max_length=messages.MAX_TEXT_LENGTH)


class MessageToPlayersSerializer(ResponseSerializer):
    """A message: its recipients, and whether it has been sent."""

    made = s.IntegerField(allow_null=True, help_text="Its number in the log; null: a preview.")
    to = s.CharField()
    told = s.IntegerField(help_text="How many get it, unless they have turned such e-mails off.")
    preview_token = s.CharField()


class NoteRequestSerializer(StrictSerializer):
    """A note."""

    text = s.CharField(max_length=MAX_NOTE_LENGTH)


class BoardView(OrganiserView):
    @reads(OrganiserBoardSerializer, "Show how my tournament stands", also=(403, 409))
    def get(self, request: Request, pk: int) -> Response:
        """Show statistics, inactive boards, near deadlines, the forecast and notes."""
        found = self.found(pk)
        require_organiser(found, self.reader)
        terms.require_announced(found)
        outlook = load_progress(found, self.now)
        silent, near = outlook.silent[:MAX_BOARDS], outlook.near[:MAX_BOARDS]
        shown = _boards_to_json(outlook, [*silent, *near])
        return Response(
            {
                "boards": outlook.published,
                "done": outlook.done,
                "running": len(outlook.boards),
                "silent": len(outlook.silent),
                "near": len(outlook.near),
                "cases": board_queries.count_open_cases(found),
                "ends_at": outlook.ends_at,
                "silent_boards": [shown[each.fixture] for each in silent],
                "near_boards": [shown[each.fixture] for each in near],
                "unreached": [
                    {"player": player_json(entrant.player), "since": since}
                    for entrant, since in board_queries.unreached_players(found)
                ],
                "notes": [_note_json(each) for each in board_queries.notes_of(found)],
            }
        )


class MessagePlayersView(OrganiserView):
    @writes(
        MessageRequestSerializer,
        MessageToPlayersSerializer,
        "Write to players, or see who would get it",
    )
    def post(self, request: Request, pk: int) -> Response:
        """Without `preview_token`, say how many would get it; with that of the answer, send it."""
        self.found(pk)
        body = self.body(MessageRequestSerializer)
        to, text = body["to"], body["text"]
        draft = messages.propose(pk, self.reader, to, text, now=self.now)
        made = None
        if preview_token := body.get("preview_token", ""):
            made = messages.send(
                pk, self.reader, to, text, preview_token=preview_token, now=self.now
            ).pk
        said = {"made": made, "to": draft.audience.key, "told": len(draft.readers)}
        return Response({**said, "preview_token": draft.preview_token})


class OrganiserNotesView(OrganiserView):
    @writes(NoteRequestSerializer, NoteSerializer, "Keep a note for the organisers")
    def post(self, request: Request, pk: int) -> Response:
        """Keep a note that only the organisers read."""
        self.found(pk)
        text = self.body(NoteRequestSerializer)["text"]
        return Response(_note_json(notes.add_note(pk, self.reader, text, now=self.now)))


def _note_json(note: Any) -> dict[str, Any]:
    return {"id": note.pk, "by": player_json(note.by), "at": note.at, "text": note.text}


def _boards_to_json(outlook: EventProgress, boards: list[Any]) -> dict[int, dict[str, Any]]:
    """Return the boards as API objects, by the pk of their fixture."""
    known = {each.fixture: each for each in boards}
    return {
        fixture.pk: {
            "fixture": fixture.pk,
            "players": [player_json(seat.entrant.player) for seat in fixture.seats.all()],
            "match": fixture.match_id,
            "awaited_since": known[fixture.pk].awaited_since,
            "deadline_at": known[fixture.pk].deadline_at,
            "ends_at": outlook.end_of(known[fixture.pk]),
        }
        for fixture in board_queries.fixtures_in_order(list(known))
    }
