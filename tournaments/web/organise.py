"""Making a tournament: a new one, from a template, like an earlier one, or changing a draft."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.queries import PageRequest
from games.services.errors import Refused
from games.web.access import for_people
from games.web.match import SeeOther
from tournaments import queries
from tournaments.services import announcing
from tournaments.web import contest
from tournaments.web.drafting import no_room
from tournaments.web.errors import answers_refusals
from tournaments.web.forms_plan import PlanForm, wishes_of
from tournaments.web.plan_templates import TEMPLATES

SEED_BYTES = 32


@for_people
@answers_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PageRequest) -> HttpResponse:
    """Show the form, empty, from a template or like an earlier season; write a draft."""
    if request.method != "POST" and (closed := no_room(request)):
        return closed
    form = PlanForm(request.POST if request.method == "POST" else None, initial=_wishes(request))
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        try:
            tournament = announcing.draft_tournament(
                _reader(request),
                form.plan(now),
                seed=secrets.token_hex(SEED_BYTES),
                now=now,
            )
        except Refused as refusal:
            _note(form, refusal)
        else:
            messages.success(request, _("The draft is written; look it over and announce it."))
            return SeeOther(tournament.get_absolute_url())
    return _show(request, form)


@for_people
@answers_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: PageRequest, pk: int) -> HttpResponse:
    """Change a draft."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    announcing.require_organiser(found, _reader(request))
    if found.is_contest:
        return contest.plan_page(request, found)
    form = PlanForm(request.POST if request.method == "POST" else None, initial=wishes_of(found))
    if request.method == "POST" and form.is_valid():
        try:
            announcing.change_tournament(pk, _reader(request), form.plan(timezone.now()))
        except Refused as refusal:
            _note(form, refusal)
        else:
            messages.success(request, _("The draft is changed."))
            return SeeOther(found.get_absolute_url())
    return _show(request, form, draft=found)


def _reader(request: PageRequest) -> Any:
    """Return the reader that the guard of the page has seen."""
    return request.reader


def _note(form: PlanForm, refusal: Refused) -> None:
    """Keep a refusal on the form; those of a plan stand there already."""
    if not form.errors:
        form.refuse(refusal)


def _wishes(request: PageRequest) -> dict[str, Any]:
    """Return what the address asks for: ?template=KEY or ?like=NUMBER; nonsense is left out."""
    if wanted := TEMPLATES.get(request.GET.get("template", "")):
        return dict(wanted)
    number = request.GET.get("like", "")
    if number.isascii() and number.isdigit() and len(number) < 19:
        found = queries.tournament_for(request.reader, int(number))
        return wishes_of(found) if found else {}
    return {"format": "round_robin"}


def _show(request: PageRequest, form: PlanForm, draft: Any = None) -> HttpResponse:
    """Show the form, with what is wrong beside the fields."""
    context = {"form": form, "draft": draft}
    return render(request, "tournaments/plan.html", context, status=422 if form.errors else 200)
