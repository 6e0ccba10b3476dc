"""Remembers the terms a player last offered, as defaults for their next challenge."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Challenge, UsualTerms
from games.services.challenges.challenges import issue_challenge
from games.services.play.offers import Offer
from games.services.play.terms import Terms


@transaction.atomic
def issue_and_remember(
    challenger: Player, terms: Terms, offer: Offer, *, now: datetime
) -> Challenge:
    """Issue a challenge and save its terms as the challenger's usual ones in this game.

    Whether it is rated is not remembered from challenges by link.
    """
    challenge = issue_challenge(challenger, terms, offer, now=now)
    by_link = offer.link_token is not None
    usual = {
        "options": dict(terms.options),
        "seats": terms.seats,
        "starter": offer.starter,
        "private": terms.private,
        "control": terms.control.to_json(),
        "at": now,
    }
    UsualTerms.objects.update_or_create(
        player=challenger,
        ruleset=terms.ruleset,
        defaults=usual if by_link else usual | {"rated": terms.rated},
        create_defaults=usual | {"rated": terms.rated},
    )
    return challenge
