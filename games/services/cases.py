"""The way of a case: opened, taken on, answered, decided (see ``rulings``), appealed, closed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import Player
from games import case_queries, judge_queries
from games.models import Case, CaseLine, Match, Seat
from games.services import case_letters, case_words
from games.services.errors import Refused
from games.services.judging import require_other_judge, require_referee, require_unbiased

TEXT_MOST = 2000
REPLY = timedelta(days=3)
DECISION = timedelta(days=7)
APPEAL = timedelta(days=14)
PENDING_MOST = 5
CALLS_MOST, CALLS_WITHIN = 10, timedelta(days=1)
SAID_MOST = 10
AFTER_THE_END = timedelta(days=30)


def checked_text(text: str) -> str:
    """Return what somebody wrote without blanks around it, or refuse."""
    words = text.strip()
    if not words:
        raise Refused("case_needs_words")
    if len(words) > TEXT_MOST:
        raise Refused("too_long", limit=TEXT_MOST, length=len(words))
    return words


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
    """Call a referee: about a match of one's own, or about another player.

    The others at the table are asked for a statement, unless the kind is a discreet one.
    """
    words = checked_text(text)
    match = _own_match(player, match_id, now)
    about = _other_player(player, about_id, match)
    _check_kind(kind, match, about)
    _check_pending(player, kind, match, now)
    case = _opened(player, kind, now, match=match, about=about, text=words)
    asked = _ask_others(case, player, now)
    case_letters.tell_opened(case, asked, reply_by=now + REPLY, now=now)
    return case


def _opened(player: Player, kind: str, now: datetime, **more: Any) -> Case:
    """Write a case that a player has opened, or that opens by itself (``own_motion``)."""
    due_at = more.pop("due_at", now + DECISION)
    match = more.get("match")
    case = Case.objects.create(
        kind=kind, opened_by=player, opened_at=now, due_at=due_at, event=event_of(match), **more
    )
    Match.objects.filter(pk=case.match_id or 0).update(has_cases=True)
    add_line(case, CaseLine.Event.OPENED, now, by=None if case.own_motion else player)
    return case


def _ask_others(case: Case, player: Player, now: datetime) -> list[Player]:
    """Ask the others at the table for a statement, unless the kind is a discreet one."""
    others = case_queries.parties(case) if not case.is_discreet else []
    asked = [other for other in others if other.pk != player.pk]
    for other in asked:
        add_line(case, CaseLine.Event.ASKED, now, to=other)
    return asked


@transaction.atomic
def open_claim(player: Player, match: Match, text: str, *, now: datetime) -> Case:
    """Open what a player claims about a match that its round has left unfinished.

    The others answer first; the referees are written to when ``refer`` puts it before them.
    """
    words = checked_text(text)
    due_at = now + REPLY + DECISION
    case = _opened(player, Case.Kind.ROUND_END, now, match=match, text=words, due_at=due_at)
    asked = _ask_others(case, player, now)
    case_letters.tell_opened(case, asked, reply_by=now + REPLY, now=now, bench=False)
    return case


def open_unclaimed(match: Match, organiser: Player, *, now: datetime) -> Case:
    """Open by itself what nobody has claimed; in the organiser's name, who is no party by that."""
    return _opened(organiser, Case.Kind.ROUND_END, now, match=match, own_motion=True)


def refer(case: Case, *, now: datetime) -> None:
    """Put a case before the referees, and tell those at the table of one that opened by itself."""
    case_letters.tell_referred(case, now=now)


@transaction.atomic
def close_moot(case_id: int, *, now: datetime) -> bool:
    """Close a case that is settled by the end of its match; nothing is left to decide."""
    case = locked(case_id)
    if not case.is_pending or case.state == Case.State.APPEALED:
        return False
    line = add_line(case, CaseLine.Event.SETTLED, now)
    close(case, now)
    case_letters.tell_settled(case, line, now=now)
    return True


def _own_match(player: Player, match_id: int | None, now: datetime) -> Match | None:
    """Return the match a case is about, if the player sits at it and it is not long over."""
    if match_id is None:
        return None
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise Refused("no_such_match")
    if not Seat.objects.filter(match=match, player=player).exists():
        raise Refused("no_such_match" if match.private else "not_your_match")
    if match.finished_at is not None and match.finished_at + AFTER_THE_END < now:
        raise Refused("too_late_for_case", days=AFTER_THE_END.days)
    return match


def _other_player(player: Player, about_id: int | None, match: Match | None) -> Player | None:
    """Return the player a case is about; where a match is named it is one of its players."""
    if about_id is None:
        return None
    about = Player.objects.filter(pk=about_id).exclude(kind=Player.Kind.BOT).first()
    if about is None or about.pk == player.pk:
        raise Refused("no_such_player")
    if match is not None and not Seat.objects.filter(match=match, player=about).exists():
        raise Refused("no_such_player")
    return about


def _check_kind(kind: str, match: Match | None, about: Player | None) -> None:
    """Refuse a kind that does not exist, or that needs a match where none is named."""
    about_match = match is not None
    known = case_words.kinds_about_matches() if about_match else case_words.kinds_about_people()
    if kind not in known:
        raise Refused("bad_case_kind", name=kind, known=", ".join(sorted(known)))
    if match is None and about is None:
        raise Refused("case_about_nothing")


def _check_pending(player: Player, kind: str, match: Match | None, now: datetime) -> None:
    """Refuse a second case of a kind about a match, and a flood, withdrawn ones counted."""
    pending = Case.objects.filter(opened_by=player, state__in=Case.PENDING)
    same = pending.filter(match=match, kind=kind).first() if match is not None else None
    if same is not None:
        raise Refused("case_pending", case=same.pk)
    if pending.count() >= PENDING_MOST:
        raise Refused("too_many_cases", limit=PENDING_MOST)
    lately = Case.objects.filter(opened_by=player, opened_at__gt=now - CALLS_WITHIN)
    if lately.filter(own_motion=False).count() >= CALLS_MOST:
        raise Refused("called_enough", limit=CALLS_MOST)


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


def _own_case(case_id: int, player: Player) -> Case:
    """Lock a case that concerns the player; to others there is none."""
    case = locked(case_id)
    if player.pk not in {party.pk for party in case_queries.parties(case)}:
        raise Refused("no_such_case")
    return case


def require_pending(case: Case) -> None:
    """Refuse where a case has been decided or closed."""
    if not case.is_pending:
        raise Refused("case_decided", state=case.state)


@transaction.atomic
def assign_case(case_id: int, to: Player, *, by: Player, now: datetime) -> Case:
    """Take a case on, or hand it to another referee (the head referee, or who has it)."""
    case = locked(case_id)
    require_referee(by, case_queries.event_of(case))
    require_pending(case)
    require_unbiased(to, case)
    if case.state == Case.State.APPEALED:
        require_other_judge(to, case)
    free = case.assignee_id in (None, by.pk)
    if not judge_queries.is_head_referee(by) and not (to.pk == by.pk and free):
        raise Refused("not_head_referee")
    case.assignee = to
    if case.state == Case.State.OPEN:
        case.state = Case.State.ASSIGNED
    case.save(update_fields=["assignee", "state"])
    line = add_line(case, CaseLine.Event.ASSIGNED, now, by=by, to=to)
    if to.pk != by.pk:
        case_letters.tell_assigned(case, line, now=now)
    return case


@transaction.atomic
def ask_party(case_id: int, player_id: int, text: str, *, by: Player, now: datetime) -> CaseLine:
    """Ask somebody whom the case concerns for a statement; from now on he may read the case."""
    case = locked(case_id)
    require_pending(case)
    require_unbiased(by, case)
    people = {player.pk: player for player in case_queries.concerned(case) if not player.is_bot}
    if player_id not in people:
        raise Refused("not_a_party")
    words = checked_text(text) if text.strip() else ""
    line = add_line(case, CaseLine.Event.ASKED, now, by=by, to=people[player_id], text=words)
    if case.state == Case.State.ANSWERED:
        case.state = Case.State.ASSIGNED if case.assignee_id else Case.State.OPEN
        case.save(update_fields=["state"])
    case_letters.tell_asked(case, line, reply_by=now + REPLY, now=now)
    return line


@transaction.atomic
def give_statement(case_id: int, player: Player, text: str, *, now: datetime) -> CaseLine:
    """Say something to the referees; when all who were asked have answered, the case says so."""
    words = checked_text(text)
    case = _own_case(case_id, player)
    require_pending(case)
    if CaseLine.objects.filter(case=case, event="said", by=player).count() >= SAID_MOST:
        raise Refused("said_enough_in_case", limit=SAID_MOST)
    line = add_line(case, CaseLine.Event.SAID, now, by=player, text=words)
    waiting = case.state in (Case.State.OPEN, Case.State.ASSIGNED)
    if waiting and player.pk != case.opened_by_id and not case_queries.unanswered(case):
        case.state = Case.State.ANSWERED
        case.save(update_fields=["state"])
    case_letters.tell_said(case, line, now=now)
    return line


@transaction.atomic
def add_note(case_id: int, referee: Player, text: str, *, now: datetime) -> CaseLine:
    """Leave a note that only referees read."""
    words = checked_text(text)
    case = locked(case_id)
    require_unbiased(referee, case)
    return add_line(case, CaseLine.Event.NOTE, now, by=referee, text=words)


@transaction.atomic
def withdraw_case(case_id: int, player: Player, *, now: datetime) -> Case:
    """Take one's own case back before it is decided."""
    case = _own_case(case_id, player)
    if case.opened_by_id != player.pk or case.own_motion:
        raise Refused("not_your_case")
    require_pending(case)
    if case.state == Case.State.APPEALED:
        raise Refused("case_decided", state=case.state)
    line = add_line(case, CaseLine.Event.WITHDRAWN, now, by=player)
    close(case, now)
    case_letters.tell_withdrawn(case, line, now=now)
    return case


def close(case: Case, now: datetime) -> None:
    """Put a case away for good."""
    case.state, case.due_at, case.closed_at = Case.State.CLOSED, None, now
    case.save(update_fields=["state", "due_at", "closed_at"])


@transaction.atomic
def appeal(case_id: int, player: Player, text: str, *, now: datetime) -> Case:
    """Ask for a second look: once, within 14 days, by another referee."""
    words = checked_text(text)
    case = _own_case(case_id, player)
    if CaseLine.objects.filter(case=case, event=CaseLine.Event.APPEALED).exists():
        raise Refused("appealed_before")
    if case.state != Case.State.DECIDED:
        raise Refused("nothing_to_appeal")
    if case.due_at is None or case.due_at <= now:
        raise Refused("too_late_to_appeal", days=APPEAL.days)
    case.state, case.assignee, case.due_at = Case.State.APPEALED, None, now + APPEAL
    case.save(update_fields=["state", "assignee", "due_at"])
    line = add_line(case, CaseLine.Event.APPEALED, now, by=player, text=words)
    case_letters.tell_appealed(case, line, now=now)
    return case


def close_cases(*, now: datetime) -> int:
    """Close the decided cases against which nobody has appealed in time; return how many."""
    due = Case.objects.filter(state=Case.State.DECIDED, due_at__lte=now).order_by("due_at", "pk")
    return sum(_close_one(pk, now) for pk in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _close_one(case_id: int, now: datetime) -> bool:
    """Close one case, looked at again under its lock."""
    case = locked(case_id)
    if case.state != Case.State.DECIDED or case.due_at is None or case.due_at > now:
        return False
    add_line(case, CaseLine.Event.CLOSED, now)
    close(case, now)
    return True
