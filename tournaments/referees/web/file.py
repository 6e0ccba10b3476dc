"""The referees' page of one case, with all actions available to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.numbers import parse_number
from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.errors import Notice
from games.web.match.match import SeeOther
from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.queries.records import records_of
from tournaments.referees.services import assigning, cases, private_data
from tournaments.referees.services.jury import seating, voting
from tournaments.referees.services.permissions import require_unbiased
from tournaments.referees.web.access import for_referees, refusal_to_rule
from tournaments.referees.web.act_groups import groups_for
from tournaments.referees.web.case_match import case_match_at
from tournaments.referees.web.case_view import CaseView
from tournaments.referees.web.errors import answer_to
from tournaments.referees.web.forms.desk import (
    AskForm,
    AssignForm,
    NoteForm,
    PrivateDataForm,
    VoteForm,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def _file(request: PlayerRequest, pk: int) -> CaseView:
    """Return any case to a referee; with a stake in it, they see only what its parties see."""
    reader = request.reader
    case = case_queries.case_for_referee(reader, pk)
    if case is None:
        raise Refused("no_such_case")
    view = CaseView(case, reader, timezone.now(), as_referee=True)
    return view if _refusal_to_judge(view) is None else replace(view, as_referee=False)


@require_safe
@for_referees
def case_page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show everything that a decision needs, with the position in question."""
    return _show(request, _file(request, pk))


def _show(request: PlayerRequest, view: CaseView, notice: Notice | None = None) -> HttpResponse:
    own = _refusal_to_judge(view)
    closed = own or refusal_to_rule(request, case=view.case)
    case, reader, ply = view.case, view.reader, parse_number(request.GET.get("ply"))
    people = [] if own else case_queries.people_concerned(case)
    context = {
        "view": view,
        "notice": notice,
        "own": own,
        "closed": closed,
        "hidden": _is_hidden(view, own),
        "scene": None if own else case_match_at(case, reader, view.now, ply),
        "records": records_of(people, reader, view.now, besides=case),
        "url": reverse("referees:referee_case", args=[case.pk]),
        "sanction_url": "" if closed or not case.is_pending else _sanction_url(case.pk),
        "may_suspend": panel_queries.is_general_referee(reader),
        "may_take": not closed and case.is_pending and case.assignee is None and not view.jurors,
        "groups": [] if closed else groups_for(view),
        "assign_form": AssignForm(view=view, auto_id="assign_%s"),
        "ask_form": AskForm(view=view, auto_id="ask_%s"),
        "note_form": NoteForm(auto_id="note_%s"),
        "private_data_form": PrivateDataForm(auto_id="private_data_%s"),
        "vote_form": _vote_form(view),
        "may_judge": not closed or (own is None and view.seat is not None),
        "is_head": panel_queries.is_head_referee(view.reader),
    }
    return render(request, "referees/file.html", context, status=notice.status if notice else 200)


def _vote_form(view: CaseView) -> VoteForm | None:
    """Return a juror's form with their vote so far; None for everybody else."""
    if view.seat is None:
        return None
    cast = {"vote": view.seat.vote, "reason": view.seat.reason}
    return VoteForm(initial=cast, auto_id="vote_%s")


def _sanction_url(case: int) -> str:
    return reverse("referees:rule_case", args=[case])


def _is_hidden(view: CaseView, own: Notice | None) -> bool:
    """Whether the file is hidden from a referee with a stake who is no party."""
    return own is not None and case_queries.case_for(view.reader, view.case.pk) is None


def _refusal_to_judge(view: CaseView) -> Notice | None:
    """Return why the reader may not judge this case, or None."""
    try:
        require_unbiased(view.reader, view.case, now=view.now)
    except Refused as refusal:
        return answer_to(refusal)
    return None


def _make_action_view(
    form_of: Callable[[QueryDict, CaseView], forms.Form],
    verb: Callable[[CaseView, dict[str, Any]], object],
    done: StrPromise,
    *,
    to_queue: bool = False,
) -> Callable[..., HttpResponse]:
    """Return a view that acts on a case and redirects to its file or to the queue.

    If refused, it shows the file with the reason.
    """

    @never_cache
    @require_POST
    @for_referees
    def view(request: PlayerRequest, pk: int) -> HttpResponse:
        file = _file(request, pk)
        form = form_of(request.POST, file)
        if not form.is_valid():
            error = next(str(each) for errors in form.errors.values() for each in errors)
            return _show(request, file, Notice(422, "form", error))
        try:
            verb(file, form.cleaned_data)
        except Refused as refusal:
            return _show(request, _file(request, pk), answer_to(refusal))
        messages.success(request, done)
        if to_queue:
            return SeeOther(reverse("referees:queue"))
        return SeeOther(reverse("referees:referee_case", args=[pk]))

    return view


take = _make_action_view(
    lambda sent, _file: forms.Form(sent),
    lambda file, _data: assigning.take_case(file.case.pk, file.reader, now=file.now),
    _("The case is now yours."),
)
give_back = _make_action_view(
    lambda sent, _file: forms.Form(sent),
    lambda file, _data: assigning.return_case(file.case.pk, file.reader, now=file.now),
    _("The case is back in the queue."),
    to_queue=True,
)
assign = _make_action_view(
    lambda sent, file: AssignForm(sent, view=file),
    lambda file, data: assigning.assign_case(
        file.case.pk, data["to"], by=file.reader, now=file.now
    ),
    _("The case has been assigned."),
)
vote = _make_action_view(
    lambda sent, _file: VoteForm(sent),
    lambda file, data: voting.cast_vote(
        file.case.pk, file.reader, data["vote"], data["reason"], now=file.now
    ),
    _("Your vote has been recorded."),
)
hand_on = _make_action_view(
    lambda sent, _file: forms.Form(sent),
    lambda file, _data: seating.hand_over_seat(file.case.pk, file.reader, now=file.now),
    _("Another referee has been asked to vote in your place."),
)
ask = _make_action_view(
    lambda sent, file: AskForm(sent, view=file),
    lambda file, data: cases.ask_party(
        file.case.pk, int(data["player"]), data["text"], by=file.reader, now=file.now
    ),
    _("A statement has been requested."),
)
note = _make_action_view(
    lambda sent, _file: NoteForm(sent),
    lambda file, data: cases.add_note(file.case.pk, file.reader, data["text"], now=file.now),
    _("Your note has been saved."),
)
open_private_data = _make_action_view(
    lambda sent, _file: PrivateDataForm(sent),
    lambda file, data: private_data.open_private_data(
        file.case.pk, file.reader, data["reason"], now=file.now
    ),
    _("You can see the private data while the case is open. This has been logged."),
)
