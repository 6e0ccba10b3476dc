"""A person's record for referees: warnings, suspensions, cases."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.queries.records import cases_with, records_of, sanctions_of
from tournaments.referees.web.access import for_referees, refusal_to_rule
from tournaments.referees.web.case_view import case_rows, ruling_views
from tournaments.referees.web.ruling_target import acts_about

MAX_LISTED = 50


@require_safe
@for_referees
def person_page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show somebody's record with its details, as far as the referee may judge."""
    reader, now = request.reader, timezone.now()
    shown = case_queries.reportable_player(reader, pk)
    if shown is None:
        raise Refused("no_such_player")
    everything = panel_queries.is_general_referee(reader)
    closed = refusal_to_rule(request, player=shown) if everything else None
    may_rule = everything and closed is None
    context = {
        "shown": shown,
        "now": now,
        "records": records_of([shown], reader, now),
        "cases": case_rows(cases_with(shown, reader)[:MAX_LISTED]),
        "rulings": ruling_views(sanctions_of(shown, reader)),
        "acts": acts_about("player") if may_rule else [],
        "may_look_at_all": everything,
        "closed": closed,
        "may_suspend": may_rule,
        "sanction_url": reverse("referees:rule_player", args=[pk]) if may_rule else "",
    }
    return render(request, "referees/person.html", context)
