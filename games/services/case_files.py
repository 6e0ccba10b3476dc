"""The file of a case: opened, locked, written to, put away; every verb about cases works on it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from accounts.models import Player
from games import case_queries
from games.models import Case, CaseLine, Match
from games.services.errors import Refused
from games.services.judging import require_referee

TEXT_MOST = 2000
REPLY = timedelta(days=3)
DECISION = timedelta(days=7)
APPEAL = timedelta(days=14)


def checked_text(text: str) -> str:
    """Return what somebody wrote without blanks around it, or refuse."""
    words = text.strip()
    if not words:
        raise Refused("case_needs_words")
    if len(words) > TEXT_MOST:
        raise Refused("too_long", limit=TEXT_MOST, length=len(words))
    return words


def opened(player: Player, kind: str, now: datetime, **more: Any) -> Case:
    """Write a case that a player has opened, or that opens by itself (``own_motion``)."""
    due_at = more.pop("due_at", now + DECISION)
    match = more.get("match")
    case = Case.objects.create(
        kind=kind, opened_by=player, opened_at=now, due_at=due_at, event=event_of(match), **more
    )
    Match.objects.filter(pk=case.match_id or 0).update(has_cases=True)
    add_line(case, CaseLine.Event.OPENED, now, by=None if case.own_motion else player)
    return case


def ask_others(case: Case, player: Player, now: datetime) -> list[Player]:
    """Ask the others at the table for a statement, unless the kind is a discreet one."""
    others = case_queries.parties(case) if not case.is_discreet else []
    asked = [other for other in others if other.pk != player.pk]
    for other in asked:
        add_line(case, CaseLine.Event.ASKED, now, to=other)
    return asked


def event_of(match: Match | None) -> dict[str, str] | None:
    """Return of which event a match is part, as a case keeps it."""
    event = match.event if match is not None else None
    return {name: event[name] for name in ("name", "url")} if event else None


def open_own_motion(
    referee: Player,
    match: Match | None,
    about: Player | None,
    now: datetime,
    *,
    event: Mapping[str, str] | None = None,
) -> Case:
    """Open a case as a referee, so that an act that nobody asked for can be appealed, too."""
    where = dict(event) if event is not None else event_of(match)
    require_referee(referee, (where or {}).get("url", ""))
    case = Case.objects.create(
        match=match,
        about=about,
        event=where,
        kind=Case.Kind.OTHER,
        opened_by=referee,
        own_motion=True,
        assignee=referee,
        state=Case.State.ASSIGNED,
        opened_at=now,
        due_at=now + DECISION,
    )
    if match is not None:
        Match.objects.filter(pk=match.pk).update(has_cases=True)
    add_line(case, CaseLine.Event.OPENED, now, by=referee)
    return case


def add_line(
    case: Case,
    event: str,
    now: datetime,
    *,
    by: Player | None = None,
    to: Player | None = None,
    text: str = "",
) -> CaseLine:
    """Write what happened into the case's ledger."""
    return CaseLine.objects.create(case=case, event=event, at=now, by=by, to=to, text=text)


def locked(case_id: int) -> Case:
    """Lock a case for this transaction, or refuse: there is none."""
    case = Case.objects.select_for_update().filter(pk=case_id).first()
    if case is None:
        raise Refused("no_such_case")
    return case


def require_pending(case: Case) -> None:
    """Refuse where a case has been decided or closed."""
    if not case.is_pending:
        raise Refused("case_decided", state=case.state)


def close(case: Case, now: datetime) -> None:
    """Put a case away for good."""
    case.state, case.due_at, case.closed_at = Case.State.CLOSED, None, now
    case.save(update_fields=["state", "due_at", "closed_at"])
