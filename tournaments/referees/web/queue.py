"""The referees' queue: cases in tabs, those due first at the top."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from accounts.queries import PlayerRequest
from tournaments import panel_queries
from tournaments.referees.queries import jury as jury_queries, queue as queue_queries
from tournaments.referees.queries.queue import ALL, APPEALS, MINE, OVERDUE, TABS, UNASSIGNED
from tournaments.referees.web.access import for_referees
from tournaments.referees.web.case_view import CaseRow, case_rows
from tournaments.referees.web.forms.desk import QueueForm

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.referees.models import Case

PAGE_SIZE = 25
FILTER_NAMES = ("event", "kind", "state", "assignee")


@require_safe
@for_referees
def queue_page(request: PlayerRequest) -> HttpResponse:
    """Show one tab of the queue, by default the first that is not empty."""
    now, reader = timezone.now(), request.reader
    form = QueueForm(request.GET, events=queue_queries.events_with_cases(reader))
    filters = form.cleaned_data if form.is_valid() else {}
    counts = queue_queries.count_by_tab(reader, filters, now)
    tab = _tab(request.GET, counts)
    found = queue_queries.cases_in_tab(reader, tab, filters, now)
    found = queue_queries.cases_after(found, tab, request.GET.get("after", ""))
    listed = list(found[: PAGE_SIZE + 1])
    shown = listed[:PAGE_SIZE]
    context = {
        "form": form.for_tab(tab),
        "tab": tab,
        "tabs": [(key, words, counts.get(key)) for key, words in _tab_names().items()],
        "rows": _rows(shown, reader, now),
        "now": now,
        "query": _filter_query(request.GET),
        "next": queue_queries.page_key(shown[-1], tab) if len(listed) > PAGE_SIZE else "",
        "later": "after" in request.GET,
        "filtered": any(filters.values()),
        "may_look_at_all": panel_queries.is_general_referee(reader),
    }
    return render(request, "referees/queue.html", context)


def _tab(sent: QueryDict, counts: dict[str, int]) -> str:
    """Return the requested tab; “All” if a filter of that tab is used."""
    tab = sent.get("tab", "")
    if tab in (*TABS, ALL):
        return tab
    if "state" in sent or "assignee" in sent:
        return ALL
    return next((each for each in (MINE, UNASSIGNED, APPEALS) if counts[each]), MINE)


def _tab_names() -> dict[str, str]:
    return {
        MINE: pgettext("cases", "Mine"),
        UNASSIGNED: pgettext("cases", "Unassigned"),
        OVERDUE: pgettext("cases", "Overdue"),
        APPEALS: pgettext("cases", "Appeals"),
        ALL: pgettext("cases", "All"),
    }


def _filter_query(sent: QueryDict) -> str:
    """Return the filters as the part of a query string that links append."""
    kept = QueryDict(mutable=True)
    for name in FILTER_NAMES:
        if value := sent.get(name):
            kept[name] = value
    return f"&{kept.urlencode()}" if kept else ""


def _rows(listed: list[Case], reader: Player, now: datetime) -> list[CaseRow]:
    """Return the rows of cases with the keys that only the queue shows."""
    barred = queue_queries.barred_cases(reader, listed, now)
    rows: list[Any] = case_rows(listed)
    votes, owed = jury_queries.vote_counts(listed), jury_queries.open_votes(reader)
    for row in rows:
        case = row["case"]
        row["votes"], row["owes_vote"] = votes.get(case.pk), case.pk in owed
        row["late"] = case.is_late(now)
        row["mine"] = case.assignee_id == reader.pk
        free = case.is_pending and case.assignee_id is None and case.pk not in votes
        row["may_take"] = free and case.pk not in barred
    return rows
