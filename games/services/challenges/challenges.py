from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from accounts import circle_queries
from accounts.models import Player
from accounts.naming import one_line
from games.models import Challenge, Match
from games.services.challenges import invitations
from games.services.challenges.places import (
    create_places,
    join_place,
    joined_players,
    leave_place,
    places_of,
)
from games.services.emails.allowance import require_allowance
from games.services.errors import Refused
from games.services.match import live_updates
from games.services.play.matches import start_match
from games.services.play.offers import (
    MAX_OPEN_CHALLENGES,
    Offer,
    check_challenge_limits,
    check_offer,
    is_unconfirmed,
)
from games.services.play.terms import Terms
from games.services.time.timetable import schedule_bot
from games.signals import joining_match
from notifications.services.limits import caused_by

__all__ = ["MAX_OPEN_CHALLENGES", "Offer"]
logger = logging.getLogger(__name__)


@transaction.atomic
def issue_challenge(challenger: Player, terms: Terms, offer: Offer, *, now: datetime) -> Challenge:
    """Issue a challenge: to named players, by secret link (``link_token``) or open in the lobby.

    Refuses ``challenge_yourself``, ``opponent_closed``, ``opponent_is_guest``, ``guest_rated``,
    ``guests_challenge_by_link``, ``too_many_challenges``, ``challenged_too_often``,
    ``emails_enough``, ``greeting_too_long``, ``unknown_starter``, ``order_by_strength``,
    ``named_twice``, ``other_number_named``, ``alone_needs_nobody``.
    """
    check_offer(challenger, terms, offer)
    asked = [player for player in offer.named if player.pk != challenger.pk]
    for player in asked:
        check_challenge_limits(challenger, player, now)
    if any(not player.is_bot for player in asked) and offer.rematch_of is None:
        require_allowance(challenger, [], now=now)
    many = terms.seats > 2
    challenge = Challenge.objects.create(
        challenger=challenger,
        opponent=None if many else next(iter(asked), None),
        seats=terms.seats,
        named=many and bool(asked),
        token=offer.link_token,
        ruleset=terms.ruleset,
        options=dict(terms.options),
        starter=offer.starter,
        rated=terms.rated,
        control=terms.control.to_json(),
        private=terms.private,
        greeting=one_line(offer.greeting),
        created_at=now,
        expires_at=now + offer.lifetime,
        rematch_of=offer.rematch_of,
    )
    if many:
        create_places(challenge, offer.named, now)
    for player in asked:
        with caused_by(challenger):
            invitations.notify_challenged(challenge, player, asked, now=now)
        schedule_bot(player, now)
    return challenge


def lock_open_challenge(challenge_id: int, now: datetime) -> Challenge:
    """Lock a challenge that can still be answered.

    Refuses ``no_such_challenge`` and ``challenge_closed``.
    """
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


def accept_challenge(challenge_id: int, player: Player, *, seed: str, now: datetime) -> Match:
    """Take the last free place and return the started match; ValueError if places are left."""
    match = join_challenge(challenge_id, player, seed=seed, now=now).match
    if match is None:
        raise ValueError("this table still fills; join_challenge() takes a place at it")
    return match


@transaction.atomic
def join_challenge(challenge_id: int, player: Player, *, seed: str, now: datetime) -> Challenge:
    """Take a place; the last one starts the match, as ``challenge.match``.

    Of two players who take the last place at once exactly one gets it; a repeated request gets the
    same answer.
    """
    try:
        challenge = lock_open_challenge(challenge_id, now)
    except Refused as refusal:
        return _find_accepted(challenge_id, player, refusal)
    if challenge.challenger_id == player.pk:
        raise Refused("own_challenge")
    if challenge.opponent_id not in (None, player.pk):
        raise Refused("not_your_challenge")
    if challenge.rated and is_unconfirmed(player):
        raise Refused("guest_rated")
    if challenge.challenger.closed_at is not None:
        raise Refused("opponent_closed")
    _check_joined_players(challenge, player)
    if not challenge.has_places:
        players = [challenge.challenger, player]
        if challenge.starter == Challenge.Starter.OPPONENT:
            players.reverse()
        _start_match(challenge, players, seed, now)
        return challenge
    join_place(challenge, player, now)
    invitations.withdraw_invitation(challenge, player, now=now)
    _publish_update(challenge)
    start_match_if_full(challenge, seed, now)
    return challenge


def _find_accepted(challenge_id: int, player: Player, refusal: Refused) -> Challenge:
    """Return the challenge if the player has already accepted it, else raise ``refusal``."""
    begun = Challenge.objects.filter(pk=challenge_id, match__seats__player=player)
    found = begun.exclude(challenger=player).select_related("match", "challenger").first()
    if found is None:
        raise refusal
    return found


def _check_joined_players(challenge: Challenge, player: Player) -> None:
    """Refuse if the player may not play somebody who has joined: blocks, cases of a referee."""
    others = [challenge.challenger]
    if challenge.has_places:
        others += [each for each in joined_players(challenge) if each.pk != others[0].pk]
    _check_blocks(others, player)
    refusal = Refused("not_accepting", player=others[0].name)
    joining_match.send(Challenge, player=player, others=others, refusal=refusal)


def _check_blocks(others: list[Player], player: Player) -> None:
    """Refuse a match between two players one of whom has blocked the other; challenger first.

    A blocked player sees ``not_accepting``, which does not reveal the block.
    """
    if not circle_queries.has_block_between(player, [each.pk for each in others]):
        return
    blocked = next((each for each in others if circle_queries.has_blocked(player, each)), None)
    if blocked is not None:
        raise Refused("you_blocked", player=blocked.name)
    raise Refused("not_accepting", player=others[0].name)


def start_match_if_full(challenge: Challenge, seed: str, now: datetime) -> bool:
    """Start the match of a locked challenge once it is full; return whether it was."""
    players = joined_players(challenge)
    if len(players) < challenge.seats:
        return False
    _start_match(challenge, players, seed, now)
    return True


def _start_match(challenge: Challenge, players: list[Player], seed: str, now: datetime) -> None:
    """Start the match and close the challenge as accepted."""
    terms = Terms.checked(
        challenge.ruleset,
        challenge.options,
        challenge.control,
        rated=challenge.rated,
        private=challenge.private,
        seats=challenge.seats,
    )
    challenge.match = start_match(
        players,
        terms,
        seed=seed,
        now=now,
        by_lot=challenge.starter == Challenge.Starter.LOTS,
        rematch_of=challenge.rematch_of,
    )
    _close(challenge, Challenge.State.ACCEPTED, now)


@transaction.atomic
def leave_challenge(challenge_id: int, player: Player, *, now: datetime) -> Challenge:
    """Leave a challenge whose match has not started yet."""
    challenge = lock_open_challenge(challenge_id, now)
    if challenge.challenger_id == player.pk:
        raise Refused("own_challenge")
    leave_place(challenge, player)
    _publish_update(challenge)
    return challenge


def _publish_update(challenge: Challenge) -> None:
    """Update the open pages of those who are waiting."""
    waiting = {player.pk for player in joined_players(challenge)} if challenge.has_places else set()
    live_updates.publish_to_players({*waiting, challenge.challenger_id})


def _close(challenge: Challenge, state: str, now: datetime) -> None:
    """Close the challenge and withdraw its unsent e-mails."""
    challenge.state = state
    challenge.closed_at = now
    challenge.save(update_fields=["state", "closed_at", "match", "reason"])
    invitations.withdraw_invitations(challenge, now=now)
    _publish_update(challenge)


def _close_without_match(
    challenge: Challenge, state: str, by: Player | None, now: datetime
) -> None:
    """Close a challenge without a match and notify the others who had joined."""
    waiting = joined_players(challenge) if challenge.has_places else []
    _close(challenge, state, now)
    with caused_by(by):
        for player in (each for each in waiting if each != by):
            invitations.notify_cancelled(challenge, player, by, now=now)


@transaction.atomic
def decline_challenge(
    challenge_id: int, player: Player, *, now: datetime, reason: str = ""
) -> Challenge:
    """Decline a challenge that names the player; challenger and joined players get the reason."""
    if reason and reason not in Challenge.Reason.values:
        raise Refused("unknown_reason", allowed=", ".join(Challenge.Reason.values))
    challenge = lock_open_challenge(challenge_id, now)
    challenge.reason = reason
    if challenge.has_places:
        named = challenge.named and challenge.challenger_id != player.pk
        if not named or all(place.player_id != player.pk for place in places_of(challenge)):
            raise Refused("not_your_challenge")
        _close_without_match(challenge, Challenge.State.DECLINED, player, now)
        return challenge
    if challenge.opponent_id != player.pk:
        raise Refused("not_your_challenge")
    _close(challenge, Challenge.State.DECLINED, now)
    with caused_by(player):
        invitations.notify_declined(challenge, now=now)
    return challenge


@transaction.atomic
def withdraw_challenge(challenge_id: int, player: Player, *, now: datetime) -> Challenge:
    challenge = lock_open_challenge(challenge_id, now)
    if challenge.challenger_id != player.pk:
        raise Refused("not_your_challenge")
    _close_without_match(challenge, Challenge.State.WITHDRAWN, player, now)
    return challenge


def expire_challenges(*, now: datetime) -> int:
    """Close challenges that nobody answered in time; return how many. Idempotent."""
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
    """Expire one challenge; False if it has just been answered."""
    challenge = Challenge.objects.select_for_update().filter(pk=challenge_id).first()
    if challenge is None or not challenge.is_open:
        return False
    _close_without_match(challenge, Challenge.State.EXPIRED, None, now)
    return True
