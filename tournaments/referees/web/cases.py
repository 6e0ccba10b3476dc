"""Pages for players: call a referee, list one's own cases, show a case."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.access import player_required
from games.web.match.match import SeeOther, load_match_view
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import cases
from tournaments.referees.web.case_view import CaseView, case_rows
from tournaments.referees.web.errors import answer_to, show_refusals
from tournaments.referees.web.forms.case import CaseForm, WordsForm

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from games.web.errors import Notice

MAX_LISTED = 50


@never_cache
@require_safe
@player_required
def cases_page(request: PlayerRequest) -> HttpResponse:
    reader = request.reader
    rows = case_rows(case_queries.cases_of(reader)[:MAX_LISTED])
    return render(request, "referees/cases.html", {"rows": rows})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
@show_refusals
def call_referee(request: PlayerRequest, pk: int) -> HttpResponse:
    view = load_match_view(request, pk)
    if view.own is None:
        raise Refused("not_your_match")
    context = {"view": view, "back": view.url}
    return _open_case(request, context, match_id=pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
@show_refusals
def report_player(request: PlayerRequest, pk: int) -> HttpResponse:
    shown = case_queries.reportable_player(request.reader, pk)
    if shown is None:
        raise Refused("no_such_player")
    return _open_case(
        request, {"shown": shown, "back": reverse("games:player", args=[pk])}, about_id=pk
    )


def _open_case(request: PlayerRequest, context: dict[str, object], **about: int) -> HttpResponse:
    """Show the form, or open the case and redirect to it."""
    reader = request.reader
    posted = request.POST if request.method == "POST" else None
    form = CaseForm(posted, about_match="match_id" in about)
    if posted is not None and form.is_valid():
        try:
            words = {**form.cleaned_data, **about}
            case = cases.open_case(reader, now=timezone.now(), **words)
        except Refused as refusal:
            form.add_error(None, answer_to(refusal).sentence)
        else:
            messages.success(request, _("A referee has been notified."))
            return SeeOther(case.get_absolute_url())
    status = 422 if form.errors else 200
    return render(request, "referees/call.html", {"form": form, **context}, status=status)


def _case(request: PlayerRequest, pk: int) -> CaseView:
    """Return a case that concerns the reader; refuses ``no_such_case``."""
    reader = request.reader
    case = case_queries.case_for(reader, pk)
    if case is None:
        raise Refused("no_such_case")
    return CaseView(case, reader, timezone.now())


@never_cache
@require_safe
@player_required
@show_refusals
def case_page(request: PlayerRequest, pk: int) -> HttpResponse:
    return _show(request, _case(request, pk))


def _show(
    request: PlayerRequest,
    view: CaseView,
    notice: Notice | None = None,
    form: WordsForm | None = None,
) -> HttpResponse:
    context = {"view": view, "form": form or WordsForm(), "notice": notice}
    status = notice.status if notice else 200
    return render(request, "referees/case.html", context, status=status)


def _make_action_view(
    verb: Callable[..., object], done: StrPromise, *, with_words: bool = True
) -> Callable[..., HttpResponse]:
    """Return a view that calls a service on a case and redirects to the case.

    If refused, it shows the case with the reason and what was written.
    """

    @never_cache
    @require_POST
    @player_required
    @show_refusals
    def view(request: PlayerRequest, pk: int) -> HttpResponse:
        shown, form = _case(request, pk), WordsForm(request.POST)
        if with_words and not form.is_valid():
            return _show(request, shown, answer_to(Refused("case_needs_words")), form)
        words = [form.cleaned_data["text"]] if with_words else []
        try:
            verb(pk, shown.reader, *words, now=shown.now)
        except Refused as refusal:
            return _show(request, _case(request, pk), answer_to(refusal), form if words else None)
        messages.success(request, done)
        return SeeOther(reverse("referees:case", args=[pk]))

    return view


case_say = _make_action_view(
    cases.give_statement, _("Your statement has been sent to the referees.")
)
case_appeal = _make_action_view(
    cases.appeal, _("Your appeal has been sent. You will be notified of the decision.")
)
case_withdraw = _make_action_view(
    cases.withdraw_case, _("You have withdrawn the case."), with_words=False
)
