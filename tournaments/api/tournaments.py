"""API of tournaments: read, enter, withdraw, announce absences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rest_framework import serializers as s
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games import queries as game_queries
from games.api.common.base import ApiView, NoBodySerializer, StrictSerializer
from games.api.common.listing import MAX_ID, PageRangeSerializer, paginate_newest
from games.api.common.problems import Problem, to_json
from games.api.common.words import page_shape, reads, writes
from games.api.shapes import StateSerializer
from games.api.states import position_json
from games.seeds import generate_seed
from games.services.errors import Refused
from tournaments import queries
from tournaments.api import shapes, states
from tournaments.services import refusals
from tournaments.services.admission import keys, requests
from tournaments.services.entries import persons, places
from tournaments.services.rounds import ladders

if TYPE_CHECKING:
    from tournaments.models import Tournament

MAX_ROUND = 1000


class TournamentView(ApiView):
    """Base view that turns ``Refused`` into an error with its sentence and HTTP status."""

    def handle_exception(self, exc: Exception) -> Response:
        status = refusals.status_of(exc.code) if isinstance(exc, Refused) else None
        if isinstance(exc, Refused) and status is not None:
            params = {name: to_json(value) for name, value in exc.params.items()}
            exc = Problem(exc.code, refusals.explain(exc), status, **params)
        return super().handle_exception(exc)

    def found(self, pk: int) -> Tournament:
        """Return a tournament that is visible to the caller, or refuse."""
        found = queries.visible_tournament(self.reader, pk)
        if found is None:
            raise Refused("no_such_tournament")
        return found

    def after(self, pk: int, verb: Callable[..., object], *said: Any, **more: object) -> Response:
        """Call a service for the caller and return the tournament as it is afterwards."""
        self.found(pk)
        verb(pk, self.reader, *said, **more)
        return Response(states.tournament_state(self.found(pk), self.reader))


class TournamentFiltersSerializer(PageRangeSerializer):
    """The filters of the list of tournaments."""

    status = s.ChoiceField(choices=["open", "running", "finished", "cancelled"], required=False)
    mine = s.BooleanField(default=False)


class TournamentListView(TournamentView):
    @reads(
        page_shape(shapes.TournamentBriefSerializer),
        "List tournaments, newest first",
        asks=TournamentFiltersSerializer,
        name="tournaments_list",
    )
    def get(self, request: Request) -> Response:
        """List what is open, runs or is over; ``mine``: those I have entered."""
        asked = self.read_query(TournamentFiltersSerializer)
        if asked["mine"] and self.reader is None:
            raise NotAuthenticated
        mine = self.reader if asked["mine"] else None
        rows = queries.public_tournaments(self.reader, asked.get("status"), mine)
        return paginate_newest(request, rows, asked, states.tournament_brief)


class TournamentDetailView(TournamentView):
    @reads(shapes.TournamentSerializer, "Show a tournament")
    def get(self, request: Request, pk: int) -> Response:
        """Show terms, entrants, and my own entry."""
        return Response(states.tournament_state(self.found(pk), self.reader))


class TablesView(TournamentView):
    @reads(shapes.TablesSerializer, "Show the tables of a tournament")
    def get(self, request: Request, pk: int) -> Response:
        """Show the table of every division, computed from the results that stand."""
        return Response(states.tables_json(self.found(pk)))


class RoundsView(TournamentView):
    @reads(shapes.RoundsSerializer, "Show the rounds of a tournament")
    def get(self, request: Request, pk: int) -> Response:
        """Show every published round with its fixtures and their matches."""
        return Response(states.rounds_json(self.found(pk)))


class EnterView(TournamentView):
    @writes(NoBodySerializer, shapes.TournamentSerializer, "Enter a tournament")
    def post(self, request: Request, pk: int) -> Response:
        """Enter, wait where all places are taken, or ask where organisers approve entries."""
        self.body(NoBodySerializer)
        return self.after(pk, requests.enter_or_request, now=self.now)


class LinkKeySerializer(StrictSerializer):
    """The secret of an organiser's link."""

    key = s.CharField(max_length=43, help_text="The last part of its address.")


class EnterByLinkView(TournamentView):
    @writes(
        LinkKeySerializer, shapes.TournamentSerializer, "Enter a tournament by an organiser’s link"
    )
    def post(self, request: Request, pk: int) -> Response:
        """Enter without an invitation by name and without approval; other conditions apply."""
        key = self.body(LinkKeySerializer)["key"]
        if keys.get_link(key).tournament_id != pk:
            raise Refused("no_such_link")
        keys.enter_by_link(key, self.reader, now=self.now)
        return Response(states.tournament_state(self.found(pk), self.reader))


class PlaceAnswerSerializer(StrictSerializer):
    """The answer to what an entrant is asked before the start."""

    accept = s.BooleanField(help_text="false: withdraws.")


class AnswerPlaceView(TournamentView):
    @writes(PlaceAnswerSerializer, shapes.TournamentSerializer, "Answer whether I play")
    def post(self, request: Request, pk: int) -> Response:
        """Take a place that has fallen free, or say that I still play (`question` of my entry)."""
        accept = self.body(PlaceAnswerSerializer)["accept"]
        return self.after(pk, places.answer, accept=accept, now=self.now)


class WithdrawEntryView(TournamentView):
    @writes(NoBodySerializer, shapes.TournamentSerializer, "Withdraw from a tournament")
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw a request or an entry; my running matches are resigned, the rest is lost."""
        self.body(NoBodySerializer)
        return self.after(pk, requests.withdraw, now=self.now)


class MissedRoundSerializer(StrictSerializer):
    """A round that is not paired yet."""

    round = s.IntegerField(min_value=1, max_value=MAX_ROUND)


class AbsenceView(TournamentView):
    @writes(MissedRoundSerializer, shapes.TournamentSerializer, "Announce an absence")
    def post(self, request: Request, pk: int) -> Response:
        """Say that I miss a round that is not paired yet."""
        number = self.body(MissedRoundSerializer)["round"]
        return self.after(pk, persons.announce_absence, number, now=self.now)


class WithdrawAbsenceView(TournamentView):
    @writes(MissedRoundSerializer, shapes.TournamentSerializer, "Take an absence back")
    def post(self, request: Request, pk: int) -> Response:
        """Play a round after all, as long as it is not paired."""
        return self.after(pk, persons.cancel_absence, self.body(MissedRoundSerializer)["round"])


class NextSeasonSerializer(StrictSerializer):
    """The choice to enter the next season."""

    again = s.BooleanField()


class NextSeasonView(TournamentView):
    @writes(NextSeasonSerializer, shapes.TournamentSerializer, "Choose the next season")
    def post(self, request: Request, pk: int) -> Response:
        """Say whether I enter the next season by itself."""
        self.found(pk)
        persons.set_reentry(pk, self.reader, again=self.body(NextSeasonSerializer)["again"])
        return Response(states.tournament_state(self.found(pk), self.reader))


class ChallengeTargetSerializer(StrictSerializer):
    """The challenged entrant of a ladder."""

    entrant = s.IntegerField(min_value=1, max_value=MAX_ID, help_text="One above me.")


class LadderChallengeView(TournamentView):
    @writes(
        ChallengeTargetSerializer, StateSerializer, "Challenge somebody on a ladder", status=201
    )
    def post(self, request: Request, pk: int) -> Response:
        """Challenge an entrant above me; the match begins at once."""
        target = self.body(ChallengeTargetSerializer)["entrant"]
        self.found(pk)
        seed = generate_seed()
        match = ladders.challenge(pk, self.reader, target, seed=seed, now=self.now)
        position = game_queries.position_for(self.reader, match.pk)
        if position is None:
            raise Refused("no_such_match")
        return Response(position_json(position, self.reader), status=201)
