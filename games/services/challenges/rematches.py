"""Rematches: the same players and terms, with the start moved on."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Challenge, Match, Seat
from games.rules import registry
from games.rules.multiplayer import seats_by_strength
from games.services.challenges.challenges import issue_challenge
from games.services.errors import Refused
from games.services.play.offers import Offer
from games.services.play.terms import Terms


@transaction.atomic
def offer_rematch(match_id: int, player: Player, *, now: datetime) -> Challenge:
    """Offer the same players the same terms, with the start moved on by one seat.

    Refuses ``rematch_offered`` with the challenge if one is open already.
    """
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise Refused("no_such_match")
    seats = list(Seat.objects.filter(match=match).select_related("player__user"))
    own = next((seat for seat in seats if seat.player_id == player.pk), None)
    if own is None:
        raise Refused("not_your_match")
    if match.is_running:
        raise Refused("match_still_running")
    standing = Challenge.objects.open().filter(rematch_of=match).first()
    if standing is not None:
        raise Refused("rematch_offered", challenge=standing.pk)
    terms = Terms.checked(
        match.ruleset,
        match.options,
        match.control,
        rated=match.rated,
        private=match.private,
        seats=len(seats),
    )
    return issue_challenge(player, terms, _rematch_offer(match, seats, own), now=now)


def _rematch_offer(match: Match, seats: list[Seat], own: Seat) -> Offer:
    """Return the offer of a rematch: the former second player starts."""
    others = [seat.player for seat in seats if seat is not own]
    if len(seats) == 2:
        starter = Challenge.Starter.OPPONENT if own.number == 0 else Challenge.Starter.CHALLENGER
        return Offer(opponent=others[0], starter=starter, rematch_of=match)
    if seats_by_strength(registry.get(match.ruleset)):
        return Offer(players=tuple(others), rematch_of=match)
    order = tuple(seat.player for seat in (*seats[1:], seats[0]))
    return Offer(players=order, starter=Challenge.Starter.AGREED, rematch_of=match)
