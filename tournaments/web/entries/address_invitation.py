"""Answering an invitation sent to an e-mail address, as its owner or after signing up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import PageRequest
from games.services.match.undelivered import mark_player_present
from games.web.access import use_player_locale
from tournaments import queries
from tournaments.services import entry_words, refusals
from tournaments.services.admission import address_answers, by_address, requests
from tournaments.web.answering import handle_answer, tournament_summary
from tournaments.web.errors import show_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import AddressInvitation


@never_cache
@show_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: PageRequest, token: str) -> HttpResponse:
    """Ask the owner of the invited address; if nobody has confirmed it, the logged-in player."""
    asked = by_address.read_invitation_token(token)
    addressee = address_answers.addressee_of(asked)
    if addressee is None:
        reader = request.reader if request.user.is_authenticated else None
        return _page(request, asked, reader)
    mark_player_present(addressee, now=timezone.now())
    with use_player_locale(request, addressee):
        return _page(request, asked, addressee)


def _page(
    request: PageRequest, invitation: AddressInvitation, player: Player | None
) -> HttpResponse:
    """Show the invitation (GET changes nothing) and handle the answer."""
    now = timezone.now()

    def act(accept: bool) -> str:
        if accept:
            return requests.outcome_of(address_answers.accept(invitation.pk, player, now=now))
        address_answers.decline(invitation.pk, now=now)
        return "declined"

    done, error = handle_answer(request, act)
    found = invitation.tournament
    stands = queries.is_entered(found, player)
    refusal = None if done or error else address_answers.refusal_to_accept(invitation, player, now)
    headline, words = by_address.question(invitation)
    context = {
        "headline": headline,
        "words": words,
        "path": request.path,
        "player": player,
        "unconfirmed": player is None and _is_unconfirmed(invitation),
        "done": done,
        "error": error or (refusals.explain(refusal) if refusal and not stands else ""),
        "stands": stands and not done,
        "open": not (done or refusal or stands),
        "who_may_enter": entry_words.achievements(found),
        **tournament_summary(found),
    }
    page = "tournaments/entering/address_invitation.html"
    return render(request, page, context, status=409 if error else 200)


def _is_unconfirmed(invitation: AddressInvitation) -> bool:
    return address_answers.account_refusal(invitation).code == "address_unconfirmed"
