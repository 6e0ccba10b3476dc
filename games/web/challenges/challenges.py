from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.naming import isolated
from accounts.queries import PageRequest
from games import challenge_queries, lobby_queries, queries
from games.families.drawing import diagram_for
from games.rules import registry
from games.rules.multiplayer import seats_by_strength
from games.seeds import generate_seed
from games.services.bots import filling, guests
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.wording import clock_words, decline_words, explaining, game_words
from games.web.access import redirect_to_login
from games.web.challenges.guests import build_visitor, log_in_guest
from games.web.challenges.pending_seats import (
    absence_text,
    get_pending_seats,
    score_against_context,
    seating_text,
)
from notifications.services.headers import absolute_url

if TYPE_CHECKING:
    from accounts.models import Player
    from games.diagrams.base import Diagram
    from games.models import Challenge


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: PageRequest, pk: int) -> HttpResponse:
    """Show a challenge to those it concerns (open ones to everybody) and save their answer."""
    found = challenge_queries.challenge_for(request.reader, pk)
    if found is None and request.reader is None:
        return redirect_to_login(request)
    if found is None:
        raise Http404
    if "seen" in request.GET:
        return _poll_response(request, found)
    if found.token:
        return redirect(found)
    return _handle_challenge(request, found, "games/challenge.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: PageRequest, token: str) -> HttpResponse:
    """Show the challenge of a secret link, also to visitors, and save the answer."""
    found = challenge_queries.invitation_for(token)
    if found is None:
        raise Http404
    if "seen" in request.GET:
        return _poll_response(request, found)
    return _handle_challenge(request, found, "games/invitation.html")


def _poll_response(request: PageRequest, challenge: Challenge) -> HttpResponse:
    """Respond to polling: redirect to the match or changed challenge; 204 if nothing changed."""
    goal = (
        challenge.match
        if challenge.match is not None and _can_open_match(request.reader, challenge)
        else challenge
    )
    if not request.headers.get("HX-Request"):
        return redirect(goal)
    if request.GET["seen"] == _challenge_version(challenge):
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Redirect": goal.get_absolute_url()})


def _challenge_version(challenge: Challenge) -> str:
    """Return the version of a challenge that polling compares."""
    taken = sum(place.joined_at is not None for place in lobby_queries.places_of(challenge))
    return f"{challenge.state}{taken}" if challenge.expires_at > timezone.now() else "expired"


def _handle_challenge(request: PageRequest, challenge: Challenge, template: str) -> HttpResponse:
    """Show a challenge, or carry out the action sent and redirect."""
    if request.method != "POST":
        return _challenge_page(request, challenge, template)
    action, reader = request.POST.get("action", ""), request.reader
    if reader is None and not (action == "guest" and challenge.token):
        return redirect_to_login(request)
    try:
        if reader is None:
            return _join_as_guest(request, challenge)
        return _run_action(request, reader, challenge, action)
    except Refused as refusal:
        fresh = challenge_queries.invitation_for(challenge.token) if challenge.token else None
        fresh = fresh or challenge_queries.challenge_for(request.reader, challenge.pk) or challenge
        error = _refusal_text(refusal)
        return _challenge_page(request, fresh, template, error=error, status=409)


def _join_as_guest(request: PageRequest, challenge: Challenge) -> HttpResponse:
    """Create a guest who joins the challenge; raises Refused."""
    now = timezone.now()
    guest, joined = guests.join_as_guest(
        build_visitor(request), challenge.pk, seed=generate_seed(), now=now
    )
    log_in_guest(request, guest)
    return _redirect_after_join(request, joined)


def _run_action(
    request: PageRequest, reader: Player, challenge: Challenge, action: str
) -> HttpResponse:
    """Carry out the reader's action; raises Refused."""
    now = timezone.now()
    if action in ("accept", "guest"):
        joined = challenges.join_challenge(challenge.pk, reader, seed=generate_seed(), now=now)
        return _redirect_after_join(request, joined)
    if action == "fill":
        filled = filling.fill_with_bots(challenge.pk, reader, seed=generate_seed(), now=now)
        return _redirect_after_join(request, filled)
    if action == "leave":
        challenges.leave_challenge(challenge.pk, reader, now=now)
        messages.success(request, _("You have given up your seat."))
        return redirect("games:lobby")
    if action == "decline":
        reason = request.POST.get("reason", "")
        challenges.decline_challenge(challenge.pk, reader, now=now, reason=reason)
        messages.success(request, _("You have declined the challenge."))
        return redirect("games:dashboard")
    if action == "withdraw":
        challenges.withdraw_challenge(challenge.pk, reader, now=now)
        messages.success(request, _("You have withdrawn your challenge."))
        return redirect("games:dashboard")
    messages.error(request, _("Choose one of the buttons: accept, decline or withdraw."))
    return redirect(challenge)


def _redirect_after_join(request: PageRequest, joined: Challenge) -> HttpResponse:
    """Redirect to the match, or to the challenge if seats are still free."""
    if joined.match is not None:
        return redirect(joined.match)
    messages.success(request, _("You have a seat. The match begins when all seats are taken."))
    return redirect(joined)


def _refusal_text(refusal: Refused) -> str:
    """Explain a refusal; if somebody else has accepted, say so."""
    if refusal.code == "challenge_closed" and refusal.params.get("state") == "accepted":
        return _("Somebody else was quicker: this challenge has just been accepted.")
    return explaining.explain(refusal)


def _challenge_page(
    request: PageRequest, challenge: Challenge, template: str, *, error: str = "", status: int = 200
) -> HttpResponse:
    reader, now = request.reader, timezone.now()
    mine = reader is not None and challenge.challenger_id == reader.pk
    table = get_pending_seats(challenge, reader)
    context = {
        "challenge": challenge,
        "table": table,
        "error": error,
        "open": challenge.is_open and challenge.expires_at > now,
        "expired": challenge.state == "expired"
        or (challenge.is_open and challenge.expires_at <= now),
        "mine": mine,
        "standing": _challenge_version(challenge),
        "named": reader is not None and (challenge.opponent_id == reader.pk or table.asked),
        "may_open_match": _can_open_match(reader, challenge),
        "link": absolute_url(challenge.get_absolute_url()),
        "ruleset": game_words.ruleset_name(challenge.ruleset),
        "terms": game_words.options_line(challenge.ruleset, challenge.options),
        "control": clock_words.control_details(challenge.time_control, challenge.ruleset),
        "absence": absence_text(challenge),
        "starter": _starter_text(challenge, mine=mine),
        "diagram": _empty_board(challenge),
        "reasons": decline_words.decline_reasons(),
        "because": decline_words.reason_sentence(challenge.reason),
        **score_against_context(
            reader, challenge.opponent if mine else challenge.challenger, challenge.ruleset
        ),
    }
    return render(request, template, context, status=status)


def _can_open_match(reader: Player | None, challenge: Challenge) -> bool:
    """Whether the reader may see the resulting match."""
    return bool(challenge.match_id and queries.match_for(reader, challenge.match_id))


def _starter_text(challenge: Challenge, *, mine: bool) -> str:
    """Return who starts, from the reader's side."""
    if challenge.has_places and challenge.starter != "lots":
        return seating_text(challenge)
    if seats_by_strength(registry.get(challenge.ruleset)):
        return _("by rating, lowest first")
    if challenge.starter == "lots":
        return _("random")
    if (challenge.starter == "challenger") == mine:
        return _("you")
    if challenge.starter == "challenger":
        return isolated(challenge.challenger.name)
    return isolated(challenge.opponent.name) if challenge.opponent else _("your opponent")


def _empty_board(challenge: Challenge) -> Diagram:
    """Return the board at the start of the match."""
    return diagram_for(
        challenge.ruleset, registry.get(challenge.ruleset).start(challenge.seats, challenge.options)
    )
