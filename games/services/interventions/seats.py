from __future__ import annotations

from collections.abc import Mapping

from accounts.models import Player
from games import match_queries
from games.models import Seat, SeatChange
from games.rules.base import JSON
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.interventions.base import Change
from games.services.match.ledgers import charge_unfinished_turn
from games.services.play import substitutes


def replace_player(change: Change, number: int, substitute: Player, unfit: set[int]) -> Player:
    """Seat a substitute and return the former player; the result counts for the first player.

    The former player's orders lapse, their waiting e-mails are withdrawn, and the turn restarts
    with the time left. ``unfit`` are the keys of players who may not take the seat. Refuses
    ``match_over``, ``seat_was_left``, ``unfit_substitute``.
    """
    loaded, seat = change.loaded, change.loaded.seats[number]
    loaded.require_running()
    if seat.left_by:
        raise Refused("seat_was_left", player=seat.player.name)
    require_fit(substitute, match_queries.ever_seated_ids(loaded.match) | unfit)
    old = seat.player
    change.effects["seat"] = {"number": number, "player": old.pk, "original": seat.original_id}
    seat.original_id = seat.rated_player_id
    _seat_player(change, seat, substitute, SeatChange.Why.REPLACED)
    return old


def reinstate_player(change: Change, was: Mapping[str, JSON]) -> None:
    """Give the seat back to its former player; refuses ``match_over``, ``opponent_closed``."""
    change.loaded.require_running()
    seat = change.loaded.seats[was["seat"]["number"]]
    old = Player.objects.select_related("user").get(pk=was["seat"]["player"])
    if old.closed_at is not None:
        raise Refused("opponent_closed")
    seat.original_id = was["seat"]["original"]
    _seat_player(change, seat, old, SeatChange.Why.REINSTATED)


def require_fit(substitute: Player, unfit: set[int]) -> None:
    """Refuse bots, guests, closed accounts and players in ``unfit``."""
    person = substitute.kind == Player.Kind.PERSON and substitute.closed_at is None
    if not person or substitute.pk in unfit:
        raise Refused("unfit_substitute", player=substitute.name)


def _seat_player(change: Change, seat: Seat, player: Player, why: SeatChange.Why) -> None:
    """Change the player of a seat, charge its running turn, and notify the new player."""
    loaded, now = change.loaded, change.now
    charge_unfinished_turn(loaded, seat, now)
    substitutes.seat_player(loaded, seat, player, why, now)
    if seat.awaited:
        match_emails.notify_turn(loaded, seat, now=now)
