"""API of cases: call a referee, list one's own cases, make a statement, appeal, withdraw."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.urls import reverse
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.base import NoBodySerializer, StrictSerializer
from games.api.common.listing import MAX_ID, PageRangeSerializer, paginate_newest
from games.api.common.permissions import IsPlayer
from games.api.common.words import page_shape, reads, writes
from games.api.shapes import PlayerSerializer, ResponseSerializer
from games.api.states import player_json
from games.services.errors import Refused
from notifications.services.headers import absolute_url
from tournaments.referees.api.base import RefereesView
from tournaments.referees.queries import (
    cases as case_queries,
    jury as jury_queries,
    rulings as ruling_queries,
)
from tournaments.referees.services import case_words, cases

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.referees.models import Case, CaseLine, Juror, Ruling

MAX_LENGTH = 4000


class CaseCallSerializer(StrictSerializer):
    """A question to the referees."""

    kind = s.ChoiceField(choices=list(case_words.kinds_about_matches()))
    text = s.CharField(max_length=MAX_LENGTH, help_text="At most 2000 characters.")
    match = s.IntegerField(min_value=1, max_value=MAX_ID, required=False)
    player = s.IntegerField(
        min_value=1, max_value=MAX_ID, required=False, help_text="Whom it is about."
    )


class WordsSerializer(StrictSerializer):
    """Some words to the referees."""

    text = s.CharField(max_length=MAX_LENGTH, help_text="At most 2000 characters.")


class RulingSerializer(ResponseSerializer):
    """The order of a ruling, and its reason."""

    number = s.IntegerField()
    at = s.DateTimeField()
    act = s.CharField()
    words = s.CharField()
    paragraph = s.CharField()
    reason = s.CharField()
    by = PlayerSerializer()
    interim = s.BooleanField()
    undone = s.BooleanField(help_text="Taken back by a later one.")
    digest = s.CharField()


class CaseLineSerializer(ResponseSerializer):
    """One thing that happened to a case."""

    event = s.CharField()
    at = s.DateTimeField()
    by = PlayerSerializer(allow_null=True)
    to = PlayerSerializer(allow_null=True)
    text = s.CharField()
    ruling = s.IntegerField(allow_null=True, help_text="The number of the ruling.")


class JurorSerializer(ResponseSerializer):
    """A referee with a vote on an appeal."""

    player = PlayerSerializer()
    voted = s.BooleanField()
    vote = s.CharField(help_text="stands or falls; empty until the case is closed.")
    reason = s.CharField(help_text="Empty until the case is closed.")


class CaseBriefSerializer(ResponseSerializer):
    """A case as lists show it."""

    id = s.IntegerField()
    url = s.URLField()
    page = s.URLField()
    kind = s.CharField()
    kind_words = s.CharField()
    state = s.CharField()
    state_words = s.CharField()
    match = s.IntegerField(allow_null=True)
    about = PlayerSerializer(allow_null=True)
    opened_by = PlayerSerializer()
    opened_at = s.DateTimeField()
    due_at = s.DateTimeField(
        allow_null=True, help_text="By when it should be decided, then by when one may appeal."
    )


class CaseSerializer(CaseBriefSerializer):
    """A case with everything that happened."""

    text = s.CharField()
    referee = PlayerSerializer(allow_null=True)
    jury = JurorSerializer(many=True, help_text="Who hears the appeal, where a jury does.")
    owes_statement = s.BooleanField(help_text="Whether I was asked and have not answered.")
    lines = CaseLineSerializer(many=True)
    rulings = RulingSerializer(many=True)


def case_brief(case: Case) -> dict[str, object]:
    """Return the fields of ``CaseBriefSerializer``."""
    return {
        "id": case.pk,
        "url": absolute_url(reverse("api:case", args=[case.pk])),
        "page": absolute_url(case.get_absolute_url()),
        "kind": case.kind,
        "kind_words": case_words.kind_names()[case.kind],
        "state": case.state,
        "state_words": case_words.state_names()[case.state],
        "match": case.match_id,
        "about": _player(case.about),
        "opened_by": player_json(case.opened_by),
        "opened_at": case.opened_at,
        "due_at": case.due_at,
    }


def _player(player: Player | None) -> dict[str, object] | None:
    return player_json(player) if player is not None else None


def case_detail(case: Case, reader: Player) -> dict[str, object]:
    """Return the fields of ``CaseSerializer``, with the history that ``reader`` may see."""
    rulings = ruling_queries.rulings_in(case)
    undone = {ruling.undoes_id for ruling in rulings}
    lines = case_queries.lines_of(case, reader, with_notes=False)
    return case_brief(case) | {
        "text": case_words.text_of(case),
        "referee": _player(case.assignee),
        "jury": [_juror(each, case) for each in jury_queries.sitting_jurors(case)],
        "owes_statement": case.is_pending and case_queries.owes_statement(case, reader),
        "lines": [_line(line) for line in lines],
        "rulings": [ruling_detail(each, undone=each.pk in undone) for each in rulings],
    }


def _juror(juror: Juror, case: Case) -> dict[str, object]:
    """Return a juror; the vote and its reason stay empty until the appeal is decided."""
    ended = not case.is_pending
    return {
        "player": player_json(juror.player),
        "voted": bool(juror.vote),
        "vote": juror.vote if ended else "",
        "reason": juror.reason if ended else "",
    }


def _line(line: CaseLine) -> dict[str, object]:
    return {
        "event": line.event,
        "at": line.at,
        "by": _player(line.by),
        "to": _player(line.to),
        "text": line.text,
        "ruling": line.ruling.number if line.ruling else None,
    }


def ruling_detail(ruling: Ruling, *, undone: bool) -> dict[str, object]:
    return {
        "number": ruling.number,
        "at": ruling.at,
        "act": ruling.act,
        "words": case_words.ruling_sentence(ruling),
        "paragraph": ruling.paragraph,
        "reason": ruling.reason,
        "by": player_json(ruling.by),
        "interim": bool(ruling.params.get("interim")),
        "undone": undone,
        "digest": ruling.digest,
    }


class CaseView(RefereesView):
    """A view for those involved in a case."""

    permission_classes = (IsPlayer,)

    def case(self, pk: int) -> Case:
        """Return a case that concerns the caller; refuses ``no_such_case``."""
        found = case_queries.case_for(self.reader, pk)
        if found is None:
            raise Refused("no_such_case")
        return found

    def after(self, pk: int, verb: Callable[..., object], *words: object) -> Response:
        """Call a service about the case and respond with the updated case."""
        self.case(pk)
        verb(pk, self.reader, *words, now=self.now)
        return Response(case_detail(self.case(pk), self.reader))


class CaseListView(CaseView):
    @reads(
        page_shape(CaseBriefSerializer),
        "List my cases, newest first",
        asks=PageRangeSerializer,
        also=(403,),
        name="cases_list",
    )
    def get(self, request: Request) -> Response:
        """List the cases that I opened or may answer."""
        found = case_queries.cases_of(self.reader)
        return paginate_newest(request, found, self.read_query(PageRangeSerializer), case_brief)

    @writes(CaseCallSerializer, CaseSerializer, "Call a referee", status=201)
    def post(self, request: Request) -> Response:
        """Call a referee about a match of mine or about another player."""
        body = self.body(CaseCallSerializer)
        case = cases.open_case(
            self.reader,
            kind=body["kind"],
            text=body["text"],
            match_id=body.get("match"),
            about_id=body.get("player"),
            now=self.now,
        )
        return Response(case_detail(self.case(case.pk), self.reader), status=201)


class CaseDetailView(CaseView):
    @reads(CaseSerializer, "Show a case", also=(403,))
    def get(self, request: Request, pk: int) -> Response:
        """Show a case that concerns me with everything that happened."""
        return Response(case_detail(self.case(pk), self.reader))


class StatementView(CaseView):
    @writes(WordsSerializer, CaseSerializer, "Make a statement")
    def post(self, request: Request, pk: int) -> Response:
        """Send my statement to the referees."""
        return self.after(pk, cases.give_statement, self.body(WordsSerializer)["text"])


class AppealView(CaseView):
    @writes(WordsSerializer, CaseSerializer, "Appeal")
    def post(self, request: Request, pk: int) -> Response:
        """Ask for another referee: once, within 14 days after the ruling."""
        return self.after(pk, cases.appeal, self.body(WordsSerializer)["text"])


class WithdrawCaseView(CaseView):
    @writes(NoBodySerializer, CaseSerializer, "Withdraw my case")
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw a case of mine before it is decided."""
        self.body(NoBodySerializer)
        return self.after(pk, cases.withdraw_case)
