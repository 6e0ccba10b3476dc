"""Draws by agreement."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Match, Seat
from games.rules.multiplayer import can_agree_on_tie
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.match import email_keys
from games.services.match.ledgers import charge_unfinished_turns
from games.services.match.loaded import LoadedMatch, lock_match, save_match
from games.services.play import results, turns
from games.services.play.flags import settle_flags_before
from games.services.play.play import require_current_position
from notifications.services.limits import caused_by


@settle_flags_before
@transaction.atomic
def offer_tie(match_id: int, player: Player, *, now: datetime, seen: int | None = None) -> Match:
    """Offer a draw, or accept the one offered; an offer lapses when the opponent moves.

    With ``seen``, the number of plies on the player's page, refuses ``stale`` on a later position,
    and ``tie_offered_since`` if an offer has been made since.
    """
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    loaded.require_running()
    if not can_agree_on_tie(loaded.rules, len(loaded.seats)):
        raise Refused("no_tie_by_agreement")
    if loaded.is_untouched:
        raise Refused("tie_before_first_move")
    offered = [each.tie_offered_at_ply or 0 for each in loaded.others(seat)]
    if seen is not None:
        if seen < max(offered):
            raise Refused("tie_offered_since")
        require_current_position(loaded, seat.number, seen)
    return _offer_or_agree(loaded, seat, now)


@settle_flags_before
@transaction.atomic
def accept_tie(match_id: int, player: Player, question: int, *, now: datetime) -> Match:
    """Accept the draw that the opponent has offered under this number.

    Accepting twice gives the same result.
    """
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    offered = any(email_keys.offers_tie(each, question) for each in loaded.others(seat))
    if offered and loaded.match.ending == "tie_agreed":
        return loaded.match
    loaded.require_running()
    if not offered:
        raise Refused("no_tie_offered")
    return _offer_or_agree(loaded, seat, now)


def _offer_or_agree(loaded: LoadedMatch, seat: Seat, now: datetime) -> Match:
    email_keys.withdraw_own_take_back(loaded, seat, now=now)
    if seat.tie_offered_at_ply is None:
        email_keys.assign_question_number(loaded, seat)
    seat.tie_offered_at_ply = loaded.match.ply_count
    if all(each.tie_offered_at_ply is not None for each in loaded.seats):
        charge_unfinished_turns(loaded, now)
        results.finish_match(
            loaded,
            ranks=[1] * len(loaded.seats),
            points=loaded.points(),
            ending="tie_agreed",
            now=now,
        )
        return loaded.match
    save_match(loaded)
    with caused_by(seat.player):
        for other in loaded.others(seat):
            match_emails.notify_tie_offered(loaded, other, seat, now=now)
    return loaded.match


@settle_flags_before
@transaction.atomic
def decline_tie(
    match_id: int, player: Player, question: int | None = None, *, now: datetime
) -> Match:
    """Decline the draw that is offered; with a number refuse if there is a newer offer."""
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    loaded.require_running()
    open_offers = [
        other.question for other in loaded.others(seat) if other.tie_offered_at_ply is not None
    ]
    if not open_offers:
        raise Refused("no_tie_offered")
    if question is not None and (question not in open_offers or question < max(open_offers)):
        raise Refused("not_asked_any_more")
    turns.decline_tie_offers(loaded, seat, now)
    save_match(loaded)
    return loaded.match
