"""Answering a club's invitation by the link of its e-mail, without a login."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.queries import PageRequest
from games.web.access import for_link_recipient
from tournaments.services.clubs import emails, invitations, links
from tournaments.web.answering import handle_answer
from tournaments.web.errors import show_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import ClubInvitation


@show_refusals
@for_link_recipient(links.read_answer_token)
def answer(request: PageRequest, invitation: ClubInvitation, player: Player) -> HttpResponse:
    """Show the invitation (GET changes nothing) and handle the answer."""

    def act(accept: bool) -> str:
        invitations.answer(invitation.club_id, player, accept=accept, now=timezone.now())
        return "accepted" if accept else "declined"

    headline, words = emails.question(invitation)
    done, error = handle_answer(request, act)
    if invitation.accepted_at is not None and not error:
        done = "accepted"
    context = {
        "club": invitation.club,
        "headline": headline,
        "words": words,
        "player": player,
        "done": done,
        "error": error,
        "open": not done and invitation.declined_at is None and invitation.club.closed_at is None,
    }
    page = "tournaments/clubs/invitation.html"
    return render(request, page, context, status=409 if error else 200)
