"""Everything in a match except moves: chat, notes, resigning, draws, pauses, claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.naming import isolated
from accounts.queries import PageRequest
from games.families.phrases import family_texts
from games.seeds import generate_seed
from games.services.bots import asking
from games.services.errors import Refused
from games.services.interventions import agreement
from games.services.play import absence, matches, pauses, ties
from games.web.access import redirect_to_login
from games.web.errors import Notice, P, R, View, describe_refusal, render_refusal, show_refusals
from games.web.match.forms_match import NotesForm, PartnerChatForm, PauseForm, parse_answer
from games.web.match.match import SeeOther, load_match_view, render_match
from games.web.page.match_view import MatchView

if TYPE_CHECKING:
    from django.forms import BaseForm

    from accounts.models import Player

# A service called with the match id, the player, and ``now``.
MatchService = Callable[..., object]


@dataclass(frozen=True)
class Confirmation:
    """A confirmation page for something final."""

    title: str
    words: str
    button: str
    danger: bool = True
    fields: Mapping[str, object] = field(default_factory=dict)  # hidden fields of the form


def _action_view(view: View[R, P]) -> View[R, P]:
    """Decorate a view that only acts: POST, uncached, refusals as pages."""
    return never_cache(require_POST(show_refusals(view)))


def _confirmation_view(view: View[R, P]) -> View[R, P]:
    """Decorate a view that asks for confirmation on GET and acts on POST."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(show_refusals(view)))


def _load_own_match(request: PageRequest, pk: int) -> tuple[MatchView, Player]:
    """Return the match and the reader's player; refuses ``not_your_match``."""
    view = load_match_view(request, pk)
    if view.own is None:
        raise Refused("not_your_match")
    return view, view.own.player


def _redirect_back(pk: int, part: str = "") -> HttpResponse:
    return SeeOther(reverse("games:match", args=[pk]) + part)


def _show_refusal(
    request: PageRequest, pk: int, answer: Notice, said: Mapping[str, object] | None = None
) -> HttpResponse:
    """Show the match page with a refusal; ``said`` is the chat message to restore."""
    return render_match(request, load_match_view(request, pk, notice=answer), said=said)


def _run_as_player(request: PageRequest, pk: int, verb: MatchService, done: str) -> HttpResponse:
    """Run a service for a player of the match; redirect back or show the refusal."""
    _load_own_match(request, pk)
    return _run_as_reader(request, pk, verb, done)


def _run_as_reader(request: PageRequest, pk: int, verb: MatchService, done: str) -> HttpResponse:
    """Run a service for the reader, seated or not; redirect back or show the refusal."""
    try:
        verb(pk, request.reader, now=timezone.now())
    except Refused as refusal:
        return _show_refusal(request, pk, describe_refusal(refusal))
    messages.success(request, done)
    return _redirect_back(pk)


@_action_view
def send_chat(request: PageRequest, pk: int) -> HttpResponse:
    _view, reader = _load_own_match(request, pk)
    form = PartnerChatForm(request.POST)
    sent = {"text": request.POST.get("text", ""), "to_partner": "to_partner" in request.POST}
    if not form.is_valid():
        return _show_refusal(request, pk, _form_error(form), sent)
    said = form.cleaned_data
    try:
        matches.send_chat_message(
            pk, reader, said["text"], now=timezone.now(), to_partner=said["to_partner"]
        )
    except Refused as refusal:
        return _show_refusal(request, pk, describe_refusal(refusal), sent)
    messages.success(request, _("Your message has been sent."), extra_tags="talk")
    return _redirect_back(pk, "#talk")


@_action_view
def notes(request: PageRequest, pk: int) -> HttpResponse:
    _view, reader = _load_own_match(request, pk)
    form = NotesForm(request.POST)
    if not form.is_valid():
        return _show_refusal(request, pk, _form_error(form))
    matches.write_notes(pk, reader, form.cleaned_data["notes"])
    messages.success(request, _("Your notes have been saved."), extra_tags="notes")
    return _redirect_back(pk, "#notes")


def _form_error(form: BaseForm) -> Notice:
    """Return the first error of a form."""
    return Notice(
        422, "form", next(str(error) for errors in form.errors.values() for error in errors)
    )


@_confirmation_view
def resign(request: PageRequest, pk: int) -> HttpResponse:
    """Resign after a confirmation."""
    view = load_match_view(request, pk)
    position, owner = view.position, view.rights.plays_for
    usual = (
        _("The others play on without you. This cannot be undone.")
        if len(position.seats) > 2
        else _("Your opponent wins. This cannot be undone.")
    )
    words = family_texts(position.match.ruleset).resign_warning(position.state) or usual
    if owner is not None and view.rights.gives_up:
        words = _("A caretaker plays on for %(player)s. This cannot be undone.") % {
            "player": isolated(owner.name)
        }
    question = Confirmation(_("Resign this match?"), words, _("Resign"))
    return _confirm_and_run(
        request,
        pk,
        question,
        matches.resign_match,
        _("You have resigned."),
    )


@_confirmation_view
def abort(request: PageRequest, pk: int) -> HttpResponse:
    """Cancel the match before the first move, after a confirmation."""
    question = Confirmation(
        _("Cancel this match?"),
        _("Nobody has chosen a move yet, so nobody wins or loses."),
        _("Cancel match"),
    )
    return _confirm_and_run(
        request,
        pk,
        question,
        matches.abort_match,
        _("The match was cancelled."),
    )


def _confirm_and_run(
    request: PageRequest,
    pk: int,
    question: Confirmation,
    verb: MatchService,
    done: str,
) -> HttpResponse:
    """Show the confirmation on GET, run the service on POST."""
    if request.method == "POST":
        return _run_as_player(request, pk, verb, done)
    view, _reader = _load_own_match(request, pk)
    if not view.match.is_running:
        return render_refusal(request, Refused("match_over"), back=view.url)
    context = {"view": view, "question": question}
    return render(request, "games/match/confirm.html", context)


@_confirmation_view
def tie(request: PageRequest, pk: int) -> HttpResponse:
    """Offer a draw, or accept or decline the one offered (``answer``)."""
    if request.method == "POST" and request.POST.get("answer") == "decline":
        decline = partial(ties.decline_tie, question=parse_answer(request.POST)["question"])
        return _run_as_player(request, pk, decline, _("You have declined the draw."))
    view, _reader = _load_own_match(request, pk)
    if request.POST.get("answer") == "accept":
        accept = partial(ties.accept_tie, question=parse_answer(request.POST)["question"])
        return _run_as_player(request, pk, accept, _("You agreed to a draw."))
    theirs = view.rights.question if view.rights.tie_offered == "theirs" else None
    question = Confirmation(
        _("Accept the draw?") if theirs else _("Offer a draw?"),
        _("The match ends immediately, without a winner.")
        if theirs
        else _(
            "If your opponent accepts, the match ends without a winner. If they move "
            "instead, the offer is declined."
        ),
        _("Accept draw") if theirs else _("Offer a draw"),
        danger=bool(theirs),
        fields={"answer": "accept", "question": theirs}
        if theirs
        else {"seen": view.match.ply_count},
    )
    offer = partial(ties.offer_tie, seen=parse_answer(request.POST)["seen"])
    return _confirm_and_run(request, pk, question, offer, _("You have offered a draw."))


@_action_view
def take_back(request: PageRequest, pk: int) -> HttpResponse:
    """Ask to take the last move back, or answer the opponent's request (``answer``)."""
    answer, question = request.POST.get("answer"), parse_answer(request.POST)["question"]
    if answer == "accept":
        accept = partial(agreement.accept_take_back, question=question)
        return _run_as_player(request, pk, accept, _("The move has been taken back."))
    if answer == "decline":
        decline = partial(agreement.decline_take_back, question=question)
        return _run_as_player(request, pk, decline, _("The move stands."))
    asked = _("You have asked to take your move back.")
    return _run_as_player(request, pk, agreement.request_take_back, asked)


@_action_view
def pause(request: PageRequest, pk: int) -> HttpResponse:
    """Propose a pause, or answer the one proposed (``answer``)."""
    answered = parse_answer(request.POST)["until"]
    if request.POST.get("answer") == "accept":
        accept = partial(pauses.accept_pause, until=answered)
        return _run_as_player(request, pk, accept, _("Agreed: the clocks are paused."))
    if request.POST.get("answer") == "decline":
        decline = partial(pauses.decline_pause, until=answered)
        return _run_as_player(request, pk, decline, _("You declined the pause."))
    _load_own_match(request, pk)
    form = PauseForm(request.POST)
    if not form.is_valid():
        return _show_refusal(request, pk, _form_error(form))
    propose = partial(pauses.propose_pause, until=form.cleaned_data["until"])
    proposed = _("You have proposed a pause. It begins when your opponent agrees.")
    return _run_as_player(request, pk, propose, proposed)


@_action_view
def claim(request: PageRequest, pk: int) -> HttpResponse:
    """Claim a win on time."""
    return _run_as_player(request, pk, matches.claim_win, _("Your claim has been settled."))


@_action_view
def reclaim_seat(request: PageRequest, pk: int) -> HttpResponse:
    """Take the reader's own seat back from a caretaker or substitute."""
    if request.reader is None:
        return redirect_to_login(request)
    return _run_as_reader(request, pk, absence.reclaim_seat, _("You have your seat back."))


@_action_view
def take_over(request: PageRequest, pk: int, seat: int) -> HttpResponse:
    """Take over a seat that is on offer."""
    if request.reader is None:
        return redirect_to_login(request)
    try:
        absence.take_over(pk, seat, request.reader, now=timezone.now())
    except Refused as refusal:
        return _show_refusal(request, pk, describe_refusal(refusal))
    messages.success(request, _("You have taken the seat. Play on."))
    return _redirect_back(pk)


@_action_view
def rematch(request: PageRequest, pk: int) -> HttpResponse:
    """Offer a rematch; if the opponent already has, show their offer.

    Bots that always answer accept at once.
    """
    _view, reader = _load_own_match(request, pk)
    try:
        challenge = asking.rematch_with_bots(pk, reader, seed=generate_seed(), now=timezone.now())
    except Refused as refusal:
        if refusal.code == "rematch_offered":
            return redirect("games:challenge", refusal.params["challenge"])
        return _show_refusal(request, pk, describe_refusal(refusal))
    if challenge.match is not None:
        return redirect(challenge.match)
    messages.success(request, _("You have offered a rematch."))
    return redirect(challenge)
