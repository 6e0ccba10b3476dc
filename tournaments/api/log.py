"""API of a tournament's log: changes since the announcement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.common.listing import PageRangeSerializer, paginate_newest_in_bulk
from games.api.common.words import page_shape, reads
from games.api.shapes import PlayerSerializer, ResponseSerializer
from games.api.states import player_json
from games.rules.base import JSON
from tournaments import queries
from tournaments.api.tournaments import TournamentView
from tournaments.services import log
from tournaments.services.organisers import undoing
from tournaments.services.revisions import swaps, terms

if TYPE_CHECKING:
    from tournaments.models import Revision


class TermChangeSerializer(ResponseSerializer):
    """A term that was changed, in words."""

    term = s.CharField()
    before = s.CharField()
    after = s.CharField()


class LogLineSerializer(ResponseSerializer):
    """A line of the log."""

    id = s.IntegerField()
    at = s.DateTimeField()
    by = PlayerSerializer()
    act = s.CharField()
    about = PlayerSerializer(allow_null=True)
    words = s.CharField(help_text="Empty for changed terms.")
    changes = TermChangeSerializer(many=True)
    reason = s.CharField(help_text="For organisers.")
    undoes = s.IntegerField(allow_null=True, help_text="The line that it takes back.")
    can_undo = s.BooleanField(help_text="For organisers: whether it can be undone now.")


class LogView(TournamentView):
    @reads(
        page_shape(LogLineSerializer),
        "List what has been changed since the announcement",
        asks=PageRangeSerializer,
        name="tournaments_log_list",
    )
    def get(self, request: Request, pk: int) -> Response:
        """List the lines of the log, newest first; organisers read more than others."""
        found = self.found(pk)
        organises = queries.is_organiser(found, self.reader)

        def show(lines: list[Revision]) -> list[JSON]:
            pages = undoing.undo_paths(found, lines, self.now) if organises else {}
            pairs = swaps.swap_sentences(found, lines) if organises else {}
            return [
                _log_line_json(each, organises, each.pk in pages)
                | {"words": " ".join([log.sentence(each), pairs.get(each.pk, "")]).strip()}
                for each in lines
            ]

        rows = queries.revisions_of(found)
        return paginate_newest_in_bulk(request, rows, self.read_query(PageRangeSerializer), show)


def _log_line_json(line: Revision, organises: bool, can_undo: bool) -> JSON:
    changed = terms.describe_changes(line.before, line.after) if line.act == line.Act.TERMS else []
    return {
        "id": line.pk,
        "at": line.made_at,
        "by": player_json(line.by),
        "act": line.act,
        "about": player_json(line.about) if line.about else None,
        "changes": [
            {"term": each.label, "before": each.before, "after": each.after} for each in changed
        ],
        "reason": line.reason if organises else "",
        "undoes": line.undoes_id,
        "can_undo": can_undo,
    }
