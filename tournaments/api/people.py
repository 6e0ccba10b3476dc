"""The API of people: ask somebody to help, to take over or to enter; remove, enter again."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import StrictSerializer
from games.api.common.listing import MAX_NUMBER
from games.api.common.words import writes
from games.api.shapes import PlayerShape, Shape
from games.api.states import player_of
from tournaments.api import shapes
from tournaments.api.organising import OfOrganisers
from tournaments.api.revising import Seal
from tournaments.services.revisions import invitations, late, order, removing, staff

MEANING = "help: as a co-organiser; take_over: as the main organiser; enter: to play."


def number(what: str) -> s.IntegerField:
    return s.IntegerField(min_value=1, max_value=MAX_NUMBER, help_text=what)


class Asked(StrictSerializer):
    """The person to ask, and the question."""

    player = s.CharField(max_length=60, help_text="Their name.")
    purpose = s.ChoiceField(choices=list(invitations.PURPOSES), help_text=MEANING)


class Answer(StrictSerializer):
    """The answer to an invitation."""

    purpose = s.ChoiceField(choices=list(invitations.PURPOSES), help_text=MEANING)
    accept = s.BooleanField()


class Invitation(StrictSerializer):
    """An open invitation."""

    invitation = number("Its number.")


class Person(StrictSerializer):
    """A co-organiser."""

    player = number("Their number.")
    seal = s.CharField(required=False, max_length=64, help_text="From the preview: does it.")


class Invite(OfOrganisers):
    @writes(Asked, shapes.TournamentShape, "Invite somebody")
    def post(self, request: Request, pk: int) -> Response:
        """Ask a person by e-mail; they answer by its link, on the site, or with `answer`."""
        body = self.body(Asked)
        return self.after(pk, invitations.invite, body["player"], body["purpose"], now=self.now)


class WithdrawInvitation(OfOrganisers):
    @writes(Invitation, shapes.TournamentShape, "Withdraw an invitation")
    def post(self, request: Request, pk: int) -> Response:
        """Take an invitation back that nobody has answered."""
        return self.after(
            pk, invitations.withdraw, self.body(Invitation)["invitation"], now=self.now
        )


class AnswerInvitation(OfOrganisers):
    @writes(Answer, shapes.TournamentShape, "Answer an invitation")
    def post(self, request: Request, pk: int) -> Response:
        """Accept or decline what organisers asked me; they are told."""
        body = self.body(Answer)
        accept = body["accept"]
        return self.after(pk, invitations.answer, body["purpose"], accept=accept, now=self.now)


class StaffChangeShape(Shape):
    """Somebody's help ends, or goes on: what follows, and whether it is so."""

    made = s.IntegerField(allow_null=True, help_text="Its number in the log; null: a preview.")
    player = PlayerShape()
    invited = s.ListField(child=s.CharField(), help_text="Whose invitations are withdrawn.")
    seal = s.CharField()


class RemoveHelper(OfOrganisers):
    @writes(Person, StaffChangeShape, "Remove a co-organiser, or see what would follow")
    def post(self, request: Request, pk: int) -> Response:
        """End somebody's help, or my own: with the `seal` of the answer without one."""
        self.found(pk)
        body = self.body(Person)
        seen, made = staff.propose_removal(pk, self.reader, body["player"]), None
        if seal := body.get("seal", ""):
            made = staff.remove(pk, self.reader, body["player"], seal=seal, now=self.now).pk
        return Response(_staff_change(seen, made))


class RestoreHelper(OfOrganisers):
    @writes(Seal, StaffChangeShape, "Take the removal of a co-organiser back, or see what follows")
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Without `seal`, say what would follow; with the `seal` of that answer, do it."""
        self.found(pk)
        seal = self.body(Seal).get("seal", "")
        seen, made = staff.propose_return(pk, self.reader, number, now=self.now), None
        if seal:
            made = staff.restore(pk, self.reader, number, seal=seal, now=self.now).pk
        return Response(_staff_change(seen, made))


def _staff_change(seen: staff.StaffChange, made: int | None) -> dict[str, Any]:
    invited, player = list(seen.invited), player_of(seen.player)
    return {"made": made, "player": player, "invited": invited, "seal": seen.seal}


class RemovalAsked(StrictSerializer):
    """The entrant to remove."""

    entrant = number("Their entry.")
    reason = s.CharField(
        max_length=removing.MAX_REASON_LENGTH,
        required=False,
        help_text="Sent to them; needed with the seal.",
    )
    seal = s.CharField(required=False, max_length=64, help_text="From the preview: does it.")


class RemovalShape(Shape):
    """A removal: what follows, and whether it has been made."""

    made = s.IntegerField(allow_null=True, help_text="Its number in the log; null: a preview.")
    player = PlayerShape()
    resigned = s.IntegerField(help_text="Running matches that are resigned.")
    ahead = s.IntegerField(help_text="Matches not begun that are lost without play.")
    struck = s.IntegerField(
        allow_null=True,
        help_text="Finished matches that count as lost; null where all results stay anyway.",
    )
    next_in_line = s.CharField(help_text="Who gets the place; empty: nobody.")
    seal = s.CharField()


class RemoveEntrant(OfOrganisers):
    @writes(RemovalAsked, RemovalShape, "Remove an entrant, or see what would follow")
    def post(self, request: Request, pk: int) -> Response:
        """Without `seal`, say what would follow; with the `seal` of that answer, do it."""
        self.found(pk)
        body = self.body(RemovalAsked)
        seen = removing.propose(pk, self.reader, body["entrant"], now=self.now)
        made = None
        if seal := body.get("seal", ""):
            reason, who = body.get("reason", ""), body["entrant"]
            line = removing.remove(pk, self.reader, who, reason=reason, seal=seal, now=self.now)
            made = line.pk
        return Response(_removal(seen, made))


def _removal(seen: removing.Removal, made: int | None) -> dict[str, Any]:
    return {
        "made": made,
        "player": player_of(seen.player),
        "resigned": seen.resigned,
        "ahead": seen.ahead,
        "struck": seen.struck,
        "next_in_line": seen.next_in_line,
        "seal": seen.seal,
    }


class ReentryAsked(StrictSerializer):
    """The entrant to enter again."""

    entrant = number("Their entry.")
    seal = s.CharField(required=False, max_length=64, help_text="From the preview: does it.")


class ReentryShape(Shape):
    """An entry made again: what follows, and whether it has been made."""

    made = s.BooleanField()
    player = PlayerShape()
    waiting = s.BooleanField(help_text="Whether they go on the waiting list.")
    starts = s.BooleanField(help_text="Whether the tournament starts at once, being full.")
    undoes = s.IntegerField(
        allow_null=True,
        help_text="The line of the log that it takes back: their removal.",
    )
    seal = s.CharField()


class EnterAgain(OfOrganisers):
    @writes(ReentryAsked, ReentryShape, "Enter somebody again, or see what would follow")
    def post(self, request: Request, pk: int) -> Response:
        """Enter somebody who left before the start, or take a removal back; they are told."""
        self.found(pk)
        body = self.body(ReentryAsked)
        seen = late.propose(pk, self.reader, body["entrant"])
        seal = body.get("seal", "")
        if seal:
            late.enter_again(pk, self.reader, body["entrant"], seal=seal, now=self.now)
        return Response(
            {
                "made": bool(seal),
                "player": player_of(seen.player),
                "waiting": seen.waiting,
                "starts": seen.starts,
                "undoes": seen.undoes and seen.undoes.pk,
                "seal": seen.seal,
            }
        )


class PlaceByHand(StrictSerializer):
    """The place and division of one entrant, set by hand; null for none."""

    entrant = number("Their entry.")
    place = s.IntegerField(allow_null=True, min_value=1, max_value=MAX_NUMBER)
    division = s.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MAX_NUMBER, default=None
    )


class OrderAsked(StrictSerializer):
    """Places by hand; entrants that are not named keep theirs."""

    places = PlaceByHand(many=True)
    seal = s.CharField(required=False, max_length=64, help_text="From the preview: does it.")


class OrderLineShape(Shape):
    """One entrant, if the tournament started now."""

    entrant = s.IntegerField()
    player = PlayerShape()
    number = s.IntegerField()
    division = s.IntegerField()
    old_number = s.IntegerField()
    old_division = s.IntegerField()


class OrderShape(Shape):
    """The order that follows, and whether it has been set."""

    made = s.IntegerField(allow_null=True, help_text="Its number in the log; null: a preview.")
    lines = OrderLineShape(many=True)
    seal = s.CharField()


class SetOrder(OfOrganisers):
    @writes(OrderAsked, OrderShape, "Set the order of the entrants, or see what would follow")
    def post(self, request: Request, pk: int) -> Response:
        """Give entrants places and divisions by hand before the start; ratings follow them."""
        self.found(pk)
        body = self.body(OrderAsked)
        wanted = {each["entrant"]: (each["place"], each["division"]) for each in body["places"]}
        seen = order.propose(pk, self.reader, wanted)
        made = None
        if seal := body.get("seal", ""):
            made = order.arrange(pk, self.reader, wanted, seal=seal, now=self.now).pk
        lines = [
            {
                "entrant": each.entrant.pk,
                "player": player_of(each.entrant.player),
                "number": each.number,
                "division": each.division,
                "old_number": each.old_number,
                "old_division": each.old_division,
            }
            for each in seen.lines
        ]
        return Response({"made": made, "lines": lines, "seal": seen.seal})
