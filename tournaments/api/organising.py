"""The API for organisers; an API key needs the scope ``organise``."""

from __future__ import annotations

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import NoBodySerializer, StrictSerializer
from games.api.common.words import writes
from games.seeds import generate_seed
from tournaments.api import shapes
from tournaments.api.tournaments import TournamentView
from tournaments.services.entries import bot_entries
from tournaments.services.rounds import ladders
from tournaments.services.seasons import announcing, starting


class OrganiserView(TournamentView):
    """An action of an organiser, which concerns others."""

    writing_needs = "organise"


class PreviewTokenSerializer(StrictSerializer):
    """Without the token of a preview nothing changes, and the answer is the preview."""

    preview_token = s.CharField(required=False, max_length=64)


class AnnounceView(OrganiserView):
    @writes(NoBodySerializer, shapes.TournamentSerializer, "Announce a tournament")
    def post(self, request: Request, pk: int) -> Response:
        """Open my draft for entries; followers of new tournaments are notified."""
        self.body(NoBodySerializer)
        return self.after(pk, announcing.announce_tournament, now=self.now)


class StartView(OrganiserView):
    @writes(NoBodySerializer, shapes.TournamentSerializer, "Start a tournament before its day")
    def post(self, request: Request, pk: int) -> Response:
        """Start my tournament now, with those who have entered."""
        self.body(NoBodySerializer)
        return self.after(pk, starting.start_now, now=self.now, make_seed=generate_seed)


class CallOffView(OrganiserView):
    @writes(NoBodySerializer, shapes.TournamentSerializer, "Call a tournament off")
    def post(self, request: Request, pk: int) -> Response:
        """Cancel my tournament before it starts; all entrants are notified."""
        self.body(NoBodySerializer)
        return self.after(pk, announcing.cancel_tournament, now=self.now)


class EndView(OrganiserView):
    @writes(NoBodySerializer, shapes.TournamentSerializer, "End a ladder")
    def post(self, request: Request, pk: int) -> Response:
        """End my ladder as it stands."""
        self.body(NoBodySerializer)
        return self.after(pk, ladders.end_ladder, now=self.now)


class NamedBotSerializer(StrictSerializer):
    """A bot."""

    bot = s.CharField(max_length=40, help_text="Its name.")


class EnterBotView(OrganiserView):
    @writes(NamedBotSerializer, shapes.TournamentSerializer, "Let a bot enter my tournament")
    def post(self, request: Request, pk: int) -> Response:
        """Enter a bot that plays the game, where bots may enter and I am the organiser."""
        name = self.body(NamedBotSerializer)["bot"]
        return self.after(pk, bot_entries.enter_bot, name, now=self.now)


class WithdrawBotView(OrganiserView):
    @writes(NamedBotSerializer, shapes.TournamentSerializer, "Take a bot out of my tournament")
    def post(self, request: Request, pk: int) -> Response:
        """Take a bot out again before the start."""
        name = self.body(NamedBotSerializer)["bot"]
        return self.after(pk, bot_entries.remove_bot, name, now=self.now)
