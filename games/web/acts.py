"""Everything at a table that is not a move: talk, notes, resigning, ties, pauses, claims."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.queries import PageRequest
from games.services import challenges, matches, time
from games.services.errors import Refused
from games.web.errors import Answer, answer_to, answers_refusals, refusal_page
from games.web.forms_match import NotesForm, PauseForm, SayForm
from games.web.match import SeeOther, show, view_of
from games.web.match_view import MatchView


@dataclass(frozen=True)
class Question:
    """A page that asks before something final is done."""

    title: str
    words: str
    button: str
    danger: bool = True


def _seated(request: PageRequest, pk: int) -> MatchView:
    """Return the match for one of its players; others are refused."""
    view = view_of(request, pk)
    if view.own is None:
        raise Refused("not_your_match")
    return view


def _back(pk: int, part: str = "") -> HttpResponse:
    """Lead back to the match."""
    return SeeOther(reverse("games:match", args=[pk]) + part)


def _refused_at(request: PageRequest, pk: int, answer: Answer) -> HttpResponse:
    """Show the match with the reason why something was not done."""
    return show(request, view_of(request, pk, notice=answer))


def _try(request: PageRequest, pk: int, verb: Callable[[Any], object], done: str) -> HttpResponse:
    """Do something at the table for the reader and lead back, or say why it cannot be."""
    reader = _seated(request, pk).reader
    try:
        verb(reader)
    except Refused as refusal:
        return _refused_at(request, pk, answer_to(refusal))
    messages.success(request, done)
    return _back(pk)


@never_cache
@require_POST
@answers_refusals
def say(request: PageRequest, pk: int) -> HttpResponse:
    """Say something to the other players."""
    reader = _seated(request, pk).reader
    form = SayForm(request.POST)
    if not form.is_valid():
        return _refused_at(request, pk, _form_answer(form))
    matches.say(pk, reader, form.cleaned_data["text"], now=timezone.now())
    return _back(pk, "#talk")


@never_cache
@require_POST
@answers_refusals
def notes(request: PageRequest, pk: int) -> HttpResponse:
    """Keep the reader's private notes."""
    reader = _seated(request, pk).reader
    form = NotesForm(request.POST)
    if not form.is_valid():
        return _refused_at(request, pk, _form_answer(form))
    matches.write_notes(pk, reader, form.cleaned_data["notes"])
    messages.success(request, _("Your notes are kept."))
    return _back(pk, "#notes")


def _form_answer(form: Any) -> Answer:
    """Return the first fault of a form."""
    return Answer(
        422, "form", next(str(fault) for faults in form.errors.values() for fault in faults)
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def resign(request: PageRequest, pk: int) -> HttpResponse:
    """Ask before the match is given up, then give it up."""
    question = Question(
        _("Resign this match?"),
        _("Your opponent wins. This cannot be taken back."),
        _("Resign"),
    )
    return _asked(
        request,
        pk,
        question,
        lambda reader: matches.resign_match(pk, reader, now=timezone.now()),
        _("You have resigned."),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def abort(request: PageRequest, pk: int) -> HttpResponse:
    """Ask before the match is called off, then call it off; only before the first move."""
    question = Question(
        _("Call this match off?"),
        _("No move has been played yet, so nobody wins and nobody loses."),
        _("Call it off"),
    )
    return _asked(
        request,
        pk,
        question,
        lambda reader: matches.abort_match(pk, reader, now=timezone.now()),
        _("The match was called off."),
    )


def _asked(
    request: PageRequest,
    pk: int,
    question: Question,
    verb: Callable[[Any], object],
    done: str,
) -> HttpResponse:
    """Ask on GET, act on POST."""
    if request.method == "POST":
        return _try(request, pk, verb, done)
    view = _seated(request, pk)
    if not view.match.is_running:
        return refusal_page(request, Refused("match_over"), back=view.url)
    context = {"view": view, "question": question}
    return render(request, "games/match/confirm.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def tie(request: PageRequest, pk: int) -> HttpResponse:
    """Offer a tie, accept the one on the table, or decline it (``answer=decline``)."""
    if request.method == "POST" and request.POST.get("answer") == "decline":
        declined = _("You have declined the tie.")
        return _try(
            request,
            pk,
            lambda reader: matches.decline_tie(pk, reader, now=timezone.now()),
            declined,
        )
    view = _seated(request, pk)
    theirs = view.tie_offered == "theirs"
    if request.POST.get("answer") == "accept" and not theirs:
        return _refused_at(request, pk, answer_to(Refused("no_tie_offered")))
    question = Question(
        _("Accept the tie?") if theirs else _("Offer a tie?"),
        _("The match ends at once, without a winner.")
        if theirs
        else _("The match ends without a winner if your opponent accepts; a move declines it."),
        _("Accept the tie") if theirs else _("Offer a tie"),
        danger=theirs,
    )
    done = _("You agreed on a tie.") if theirs else _("You have offered a tie.")
    return _asked(
        request,
        pk,
        question,
        lambda reader: matches.offer_tie(pk, reader, now=timezone.now()),
        done,
    )


@never_cache
@require_POST
@answers_refusals
def pause(request: PageRequest, pk: int) -> HttpResponse:
    """Propose a pause until an instant, or agree to the one proposed (``answer=accept``)."""
    now = timezone.now()
    if request.POST.get("answer") == "accept":
        agreed = _("Agreed: the clocks stand still.")
        return _try(request, pk, lambda reader: time.accept_pause(pk, reader, now=now), agreed)
    _seated(request, pk)
    form = PauseForm(request.POST)
    if not form.is_valid():
        return _refused_at(request, pk, _form_answer(form))
    until = form.cleaned_data["until"]
    return _try(
        request,
        pk,
        lambda reader: time.propose_pause(pk, reader, until, now=now),
        _("You have proposed a pause; it begins when your opponent agrees."),
    )


@never_cache
@require_POST
@answers_refusals
def claim(request: PageRequest, pk: int) -> HttpResponse:
    """Claim the win where the opponent's time is over."""
    return _try(
        request,
        pk,
        lambda reader: matches.claim_win(pk, reader, now=timezone.now()),
        _("Your claim was settled."),
    )


@never_cache
@require_POST
@answers_refusals
def rematch(request: PageRequest, pk: int) -> HttpResponse:
    """Challenge the opponent again with the start swapped; an offer of his is shown instead."""
    view = _seated(request, pk)
    try:
        challenge = challenges.offer_rematch(pk, view.reader, now=timezone.now())
    except Refused as refusal:
        if refusal.code == "rematch_offered":
            return redirect("games:challenge", refusal.params["challenge"])
        return _refused_at(request, pk, answer_to(refusal))
    messages.success(request, _("You have offered a rematch."))
    return redirect(challenge)
