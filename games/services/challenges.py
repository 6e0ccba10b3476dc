"""Verbs of finding a game: challenge, seek, invite, accept, decline, withdraw, expire, rematch."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from games.models import Challenge, Match, Seat
from games.services import letters
from games.services.errors import Refused
from games.services.matches import start_match
from games.services.terms import Terms
from games.services.timetable import ring_bot

logger = logging.getLogger(__name__)
LIFETIME = timedelta(days=14)
OPEN_LIMIT = 20
NAMED_LIMIT = 5
NAMED_WITHIN = timedelta(days=1)
GREETING_LIMIT = 200


@dataclass(frozen=True)
class Offer:
    """How terms are put forward: to whom, who starts, with what greeting."""

    opponent: Player | None = None
    link_token: str | None = None
    starter: str = Challenge.Starter.LOTS
    greeting: str = ""
    lifetime: timedelta = LIFETIME
    rematch_of: Match | None = None


@transaction.atomic
def issue_challenge(challenger: Player, terms: Terms, offer: Offer, *, now: datetime) -> Challenge:
    """Put a challenge forward: named, by secret link (``link_token``) or open in the lobby.

    Refuses ``challenge_yourself``, ``opponent_closed``, ``opponent_is_guest``, ``guest_rated``,
    ``too_many_challenges``, ``challenged_too_often``, ``greeting_too_long``, ``unknown_starter``.
    """
    _check_offer(challenger, terms, offer)
    _check_patience(challenger, offer.opponent, now)
    challenge = Challenge.objects.create(
        challenger=challenger,
        opponent=offer.opponent,
        token=offer.link_token,
        ruleset=terms.ruleset,
        options=dict(terms.options),
        starter=offer.starter,
        rated=terms.rated,
        control=terms.control.to_json(),
        private=terms.private,
        greeting=" ".join(offer.greeting.split()),
        created_at=now,
        expires_at=now + offer.lifetime,
        rematch_of=offer.rematch_of,
    )
    if offer.opponent is not None:
        letters.tell_challenged(challenge, now=now)
        ring_bot(offer.opponent, now)
    return challenge


def _check_offer(challenger: Player, terms: Terms, offer: Offer) -> None:
    """Refuse what cannot be offered."""
    if offer.starter not in Challenge.Starter.values:
        raise Refused("unknown_starter", allowed=", ".join(Challenge.Starter.values))
    if len(offer.greeting) > GREETING_LIMIT:
        raise Refused("greeting_too_long", limit=GREETING_LIMIT)
    _check_opponent(challenger, offer.opponent)
    if terms.rated and _is_unproven(challenger):
        raise Refused("guest_rated")
    if Challenge.objects.open().filter(challenger=challenger).count() >= OPEN_LIMIT:
        raise Refused("too_many_challenges", limit=OPEN_LIMIT)


def _is_unproven(player: Player) -> bool:
    """Whether nobody knows yet who plays: a guest, or a login whose address is not confirmed."""
    return player.is_guest or (player.user is not None and not player.user.address_confirmed)


def _check_patience(challenger: Player, opponent: Player | None, now: datetime) -> None:
    """Refuse to write to the same person again and again, withdrawn and declined letters counted.

    Those that became a match do not count: whoever plays on wants to be asked.
    """
    if opponent is None or opponent.is_bot:
        return
    lately = Challenge.objects.filter(
        challenger=challenger, opponent=opponent, created_at__gt=now - NAMED_WITHIN, match=None
    )
    if lately.count() >= NAMED_LIMIT:
        raise Refused("challenged_too_often", player=opponent.name, limit=NAMED_LIMIT)


def _check_opponent(challenger: Player, opponent: Player | None) -> None:
    """Refuse an opponent who cannot be asked."""
    if opponent is None:
        return
    if opponent.pk == challenger.pk:
        raise Refused("challenge_yourself")
    if opponent.closed_at is not None:
        raise Refused("opponent_closed")
    if opponent.kind == Player.Kind.GUEST:
        raise Refused("opponent_is_guest")


def _lock_open(challenge_id: int, now: datetime) -> Challenge:
    """Lock a challenge that may still be answered, or refuse."""
    challenge = (
        Challenge.objects.select_for_update(of=("self",))
        .select_related("challenger__user", "opponent__user", "rematch_of")
        .filter(pk=challenge_id)
        .first()
    )
    if challenge is None:
        raise Refused("no_such_challenge")
    if not challenge.is_open:
        raise Refused("challenge_closed", state=challenge.state)
    if challenge.expires_at <= now:
        raise Refused("challenge_closed", state=Challenge.State.EXPIRED)
    return challenge


@transaction.atomic
def accept_challenge(challenge_id: int, player: Player, *, seed: str, now: datetime) -> Match:
    """Accept and start the match; of two who accept the same seek at once exactly one gets it."""
    challenge = _lock_open(challenge_id, now)
    if challenge.challenger_id == player.pk:
        raise Refused("own_challenge")
    if challenge.opponent_id not in (None, player.pk):
        raise Refused("not_your_challenge")
    if challenge.rated and _is_unproven(player):
        raise Refused("guest_rated")
    if challenge.challenger.closed_at is not None:
        raise Refused("opponent_closed")
    players = [challenge.challenger, player]
    if challenge.starter == Challenge.Starter.OPPONENT:
        players.reverse()
    terms = Terms.checked(
        challenge.ruleset,
        challenge.options,
        challenge.control,
        rated=challenge.rated,
        private=challenge.private,
    )
    match = start_match(
        players,
        terms,
        seed=seed,
        now=now,
        by_lot=challenge.starter == Challenge.Starter.LOTS,
        rematch_of=challenge.rematch_of,
    )
    challenge.match = match
    _close(challenge, Challenge.State.ACCEPTED, now)
    return match


def _close(challenge: Challenge, state: str, now: datetime) -> None:
    """Write the end of a challenge and take back a letter that has not left yet."""
    challenge.state = state
    challenge.closed_at = now
    challenge.save(update_fields=["state", "closed_at", "match"])
    letters.withdraw_challenge(challenge, now=now)


@transaction.atomic
def decline_challenge(challenge_id: int, player: Player, *, now: datetime) -> Challenge:
    """Decline a challenge that names the player; the challenger is told."""
    challenge = _lock_open(challenge_id, now)
    if challenge.opponent_id != player.pk:
        raise Refused("not_your_challenge")
    _close(challenge, Challenge.State.DECLINED, now)
    letters.tell_declined(challenge, now=now)
    return challenge


@transaction.atomic
def withdraw_challenge(challenge_id: int, player: Player, *, now: datetime) -> Challenge:
    """Take one's own challenge back."""
    challenge = _lock_open(challenge_id, now)
    if challenge.challenger_id != player.pk:
        raise Refused("not_your_challenge")
    _close(challenge, Challenge.State.WITHDRAWN, now)
    return challenge


def expire_challenges(*, now: datetime) -> int:
    """Close what nobody answered in time; safe to run twice."""
    due = list(Challenge.objects.open().filter(expires_at__lte=now).values_list("pk", flat=True))
    done = 0
    for pk in due:
        try:
            done += _expire(pk, now)
        except Exception:
            logger.exception("challenge stepped aside", extra={"challenge": pk})
    return done


@transaction.atomic
def _expire(challenge_id: int, now: datetime) -> bool:
    """Close one challenge unless somebody has answered it in this moment."""
    challenge = Challenge.objects.select_for_update().filter(pk=challenge_id).first()
    if challenge is None or not challenge.is_open:
        return False
    _close(challenge, Challenge.State.EXPIRED, now)
    return True


@transaction.atomic
def offer_rematch(match_id: int, player: Player, *, now: datetime) -> Challenge:
    """Challenge the same opponent to the same terms with the start swapped; works while he is away.

    Where the opponent has already offered, refuses ``rematch_offered`` and names his challenge.
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
    other = next(seat for seat in seats if seat is not own)
    terms = Terms.checked(
        match.ruleset, match.options, match.control, rated=match.rated, private=match.private
    )
    starter = Challenge.Starter.OPPONENT if own.number == 0 else Challenge.Starter.CHALLENGER
    offer = Offer(opponent=other.player, starter=starter, rematch_of=match)
    return issue_challenge(player, terms, offer, now=now)
