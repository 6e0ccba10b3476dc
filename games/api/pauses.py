"""Endpoints for pauses: what stops the clocks, proposing and answering a pause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games import match_queries
from games.api import shapes
from games.api.common.base import InstantField, StrictSerializer
from games.api.common.words import reads, writes
from games.api.matches import get_visible_position
from games.api.moves import MatchActionView
from games.api.shapes import ResponseSerializer
from games.rules.base import JSONObject
from games.services.play import pauses

if TYPE_CHECKING:
    from accounts.models import Leave
    from games.models import Pause as PauseRow, Seat


class PauseRequestSerializer(StrictSerializer):
    """How long a pause shall last."""

    until = InstantField()


class DeclinePauseSerializer(StrictSerializer):
    """Which pause is declined, and no later one; without it, whatever is proposed now."""

    until = InstantField(required=False)


class ProposedPauseSerializer(ResponseSerializer):
    """A pause that nobody has agreed to yet; send ``until`` back to agree."""

    seat = s.IntegerField(allow_null=True, help_text="Whose player has proposed it.")
    until = s.DateTimeField()


class RunningPauseSerializer(ResponseSerializer):
    """A pause that stops all clocks now."""

    since = s.DateTimeField()
    until = s.DateTimeField(allow_null=True, help_text="Null until a referee ends it.")
    reason = s.ChoiceField(choices=["agreed", "referee"])


class OnLeaveSerializer(ResponseSerializer):
    """A player to move who is on leave."""

    seat = s.IntegerField()
    last_day = s.DateField()


class UndeliveredPauseSerializer(ResponseSerializer):
    """A clock that stands still because the e-mail about the turn did not arrive."""

    seat = s.IntegerField(allow_null=True, help_text="Null once its player has left the match.")
    since = s.DateTimeField()
    until = s.DateTimeField(help_text="At the latest; it ends when the player is here.")


class PauseSerializer(ResponseSerializer):
    """Pauses of a match; proposals and undelivered e-mails are for its players alone."""

    proposed = ProposedPauseSerializer(allow_null=True)
    running = RunningPauseSerializer(allow_null=True)
    on_leave = OnLeaveSerializer(many=True)
    undelivered = UndeliveredPauseSerializer(many=True)


class PauseView(MatchActionView):
    @reads(PauseSerializer, "What stops the clocks")
    def get(self, request: Request, pk: int) -> Response:
        """Return the pauses that run or are proposed, and who is on leave or not reached."""
        position = get_visible_position(self, pk)
        match, own = position.match, position.seat_of(self.reader)
        proposed = match_queries.latest_proposed_pause(match, self.now) if own else None
        running = match_queries.running_pause(match, self.now)
        away = match_queries.seats_on_leave(position.seats, self.now)
        unreached = match_queries.undelivered_pauses(match, self.now) if own else []
        return Response(pauses_json(position.seats, proposed, running, away, unreached))

    @writes(PauseRequestSerializer, shapes.StateSerializer, "Propose a pause")
    def post(self, request: Request, pk: int) -> Response:
        """Propose that all clocks stand still until an instant; the other must agree."""
        until = self.body(PauseRequestSerializer)["until"]
        pauses.propose_pause(pk, self.reader, until, now=self.now)
        return Response(self.state(pk))


class AcceptPauseView(MatchActionView):
    @writes(PauseRequestSerializer, shapes.StateSerializer, "Agree to a pause")
    def post(self, request: Request, pk: int) -> Response:
        """Agree to the pause that the other has proposed until this instant; it begins now."""
        pauses.accept_pause(
            pk, self.reader, self.body(PauseRequestSerializer)["until"], now=self.now
        )
        return Response(self.state(pk))


class DeclinePauseView(MatchActionView):
    @writes(DeclinePauseSerializer, shapes.StateSerializer, "Decline a pause")
    def post(self, request: Request, pk: int) -> Response:
        """Decline the pause that the other has proposed; with `until` only one until then."""
        until = self.body(DeclinePauseSerializer).get("until")
        pauses.decline_pause(pk, self.reader, until, now=self.now)
        return Response(self.state(pk))


def pauses_json(
    seats: Sequence[Seat],
    proposed: PauseRow | None,
    running: PauseRow | None,
    away: Sequence[tuple[Seat, Leave]],
    unreached: Sequence[PauseRow],
) -> JSONObject:
    """Return running and proposed pauses as JSON."""
    numbers = {seat.player_id: seat.number for seat in seats}
    return {
        "proposed": proposed
        and {"seat": numbers.get(proposed.proposed_by_id or 0), "until": proposed.until},
        "running": running
        and {"since": running.since, "until": running.until, "reason": running.reason},
        "on_leave": [{"seat": seat.number, "last_day": leave.last_day} for seat, leave in away],
        "undelivered": [
            {"seat": numbers.get(each.player_id or 0), "since": each.since, "until": each.until}
            for each in unreached
        ],
    }
