"""The steps to a new tournament, each a plain page: format, game, terms.

What has been entered is carried along in hidden fields, so that no step loses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from accounts.queries import PlayerRequest
from games.web.challenges.tiles import tile_of
from tournaments import formats, queries
from tournaments.services.summaries import summary
from tournaments.web import plan_drafts, plan_sections
from tournaments.web.forms_contest import ContestForm
from tournaments.web.forms_plan import PlanForm
from tournaments.web.plan_templates import CARDS, TEMPLATE_LABELS

if TYPE_CHECKING:
    from tournaments.models import Tournament

FORMAT, GAME, TERMS, SUMMARY, ONWARD = "format", "game", "terms", "summary", "onward"
AnyForm = PlanForm | ContestForm
MAX_EVENTS_TO_CLONE = 5


def show_requested_step(
    request: PlayerRequest, made: type[AnyForm], draft: Tournament | None
) -> HttpResponse:
    """Show the step that a button asks for, with everything entered so far."""
    step = request.POST.get(plan_drafts.STEP_FIELD)
    empty = made(request.POST)
    form = made(initial={**_base_fields(empty), **plan_drafts.typed_values(request.POST, empty)})
    if step == SUMMARY:
        context = {"summary": summary(plan_drafts.sketch_of(form))}
        return render(request, "tournaments/plan/_summary.html", context)
    if isinstance(form, PlanForm):
        if step == FORMAT:
            return _format_step(request, form, draft)
        if step == GAME:
            return _game_step(request, form, draft)
        return show_next_step(request, form, draft)
    return terms_step(request, form, draft)


def _base_fields(form: AnyForm) -> dict[str, object]:
    """Return format and game, on which all other fields depend."""
    if not isinstance(form, PlanForm):
        return {}
    return {"format": form.kind, "ruleset": form.game}


def show_next_step(
    request: PlayerRequest, form: AnyForm, draft: Tournament | None = None
) -> HttpResponse:
    """Show the first step that has not been decided."""
    if isinstance(form, PlanForm):
        if not any(form.kind == card.key for card in CARDS):
            return _format_step(request, form, draft)
        if form.game not in plan_sections.games_of(form.kind):
            return _game_step(request, form, draft)
    return terms_step(request, form, draft)


def _format_step(request: PlayerRequest, form: PlanForm, draft: Tournament | None) -> HttpResponse:
    """Show the formats as cards, ready-made plans, and earlier tournaments to copy."""
    own = [] if draft else list(queries.organised_by(request.reader)[:MAX_EVENTS_TO_CLONE])
    context = {
        **_step_context(request, form, draft, "format"),
        "cards": CARDS,
        "templates": TEMPLATE_LABELS,
    }
    return _page(request, "format", form, {**context, "earlier": own})


def _game_step(request: PlayerRequest, form: PlanForm, draft: Tournament | None) -> HttpResponse:
    """Show the games that suit the format."""
    tiles = [tile_of(key) for key in plan_sections.games_of(form.kind)]
    context = {**_step_context(request, form, draft, "ruleset"), "tiles": tiles}
    return _page(request, "game", form, context)


def terms_step(
    request: PlayerRequest, form: AnyForm, draft: Tournament | None = None
) -> HttpResponse:
    """Show the fields that apply, and a summary of the plan."""
    context = {
        **_step_context(request, form, draft, ""),
        "summary": summary(plan_drafts.sketch_of(form)),
        "shown": ",".join(form.fields),
    }
    if isinstance(form, PlanForm):
        return _page(request, "terms", form, context)
    status = 422 if form.is_bound and form.errors else 200
    return render(request, form.page, context, status=status)


def _step_context(
    request: PlayerRequest, form: AnyForm, draft: Tournament | None, but: str
) -> dict[str, object]:
    club = form.of_club
    of_club = f"&{urlencode({'club': club.key})}" if club is not None else ""
    context: dict[str, object] = {"form": form, "draft": draft, "of_club": of_club}
    if request.method == "POST" and but:
        context["kept"] = list(plan_drafts.hidden_fields(request.POST, but=but))
    if isinstance(form, PlanForm):
        context["card"] = next((card for card in CARDS if card.key == form.kind), None)
        games = plan_sections.games_of(form.kind) if formats.get_format(form.kind).seats else []
        context["tile"] = tile_of(form.game) if form.game in games else None
    return context


def _page(
    request: PlayerRequest, step: str, form: PlanForm, context: dict[str, object]
) -> HttpResponse:
    status = 422 if form.is_bound and form.errors else 200
    return render(request, f"tournaments/plan/{step}.html", context, status=status)
