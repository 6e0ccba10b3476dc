"""API of people: invite somebody to help, take over or enter; remove and re-enter entrants."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import StrictSerializer
from games.api.common.listing import MAX_ID
from games.api.common.words import writes
from games.api.shapes import PlayerSerializer, ResponseSerializer
from games.api.states import player_json
from tournaments.api import shapes
from tournaments.api.organising import OrganiserView, PreviewTokenSerializer
from tournaments.services.revisions import invitations, late, order, removing, staff

PURPOSE_HELP = "help: as a co-organiser; take_over: as the main organiser; enter: to play."


def number_field(what: str) -> s.IntegerField:
    return s.IntegerField(min_value=1, max_value=MAX_ID, help_text=what)


class InvitationRequestSerializer(StrictSerializer):
    """The person to ask, and the question."""

    player = s.CharField(max_length=60, help_text="Their name.")
    purpose = s.ChoiceField(choices=list(invitations.PURPOSES), help_text=PURPOSE_HELP)


class InvitationAnswerSerializer(StrictSerializer):
    """The answer to an invitation."""

    purpose = s.ChoiceField(choices=list(invitations.PURPOSES), help_text=PURPOSE_HELP)
    accept = s.BooleanField()


class EventInvitationSerializer(StrictSerializer):
    """An open invitation."""

    invitation = number_field("Its number.")


class PersonSerializer(PreviewTokenSerializer):
    """A co-organiser."""

    player = number_field("Their number.")


class InviteView(OrganiserView):
    @writes(InvitationRequestSerializer, shapes.TournamentSerializer, "Invite somebody")
    def post(self, request: Request, pk: int) -> Response:
        """Ask a person by e-mail; they answer by its link, on the site, or with `answer`."""
        body = self.body(InvitationRequestSerializer)
        return self.after(pk, invitations.invite, body["player"], body["purpose"], now=self.now)


class WithdrawInvitationView(OrganiserView):
    @writes(EventInvitationSerializer, shapes.TournamentSerializer, "Withdraw an invitation")
    def post(self, request: Request, pk: int) -> Response:
        """Take an invitation back that nobody has answered."""
        number = self.body(EventInvitationSerializer)["invitation"]
        return self.after(pk, invitations.withdraw, number, now=self.now)


class AnswerInvitationView(OrganiserView):
    @writes(InvitationAnswerSerializer, shapes.TournamentSerializer, "Answer an invitation")
    def post(self, request: Request, pk: int) -> Response:
        """Accept or decline an organiser's invitation; they are notified."""
        body = self.body(InvitationAnswerSerializer)
        accept = body["accept"]
        return self.after(pk, invitations.answer, body["purpose"], accept=accept, now=self.now)


class StaffChangeSerializer(ResponseSerializer):
    """Somebody's help ends, or goes on: what follows, and whether it is so."""

    made = s.IntegerField(allow_null=True, help_text="Its number in the log; null: a preview.")
    player = PlayerSerializer()
    invited = s.ListField(child=s.CharField(), help_text="Whose invitations are withdrawn.")
    preview_token = s.CharField()


class RemoveHelperView(OrganiserView):
    @writes(
        PersonSerializer, StaffChangeSerializer, "Remove a co-organiser, or see what would follow"
    )
    def post(self, request: Request, pk: int) -> Response:
        """End somebody's help, or my own: with the `preview_token` of the answer without one."""
        self.found(pk)
        body = self.body(PersonSerializer)
        seen, made = staff.propose_removal(pk, self.reader, body["player"]), None
        if preview_token := body.get("preview_token", ""):
            made = staff.remove(
                pk, self.reader, body["player"], preview_token=preview_token, now=self.now
            ).pk
        return Response(_staff_change_json(seen, made))


class RestoreHelperView(OrganiserView):
    @writes(
        PreviewTokenSerializer,
        StaffChangeSerializer,
        "Take the removal of a co-organiser back, or see what follows",
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Say what would follow; with its `preview_token`, do it."""
        self.found(pk)
        preview_token = self.body(PreviewTokenSerializer).get("preview_token", "")
        seen, made = staff.propose_return(pk, self.reader, number, now=self.now), None
        if preview_token:
            made = staff.restore(
                pk, self.reader, number, preview_token=preview_token, now=self.now
            ).pk
        return Response(_staff_change_json(seen, made))


def _staff_change_json(staff_change: staff.StaffChange, made: int | None) -> dict[str, Any]:
    invited, player = list(staff_change.invited), player_json(staff_change.player)
    return {
        "made": made,
        "player": player,
        "invited": invited,
        "preview_token": staff_change.preview_token,
    }


class RemovalRequestSerializer(PreviewTokenSerializer):
    """The entrant to remove."""

    entrant = number_field("Their entry.")
    reason = s.CharField(
        max_length=removing.MAX_REASON_LENGTH,
        required=False,
        help_text="Sent to them; needed with `preview_token`.",
    )


class RemovalSerializer(ResponseSerializer):
    """A removal: what follows, and whether it has been made."""

    made = s.IntegerField(allow_null=True, help_text="Its number in the log; null: a preview.")
    player = PlayerSerializer()
    resigned = s.IntegerField(help_text="Running matches that are resigned.")
    ahead = s.IntegerField(help_text="Matches not begun that are lost without play.")
    struck = s.IntegerField(
        allow_null=True,
        help_text="Finished matches that count as lost; null where all results stay anyway.",
    )
    next_in_line = s.CharField(help_text="Who gets the place; empty: nobody.")
    preview_token = s.CharField()


class RemoveEntrantView(OrganiserView):
    @writes(
        RemovalRequestSerializer, RemovalSerializer, "Remove an entrant, or see what would follow"
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say what would follow; with its `preview_token`, do it."""
        self.found(pk)
        body = self.body(RemovalRequestSerializer)
        seen = removing.propose(pk, self.reader, body["entrant"], now=self.now)
        made = None
        if preview_token := body.get("preview_token", ""):
            reason, who = body.get("reason", ""), body["entrant"]
            line = removing.remove(
                pk, self.reader, who, reason=reason, preview_token=preview_token, now=self.now
            )
            made = line.pk
        return Response(_removal_json(seen, made))


def _removal_json(removal: removing.Removal, made: int | None) -> dict[str, Any]:
    return {
        "made": made,
        "player": player_json(removal.player),
        "resigned": removal.resigned,
        "ahead": removal.ahead,
        "struck": removal.struck,
        "next_in_line": removal.next_in_line,
        "preview_token": removal.preview_token,
    }


class ReentryRequestSerializer(PreviewTokenSerializer):
    """The entrant to enter again."""

    entrant = number_field("Their entry.")


class ReentrySerializer(ResponseSerializer):
    """An entry made again: what follows, and whether it has been made."""

    made = s.BooleanField()
    player = PlayerSerializer()
    waiting = s.BooleanField(help_text="Whether they go on the waiting list.")
    starts = s.BooleanField(help_text="Whether the tournament starts at once, being full.")
    undoes = s.IntegerField(
        allow_null=True,
        help_text="The line of the log that it takes back: their removal.",
    )
    preview_token = s.CharField()


class EnterAgainView(OrganiserView):
    @writes(
        ReentryRequestSerializer,
        ReentrySerializer,
        "Enter somebody again, or see what would follow",
    )
    def post(self, request: Request, pk: int) -> Response:
        """Re-enter somebody who left before the start, or undo a removal; they are notified."""
        self.found(pk)
        body = self.body(ReentryRequestSerializer)
        seen = late.propose(pk, self.reader, body["entrant"])
        preview_token = body.get("preview_token", "")
        if preview_token:
            late.enter_again(
                pk, self.reader, body["entrant"], preview_token=preview_token, now=self.now
            )
        return Response(
            {
                "made": bool(preview_token),
                "player": player_json(seen.player),
                "waiting": seen.waiting,
                "starts": seen.starts,
                "undoes": seen.undoes and seen.undoes.pk,
                "preview_token": seen.preview_token,
            }
        )


class ManualPlaceSerializer(StrictSerializer):
    """The place and division of one entrant, set by hand; null for none."""

    entrant = number_field("Their entry.")
    place = s.IntegerField(allow_null=True, min_value=1, max_value=MAX_ID)
    division = s.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MAX_ID, default=None
    )


class OrderRequestSerializer(PreviewTokenSerializer):
    """Places by hand; entrants that are not named keep theirs."""

    places = ManualPlaceSerializer(many=True)


class OrderLineSerializer(ResponseSerializer):
    """One entrant, if the tournament started now."""

    entrant = s.IntegerField()
    player = PlayerSerializer()
    number = s.IntegerField()
    division = s.IntegerField()
    old_number = s.IntegerField()
    old_division = s.IntegerField()


class EntrantOrderSerializer(ResponseSerializer):
    """The order that follows, and whether it has been set."""

    made = s.IntegerField(allow_null=True, help_text="Its number in the log; null: a preview.")
    lines = OrderLineSerializer(many=True)
    preview_token = s.CharField()


class SetOrderView(OrganiserView):
    @writes(
        OrderRequestSerializer,
        EntrantOrderSerializer,
        "Set the order of the entrants, or see what would follow",
    )
    def post(self, request: Request, pk: int) -> Response:
        """Give entrants places and divisions by hand before the start; ratings follow them."""
        self.found(pk)
        body = self.body(OrderRequestSerializer)
        wanted = {each["entrant"]: (each["place"], each["division"]) for each in body["places"]}
        seen = order.propose(pk, self.reader, wanted)
        made = None
        if preview_token := body.get("preview_token", ""):
            made = order.arrange(
                pk, self.reader, wanted, preview_token=preview_token, now=self.now
            ).pk
        lines = [
            {
                "entrant": each.entrant.pk,
                "player": player_json(each.entrant.player),
                "number": each.number,
                "division": each.division,
                "old_number": each.old_number,
                "old_division": each.old_division,
            }
            for each in seen.lines
        ]
        return Response({"made": made, "lines": lines, "preview_token": seen.preview_token})
