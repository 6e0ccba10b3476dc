"""API for organisers about entries: answer requests, create and revoke links."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import StrictSerializer
from games.api.common.listing import MAX_ID
from games.api.common.words import reads, writes
from games.api.shapes import PlayerSerializer, ResponseSerializer
from games.api.states import player_json
from notifications.services.headers import absolute_url
from tournaments import entry_queries
from tournaments.api import shapes
from tournaments.api.organising import OrganiserView, PreviewTokenSerializer
from tournaments.services.admission import acceptances, keys, lists, requests
from tournaments.services.locks import require_organiser

if TYPE_CHECKING:
    from tournaments.models import EntryLink

KEY_BYTES = 24


class RequestAnswerSerializer(StrictSerializer):
    """The answer to a request to enter."""

    request = s.IntegerField(min_value=1, max_value=MAX_ID, help_text="Its number.")
    accept = s.BooleanField()
    reason = s.CharField(
        max_length=requests.MAX_REASON_LENGTH,
        required=False,
        help_text="Sent to the player; needed to decline.",
    )


class AnswerRequestView(OrganiserView):
    @writes(RequestAnswerSerializer, shapes.TournamentSerializer, "Answer a request to enter")
    def post(self, request: Request, pk: int) -> Response:
        """Accept a request, which enters the player, or decline it; they are notified."""
        body = self.body(RequestAnswerSerializer)
        reason = body.get("reason", "")
        number, accept = body["request"], body["accept"]
        return self.after(pk, requests.answer, number, accept=accept, reason=reason, now=self.now)


class RetractionSerializer(ResponseSerializer):
    """An acceptance taken back: what follows, and whether the request is open again."""

    made = s.IntegerField(allow_null=True, help_text="Its number in the log; null: a preview.")
    player = PlayerSerializer()
    team = s.CharField(help_text="The team they had asked for; empty: none.")
    next_in_line = s.CharField(help_text="Who gets the place; empty: nobody.")
    preview_token = s.CharField()


class RetractAcceptanceView(OrganiserView):
    @writes(
        PreviewTokenSerializer,
        RetractionSerializer,
        "Take an acceptance back, or see what would follow",
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Say what would follow; with its `preview_token`, do it."""
        self.found(pk)
        preview_token = self.body(PreviewTokenSerializer).get("preview_token", "")
        seen = acceptances.propose(pk, self.reader, number, now=self.now)
        made = None
        if preview_token:
            made = acceptances.retract(
                pk, self.reader, number, preview_token=preview_token, now=self.now
            ).pk
        return Response(
            {
                "made": made,
                "player": player_json(seen.player),
                "team": seen.team.name if seen.team else "",
                "next_in_line": seen.next_in_line,
                "preview_token": seen.preview_token,
            }
        )


class EntryListRequestSerializer(PreviewTokenSerializer):
    """The players to invite."""

    text = s.CharField(
        max_length=lists.MAX_TEXT_LENGTH,
        trim_whitespace=False,
        help_text="One player name per line; of several columns (CSV) the first is read.",
    )


class ListLineSerializer(ResponseSerializer):
    """One line of a list."""

    number = s.IntegerField()
    name = s.CharField()
    error = s.CharField(help_text="Why this player is not invited; empty: they are.")


class EntryListSerializer(ResponseSerializer):
    """A list: what follows for each line, and whether the invitations have been made."""

    made = s.BooleanField()
    lines = ListLineSerializer(many=True)
    preview_token = s.CharField()


class InviteListView(OrganiserView):
    @writes(
        EntryListRequestSerializer,
        EntryListSerializer,
        "Invite players from a list, or see what would follow",
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say what would follow for each line; with its `preview_token`, invite."""
        self.found(pk)
        body = self.body(EntryListRequestSerializer)
        text, preview_token = body["text"], body.get("preview_token", "")
        if preview_token:
            seen = lists.invite_all(
                pk,
                self.reader,
                text,
                preview_token=preview_token,
                make_key=_generate_key,
                now=self.now,
            )
        else:
            seen = lists.propose(pk, self.reader, text, now=self.now)
        lines = [
            {"number": each.number, "name": each.name, "error": each.error} for each in seen.lines
        ]
        return Response(
            {"made": bool(preview_token), "lines": lines, "preview_token": seen.preview_token}
        )


def _generate_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


class LinkLimitsSerializer(StrictSerializer):
    """How far a link reaches; null: without limit."""

    note = s.CharField(required=False, allow_blank=True, max_length=keys.MAX_NOTE_LENGTH)
    most = s.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=keys.MAX_USES, default=None
    )
    days = s.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=keys.MAX_DAYS, default=None
    )


class LinkNumberSerializer(StrictSerializer):
    """A link."""

    link = s.IntegerField(min_value=1, max_value=MAX_ID, help_text="Its number.")


class LinkSerializer(ResponseSerializer):
    """A link to enter."""

    id = s.IntegerField()
    url = s.URLField(help_text="Its last part is the key.")
    note = s.CharField()
    most = s.IntegerField(allow_null=True)
    until = s.DateTimeField(allow_null=True)
    used = s.IntegerField(help_text="How many players have entered by it.")


class LinksSerializer(ResponseSerializer):
    """All links that are not revoked."""

    links = LinkSerializer(many=True)


class EntryLinksView(OrganiserView):
    @reads(LinksSerializer, "List the links to enter my tournament", also=(403,))
    def get(self, request: Request, pk: int) -> Response:
        """List the links that are not revoked, for organisers."""
        return self._listed(pk)

    @writes(LinkLimitsSerializer, LinksSerializer, "Make a link to enter")
    def post(self, request: Request, pk: int) -> Response:
        """Make a link, limited to a number of players and days."""
        self.found(pk)
        body = self.body(LinkLimitsSerializer)
        keys.create_link(pk, self.reader, secrets.token_urlsafe(KEY_BYTES), now=self.now, **body)
        return self._listed(pk)

    def _listed(self, pk: int) -> Response:
        found = self.found(pk)
        require_organiser(found, self.reader)
        return Response({"links": [_link_json(each) for each in entry_queries.links_of(found)]})


class RevokeLinkView(OrganiserView):
    @writes(LinkNumberSerializer, shapes.TournamentSerializer, "Revoke a link to enter")
    def post(self, request: Request, pk: int) -> Response:
        """End a link for good; players who entered by it stay."""
        return self.after(pk, keys.revoke, self.body(LinkNumberSerializer)["link"], now=self.now)


def _link_json(link: EntryLink) -> dict[str, object]:
    return {
        "id": link.pk,
        "url": absolute_url(link.get_absolute_url()),
        "note": link.note,
        "most": link.most,
        "until": link.until,
        "used": link.uses.count(),
    }
