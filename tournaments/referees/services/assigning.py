"""Assigning cases to referees: take, hand over, return, release if a referee is absent."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.referees.models import Case, CaseLine
from tournaments.referees.queries import jury as jury_queries
from tournaments.referees.services import case_emails, case_files
from tournaments.referees.services.permissions import (
    can_rule,
    require_other_judge,
    require_referee,
    require_unbiased,
)


@transaction.atomic
def assign_case(case_id: int, to: Player, *, by: Player, now: datetime) -> Case:
    """Assign a case to a referee; only the head referee may assign it to others."""
    case = case_files.lock_case(case_id)
    require_referee(by, case.tournament)
    case_files.require_pending(case)
    require_unbiased(to, case, now=now)
    if case.state == Case.State.APPEALED:
        require_other_judge(to, case)
        _require_no_jury(case)
    free = case.assignee_id in (None, by.pk)
    if not panel_queries.is_head_referee(by) and not (to.pk == by.pk and free):
        raise Refused("not_head_referee")
    line = _assign(case, to, by, now)
    if to.pk != by.pk:
        case_emails.notify_assigned(case, line, now=now)
    return case


@transaction.atomic
def take_case(case_id: int, referee: Player, *, now: datetime) -> Case:
    """Take an unassigned case; idempotent.

    If two referees try at the same time, the second is refused with the name of the first.
    """
    case = case_files.lock_case(case_id)
    require_unbiased(referee, case, now=now)
    case_files.require_pending(case)
    if case.state == Case.State.APPEALED:
        require_other_judge(referee, case)
        _require_no_jury(case)
    if case.assignee is None:
        _assign(case, referee, referee, now)
    elif case.assignee.pk != referee.pk:
        raise Refused("case_taken", name=case.assignee.name)
    return case


def _require_no_jury(case: Case) -> None:
    """Refuse ``jury_decides`` if a jury hears the appeal."""
    if jury_queries.sitting_jurors(case):
        raise Refused("jury_decides")


@transaction.atomic
def return_case(case_id: int, referee: Player, *, now: datetime) -> Case:
    """Return one's own case to the queue, and notify the other referees."""
    case = case_files.lock_case(case_id)
    require_referee(referee, case.tournament)
    case_files.require_pending(case)
    _require_no_jury(case)
    if case.assignee_id != referee.pk:
        raise Refused("not_your_case_to_decide")
    _return_to_queue(case, referee, now, by=referee)
    return case


def _assign(case: Case, to: Player, by: Player, now: datetime) -> CaseLine:
    """Record the referee who handles a case from now on."""
    case.assignee = to
    if case.state == Case.State.OPEN:
        case.state = Case.State.ASSIGNED
    case.save(update_fields=["assignee", "state"])
    case_files.record_judges(case)
    return case_files.add_line(case, CaseLine.Event.ASSIGNED, now, by=by, to=to)


def return_cases_of(player: Player, *, now: datetime) -> int:
    """Return a departing referee's pending cases to the queue; return how many."""
    own = Case.objects.filter(state__in=Case.PENDING, assignee=player).order_by("pk")
    return sum(
        _return_stranded_case(pk, now, leaving=player)
        for pk in list(own.values_list("pk", flat=True))
    )


def return_stranded(*, now: datetime) -> int:
    """Return cases whose referee can no longer act to the queue; return how many."""
    given = Case.objects.filter(state__in=Case.PENDING, assignee__isnull=False).order_by("pk")
    return sum(_return_stranded_case(pk, now) for pk in list(given.values_list("pk", flat=True)))


@transaction.atomic
def _return_stranded_case(case_id: int, now: datetime, *, leaving: Player | None = None) -> bool:
    """Return a case to the queue if its referee leaves or may no longer rule in it."""
    case = case_files.lock_case(case_id)
    was = case.assignee
    if was is None or not case.is_pending:
        return False
    if was != leaving and can_rule(was, case, now=now):
        return False
    _return_to_queue(case, was, now)
    return True


def _return_to_queue(case: Case, was: Player, now: datetime, *, by: Player | None = None) -> None:
    """Unassign a case and notify the others; ``by`` is the referee if they gave it back."""
    case.assignee = None
    if case.state == Case.State.ASSIGNED:
        case.state = Case.State.OPEN
    case.save(update_fields=["assignee", "state"])
    case_files.record_judges(case)
    line = case_files.add_line(case, CaseLine.Event.RETURNED, now, by=by, to=was)
    case_emails.notify_returned(case, line, now=now)
