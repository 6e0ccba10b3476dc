"""Showing and answering challenges and invitations."""

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
from games.web.access import to_login
from games.web.challenges.guests import remember, visitor
from games.web.challenges.pending_seats import (
    absence_words,
    against_words,
    get_pending_seats,
    order_words,
)
from notifications.services.headers import absolute

if TYPE_CHECKING:
    from accounts.models import Player
    from games.diagrams.base import Diagram
    from games.models import Challenge


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: PageRequest, pk: int) -> HttpResponse:
    """Show a challenge to those it concerns (an open one to everybody) and take their answer."""
    found = challenge_queries.challenge_for(request.reader, pk)
    if found is None and request.reader is None:
        return to_login(request)
    if found is None:
        raise Http404
    if "seen" in request.GET:
        return _news(request, found)
    if found.token:
        return redirect(found)
    return _handle_challenge(request, found, "games/challenge.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: PageRequest, token: str) -> HttpResponse:
    """Show what a secret link offers, with or without an account, and take the answer."""
    found = challenge_queries.invitation_for(token)
    if found is None:
        raise Http404
    if "seen" in request.GET:
        return _news(request, found)
    return _handle_challenge(request, found, "games/invitation.html")


def _news(request: PageRequest, found: Challenge) -> HttpResponse:
    """Answer a page that waits: go on to the match, or show what happened to the challenge."""
    goal = found.match if found.match is not None and _may_open(request.reader, found) else found
    if not request.headers.get("HX-Request"):
        return redirect(goal)
    if request.GET["seen"] == _standing(found):
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Redirect": goal.get_absolute_url()})


def _standing(found: Challenge) -> str:
    """Return in a few letters how far the challenge has come."""
    taken = sum(place.joined_at is not None for place in lobby_queries.places_at(found))
    return f"{found.state}{taken}" if found.expires_at > timezone.now() else "expired"


def _handle_challenge(request: PageRequest, found: Challenge, template: str) -> HttpResponse:
    """Show a challenge, or carry out what was pressed and go where it leads."""
    if request.method != "POST":
        return _challenge_page(request, found, template)
    action, reader = request.POST.get("action", ""), request.reader
    if reader is None and not (action == "guest" and found.token):
        return to_login(request)
    try:
        if reader is None:
            return _join_as_guest(request, found)
        return _act(request, reader, found, action)
    except Refused as refusal:
        fresh = challenge_queries.invitation_for(found.token) if found.token else None
        fresh = fresh or challenge_queries.challenge_for(request.reader, found.pk) or found
        error = _refusal_words(refusal)
        return _challenge_page(request, fresh, template, error=error, status=409)


def _join_as_guest(request: PageRequest, found: Challenge) -> HttpResponse:
    """Let a visitor take up an invitation; raises Refused."""
    now = timezone.now()
    guest, joined = guests.join_as_guest(visitor(request), found.pk, seed=generate_seed(), now=now)
    remember(request, guest)
    return _onward(request, joined)


def _act(request: PageRequest, reader: Player, found: Challenge, action: str) -> HttpResponse:
    """Accept, decline or withdraw; raises Refused."""
    now = timezone.now()
    if action in ("accept", "guest"):
        joined = challenges.join_challenge(found.pk, reader, seed=generate_seed(), now=now)
        return _onward(request, joined)
    if action == "fill":
        filled = filling.fill_with_bots(found.pk, reader, seed=generate_seed(), now=now)
        return _onward(request, filled)
    if action == "leave":
        challenges.leave_challenge(found.pk, reader, now=now)
        messages.success(request, _("You have given up your seat."))
        return redirect("games:lobby")
    if action == "decline":
        reason = request.POST.get("reason", "")
        challenges.decline_challenge(found.pk, reader, now=now, reason=reason)
        messages.success(request, _("You have declined the challenge."))
        return redirect("games:dashboard")
    if action == "withdraw":
        challenges.withdraw_challenge(found.pk, reader, now=now)
        messages.success(request, _("You have withdrawn your challenge."))
        return redirect("games:dashboard")
    messages.error(request, _("Choose one of the buttons: accept, decline or withdraw."))
    return redirect(found)


def _onward(request: PageRequest, joined: Challenge) -> HttpResponse:
    """Redirect to the match, or back to the challenge that is still filling."""
    if joined.match is not None:
        return redirect(joined.match)
    messages.success(request, _("You have a seat. The match begins when all seats are taken."))
    return redirect(joined)


def _refusal_words(refusal: Refused) -> str:
    """Return why it was not possible; who came second learns that somebody was quicker."""
    if refusal.code == "challenge_closed" and refusal.params.get("state") == "accepted":
        return _("Somebody was quicker: this challenge has just been accepted.")
    return explaining.explain(refusal)


def _challenge_page(
    request: PageRequest, found: Challenge, template: str, *, error: str = "", status: int = 200
) -> HttpResponse:
    """Show the terms and what the reader may do with them."""
    reader, now = request.reader, timezone.now()
    mine = reader is not None and found.challenger_id == reader.pk
    table = get_pending_seats(found, reader)
    context = {
        "challenge": found,
        "table": table,
        "error": error,
        "open": found.is_open and found.expires_at > now,
        "expired": found.state == "expired" or (found.is_open and found.expires_at <= now),
        "mine": mine,
        "standing": _standing(found),
        "named": reader is not None and (found.opponent_id == reader.pk or table.asked),
        "may_open_match": _may_open(reader, found),
        "link": absolute(found.get_absolute_url()),
        "ruleset": game_words.ruleset_name(found.ruleset),
        "terms": game_words.options_line(found.ruleset, found.options),
        "control": clock_words.control_details(found.time_control, found.ruleset),
        "absence": absence_words(found),
        "starter": _starter_words(found, mine=mine),
        "diagram": _empty_board(found),
        "reasons": decline_words.decline_reasons(),
        "because": decline_words.reason_sentence(found.reason),
        **against_words(reader, found.opponent if mine else found.challenger, found.ruleset),
    }
    return render(request, template, context, status=status)


def _may_open(reader: Player | None, found: Challenge) -> bool:
    """Whether the reader may see the match that came of it."""
    return bool(found.match_id and queries.match_for(reader, found.match_id))


def _starter_words(found: Challenge, *, mine: bool) -> str:
    """Return who would start, from the reader's side."""
    if found.has_places and found.starter != "lots":
        return order_words(found)
    if seats_by_strength(registry.get(found.ruleset)):
        return _("by rating, lowest first")
    if found.starter == "lots":
        return _("random")
    if (found.starter == "challenger") == mine:
        return _("you")
    if found.starter == "challenger":
        return isolated(found.challenger.name)
    return isolated(found.opponent.name) if found.opponent else _("your opponent")


def _empty_board(found: Challenge) -> Diagram:
    """Return the board as it lies at the start."""
    return diagram_for(found.ruleset, registry.get(found.ruleset).start(found.seats, found.options))
