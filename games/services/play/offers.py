"""Offers of matches, and the checks of who may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from accounts import circle_queries
from accounts.models import Player
from accounts.naming import has_controls, one_line
from games.models import Challenge, Match
from games.rules import registry
from games.rules.multiplayer import seats_by_strength
from games.services.errors import Refused
from games.services.play.terms import Terms
from games.signals import joining_match

LIFETIME = timedelta(days=14)
MAX_OPEN_CHALLENGES = 20
MAX_CHALLENGES_TO_PLAYER = 5
CHALLENGE_WINDOW = timedelta(days=1)
MAX_GREETING_LENGTH = 200
STARTERS = ("lots", "challenger", "opponent")


@dataclass(frozen=True)
class Offer:
    """An offer: terms, recipients, starter and greeting.

    ``players`` are those asked to a match of three or four; in an agreed order all of them,
    including the challenger.
    """

    opponent: Player | None = None
    players: tuple[Player, ...] = ()
    link_token: str | None = None
    starter: str = Challenge.Starter.LOTS
    greeting: str = ""
    lifetime: timedelta = LIFETIME
    rematch_of: Match | None = None

    @property
    def named(self) -> tuple[Player, ...]:
        """All players who are asked by name."""
        return self.players or (() if self.opponent is None else (self.opponent,))


def check_offer(challenger: Player, terms: Terms, offer: Offer) -> None:
    if offer.starter not in Challenge.Starter.values:
        raise Refused("unknown_starter", allowed=", ".join(STARTERS))
    if seats_by_strength(registry.get(terms.ruleset)) and offer.starter != Challenge.Starter.LOTS:
        raise Refused("order_by_strength")
    if has_controls(one_line(offer.greeting)):
        raise Refused("control_characters")
    if len(offer.greeting) > MAX_GREETING_LENGTH:
        raise Refused("greeting_too_long", limit=MAX_GREETING_LENGTH)
    _check_names(challenger, terms, offer)
    if terms.rated and is_unconfirmed(challenger):
        raise Refused("guest_rated")
    if Challenge.objects.open().filter(challenger=challenger).count() >= MAX_OPEN_CHALLENGES:
        raise Refused("too_many_challenges", limit=MAX_OPEN_CHALLENGES)


def _check_names(challenger: Player, terms: Terms, offer: Offer) -> None:
    """Refuse a wrong number of named players, and players who cannot be asked."""
    if terms.seats == 1:
        raise Refused("alone_needs_nobody")
    everybody = offer.starter == Challenge.Starter.AGREED
    asked = [each for each in offer.named if not (everybody and each.pk == challenger.pk)]
    for player in asked:
        check_opponent(challenger, player, again=offer.rematch_of is not None)
    if len({player.pk for player in asked}) < len(asked):
        raise Refused("named_twice")
    if asked and len(asked) != terms.seats - 1:
        raise Refused("other_number_named", needed=terms.seats - 1, given=len(asked))


def is_unconfirmed(player: Player) -> bool:
    """Whether the player is a guest or has not confirmed their e-mail address."""
    return player.is_guest or (player.user is not None and not player.user.address_confirmed)


def check_challenge_limits(challenger: Player, opponent: Player, now: datetime) -> None:
    """Refuse if the challenger has sent the opponent too many challenges lately.

    Withdrawn and declined ones count; those that became a match do not.
    """
    if opponent.is_bot:
        return
    lately = Challenge.objects.filter(
        Q(opponent=opponent) | Q(named=True, places__player=opponent),
        challenger=challenger,
        created_at__gt=now - CHALLENGE_WINDOW,
        match=None,
    )
    if lately.count() >= MAX_CHALLENGES_TO_PLAYER:
        raise Refused("challenged_too_often", player=opponent.name, limit=MAX_CHALLENGES_TO_PLAYER)


def check_opponent(challenger: Player, opponent: Player, *, again: bool = False) -> None:
    """Refuse an opponent who cannot be asked; ``again`` lets guests ask members to a rematch."""
    if opponent.pk == challenger.pk:
        raise Refused("challenge_yourself")
    if opponent.closed_at is not None:
        raise Refused("opponent_closed")
    if opponent.kind == Player.Kind.GUEST:
        raise Refused("opponent_is_guest")
    if challenger.is_guest and not opponent.is_bot and not again:
        raise Refused("guests_challenge_by_link")
    if not opponent.is_bot:
        _check_blocks(challenger, opponent)
        refusal = Refused("not_accepting", player=opponent.name)
        joining_match.send(Challenge, player=challenger, others=[opponent], refusal=refusal)


def _check_blocks(challenger: Player, opponent: Player) -> None:
    """Refuse an opponent blocked by the challenger, or whose settings refuse the challenger."""
    if circle_queries.has_blocked(challenger, opponent):
        raise Refused("you_blocked", player=opponent.name)
    if not circle_queries.may_challenge(challenger, opponent):
        raise Refused("not_accepting", player=opponent.name)
