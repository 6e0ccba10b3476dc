"""Creating, locking, writing to and closing a case: the basis of all services about cases."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from accounts.models import Player
from accounts.naming import has_controls
from accounts.times.calendar_days import add_wall_time
from games.models import Match
from games.services.errors import Refused
from tournaments.models import Tournament
from tournaments.panel_queries import tournament_of
from tournaments.referees.models import Case, CaseLine, Juror, Ruling
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services.permissions import require_referee

MAX_TEXT_LENGTH = 2000
REPLY_PERIOD = timedelta(days=3)
DECISION_PERIOD = timedelta(days=7)
APPEAL_PERIOD = timedelta(days=14)


def zone_for(tournament: Tournament | None, player: Player) -> ZoneInfo:
    """Return the time zone in which days count: the tournament's, else the player's."""
    return tournament.zone if tournament is not None else player.zone


def zone_of(case: Case) -> ZoneInfo:
    return zone_for(case.tournament, case.opened_by)


def clean_case_text(text: str) -> str:
    """Return the stripped text; refuses empty and long ones, and control characters."""
    words = text.strip()
    if not words:
        raise Refused("case_needs_words")
    if has_controls(words, lines=True):
        raise Refused("control_characters")
    if len(words) > MAX_TEXT_LENGTH:
        raise Refused("too_long", limit=MAX_TEXT_LENGTH, length=len(words))
    return words


def create_case(player: Player, kind: str, now: datetime, **more: Any) -> Case:
    """Create a case that a player has opened, or that opens automatically (``own_motion``)."""
    tournament = tournament_of(more.get("match"))
    zone = zone_for(tournament, player)
    due_at = more.pop("due_at", add_wall_time(now, DECISION_PERIOD, zone))
    case = Case.objects.create(
        kind=kind, opened_by=player, opened_at=now, due_at=due_at, tournament=tournament, **more
    )
    Match.objects.filter(pk=case.match_id or 0).update(has_cases=True)
    add_line(case, CaseLine.Event.OPENED, now, by=None if case.own_motion else player)
    return case


def ask_other_parties(case: Case, player: Player, now: datetime) -> list[Player]:
    """Ask the other parties for a statement, unless the case is discreet; return them."""
    others = case_queries.parties(case) if not case.is_discreet else []
    asked = [other for other in others if other.pk != player.pk]
    for other in asked:
        add_line(case, CaseLine.Event.ASKED, now, to=other)
    return asked


def open_own_motion(
    referee: Player,
    match: Match | None,
    about: Player | None,
    now: datetime,
    *,
    tournament: Tournament | None = None,
) -> Case:
    """Open a case on a referee's own initiative, so that its ruling can be appealed, too."""
    where = tournament or tournament_of(match)
    require_referee(referee, where)
    case = Case.objects.create(
        match=match,
        about=about,
        tournament=where,
        kind=Case.Kind.OTHER,
        opened_by=referee,
        own_motion=True,
        assignee=referee,
        state=Case.State.ASSIGNED,
        opened_at=now,
        due_at=add_wall_time(now, DECISION_PERIOD, zone_for(where, referee)),
    )
    if match is not None:
        Match.objects.filter(pk=match.pk).update(has_cases=True)
        record_judges(case)
    add_line(case, CaseLine.Event.OPENED, now, by=referee)
    return case


def record_judges(case: Case) -> None:
    """Record in the match who has judged it or opened its private data.

    That is everybody who is assigned to a case about it, has ruled, was a juror, or has opened the
    data.
    """
    if case.match is None:
        return
    own = Case.objects.filter(match=case.match)
    ruled = Ruling.objects.filter(case__in=own).values_list("by", flat=True)
    assigned = own.filter(assignee__isnull=False).values_list("assignee", flat=True)
    heard = Juror.objects.filter(case__in=own).exclude(left_at__isnull=False, vote="")
    jurors = heard.values_list("player", flat=True)
    viewed = CaseLine.objects.filter(case__in=own, event=CaseLine.Event.VIEWED, by__isnull=False)
    seen = viewed.values_list("by", flat=True)
    case.match.judges.set({*ruled, *assigned, *jurors, *seen})


def add_line(
    case: Case,
    event: str,
    now: datetime,
    *,
    by: Player | None = None,
    to: Player | None = None,
    text: str = "",
) -> CaseLine:
    """Append an event to the case's ledger."""
    return CaseLine.objects.create(case=case, event=event, at=now, by=by, to=to, text=text)


def lock_case(case_id: int) -> Case:
    """Lock a case for this transaction; refuses ``no_such_case``."""
    case = Case.objects.select_for_update().filter(pk=case_id).first()
    if case is None:
        raise Refused("no_such_case")
    return case


def require_pending(case: Case) -> None:
    """Refuse ``case_decided`` if the case has been decided or closed."""
    if not case.is_pending:
        raise Refused("case_decided", state=case.state)


def close_case(case: Case, now: datetime) -> None:
    case.state, case.due_at, case.closed_at = Case.State.CLOSED, None, now
    case.save(update_fields=["state", "due_at", "closed_at"])
    ended = Ruling.objects.standing().filter(case=case, act="close_event")
    Tournament.objects.filter(pk__in=[ruling.params["tournament"] for ruling in ended]).update(
        seed_held=False
    )
