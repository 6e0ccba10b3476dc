"""API for changing an announced tournament: preview, then apply."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.queries import player_named
from games.api.common.base import InstantField
from games.api.common.words import writes
from games.api.shapes import ResponseSerializer
from games.services.errors import Refused
from tournaments import queries
from tournaments.api.organising import OrganiserView, PreviewTokenSerializer
from tournaments.formats.base import MAX_ENTRANTS, MAX_ROUNDS
from tournaments.services.entry_plans import (
    ACCESS,
    MAX_ANSWER_DAYS,
    MAX_RATING,
    MAX_REQUIRED_MATCHES,
    MIN_RATING,
)
from tournaments.services.plans import (
    MAX_NAME_LENGTH,
    MAX_TEXT_LENGTH,
    THROUGH_CHOICES,
    WITHDRAWAL_CHOICES,
)
from tournaments.services.revisions import cancelling, revising

ACCESS_KEYS = [key for key, _label in ACCESS]
ACCESS_HELP = "public, approval (organisers accept each entry) or invited (by name or by link)."


def _optional_integer(low: int, high: int) -> s.IntegerField:
    return s.IntegerField(required=False, allow_null=True, min_value=low, max_value=high)


class RevisionRequestSerializer(PreviewTokenSerializer):
    """Terms to change; those that are not named stay."""

    name = s.CharField(required=False, max_length=MAX_NAME_LENGTH)
    text = s.CharField(required=False, allow_blank=True, max_length=MAX_TEXT_LENGTH)
    starts_at = InstantField(required=False, allow_null=True)
    starts_when_full = s.BooleanField(required=False)
    rounds = s.IntegerField(required=False, min_value=1, max_value=MAX_ROUNDS)
    round_days = s.IntegerField(required=False, min_value=1, max_value=366)
    round_dates = s.ListField(child=InstantField(), required=False, max_length=64)
    round_end = InstantField(
        required=False, help_text="When the rounds that are being played end; only while it runs."
    )
    least = s.IntegerField(required=False, min_value=2, max_value=MAX_ENTRANTS)
    most = s.IntegerField(required=False, allow_null=True, min_value=2, max_value=MAX_ENTRANTS)
    running_limit = s.IntegerField(required=False, allow_null=True, min_value=0, max_value=500)
    access = s.ChoiceField(choices=ACCESS_KEYS, required=False, help_text=ACCESS_HELP)
    rating_from = _optional_integer(MIN_RATING, MAX_RATING)
    rating_to = _optional_integer(MIN_RATING, MAX_RATING)
    finished_least = _optional_integer(1, MAX_REQUIRED_MATCHES)
    reliability_least = _optional_integer(1, 100)
    answer_days = _optional_integer(1, MAX_ANSWER_DAYS)
    asks_silent = s.BooleanField(required=False)
    entries_closed = s.BooleanField(required=False)
    late_entry = s.BooleanField(required=False)
    reviewed = s.BooleanField(required=False)
    jury = s.BooleanField(required=False)
    bots_welcome = s.BooleanField(required=False)
    bots_fill = s.BooleanField(required=False)
    division_size = s.IntegerField(
        required=False, min_value=0, max_value=40, help_text="0: one table for everybody."
    )
    promoted = s.IntegerField(required=False, min_value=0, max_value=10)
    qualifiers = s.IntegerField(required=False, min_value=1, max_value=8)
    through = s.ChoiceField(choices=THROUGH_CHOICES, required=False)
    withdrawals = s.ChoiceField(choices=WITHDRAWAL_CHOICES, required=False)
    points = s.ListField(
        child=s.IntegerField(min_value=0, max_value=999),
        required=False,
        max_length=4,
        help_text="By place, falling; empty: as usual.",
    )
    tie_breaks = s.ListField(
        child=s.CharField(max_length=40),
        required=False,
        max_length=30,
        help_text="In their order; empty: as usual in the format.",
    )
    forbidden = s.ListField(
        child=s.ListField(child=s.CharField(max_length=60), min_length=2, max_length=2),
        required=False,
        max_length=100,
        help_text="Pairs that never meet, by name; all of them.",
    )
    repeats = s.BooleanField(required=False, help_text="Whether the next season opens by itself.")


class RevisionSerializer(ResponseSerializer):
    """A change: what follows, and whether it has been made."""

    made = s.IntegerField(allow_null=True, help_text="Number of the revision; null: a preview.")
    before = s.DictField(child=s.JSONField(allow_null=True))
    after = s.DictField(child=s.JSONField(allow_null=True))
    told = s.IntegerField(help_text="How many people are told by e-mail, at most.")
    moved_up = s.IntegerField(help_text="How many get a place from the waiting list.")
    starts = s.BooleanField(help_text="Whether the tournament starts at once, being full.")
    preview_token = s.CharField()


class ReviseView(OrganiserView):
    @writes(
        RevisionRequestSerializer,
        RevisionSerializer,
        "Change an announced tournament, or see what would follow",
    )
    def post(self, request: Request, pk: int) -> Response:
        """Say what would follow; with its `preview_token`, make it so."""
        wanted = dict(self.body(RevisionRequestSerializer))
        preview_token = wanted.pop("preview_token", "")
        if "forbidden" in wanted:
            wanted["forbidden"] = [
                [_find_player_pk(name) for name in pair] for pair in wanted["forbidden"]
            ]
        proposal = revising.propose(pk, self.reader, wanted, now=self.now)
        made = None
        if preview_token:
            made = revising.revise(
                pk, self.reader, wanted, preview_token=preview_token, now=self.now
            ).pk
        return Response(_to_json(proposal, made))


class UndoRevisionView(OrganiserView):
    @writes(PreviewTokenSerializer, RevisionSerializer, "Undo a change, or see what would follow")
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Say what would follow; with its `preview_token`, undo it."""
        preview_token = self.body(PreviewTokenSerializer).get("preview_token", "")
        proposal = revising.propose_undo(pk, self.reader, number, now=self.now)
        made = None
        if preview_token:
            made = revising.undo(
                pk, self.reader, number, preview_token=preview_token, now=self.now
            ).pk
        return Response(_to_json(proposal, made))


class RoundCancellationSerializer(ResponseSerializer):
    """A cancelled round, or one that takes place after all: what follows, and whether it is so."""

    made = s.IntegerField(allow_null=True, help_text="Number of the revision; null: a preview.")
    round = s.IntegerField()
    meetings = s.ListField(child=s.ListField(child=s.CharField()), help_text="Names, by board.")
    told = s.IntegerField(help_text="How many people are told by e-mail, at most.")
    preview_token = s.CharField()


class CancelRoundView(OrganiserView):
    @writes(
        PreviewTokenSerializer,
        RoundCancellationSerializer,
        "Cancel a round that has not begun, or see what would follow",
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Say what would follow; with its `preview_token`, cancel it."""
        self.found(pk)
        preview_token = self.body(PreviewTokenSerializer).get("preview_token", "")
        seen = cancelling.propose(pk, self.reader, number, now=self.now)
        made = None
        if preview_token:
            made = cancelling.cancel(
                pk, self.reader, number, preview_token=preview_token, now=self.now
            ).pk
        return Response(_cancellation_to_json(seen, made))


class UndoRoundCancellationView(OrganiserView):
    @writes(
        PreviewTokenSerializer,
        RoundCancellationSerializer,
        "Let a cancelled round take place, or see what would follow",
    )
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Say what would follow; with its `preview_token`, undo it."""
        self.found(pk)
        preview_token = self.body(PreviewTokenSerializer).get("preview_token", "")
        seen = cancelling.propose_undo(pk, self.reader, number, now=self.now)
        made = None
        if preview_token:
            made = cancelling.undo(
                pk, self.reader, number, preview_token=preview_token, now=self.now
            ).pk
        return Response(_cancellation_to_json(seen, made))


def _cancellation_to_json(
    cancellation: cancelling.Cancellation, made: int | None
) -> dict[str, Any]:
    return {
        "made": made,
        "round": cancellation.number,
        "meetings": cancellation.meetings,
        "told": cancellation.told,
        "preview_token": cancellation.preview_token,
    }


def _find_player_pk(name: str) -> int:
    player = player_named(name)
    if player is None:
        raise Refused("no_player_called", name=name)
    return player.pk


def _with_names(values: dict[str, Any]) -> dict[str, Any]:
    """Return the terms with player names in place of pks."""
    if "forbidden" not in values:
        return values
    return {**values, "forbidden": queries.pair_names(values["forbidden"])}


def _to_json(proposal: revising.Proposal, made: int | None) -> dict[str, Any]:
    return {
        "made": made,
        "before": _with_names(proposal.before),
        "after": _with_names(proposal.after),
        "told": proposal.told,
        "moved_up": proposal.moved_up,
        "starts": proposal.starts,
        "preview_token": proposal.preview_token,
    }
