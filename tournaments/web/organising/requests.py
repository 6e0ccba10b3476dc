"""Answering a request to enter: as a logged-in organiser, or by the link of an e-mail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from games.web.access import for_link_recipient
from games.web.match.match import SeeOther
from tournaments import entry_queries
from tournaments.services import entry_words, log, refusals
from tournaments.services.admission import acceptances, request_links, requests
from tournaments.web.answering import handle_answer
from tournaments.web.errors import form_page, show_refusals
from tournaments.web.lookup import for_organisers, tournament_or_404

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import EntryRequest, Tournament

TEMPLATE = "tournaments/entering/request.html"


@for_organisers
def page(request: PlayerRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a request to enter; accept it, or decline it with a reason."""
    asked = entry_queries.requests_to(tournament).filter(pk=number).first()
    if asked is None:
        raise Refused("no_such_request")
    asked.tournament = tournament
    done, error = _handle_answer(request, asked, request.reader)
    if done:
        messages.success(request, _answer_sentence(asked, done))
        return SeeOther(reverse("tournaments:people", args=[tournament.pk]))
    return _page(request, asked, request.reader, "", error)


@form_page
def undo(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Preview undoing an acceptance, then do it."""
    found, error, now = tournament_or_404(request, pk), "", timezone.now()
    if request.method == "POST":
        try:
            preview_token = request.POST.get("preview_token", "")
            line = acceptances.retract(
                pk, request.reader, number, preview_token=preview_token, now=now
            )
            messages.success(request, log.sentence(line))
            return SeeOther(reverse("tournaments:people", args=[pk]))
        except Refused as refusal:
            if refusal.code != "revised_meanwhile":
                raise
            error = refusals.explain(refusal)
    seen = acceptances.propose(pk, request.reader, number, now=now)
    context = {"tournament": found, "seen": seen, "error": error}
    template = "tournaments/entering/take_back.html"
    return render(request, template, context, status=409 if error else 200)


@show_refusals
@for_link_recipient(request_links.read_answer_token)
def answer(request: PageRequest, entry_request: EntryRequest, player: Player) -> HttpResponse:
    """Show the request (GET changes nothing) and handle the organiser's answer."""
    done, error = _handle_answer(request, entry_request, player)
    return _page(request, entry_request, player, done, error)


def _handle_answer(
    request: PageRequest, entry_request: EntryRequest, by: Player
) -> tuple[str, str]:
    """Handle the answer; return what was done, and the message of a refusal."""

    def act(accept: bool) -> str:
        reason, now = request.POST.get("reason", ""), timezone.now()
        requests.answer(
            entry_request.tournament_id, by, entry_request.pk, accept=accept, reason=reason, now=now
        )
        return "accepted" if accept else "declined"

    return handle_answer(request, act)


def _answer_sentence(entry_request: EntryRequest, done: str) -> str:
    """Return a sentence about the answer, naming the player or their team."""
    if entry_request.team_name:
        accepted = _("The team %(name)s has been accepted.")
        declined = _("The team %(name)s has been declined.")
    else:
        accepted, declined = _("%(name)s has been accepted."), _("%(name)s has been declined.")
    words = accepted if done == "accepted" else declined
    return words % {"name": isolated(entry_request.team_name or entry_request.player.name)}


def _page(
    request: PageRequest, entry_request: EntryRequest, player: Player, done: str, error: str
) -> HttpResponse:
    context = {
        "asked": entry_request,
        "tournament": entry_request.tournament,
        "about_team": entry_words.team_facts(entry_request, player),
        "about": entry_words.player_facts(entry_request.tournament, entry_request.player),
        "player": player,
        "said": _answer_sentence(entry_request, done) if done else "",
        "error": error,
        "reason": request.POST.get("reason", ""),
        "longest": requests.MAX_REASON_LENGTH,
        "open": not done and not entry_request.accepted,
    }
    return render(request, TEMPLATE, context, status=422 if error else 200)
