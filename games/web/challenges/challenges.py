"""Making, showing and answering challenges and invitations."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.queries import PageRequest, PlayerRequest
from games import challenge_queries, lobby_queries, queries
from games.families.drawing import diagram_for
from games.rules import registry
from games.rules.multiplayer import seated_by_strength
from games.services.bots import filling, guests
from games.services.challenges import challenges
from games.services.emails.links import absolute
from games.services.errors import Refused
from games.services.wording import clock_words, explaining, game_words
from games.web.access import for_players, to_login
from games.web.challenges.forms_challenge import ChallengeForm
from games.web.challenges.gathering import absence_words, order_words, table_of
from games.web.challenges.guests import fresh_seed, remember, visitor

if TYPE_CHECKING:
    from accounts.models import Player
    from games.diagrams.base import Diagram
    from games.models import Challenge

TOKEN_BYTES = 24


@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def challenge_new(request: PlayerRequest) -> HttpResponse:
    """Show the form of a challenge and issue it."""
    form = ChallengeForm(
        request.POST if request.method == "POST" else None, initial=_initial(request)
    )
    if request.method == "POST" and form.is_valid():
        try:
            challenge = _issue(request, form)
        except Refused as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _issued_words(challenge))
            return redirect(challenge)
    context = {"form": form, "names": lobby_queries.likely_opponents(request.reader)}
    status = 422 if form.errors else 200
    return render(request, "games/challenge_new.html", context, status=status)


def _initial(request: PlayerRequest) -> dict[str, object]:
    """Return what the address asks for: ?opponent=ID&ruleset=KEY; nonsense is left out."""
    initial: dict[str, object] = {}
    reader = request.reader
    if reader.is_guest:
        initial["rated"] = False
    ruleset = request.GET.get("ruleset", "")
    if ruleset in registry.offered():
        rules = registry.get(ruleset)
        initial["ruleset"] = ruleset
        usual = rules.options.items()
        initial |= {name: option.default for name, option in usual if not option.by_seats}
        initial["rated"] = not reader.is_guest and rules.rateable({})
    if request.GET.get("kind") in ("named", "seek", "link"):
        initial["kind"] = request.GET["kind"]
    if initial.get("kind") == "link":
        initial["rated"] = False
    number = request.GET.get("opponent", "")
    if number.isascii() and number.isdigit() and len(number) < 19:
        opponent = lobby_queries.player_for(int(number))
        if opponent is not None and opponent.pk != reader.pk:
            initial |= {"opponent": opponent.name, "kind": "named"}
    return initial


def _issue(request: PlayerRequest, form: ChallengeForm) -> Challenge:
    """Issue what the form holds; an unknown name is refused as ``no_such_player``."""
    data = form.cleaned_data
    players = _players(form.names()) if data["kind"] == "named" else []
    token = secrets.token_urlsafe(TOKEN_BYTES) if data["kind"] == "link" else None
    return challenges.issue_challenge(
        request.reader, data["terms"], form.offer(players, token), now=timezone.now()
    )


def _players(names: list[str]) -> list[Player]:
    """Return the players of these names; the first unknown one is refused by name."""
    found = []
    for name in names:
        player = lobby_queries.player_named(name)
        if player is None:
            alone = len(names) == 1
            raise Refused("no_such_player") if alone else Refused("no_player_called", name=name)
        found.append(player)
    return found


def _issued_words(challenge: Challenge) -> str:
    """Return what happens next."""
    if challenge.token:
        return _("Your invitation is ready. Send the link to your friend.")
    if challenge.named:
        return _("Everybody you named has been notified of your challenge.")
    if challenge.opponent is None:
        return _("Your challenge is now listed in the lobby.")
    return _("%(player)s has been notified of your challenge.") % {
        "player": challenge.opponent.name
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: PageRequest, pk: int) -> HttpResponse:
    """Show a challenge to those it concerns (an open one to everybody) and take their answer."""
    found = challenge_queries.challenge_for(request.reader, pk)
    if found is None and request.reader is None:
        return to_login(request)
    if found is None:
        raise Http404
    if found.token:
        return redirect(found)
    return _answered(request, found, "games/challenge.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: PageRequest, token: str) -> HttpResponse:
    """Show what a secret link offers, with or without an account, and take the answer."""
    found = challenge_queries.invitation_for(token)
    if found is None:
        raise Http404
    return _answered(request, found, "games/invitation.html")


def _answered(request: PageRequest, found: Challenge, template: str) -> HttpResponse:
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
    guest, joined = guests.join_as_guest(visitor(request), found.pk, seed=fresh_seed(), now=now)
    remember(request, guest)
    return _onward(request, joined)


def _act(request: PageRequest, reader: Player, found: Challenge, action: str) -> HttpResponse:
    """Accept, decline or withdraw; raises Refused."""
    now = timezone.now()
    if action in ("accept", "guest"):
        joined = challenges.join_challenge(found.pk, reader, seed=fresh_seed(), now=now)
        return _onward(request, joined)
    if action == "fill":
        filled = filling.fill_with_bots(found.pk, reader, seed=fresh_seed(), now=now)
        return _onward(request, filled)
    if action == "leave":
        challenges.leave_challenge(found.pk, reader, now=now)
        messages.success(request, _("You have given up your seat."))
        return redirect("games:lobby")
    if action == "decline":
        challenges.decline_challenge(found.pk, reader, now=now)
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
    table = table_of(found, reader)
    context = {
        "challenge": found,
        "table": table,
        "error": error,
        "open": found.is_open and found.expires_at > now,
        "expired": found.state == "expired" or (found.is_open and found.expires_at <= now),
        "mine": mine,
        "named": reader is not None and (found.opponent_id == reader.pk or table.asked),
        "may_open_match": _may_open(reader, found),
        "link": absolute(found.get_absolute_url()),
        "ruleset": game_words.ruleset_name(found.ruleset),
        "terms": game_words.options_line(found.ruleset, found.options),
        "control": clock_words.control_details(found.time_control, found.ruleset),
        "absence": absence_words(found),
        "starter": _starter_words(found, mine=mine),
        "diagram": _empty_board(found),
    }
    return render(request, template, context, status=status)


def _may_open(reader: Player | None, found: Challenge) -> bool:
    """Whether the reader may see the match that came of it."""
    return bool(found.match_id and queries.match_for(reader, found.match_id))


def _starter_words(found: Challenge, *, mine: bool) -> str:
    """Return who would start, from the reader's side."""
    if found.has_places and found.starter != "lots":
        return order_words(found)
    if seated_by_strength(registry.get(found.ruleset)):
        return _("by rating, the weakest first")
    if found.starter == "lots":
        return _("random")
    if (found.starter == "challenger") == mine:
        return _("you")
    if found.starter == "challenger":
        return str(found.challenger.name)
    return str(found.opponent.name) if found.opponent else _("your opponent")


def _empty_board(found: Challenge) -> Diagram:
    """Return the board as it lies at the start."""
    return diagram_for(found.ruleset, registry.get(found.ruleset).start(found.seats, found.options))
