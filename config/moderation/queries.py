"""Open and settled reports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import QuerySet

from accounts.models import Player
from config.moderation.models import OBJECT_FIELDS, Report
from games import match_queries
from games.models import ChatLine
from tournaments.services import moderation

DISMISS_ONLY = (Report.Outcome.NOTHING,)
MAX_PENDING, MAX_SETTLED, MAX_MESSAGES = 50, 50, 50


@dataclass
class Subject:
    """The open reports about one thing, oldest first."""

    first: Report
    reports: list[Report] = field(default_factory=list)
    is_hidden: bool = False

    @property
    def outcomes(self) -> list[tuple[str, str]]:
        """The possible decisions as (value, label)."""
        allowed = possible_outcomes(self.first)
        return [(each.value, str(each.label)) for each in Report.Outcome if each in allowed]


def people_concerned(report: Report) -> set[int]:
    """Return the ids of everybody involved, including all who ever played in the match."""
    at_table = (
        match_queries.ever_seated_ids(report.line.match) if report.line is not None else set()
    )
    keepers = moderation.editor_ids(report.named) if report.named is not None else set()
    return {report.about_id, *at_table, *keepers}


def possible_outcomes(report: Report) -> tuple[Report.Outcome, ...]:
    """Return the possible decisions.

    Of a closed account only chat messages can be hidden.
    """
    if report.named is not None:
        found = (Report.Outcome.RENAMED, Report.Outcome.CLEARED, Report.Outcome.WARNED)
        cleared = found if hasattr(report.named, "text") else (found[0], found[2])
        return (*cleared, Report.Outcome.NOTHING)
    if report.about.closed_at is not None:
        hides = report.what == Report.What.CHAT
        return (Report.Outcome.HIDDEN, Report.Outcome.NOTHING) if hides else DISMISS_ONLY
    does = {
        Report.What.NAME: Report.Outcome.RENAMED,
        Report.What.PROFILE: Report.Outcome.CLEARED,
        Report.What.CHAT: Report.Outcome.HIDDEN,
    }[Report.What(report.what)]
    return (does, Report.Outcome.WARNED, Report.Outcome.NOTHING)


def pending_subjects(viewer: Player | None) -> list[Subject]:
    """Return the subjects that await a decision, the oldest report first.

    Messages of matches that the viewer plays or played in are hidden from them.
    """
    rows = _with_related(Report.objects.filter(settled_at=None)).order_by("pk")[: 4 * MAX_PENDING]
    found: dict[tuple[str, int, int | None], Subject] = {}
    for row in rows:
        named = row.named.pk if row.named is not None else row.line_id
        key = (row.what, 0 if row.named is not None else row.about_id, named)
        found.setdefault(key, Subject(row)).reports.append(row)
    subjects = list(found.values())[:MAX_PENDING]
    for subject in subjects:
        own = viewer is not None and viewer.pk in people_concerned(subject.first)
        subject.is_hidden = own and subject.first.line is not None
    return subjects


def open_report_count() -> int:
    """Return the number of open reports."""
    return Report.objects.filter(settled_at=None).count()


def settled_reports() -> list[Report]:
    """Return the reports that were settled most recently."""
    rows = _with_related(Report.objects.exclude(settled_at=None))
    return list(rows.order_by("-settled_at", "-pk")[:MAX_SETTLED])


def _with_related(rows: QuerySet[Report]) -> QuerySet[Report]:
    named = ("club", "team__tournament", "tournament", "series")
    return rows.select_related("about", "by", "line__match", "settled_by", *named)


def open_reports_like(report: Report) -> QuerySet[Report]:
    """Return the open reports about the same thing, this one included."""
    for each in OBJECT_FIELDS:
        if (named := getattr(report, each)) is not None:  # the person responsible may have changed
            return Report.objects.filter(settled_at=None, **{each: named})
    return Report.objects.filter(
        what=report.what, about=report.about_id, line=report.line_id, settled_at=None
    )


def messages_of_others(lines: Iterable[ChatLine], reader: Player) -> list[ChatLine]:
    """Return the latest visible messages of other people, newest first."""
    found = [each for each in lines if each.player_id != reader.pk and each.hidden_at is None]
    return found[::-1][:MAX_MESSAGES]


def open_reports_by(player: Player) -> QuerySet[Report]:
    """Return the open reports that a player has made."""
    return Report.objects.filter(by=player, settled_at=None)
