"""Answering an organiser's invitation by the link of its e-mail, without a login."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.queries import PageRequest
from games.web.access import for_link_recipient
from tournaments import queries
from tournaments.services import refusals
from tournaments.services.admission import requests
from tournaments.services.revisions import invitation_emails, invitations, links
from tournaments.web.answering import handle_answer, tournament_summary
from tournaments.web.errors import show_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import EventInvitation


@show_refusals
@for_link_recipient(links.read_answer_token)
def answer(request: PageRequest, invitation: EventInvitation, player: Player) -> HttpResponse:
    """Show the invitation (GET changes nothing) and handle the answer."""
    tournament, now = invitation.tournament, timezone.now()
    headline, words = invitation_emails.question(invitation)

    def act(accept: bool) -> str:
        made = invitations.answer(tournament.pk, player, invitation.kind, accept=accept, now=now)
        return requests.outcome_of(made) if accept else "declined"

    done, error = handle_answer(request, act)
    if invitation.accepted_at is not None and not error:
        plays = invitation.kind == invitations.ENTER
        done = requests.outcome_of(queries.entry_of(tournament, player) if plays else None)
    refusal = None if done or error else invitations.refusal_to_accept(invitation, now)
    lasts = invitation.declined_at is None and tournament.finished_at is None
    context = {
        "headline": headline,
        "words": words,
        "player": player,
        "done": done,
        "error": error or (refusals.explain(refusal) if refusal else ""),
        "open": lasts and not (done or refusal),
        **tournament_summary(tournament),
    }
    page = "tournaments/organising/invitation.html"
    return render(request, page, context, status=409 if error else 200)
