"""Planning a tournament: from scratch, from a template, like an earlier one, or as a draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.queries import PlayerRequest
from games.seeds import generate_seed
from games.services.errors import Refused
from games.web.match.match import SeeOther
from tournaments import club_queries
from tournaments.services.clubs import terms
from tournaments.services.seasons import announcing
from tournaments.web import plan_drafts, plan_sections, steps
from tournaments.web.errors import form_page
from tournaments.web.forms_announced import remove_unled_club
from tournaments.web.forms_contest import ContestForm, contest_initial
from tournaments.web.forms_plan import PlanForm
from tournaments.web.lookup import for_organisers, in_tournament_zone
from tournaments.web.plan_templates import CONTEST, TEMPLATES
from tournaments.web.planning.drafting import draft_refusal_response, tournament_to_copy
from tournaments.web.planning.initial import tournament_initial

if TYPE_CHECKING:
    from tournaments.models import Tournament

AnyForm = PlanForm | ContestForm


@form_page
def new(request: PlayerRequest) -> HttpResponse:
    """Ask for format, game and terms, one per page, then save a draft.

    A template or an earlier tournament leads straight to the terms.
    """
    if request.method != "POST" and (closed := draft_refusal_response(request)):
        return closed
    earlier = tournament_to_copy(request)
    if earlier is not None and earlier.event_format.has_puzzles:
        return SeeOther(f"{reverse('tournaments:new_contest')}?{request.GET.urlencode()}")
    if request.method == "POST":
        return _handle_form(request, PlanForm)
    initial = _initial(request, earlier)
    return steps.show_next_step(request, PlanForm(initial=initial))


@form_page
def new_contest(request: PlayerRequest) -> HttpResponse:
    """Show the form of a contest, empty, ready-made or like an earlier one; save a draft."""
    if request.method != "POST" and (closed := draft_refusal_response(request)):
        return closed
    if request.method == "POST":
        return _handle_form(request, ContestForm)
    earlier = tournament_to_copy(request)
    initial = _club_terms(request)
    if "template" in request.GET:
        initial |= CONTEST
    if earlier is not None and earlier.event_format.has_puzzles:
        initial = _initial_for_club(request, contest_initial(earlier))
    return steps.terms_step(request, ContestForm(initial=initial or None))


@for_organisers
@in_tournament_zone
def change(request: PlayerRequest, tournament: Tournament) -> HttpResponse:
    """Change the terms of a draft, including its format and game."""
    contest = tournament.event_format.has_puzzles
    if request.method == "POST":
        return _handle_form(request, ContestForm if contest else PlanForm, tournament)
    form = ContestForm(initial=contest_initial(tournament)) if contest else None
    return steps.terms_step(
        request, form or PlanForm(initial=tournament_initial(tournament)), tournament
    )


def _handle_form(
    request: PlayerRequest, made: type[AnyForm], draft: Tournament | None = None
) -> HttpResponse:
    """Go to the requested step, or save a draft; errors appear at their fields."""
    if request.POST.get(plan_drafts.STEP_FIELD):
        return steps.show_requested_step(request, made, draft)
    form = made(request.POST)
    form.is_valid()
    try:
        return SeeOther(_save_draft(request, form, draft).get_absolute_url())
    except Refused as refusal:
        if not form.errors:  # errors of the plan are attached already
            form.refuse(refusal)
    return steps.show_next_step(request, form, draft)


def _save_draft(request: PlayerRequest, form: AnyForm, draft: Tournament | None) -> Tournament:
    """Save a new draft, or change one."""
    now, reader = timezone.now(), request.reader
    plan = form.plan(now)
    if form.errors:
        raise Refused("bad_plan")
    if draft is not None:
        changed = announcing.change_tournament(draft.pk, reader, plan)
        messages.success(request, _("The draft has been changed."))
        return changed
    seed = generate_seed()
    written = announcing.draft_tournament(reader, plan, seed=seed, now=now)
    messages.success(request, _("The draft has been saved. Check it and then announce it."))
    return written


def _add_game(template: Mapping[str, object]) -> dict[str, object]:
    """Return a template with a game that fits its format: the default one if possible."""
    usual = PlanForm()["ruleset"].value()
    fitting = plan_sections.games_of(str(template["format"]))
    return {"ruleset": usual if usual in fitting else fitting[0], **template}


def _initial(request: PlayerRequest, earlier: Tournament | None) -> dict[str, object]:
    """Return initial values for the URL: ?template=KEY, ?club=KEY, or an earlier event."""
    initial = _club_terms(request)
    if wanted := TEMPLATES.get(request.GET.get("template", "")):
        return {**initial, **_add_game(wanted)}
    if earlier is not None:
        return _initial_for_club(request, tournament_initial(earlier))
    chosen = {name: request.GET.get(name, "") for name in ("format", "ruleset")}
    return initial | {name: said for name, said in chosen.items() if said or name not in initial}


def _initial_for_club(request: PlayerRequest, initial: dict[str, object]) -> dict[str, object]:
    """Return terms of an earlier event for the club in the URL, else for its own club."""
    club = _club_terms(request).get("club")
    return {**initial, "club": club} if club else remove_unled_club(initial, request.reader)


def _club_terms(request: PlayerRequest) -> dict[str, object]:
    """Return the usual terms of the club in the URL, if the reader leads it."""
    key = request.GET.get("club", "")
    found = [each for each in club_queries.clubs_led_by(request.reader) if each.key == key]
    return terms.initial_values(found[0]) if found else {}
