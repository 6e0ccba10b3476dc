"""Moves that the server plays at once: orders, draft lists, forced moves (C-5, C-7).

Conditional orders come first, then standing orders and draft lists, then sole moves. A conditional
order is a turn of its owner that took no time; the others are plies of the turn before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Order, Ply, Seat
from games.orders.automatic import draft_pick, sole_move
from games.orders.turns import TurnReader
from games.rules.base import CHANCE, AnyMove, RulesError
from games.services.match.ledgers import charge_clock, play_automatic_plies, play_ply
from games.services.match.loaded import LoadedMatch
from games.services.play import orders

MAX_MOVES = 300
MAX_STANDING_MOVES = (
    3000  # rolls: more than a match has, since a line for a roll costs next to nothing
)


def play_automatic_moves(loaded: LoadedMatch, lines: list[Ply], now: datetime) -> None:
    """Play on until somebody has a choice; append the plies to ``lines``.

    Bounded, so that two long lists of orders cannot keep the match locked.
    """
    waiting = loaded.waiting = _open_orders(loaded)
    if waiting:
        orders.lapse_deviated_orders(waiting, lines, loaded, now)
    _update_has_orders(loaded, lines, waiting)
    most = MAX_STANDING_MOVES if any(order.is_standing for order in waiting) else MAX_MOVES
    for _turn in range(most):
        seat = _sole_awaited_seat(loaded)
        if seat is None:
            return
        fresh = (
            _play_order(loaded, seat, waiting, now)
            or _play_standing_order(loaded, seat, waiting, now)
            or _play_draft_list(loaded, seat, waiting, now)
            or _play_sole_move(loaded, seat, now)
        )
        if not fresh:
            return
        fresh += play_automatic_plies(loaded, now)
        lines += fresh
        if waiting:
            orders.lapse_deviated_orders(waiting, fresh, loaded, now)


def _update_has_orders(loaded: LoadedMatch, lines: Sequence[Ply], waiting: Sequence[Order]) -> None:
    """Forget earlier orders of a seat that has moved and has none waiting."""
    if lines and lines[0].seat != CHANCE:
        seat = loaded.seats[lines[0].seat]
        seat.has_orders = any(order.seat == seat.number for order in waiting)


def _open_orders(loaded: LoadedMatch) -> list[Order]:
    """Return the open orders of all seats; no query if no seat has any."""
    if not any(seat.has_orders for seat in loaded.seats):
        return []
    return list(Order.objects.open().filter(match=loaded.match))


def _sole_awaited_seat(loaded: LoadedMatch) -> Seat | None:
    """Return the single awaited seat, if the server may play for it.

    None if a draw is offered to it, or if somebody else plays for it.
    """
    awaited = loaded.rules.awaited(loaded.state)
    if len(awaited) != 1 or CHANCE in awaited:
        return None
    seat = loaded.seats[next(iter(awaited))]
    offered = any(other.tie_offered_at_ply is not None for other in loaded.others(seat))
    return None if offered or seat.is_absent else seat


def _play_order(loaded: LoadedMatch, seat: Seat, waiting: list[Order], now: datetime) -> list[Ply]:
    """Play the order waiting here, if any; one that is no longer legal lapses."""
    here = loaded.match.ply_count
    order = next(
        (
            o
            for o in waiting
            if o.seat == seat.number and o.is_conditional and o.executes_at_ply == here
        ),
        None,
    )
    if order is None:
        return []
    waiting.remove(order)
    try:
        turns = TurnReader(loaded.rules).replay(loaded.state, seat.number, order.answer)
    except RulesError as error:
        orders.close_orders([order], Order.State.LAPSED, loaded, now, error.code[:40])
        return []
    lines: list[Ply] = []
    for steps in turns:
        moves = [step.move for step in steps]
        lines += play_instant_turn(loaded, seat, moves, now, Ply.Source.ORDER)
    orders.close_orders([order], Order.State.EXECUTED, loaded, now)
    seat.moved = True
    loaded.answered.add(seat.number)
    return lines


def play_instant_turn(
    loaded: LoadedMatch, seat: Seat, moves: Sequence[AnyMove], now: datetime, source: str
) -> list[Ply]:
    """Play a turn that took no time, and charge its clock accordingly."""
    loaded.match.turn += 1
    seat.awaited_since = now
    charge_clock(loaded, seat, now)
    seat.awaited_since = None
    return [play_ply(loaded, seat.number, move, now, source) for move in moves]


def _play_standing_order(
    loaded: LoadedMatch, seat: Seat, waiting: list[Order], now: datetime
) -> list[Ply]:
    """Play a roll by the seat's standing order; others are left to the player (6.8).

    Part of the turn before, so that long runs of rolls need no clock charges.
    """
    order = orders.standing_order_of(seat, waiting) if waiting else None
    move = None if order is None else loaded.rules.ordered(loaded.state, order.words_for)
    if move is None:
        return []
    seat.moved = True
    return [play_ply(loaded, seat.number, move, now, Ply.Source.ORDER)]


def _play_draft_list(
    loaded: LoadedMatch, seat: Seat, waiting: list[Order], now: datetime
) -> list[Ply]:
    """Pick by the seat's draft list, of this match or of its player."""
    if not loaded.rules.drafts:
        return []
    draft = orders.active_draft_list(
        seat, [order for order in waiting if order.seat == seat.number]
    )
    found = draft_pick(loaded.rules, loaded.state, draft) if draft else None
    return [] if found is None else [play_ply(loaded, *found, now, Ply.Source.ORDER)]


def _play_sole_move(loaded: LoadedMatch, seat: Seat, now: datetime) -> list[Ply]:
    """Play a seat's only legal move, unless its player prefers to play it manually."""
    preference = getattr(seat.player, "play_preference", None)
    if preference is not None and not preference.auto_move:
        return []
    found = sole_move(loaded.rules, loaded.state)
    return [] if found is None else [play_ply(loaded, *found, now, Ply.Source.SERVER)]
