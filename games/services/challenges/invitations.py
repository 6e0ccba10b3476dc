"""E-mails about challenges: invitations, declined and cancelled challenges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import translation

from accounts.models import Player
from games import seat_queries
from games.families import leaving
from games.models import Challenge
from games.rules.base import JSONObject
from games.services.challenges import answer_links
from games.services.emails.match_emails import is_reachable
from games.services.emails.subjects import game_label
from games.services.play.absence import caretaker_strategy
from games.services.play.terms import Terms
from games.services.wording import clock_words, decline_words, game_words
from notifications.models import Message
from notifications.services import outbox
from notifications.services.headers import absolute_url


def challenge_context(challenge: Challenge, reader: Player) -> JSONObject:
    """Return the context shared by all e-mails about a challenge.

    Greetings of strangers are left out.
    """
    greeting = challenge.greeting
    unread = bool(greeting) and seat_queries.are_strangers(challenge.challenger, reader)
    return {
        "challenge": challenge.pk,
        "label": game_label(challenge.ruleset),
        "url": absolute_url(challenge.get_absolute_url()),
        "challenger": challenge.challenger.name,
        "sender": challenge.challenger.name,
        "matter": ["challenge", challenge.pk],
        "opponent": challenge.opponent.name if challenge.opponent else "",
        "others": "",
        "seats": challenge.seats,
        "ruleset": game_words.ruleset_name(challenge.ruleset),
        "terms": game_words.options_line(challenge.ruleset, challenge.options),
        "control": time_control_text(challenge),
        "rated": challenge.rated,
        "greeting": "" if unread else greeting,
        "unread": unread,
        "rematch": challenge.rematch_of_id is not None,
    }


def time_control_text(challenge: Challenge) -> str:
    """Return the time control and, with more than two players, the rule for absence."""
    control = challenge.time_control
    terms = Terms(challenge.ruleset, challenge.options, control, challenge.rated)
    caretaker = caretaker_strategy(replace(terms, seats=challenge.seats))
    return clock_words.control_text_with_absence(
        control, challenge.seats, caretaker, challenge.ruleset
    )


def _invitation_key(challenge: Challenge, player: Player) -> str:
    number = f":{player.pk}" if challenge.has_places else ""
    return f"invitation:{challenge.pk}{number}"


def notify_challenged(
    challenge: Challenge, player: Player, asked: Sequence[Player], *, now: datetime
) -> None:
    """E-mail an invitation to a named player; ``asked`` are all the players named."""
    if not is_reachable(player):
        return
    with translation.override(player.language):
        context = challenge_context(challenge, player)
        context |= _expiry_context(challenge) | {"row": ["challenge", challenge.pk]}
        context["answer_url"] = answer_links.answer_url(challenge, player)
        context["others"] = leaving.join_names([each.name for each in asked if each != player])
    key = _invitation_key(challenge, player)
    outbox.post(kind="invitation", player=player, key=key, context=context, now=now)


def _expiry_context(challenge: Challenge) -> JSONObject:
    return {"expires_at": challenge.expires_at.isoformat()}


def read_challenge(_message: Message, now: datetime, pk: int) -> JSONObject | None:
    """Return the current expiry of a challenge; None if it can no longer be accepted."""
    challenge = Challenge.objects.open().filter(pk=pk, expires_at__gt=now).first()
    return _expiry_context(challenge) if challenge is not None else None


def withdraw_invitations(challenge: Challenge, *, now: datetime) -> None:
    """Withdraw unsent invitations."""
    if challenge.has_places:
        for place in challenge.places.select_related("player"):
            outbox.withdraw(_invitation_key(challenge, place.player), now=now)
    else:
        outbox.withdraw(f"invitation:{challenge.pk}", now=now)


def withdraw_invitation(challenge: Challenge, player: Player, *, now: datetime) -> None:
    """Withdraw the invitation of a player who has answered."""
    outbox.withdraw(_invitation_key(challenge, player), now=now)


def notify_declined(challenge: Challenge, *, now: datetime) -> None:
    if challenge.opponent is not None:
        notify_cancelled(challenge, challenge.challenger, challenge.opponent, now=now)


def notify_cancelled(
    challenge: Challenge, player: Player, by: Player | None, *, now: datetime
) -> None:
    """Notify a player that the match will not take place, and who declined or withdrew."""
    if not is_reachable(player):
        return
    with translation.override(player.language):
        context = challenge_context(challenge, player) | {
            "opponent": by.name if by else "",
            "mine": player.pk == challenge.challenger_id,
            "state": challenge.state,
            "reason": decline_words.reason_sentence(challenge.reason),
        }
    key = f"challenge_declined:{challenge.pk}"
    if challenge.has_places:
        key = f"{key}:{player.pk}"
    outbox.post(kind="challenge_declined", player=player, key=key, context=context, now=now)
