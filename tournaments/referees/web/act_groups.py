"""The acts available in a case, in groups: time, result, people, event, case."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext

from tournaments import panel_queries
from tournaments.referees.services import case_words
from tournaments.referees.services.acts import registry
from tournaments.referees.services.permissions import contradicting_acts
from tournaments.referees.web.case_view import CaseView

GROUPS: dict[str, tuple[str, ...]] = {
    "time": ("grant_time", "pause", "resume", "extend"),
    "result": ("adjudicate", "forfeit", "annul", "reopen"),
    "people": ("warn", "suspend", "replace"),
    "case": ("dismiss", "uphold", "undo"),
}


@dataclass(frozen=True)
class ActGroup:
    """Acts of one kind with their labels; ``folded`` if they are rarely needed."""

    key: str
    title: str
    acts: list[tuple[str, str]]
    folded: bool = False


def _titles() -> dict[str, str]:
    return {
        "time": pgettext("kind of ruling", "Time"),
        "result": pgettext("kind of ruling", "Result"),
        "people": pgettext("kind of ruling", "People"),
        "event": pgettext("kind of ruling", "Tournament"),
        "case": pgettext("kind of ruling", "The case itself"),
    }


def group_of(act: str) -> str:
    """Return the group of an act: “event” unless it is listed in another."""
    return next((key for key, names in GROUPS.items() if act in names), "event")


def groups_for(view: CaseView) -> list[ActGroup]:
    """Return the acts available in a case in its present state, by group."""
    allowed = _allowed_acts(view)
    found = []
    for key, title in _titles().items():
        acts = [(name, case_words.act_name(name)) for name in allowed if group_of(name) == key]
        if acts:
            found.append(ActGroup(key, title, acts, folded=key == "event"))
    return found


def _allowed_acts(view: CaseView) -> list[str]:
    case = view.case
    undoing = [registry.UNDO] if _can_undo(view) else []
    if not case.is_pending:
        return undoing
    kinds = {"match", "player", "case", "event"}
    if case.match is None:
        kinds.discard("match")
    if case.tournament is None:
        kinds.discard("event")
    barred = {"dismiss" if case.state == "appealed" else "uphold"}
    if not panel_queries.is_general_referee(view.reader):
        barred.add("suspend")  # it applies to all events
    names = [name for name in registry.act_keys() if registry.act_named(name).about in kinds]
    if case.state == "appealed" and view.verdict:
        barred |= contradicting_acts(view.verdict, names)
        undoing = [
            name for name in undoing if name not in contradicting_acts(view.verdict, undoing)
        ]
    return [name for name in names if name not in barred] + undoing


def _can_undo(view: CaseView) -> bool:
    """Whether the reader may undo a ruling of this case: on appeal, their own, or as the head."""
    if view.case.state == "appealed":
        return True
    head = panel_queries.is_head_referee(view.reader)
    standing = [each.ruling for each in view.rulings if each.stands]
    return any(head or ruling.by_id == view.reader.pk for ruling in standing)
