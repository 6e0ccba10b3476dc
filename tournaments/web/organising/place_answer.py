"""Accepting a free place, or confirming to play, by the link of an e-mail, without a login."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.queries import PageRequest
from games.web.access import for_link_recipient
from tournaments.services.emails import place_emails
from tournaments.services.entries import places
from tournaments.web.answering import handle_answer
from tournaments.web.errors import show_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Entrant


@show_refusals
@for_link_recipient(place_emails.read_answer_token)
def answer(request: PageRequest, entrant: Entrant, player: Player) -> HttpResponse:
    """Show the question (GET changes nothing) and handle the answer."""
    tournament = entrant.tournament

    def act(accept: bool) -> str:
        made = places.answer(tournament.pk, player, accept=accept, now=timezone.now())
        waits = made.status == made.Status.WAITING
        return "waits" if waits else "accepted" if accept else "declined"

    asked = places.open_question(tournament, entrant)
    done, error = handle_answer(request, act)
    context = {
        "tournament": tournament,
        "player": player,
        "question": asked[0] if asked else "",
        "until": asked[1] if asked else None,
        "done": done,
        "error": error,
        "open": asked is not None and not done,
    }
    return render(request, "tournaments/entering/place.html", context, status=409 if error else 200)
