"""Making a tournament: a new one, from a template, like an earlier one, or changing a draft."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.access import for_people
from games.web.match.match import SeeOther
from tournaments import queries
from tournaments.services.locks import require_organiser
from tournaments.services.seasons import announcing
from tournaments.web.drafting import earlier_one, refused_draft
from tournaments.web.errors import answers_refusals
from tournaments.web.forms_contest import ContestForm
from tournaments.web.forms_contest import initial_of as contest_initial
from tournaments.web.forms_plan import PlanForm, initial_of
from tournaments.web.plan_templates import TEMPLATES

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Tournament

SEED_BYTES = 32
AnyForm = PlanForm | ContestForm


@for_people
@answers_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PlayerRequest) -> HttpResponse:
    """Show the form, empty, from a template or like an earlier season; write a draft."""
    if request.method != "POST" and (closed := refused_draft(request)):
        return closed
    earlier = earlier_one(request)
    if earlier is not None and earlier.event_format.has_puzzles:
        return SeeOther(f"{reverse('tournaments:new_contest')}?like={earlier.pk}")
    return _plan(request, PlanForm, _initial(request, earlier))


@for_people
@answers_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def new_contest(request: PlayerRequest) -> HttpResponse:
    """Show the form of a contest, empty or like an earlier one; write a draft."""
    if request.method != "POST" and (closed := refused_draft(request)):
        return closed
    earlier = earlier_one(request)
    like = earlier is not None and earlier.event_format.has_puzzles
    return _plan(request, ContestForm, contest_initial(earlier) if earlier and like else None)


@for_people
@answers_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: PlayerRequest, pk: int) -> HttpResponse:
    """Change a draft."""
    found = queries.tournament_for(request.reader, pk)
    if found is None:
        raise Http404
    require_organiser(found, _reader(request))
    if found.event_format.has_puzzles:
        return _plan(request, ContestForm, contest_initial(found), found)
    return _plan(request, PlanForm, initial_of(found), found)


def _plan(
    request: PlayerRequest,
    made: type[AnyForm],
    initial: dict[str, object] | None,
    draft: Tournament | None = None,
) -> HttpResponse:
    """Show a form with what is wrong beside the fields; write a new draft, or change one."""
    form = made(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            return SeeOther(_write(request, form, draft).get_absolute_url())
        except Refused as refusal:
            if not form.errors:  # those of a plan stand there already
                form.refuse(refusal)
    context = {"form": form, "draft": draft}
    return render(request, form.page, context, status=422 if form.errors else 200)


def _write(request: PlayerRequest, form: AnyForm, draft: Tournament | None) -> Tournament:
    """Write a new draft, or change one."""
    now, reader = timezone.now(), _reader(request)
    if draft is not None:
        changed = announcing.change_tournament(draft.pk, reader, form.plan(now))
        messages.success(request, _("The draft has been changed."))
        return changed
    seed = secrets.token_hex(SEED_BYTES)
    written = announcing.draft_tournament(reader, form.plan(now), seed=seed, now=now)
    messages.success(request, _("The draft has been saved. Check it and then announce it."))
    return written


def _reader(request: PlayerRequest) -> Player:
    """Return the reader that the guard of the page has seen."""
    assert request.reader is not None
    return request.reader


def _initial(request: PlayerRequest, earlier: Tournament | None) -> dict[str, object]:
    """Return what the address asks for: ?template=KEY, or to be like an earlier one."""
    if wanted := TEMPLATES.get(request.GET.get("template", "")):
        return dict(wanted)
    return initial_of(earlier) if earlier else {"format": "round_robin"}
