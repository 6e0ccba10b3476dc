"""Changes of a seat's player: substitutes, replacements, and players who return.

Each change is recorded as a ``SeatChange`` and raises the seat's generation, which invalidates the
links of the former player. Orders, notes and earlier partner chat are not passed on.
"""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games import seat_queries
from games.models import Seat, SeatChange
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.match import email_keys
from games.services.match.ledgers import charge_unfinished_turn
from games.services.match.loaded import LoadedMatch, begin_turn, save_match
from games.services.play import orders
from games.signals import joining_match
from notifications.services import outbox

Why = SeatChange.Why


def require_fit(seat: Seat, player: Player, now: datetime) -> None:
    """Refuse players who cannot take over the seat."""
    found = seat_queries.substitute_problem(seat, player, now)
    if found is not None:
        raise Refused(found.code, **found.params)
    others = [each.player for each in seat.match.seats.select_related("player")]
    refusal = Refused("seat_taken")
    joining_match.send(Seat, player=player, others=others, refusal=refusal)


def seat_player(
    loaded: LoadedMatch, seat: Seat, player: Player, why: SeatChange.Why, now: datetime
) -> None:
    """Change the player of a seat and restart its turn; the caller sets ``original``.

    Waiting e-mails of the former player are withdrawn. A returning player gets their own notes
    back.
    """
    old = seat.player
    seat.generation += 1
    _record_change(loaded, seat, player, why, now)
    orders.lapse_seat_orders(loaded, seat, now)
    outbox.withdraw_thread(
        loaded.match.thread, email_keys.KINDS_WITHDRAWN_AT_END, now=now, player=old
    )
    email_keys.withdraw_own_tie_offer(loaded, seat, now=now)
    email_keys.withdraw_own_take_back(loaded, seat, now=now)
    seat.player, seat.seen_ply, seat.seen_at = player, 0, None
    seat.cared_since, seat.offered_until, seat.skips = None, None, 0
    seat.save(update_fields=["player", "original", "notes", "talk_from", "seen_ply", "seen_at"])
    restart_turn(loaded, seat, now)


def _record_change(
    loaded: LoadedMatch, seat: Seat, player: Player, why: SeatChange.Why, now: datetime
) -> None:
    """Record the change with the former player's notes, and restore those of the new player."""
    before = seat_queries.leaving_change(seat, player)
    SeatChange.objects.create(
        match=loaded.match,
        number=seat.number,
        generation=seat.generation,
        before=seat.player,
        after=player,
        why=why,
        ply=loaded.match.ply_count,
        at=now,
        talk_from=seat.talk_from,
        notes=seat.notes,
    )
    seat.notes = before.notes if before else ""
    seat.talk_from = before.talk_from if before else seat_queries.last_chat_line_id(loaded.match)


def restart_turn(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Begin a new turn for an awaited seat that changes hands."""
    loaded.match.turn += 1
    if seat.awaited:
        begin_turn(loaded, seat, now)
    save_match(loaded)


def return_seat_to_owner(
    loaded: LoadedMatch, seat: Seat, why: SeatChange.Why, now: datetime
) -> bool:
    """Give a substitute's seat back to its owner; False if no substitute has it."""
    owner = seat_queries.owner_of(seat)
    if owner is None:
        return False
    charge_unfinished_turn(loaded, seat, now)
    substitute = seat.player
    if seat.original_id == owner.pk:
        seat.original = None
    seat_player(loaded, seat, owner, why, now)
    notify_seat_change(loaded, seat, why, substitute, now=now)
    return True


def notify_seat_change(
    loaded: LoadedMatch, seat: Seat, why: SeatChange.Why, other: Player, *, now: datetime
) -> None:
    """Notify everybody of a change; ``other`` is the player who does not have the seat now."""
    for each in loaded.others(seat):
        match_emails.notify_seat_change(loaded, seat, why, other, reader=each.player, now=now)
    for player in (seat.player, other):
        match_emails.notify_seat_change(loaded, seat, why, other, reader=player, now=now)
