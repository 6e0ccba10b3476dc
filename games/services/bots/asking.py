"""Challenges to bots: those that always answer accept within the same transaction."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from games.models import Bot, Challenge, Match
from games.services.bots.capacity import instant_bots
from games.services.challenges.challenges import join_challenge
from games.services.challenges.places import places_of
from games.services.challenges.rematches import offer_rematch
from games.services.challenges.usual import issue_and_remember
from games.services.errors import Refused
from games.services.play.offers import Offer
from games.services.play.terms import Terms

DUPLICATE_WINDOW = timedelta(
    seconds=5
)  # a repeated request within this time is taken for a double click
logger = logging.getLogger(__name__)


@transaction.atomic
def challenge_with_bots(
    challenger: Player, terms: Terms, offer: Offer, *, seed: str, now: datetime
) -> Challenge:
    """Issue a challenge; the match starts if it was only waiting for instant bots.

    A double click returns the challenge of the first click. Refuses as ``issue_challenge``.
    """
    _lock_bots(offer.named)
    begun = _find_duplicate_challenge(challenger, terms, offer, now)
    if begun is not None:
        return begun
    challenge = issue_and_remember(challenger, terms, offer, now=now)
    return _accept_for_bots(challenge, seed, now)


def _lock_bots(players: Iterable[Player]) -> None:
    """Lock the bots, so that parallel requests can neither exceed their limits nor start twins."""
    bots = Bot.objects.filter(player__in=[player.pk for player in players])
    list(bots.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _find_duplicate_challenge(
    challenger: Player, terms: Terms, offer: Offer, now: datetime
) -> Challenge | None:
    """Return an identical challenge to the same players that has just become a match, if any."""
    found = Challenge.objects.filter(
        challenger=challenger,
        state=Challenge.State.ACCEPTED,
        created_at__gt=now - DUPLICATE_WINDOW,
        ruleset=terms.ruleset,
        options=dict(terms.options),
        control=terms.control.to_json(),
        rated=terms.rated,
    )
    for player in offer.named:
        found = found.filter(match__seats__player=player)
    return found.select_related("match").order_by("-pk").first() if offer.named else None


@transaction.atomic
def rematch_with_bots(match_id: int, player: Player, *, seed: str, now: datetime) -> Challenge:
    """Offer a rematch; bots that always answer accept it at once.

    If the rematch is already being played, return its challenge.
    """
    Match.objects.select_for_update().filter(pk=match_id).first()
    begun = Challenge.objects.filter(
        rematch_of=match_id, match__status=Match.Status.RUNNING, match__seats__player=player
    )
    if (played := begun.select_related("match").order_by("-pk").first()) is not None:
        return played
    return _accept_for_bots(offer_rematch(match_id, player, now=now), seed, now)


def _accept_for_bots(challenge: Challenge, seed: str, now: datetime) -> Challenge:
    """Seat the bots that accept at once; the others answer when their timetable says so."""
    named = {challenge.opponent_id}
    if challenge.has_places:
        named = {place.player_id for place in places_of(challenge) if place.joined_at is None}
    asked = [number for number in named if number is not None]
    for bot in instant_bots(challenge.challenger, challenge.ruleset, asked):
        challenge = _join_for_bot(bot, challenge, seed, now)
    return challenge


def _join_for_bot(bot: Bot, challenge: Challenge, seed: str, now: datetime) -> Challenge:
    """Return the challenge with the bot seated, or unchanged if the bot was refused."""
    try:
        return join_challenge(challenge.pk, bot.player, seed=seed, now=now)
    except Refused as refusal:
        logger.info("bot could not answer", extra={"bot": bot.pk, "code": refusal.code})
        return challenge
