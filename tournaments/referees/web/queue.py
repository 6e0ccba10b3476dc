"""The referee desk: the queue of cases, and the file of one case."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.queries import PlayerRequest
from games.services.errors import Refused
from games.web.errors import Answer
from games.web.match.match import SeeOther
from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.queries import desk
from tournaments.referees.services import case_words, cases, seals
from tournaments.referees.services.acts import registry
from tournaments.referees.services.permissions import require_unbiased
from tournaments.referees.web.access import for_referees, why_not
from tournaments.referees.web.case_view import CaseView, case_rows
from tournaments.referees.web.errors import answer_to
from tournaments.referees.web.forms.desk import AskForm, AssignForm, NoteForm, QueueForm, SealForm

LISTED = 100


@never_cache
@require_safe
@for_referees
def queue_page(request: PlayerRequest) -> HttpResponse:
    """Show the cases, what is due first on top; pending ones unless asked otherwise."""
    now = timezone.now()
    form = QueueForm(request.GET if "state" in request.GET else {"state": "pending"})
    filters = form.cleaned_data if form.is_valid() else {"state": "pending"}
    reader = request.reader
    found = case_queries.but_own(case_queries.queue(filters, now), reader)
    found = case_queries.within_reach(found, reader)
    rows = case_rows(found[:LISTED])
    for row in rows:
        row["late"] = row["case"].is_late(now)
    context = {"form": form, "rows": rows, "now": now, "more": found.count() > LISTED}
    context["may_look_at_all"] = panel_queries.judges_everything(request.reader)
    context["filtered"] = "state" in request.GET
    return render(request, "referees/queue.html", context)


def _file(request: PlayerRequest, pk: int) -> CaseView:
    """Return any case to a referee; of a matter of their own they see what its parties see."""
    reader = request.reader
    case = case_queries.case_for_referee(reader, pk)
    if case is None:
        raise Refused("no_such_case")
    view = CaseView(case, reader, timezone.now(), as_referee=True)
    return view if _own(view) is None else replace(view, as_referee=False)


@never_cache
@require_safe
@for_referees
def case_page(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show the file of a case with everything that a referee may do."""
    return _show(request, _file(request, pk))


def _show(request: PlayerRequest, view: CaseView, notice: Answer | None = None) -> HttpResponse:
    """Answer with the file."""
    own = _own(view)
    closed = own or why_not(request, case=view.case)
    context = {
        "view": view,
        "notice": notice,
        "own": own,
        "closed": closed,
        "hidden": _is_hidden(view, own),
        "acts": [] if closed else acts_for(view),
        "event_acts": [] if closed else acts_for(view, about_event=True),
        "assign_form": AssignForm(view=view, auto_id="assign_%s"),
        "ask_form": AskForm(view=view, auto_id="ask_%s"),
        "note_form": NoteForm(auto_id="note_%s"),
        "seal_form": SealForm(auto_id="seal_%s"),
        "unsealed": view.case.match is not None and desk.has_unsealed(view.reader, view.case.match),
        "is_head": panel_queries.is_head_referee(view.reader),
    }
    return render(request, "referees/file.html", context, status=notice.status if notice else 200)


def _is_hidden(view: CaseView, own: Answer | None) -> bool:
    """Whether the file stays closed: to referees with a stake in the event who are no parties."""
    return own is not None and case_queries.case_for(view.reader, view.case.pk) is None


def _own(view: CaseView) -> Answer | None:
    """Return why the reader may not judge here, None if they may."""
    try:
        require_unbiased(view.reader, view.case)
    except Refused as refusal:
        return answer_to(refusal)
    return None


def acts_for(view: CaseView, *, about_event: bool = False) -> list[tuple[str, str]]:
    """Return the acts that may be ordered in a case as it stands, with their names.

    Those about the event it belongs to are a list of their own.
    """
    case, names = view.case, registry.names()
    undoing = [(registry.UNDO, case_words.act_name(registry.UNDO))]
    undoing = undoing if _may_take_back(view) and not about_event else []
    if not case.is_pending:
        return undoing
    kinds = {"event"} if about_event else {"match", "player", "case"}
    if case.match is None:
        kinds.discard("match")
    if case.tournament is None:
        kinds.discard("event")
    if not panel_queries.judges_everything(view.reader):
        names.remove("suspend")  # it holds in all other events, too
    found = [
        (name, case_words.act_name(name))
        for name in names
        if registry.act_named(name).about in kinds
        and name != ("dismiss" if case.state == "appealed" else "uphold")
    ]
    return found + undoing


def _may_take_back(view: CaseView) -> bool:
    """Whether the reader may take a ruling of this case back: on appeal, their own, as the head."""
    if view.case.state == "appealed":
        return True
    head = panel_queries.is_head_referee(view.reader)
    standing = [each.ruling for each in view.rulings if each.stands]
    return any(head or ruling.by_id == view.reader.pk for ruling in standing)


def _act(
    request: PlayerRequest,
    pk: int,
    form: forms.Form,
    verb: Callable[[dict[str, Any]], object],
    done: str,
) -> HttpResponse:
    """Do something with a case and lead back to its file, or show it with the reason why not."""
    if not form.is_valid():
        fault = next(str(each) for faults in form.errors.values() for each in faults)
        return _show(request, _file(request, pk), Answer(422, "form", fault))
    try:
        verb(form.cleaned_data)
    except Refused as refusal:
        return _show(request, _file(request, pk), answer_to(refusal))
    messages.success(request, done)
    return SeeOther(reverse("referees:referee_case", args=[pk]))


@never_cache
@require_POST
@for_referees
def assign(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take a case on, or hand it to another referee."""
    view = _file(request, pk)
    return _act(
        request,
        pk,
        AssignForm(request.POST, view=view),
        lambda data: cases.assign_case(pk, data["to"], by=view.reader, now=view.now),
        _("The case has been assigned."),
    )


@never_cache
@require_POST
@for_referees
def ask(request: PlayerRequest, pk: int) -> HttpResponse:
    """Ask somebody whom the case concerns."""
    view = _file(request, pk)
    return _act(
        request,
        pk,
        AskForm(request.POST, view=view),
        lambda data: cases.ask_party(
            pk, int(data["player"]), data["text"], by=view.reader, now=view.now
        ),
        _("A statement has been requested."),
    )


@never_cache
@require_POST
@for_referees
def note(request: PlayerRequest, pk: int) -> HttpResponse:
    """Leave a note that only referees read."""
    view = _file(request, pk)
    return _act(
        request,
        pk,
        NoteForm(request.POST),
        lambda data: cases.add_note(pk, view.reader, data["text"], now=view.now),
        _("Your note has been saved."),
    )


@never_cache
@require_POST
@for_referees
def unseal(request: PlayerRequest, pk: int) -> HttpResponse:
    """Open the seal of the match of a case, with a reason."""
    view = _file(request, pk)
    return _act(
        request,
        pk,
        SealForm(request.POST),
        lambda data: seals.open_seal(pk, view.reader, data["reason"], now=view.now),
        _("The seal is open for you while the case is open. This has been logged."),
    )
