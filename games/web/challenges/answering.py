"""Accepting or declining a challenge by the link in its e-mail, without a login."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.queries import PageRequest
from games.seeds import generate_seed
from games.services.challenges import answer_links, challenges
from games.services.errors import Refused
from games.services.wording import clock_words, decline_words, explaining, game_words
from games.web.access import for_link_recipient
from games.web.errors import show_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Challenge


@show_refusals
@for_link_recipient(answer_links.read_answer_token)
def answer(request: PageRequest, challenge: Challenge, player: Player) -> HttpResponse:
    """Show the challenge (GET changes nothing) and save the answer (POST).

    Accepting while logged in redirects to the match.
    """
    now = timezone.now()
    done = error = ""
    action = request.POST.get("action", "") if request.method == "POST" else ""
    try:
        if action == "accept":
            challenge = challenges.join_challenge(
                challenge.pk, player, seed=generate_seed(), now=now
            )
            if challenge.match and request.reader == player:
                return redirect(challenge.match)
            done = "accepted" if challenge.match else "joined"
        elif action == "decline":
            reason = request.POST.get("reason", "")
            challenge = challenges.decline_challenge(challenge.pk, player, now=now, reason=reason)
            done = "declined"
    except Refused as refusal:
        error = explaining.explain(refusal)
    context = {
        "challenge": challenge,
        "player": player,
        "done": done,
        "error": error,
        "open": not done and challenge.is_open and challenge.expires_at > now,
        "reasons": decline_words.decline_reasons(),
        "ruleset": game_words.ruleset_name(challenge.ruleset),
        "terms": game_words.options_line(challenge.ruleset, challenge.options),
        "control": clock_words.control_details(challenge.time_control, challenge.ruleset),
    }
    status = 409 if error else 200
    return render(request, "games/challenge_answer.html", context, status=status)
