"""Endpoints for chat and private notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games import match_queries
from games.api.common.base import StrictSerializer
from games.api.common.words import reads, writes
from games.api.matches import get_visible_position
from games.api.moves import MatchActionView
from games.api.shapes import PlayerSerializer, ResponseSerializer
from games.api.states import player_json
from games.rules.base import JSONObject
from games.services.errors import Refused
from games.services.match import public_ids
from games.services.play import matches

if TYPE_CHECKING:
    from games.models import ChatLine


class ChatMessageRequestSerializer(StrictSerializer):
    """Something to say."""

    text = s.CharField(max_length=2000, help_text="At most 500 characters after tidying blanks.")
    to_partner = s.BooleanField(default=False, help_text="Only for my partner.")


class ChatMessageSerializer(ResponseSerializer):
    """Something said."""

    id = s.IntegerField()
    player = PlayerSerializer()
    at = s.DateTimeField()
    text = s.CharField()
    partners_only = s.BooleanField()


class NotesRequestSerializer(StrictSerializer):
    """Private notes."""

    text = s.CharField(max_length=matches.MAX_NOTES_LENGTH, allow_blank=True, trim_whitespace=False)


class NotesSerializer(ResponseSerializer):
    """Private notes."""

    text = s.CharField()


class ChatView(MatchActionView):
    @reads(ChatMessageSerializer(many=True), "Read what was said", also=(403,))
    def get(self, request: Request, pk: int) -> Response:
        """List what was said in the match, oldest first; only its players may read it."""
        position = get_visible_position(self, pk)
        if position.seat_of(self.reader) is None:
            raise Refused("not_your_match")
        lines = match_queries.chat_for(self.reader, position.match)
        return Response([_chat_message_json(line) for line in lines])

    @writes(ChatMessageRequestSerializer, ChatMessageSerializer, "Message", status=201)
    def post(self, request: Request, pk: int) -> Response:
        """Say something; the other reads it on the page and in an e-mail."""
        said = self.body(ChatMessageRequestSerializer)
        line = matches.send_chat_message(
            pk, self.reader, said["text"], now=self.now, to_partner=said["to_partner"]
        )
        return Response(_chat_message_json(line), status=201)


def _chat_message_json(line: ChatLine) -> JSONObject:
    return {
        "id": public_ids.public_id(line.pk, "talk"),
        "player": player_json(line.player),
        "at": line.at,
        "text": line.words,
        "partners_only": line.only_seats is not None,
    }


class OwnNotesView(MatchActionView):
    @reads(NotesSerializer, "Read my notes", also=(403,))
    def get(self, request: Request, pk: int) -> Response:
        """Return my private notes on the match."""
        own = get_visible_position(self, pk).seat_of(self.reader)
        if own is None:
            raise Refused("not_your_match")
        return Response({"text": own.notes})

    @writes(NotesRequestSerializer, NotesSerializer, "Replace my notes")
    def put(self, request: Request, pk: int) -> Response:
        """Replace my private notes."""
        seat = matches.write_notes(pk, self.reader, self.body(NotesRequestSerializer)["text"])
        return Response({"text": seat.notes})
