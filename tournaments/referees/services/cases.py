"""Services for cases: open, ask, make a statement, withdraw, appeal, close.

``assigning`` gives cases to referees.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from accounts.times.calendar_days import add_wall_time
from games.models import Match, Seat
from games.services.errors import Refused
from tournaments.panel_queries import tournament_of
from tournaments.referees.models import Case, CaseLine
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import case_emails, case_files, case_words
from tournaments.referees.services.jury import seating
from tournaments.referees.services.permissions import require_unbiased

MAX_PENDING = 5
MAX_CALLS, CALL_LIMIT_PERIOD = 10, timedelta(days=1)
MAX_STATEMENTS = 10
CALL_PERIOD = timedelta(days=30)


@transaction.atomic
def open_case(
    player: Player,
    *,
    kind: str,
    text: str,
    now: datetime,
    match_id: int | None = None,
    about_id: int | None = None,
) -> Case:
    """Call a referee about one of the player's matches, or about another player.

    The other players in the match are asked for a statement, unless the case is discreet.
    """
    words = case_files.clean_case_text(text)
    match = _own_match(player, match_id, now)
    about = _other_player(player, about_id, match)
    _check_kind(kind, match, about)
    _check_pending(player, kind, match, now)
    case = case_files.create_case(player, kind, now, match=match, about=about, text=words)
    asked = case_files.ask_other_parties(case, player, now)
    case_emails.notify_opened(case, asked, reply_by=_reply_deadline(case, now), now=now)
    return case


def _own_match(player: Player, match_id: int | None, now: datetime) -> Match | None:
    """Return the match if the player sits in it and it did not end too long ago."""
    if match_id is None:
        return None
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise Refused("no_such_match")
    if not Seat.objects.filter(match=match, player=player).exists():
        known = Match.objects.visible_to(player).filter(pk=match.pk).exists()
        raise Refused("not_your_match" if known else "no_such_match")
    if match.finished_at is not None and _call_deadline(match, match.finished_at, player) < now:
        raise Refused("too_late_for_case", days=CALL_PERIOD.days)
    return match


def _call_deadline(match: Match, finished_at: datetime, player: Player) -> datetime:
    zone = case_files.zone_for(tournament_of(match), player)
    return add_wall_time(finished_at, CALL_PERIOD, zone)


def _reply_deadline(case: Case, now: datetime) -> datetime:
    return add_wall_time(now, case_files.REPLY_PERIOD, case_files.zone_of(case))


def _other_player(player: Player, about_id: int | None, match: Match | None) -> Player | None:
    """Return the player whom a case is about; if it has a match, one who plays there."""
    if about_id is None:
        return None
    about = Player.objects.filter(pk=about_id).exclude(kind=Player.Kind.BOT).first()
    if about is None or about.pk == player.pk:
        raise Refused("no_such_player")
    if match is not None and not Seat.objects.filter(match=match, player=about).exists():
        raise Refused("no_such_player")
    return about


def _check_kind(kind: str, match: Match | None, about: Player | None) -> None:
    """Refuse unknown kinds, and cases about neither a match nor a player."""
    about_match = match is not None
    known = case_words.kinds_about_matches() if about_match else case_words.kinds_about_people()
    if kind not in known:
        raise Refused("bad_case_kind", name=kind, known=", ".join(sorted(known)))
    if match is None and about is None:
        raise Refused("case_about_nothing")


def _check_pending(player: Player, kind: str, match: Match | None, now: datetime) -> None:
    """Refuse duplicates, too many pending cases, and too many calls within a day."""
    pending = Case.objects.filter(opened_by=player, state__in=Case.PENDING)
    same = pending.filter(match=match, kind=kind).first() if match is not None else None
    if same is not None:
        raise Refused("case_pending", case=same.pk)
    if pending.count() >= MAX_PENDING:
        raise Refused("too_many_cases", limit=MAX_PENDING)
    lately = Case.objects.filter(opened_by=player, opened_at__gt=now - CALL_LIMIT_PERIOD)
    if lately.filter(own_motion=False).count() >= MAX_CALLS:
        raise Refused("called_enough", limit=MAX_CALLS)


def _lock_own_case(case_id: int, player: Player) -> Case:
    """Lock a case that concerns the player; refuses ``no_such_case``."""
    case = case_files.lock_case(case_id)
    if player.pk not in {party.pk for party in case_queries.parties(case)}:
        raise Refused("no_such_case")
    return case


@transaction.atomic
def ask_party(case_id: int, player_id: int, text: str, *, by: Player, now: datetime) -> CaseLine:
    """Ask somebody involved for a statement; from now on they may read the case."""
    case = case_files.lock_case(case_id)
    case_files.require_pending(case)
    require_unbiased(by, case, now=now)
    people = {
        player.pk: player for player in case_queries.people_concerned(case) if not player.is_bot
    }
    if player_id not in people:
        raise Refused("not_a_party")
    words = case_files.clean_case_text(text) if text.strip() else ""
    line = case_files.add_line(
        case, CaseLine.Event.ASKED, now, by=by, to=people[player_id], text=words
    )
    if case.state == Case.State.ANSWERED:
        case.state = Case.State.ASSIGNED if case.assignee_id else Case.State.OPEN
        case.save(update_fields=["state"])
    case_emails.notify_asked(case, line, reply_by=_reply_deadline(case, now), now=now)
    return line


@transaction.atomic
def give_statement(case_id: int, player: Player, text: str, *, now: datetime) -> CaseLine:
    """Make a statement; the case is answered once everybody who was asked has replied."""
    words = case_files.clean_case_text(text)
    case = _lock_own_case(case_id, player)
    case_files.require_pending(case)
    if CaseLine.objects.filter(case=case, event="said", by=player).count() >= MAX_STATEMENTS:
        raise Refused("said_enough_in_case", limit=MAX_STATEMENTS)
    line = case_files.add_line(case, CaseLine.Event.SAID, now, by=player, text=words)
    waiting = case.state in (Case.State.OPEN, Case.State.ASSIGNED)
    if waiting and player.pk != case.opened_by_id and not case_queries.awaits_statement(case):
        case.state = Case.State.ANSWERED
        case.save(update_fields=["state"])
    case_emails.notify_statement(case, line, now=now)
    return line


@transaction.atomic
def add_note(case_id: int, referee: Player, text: str, *, now: datetime) -> CaseLine:
    """Add a note that only referees can read."""
    words = case_files.clean_case_text(text)
    case = case_files.lock_case(case_id)
    require_unbiased(referee, case, now=now)
    return case_files.add_line(case, CaseLine.Event.NOTE, now, by=referee, text=words)


@transaction.atomic
def withdraw_case(case_id: int, player: Player, *, now: datetime) -> Case:
    """Withdraw one's own case before it is decided."""
    case = _lock_own_case(case_id, player)
    if case.opened_by_id != player.pk or case.own_motion:
        raise Refused("not_your_case")
    case_files.require_pending(case)
    if case.state == Case.State.APPEALED:
        raise Refused("case_decided", state=case.state)
    line = case_files.add_line(case, CaseLine.Event.WITHDRAWN, now, by=player)
    case_files.close_case(case, now)
    case_emails.notify_withdrawn(case, line, now=now)
    return case


@transaction.atomic
def appeal(case_id: int, player: Player, text: str, *, now: datetime) -> Case:
    """Appeal once, within 14 days, to another referee or to the event's jury."""
    words = case_files.clean_case_text(text)
    case = _lock_own_case(case_id, player)
    if CaseLine.objects.filter(case=case, event=CaseLine.Event.APPEALED).exists():
        raise Refused("appealed_before")
    if case.state != Case.State.DECIDED:
        raise Refused("nothing_to_appeal")
    if case.due_at is None or case.due_at <= now:
        raise Refused("too_late_to_appeal", days=case_files.APPEAL_PERIOD.days)
    case.state, case.assignee = Case.State.APPEALED, None
    case.due_at = add_wall_time(now, case_files.APPEAL_PERIOD, case_files.zone_of(case))
    case.save(update_fields=["state", "assignee", "due_at"])
    case_files.record_judges(case)
    line = case_files.add_line(case, CaseLine.Event.APPEALED, now, by=player, text=words)
    case_emails.notify_appealed(case, line, jury=seating.seat_jury(case, now), now=now)
    return case


def postpone_case_deadlines(since: datetime, span: timedelta) -> None:
    """Postpone all deadlines of cases after ``since`` by ``span``."""
    Case.objects.filter(due_at__gt=since).update(due_at=F("due_at") + span)
    seating.postpone_votes(since, span)


def close_cases(*, now: datetime) -> int:
    """Close decided cases that can no longer be appealed; return how many."""
    due = Case.objects.filter(state=Case.State.DECIDED, due_at__lte=now).order_by("due_at", "pk")
    return sum(_close_if_due(pk, now) for pk in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _close_if_due(case_id: int, now: datetime) -> bool:
    """Close one case if that is still due under its lock."""
    case = case_files.lock_case(case_id)
    if case.state != Case.State.DECIDED or case.due_at is None or case.due_at > now:
        return False
    case_files.add_line(case, CaseLine.Event.CLOSED, now)
    case_files.close_case(case, now)
    return True
