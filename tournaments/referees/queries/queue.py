"""The referees' queue: tabs, counts, and keyset pagination."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.models import Player
from accounts.numbers import parse_number
from accounts.times.instants import parse_instant
from games import match_queries
from games.models import Seat, SeatChange
from tournaments import panel_queries
from tournaments.models import CoOrganiser, Entrant, Tournament
from tournaments.referees.models import Case, Juror, Ruling
from tournaments.referees.queries.cases import visible_cases

MINE, UNASSIGNED, OVERDUE, APPEALS, ALL = "mine", "unassigned", "overdue", "appeals", "all"
TABS = (MINE, UNASSIGNED, OVERDUE, APPEALS)
MAX_EVENTS = 100


def _in_tab(tab: str, viewer: Player, now: datetime) -> Q:
    """Return the filter of a tab; unassigned appeals are only listed under appeals."""
    pending = Q(state__in=Case.PENDING)
    within = {
        MINE: Q(assignee=viewer) | Q(pk__in=_cases_awaiting_vote(viewer)),
        UNASSIGNED: Q(assignee=None) & ~Q(state=Case.State.APPEALED),
        OVERDUE: Q(due_at__lte=now),
        APPEALS: Q(state=Case.State.APPEALED),
    }
    return pending & within[tab] if tab in within else Q()


def _cases_awaiting_vote(viewer: Player) -> QuerySet[Juror, int]:
    """Return the keys of the appeals on which the viewer has still to vote."""
    open_seats = Juror.objects.sitting().filter(player=viewer, vote="")
    under_appeal = open_seats.filter(case__state=Case.State.APPEALED)
    return under_appeal.order_by().values_list("case", flat=True)


def cases_in_tab(
    viewer: Player, tab: str, filters: Mapping[str, Any], now: datetime
) -> QuerySet[Case]:
    """Return the cases of a tab, those due first at the top; under “All”, newest first.

    Filters: ``event`` (key), ``kind``; of all cases also ``state`` ("pending" or one state) and
    ``assignee`` (key or "nobody").
    """
    found = _apply_filters(visible_cases(viewer), filters).filter(_in_tab(tab, viewer, now))
    if tab != ALL:
        return found.order_by("due_at", "pk")
    state, assignee = filters.get("state"), filters.get("assignee")
    if state:
        found = found.filter(state__in=Case.PENDING if state == "pending" else [state])
    if assignee:
        found = found.filter(assignee=None if assignee == "nobody" else assignee)
    return found.order_by("-pk")


def count_by_tab(viewer: Player, filters: Mapping[str, Any], now: datetime) -> dict[str, int]:
    """Return the number of cases in each tab, with one query."""
    found = _apply_filters(visible_cases(viewer), filters)
    tabs = {tab: Count("pk", filter=_in_tab(tab, viewer, now)) for tab in TABS}
    counted: dict[str, int] = found.filter(state__in=Case.PENDING).aggregate(**tabs)
    return counted


def _apply_filters(found: QuerySet[Case], filters: Mapping[str, Any]) -> QuerySet[Case]:
    if filters.get("event"):
        found = found.filter(tournament=filters["event"])
    if filters.get("kind"):
        found = found.filter(kind=filters["kind"])
    return found


def page_key(case: Case, tab: str) -> str:
    """Return the pagination key of a case: the next page begins after it."""
    if tab == ALL or case.due_at is None:
        return str(case.pk)
    return f"{case.due_at.isoformat()}_{case.pk}"


def cases_after(found: QuerySet[Case], tab: str, key: str) -> QuerySet[Case]:
    """Return the cases after a pagination key, or all if the key is not valid."""
    moment, _dash, number = key.rpartition("_")
    pk = parse_number(number)
    if pk is None:
        return found
    if tab == ALL:
        return found.filter(pk__lt=pk)
    at = parse_instant(moment)
    if at is None:
        return found
    return found.filter(Q(due_at__gt=at) | Q(due_at=at, pk__gt=pk))


def events_with_cases(viewer: Player) -> list[Tournament]:
    """Return the tournaments judged by the viewer that have pending cases, at most EVENTS."""
    pending = Case.objects.filter(state__in=Case.PENDING, tournament__isnull=False)
    found = Tournament.objects.filter(pk__in=pending.values("tournament"))
    if not panel_queries.is_general_referee(viewer):
        found = found.filter(pk__in=panel_queries.tournaments_judged_by(viewer).values("pk"))
    return list(found.order_by("name", "season", "pk")[:MAX_EVENTS])


def barred_cases(viewer: Player, cases: Iterable[Case], now: datetime) -> set[int]:
    """Return the keys of cases in which the viewer may not rule; mirrors ``permissions``."""
    listed = list(cases)
    matches = {case.match_id for case in listed if case.match_id is not None}
    seated = match_queries.ever_seated_ids_by_match(matches)
    events = {case.tournament_id for case in listed if case.tournament_id is not None}
    stakes = _events_with_stake(viewer, events)
    about = {case.about_id for case in listed if case.about_id is not None}
    companions = panel_queries.associates_among(viewer, about, now)
    playing = panel_queries.current_associates_among(viewer, set().union(*seated.values()))
    again = [case.pk for case in listed if case.state == Case.State.APPEALED]
    ruled = set(Ruling.objects.filter(case__in=again, by=viewer).values_list("case", flat=True))
    return ruled | {
        case.pk
        for case in listed
        if viewer.pk in seated.get(case.match_id or 0, ())
        or not playing.isdisjoint(seated.get(case.match_id or 0, ()))
        or case.about_id == viewer.pk
        or case.about_id in companions
        or (case.opened_by_id == viewer.pk and not case.own_motion)
        or case.tournament_id in stakes
    }


def _events_with_stake(viewer: Player, events: set[int]) -> set[int]:
    """Return the events in which the viewer has a stake; mirrors ``panel_queries.stakeholders``."""
    if not events:
        return set()
    own = Tournament.objects.filter(pk__in=events, organiser=viewer).values_list("pk")
    entered = Entrant.objects.filter(tournament__in=events, player=viewer)
    entered = entered.exclude(status=Entrant.Status.WITHDRAWN, number=None)
    event = "match__fixture__round__division__tournament"
    sat = Seat.objects.filter(Q(player=viewer) | Q(original=viewer), **{f"{event}__in": events})
    changed = SeatChange.objects.filter(
        Q(before=viewer) | Q(after=viewer), **{f"{event}__in": events}
    )
    helps = CoOrganiser.objects.filter(tournament__in=events, player=viewer)
    others = (
        helps.values_list("tournament"),
        entered.values_list("tournament"),
        sat.values_list(event),
        changed.values_list(event),
    )
    found = own.order_by().union(*(rows.order_by() for rows in others))
    return {number for (number,) in found}
