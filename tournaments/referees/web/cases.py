"""Calling a referee, one's own cases, and a case as those involved see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.access import for_players
from games.web.match.match import SeeOther, view_of
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import cases
from tournaments.referees.web.case_view import CaseView, case_rows
from tournaments.referees.web.errors import answer_to, answers_refusals
from tournaments.referees.web.forms.case import CaseForm, WordsForm

if TYPE_CHECKING:
    from accounts.models import Player
    from games.web.errors import Answer

LISTED = 50


@never_cache
@require_safe
@for_players
def cases_page(request: PlayerRequest) -> HttpResponse:
    """List the reader's cases, the newest first."""
    reader = request.reader
    rows = case_rows(case_queries.cases_of(reader)[:LISTED])
    return render(request, "referees/cases.html", {"rows": rows})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_players
@answers_refusals
def call_referee(request: PlayerRequest, pk: int) -> HttpResponse:
    """Call a referee about a match of one's own."""
    view = view_of(request, pk)
    if view.own is None:
        raise Refused("not_your_match")
    context = {"view": view, "back": view.url}
    return _open(request, context, match_id=pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_players
@answers_refusals
def report_player(request: PlayerRequest, pk: int) -> HttpResponse:
    """Call a referee about another player."""
    shown = case_queries.reportable(request.reader, pk)
    if shown is None:
        raise Refused("no_such_player")
    return _open(request, {"shown": shown, "back": reverse("games:player", args=[pk])}, about_id=pk)


def _open(request: PlayerRequest, context: dict[str, object], **about: int) -> HttpResponse:
    """Show the form, or open the case and lead to it."""
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
    """Return a case that concerns the reader; to others there is none."""
    reader = request.reader
    case = case_queries.case_for(reader, pk)
    if case is None:
        raise Refused("no_such_case")
    return CaseView(case, reader, timezone.now())


@never_cache
@require_safe
@for_players
@answers_refusals
def case_page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show a case: what happened so far, and what the reader may do."""
    return _show(request, _case(request, pk))


def _show(
    request: PlayerRequest,
    view: CaseView,
    notice: Answer | None = None,
    form: WordsForm | None = None,
) -> HttpResponse:
    """Answer with the page of a case."""
    context = {"view": view, "form": form or WordsForm(), "notice": notice}
    status = notice.status if notice else 200
    return render(request, "referees/case.html", context, status=status)


def _write(
    request: PlayerRequest, pk: int, verb: Callable[[Player, str], object], done: str
) -> HttpResponse:
    """Do something that needs words, or show the case with what was wrong."""
    view = _case(request, pk)
    form = WordsForm(request.POST)
    if not form.is_valid():
        return _show(request, view, form=form, notice=answer_to(Refused("case_needs_words")))
    return _act(
        request, pk, lambda reader: verb(reader, form.cleaned_data["text"]), done, form=form
    )


def _act(
    request: PlayerRequest,
    pk: int,
    verb: Callable[[Player], object],
    done: str,
    form: WordsForm | None = None,
) -> HttpResponse:
    """Do something and lead back to the case, or show it with the reason why not."""
    view = _case(request, pk)
    try:
        verb(view.reader)
    except Refused as refusal:
        return _show(request, view, notice=answer_to(refusal), form=form)
    messages.success(request, done)
    return SeeOther(reverse("referees:case", args=[pk]))


@never_cache
@require_POST
@for_players
@answers_refusals
def case_say(request: PlayerRequest, pk: int) -> HttpResponse:
    """Make a statement."""
    now = timezone.now()
    return _write(
        request,
        pk,
        lambda reader, text: cases.give_statement(pk, reader, text, now=now),
        _("Your statement has been sent to the referees."),
    )


@never_cache
@require_POST
@for_players
@answers_refusals
def case_appeal(request: PlayerRequest, pk: int) -> HttpResponse:
    """Appeal against the ruling."""
    now = timezone.now()
    return _write(
        request,
        pk,
        lambda reader, text: cases.appeal(pk, reader, text, now=now),
        _("Another referee will look at the case."),
    )


@never_cache
@require_POST
@for_players
@answers_refusals
def case_withdraw(request: PlayerRequest, pk: int) -> HttpResponse:
    """Withdraw one's own case."""
    now = timezone.now()
    return _act(
        request,
        pk,
        lambda reader: cases.withdraw_case(pk, reader, now=now),
        _("You have withdrawn the case."),
    )
