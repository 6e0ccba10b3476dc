"""Saves, replaces, withdraws and expires orders; ``answers`` plays them (C-7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Order, Ply, Seat
from games.orders.drafts import parse_preference
from games.orders.errors import BadOrder
from games.orders.grammar import MAX_LINE_LENGTH, Command
from games.orders.standing import StandingOrder, parse_standing
from games.orders.turns import PreparedOrder, TurnReader
from games.rules.base import IllegalMove, MalformedMove
from games.services.errors import Refused
from games.services.match import public_ids
from games.services.match.loaded import LoadedMatch, lock_match

MAX_ORDERS = 60
MAX_PATH_LENGTH = 80
OFF = "off"
DEFAULT_DRAFT = "RYG"


@dataclass
class SavedOrders:
    """The result of saving orders: new ones, ones that existed already, ones replaced."""

    new: list[Order] = field(default_factory=list)
    known: list[Order] = field(default_factory=list)
    replaced: list[Order] = field(default_factory=list)


def orders_of(match_id: int, seat: int) -> list[Order]:
    """Return the open orders of a seat, oldest first."""
    return list(Order.objects.open().filter(match_id=match_id, seat=seat))


def save_chains(
    loaded: LoadedMatch,
    seat: Seat,
    commands: Sequence[Command],
    now: datetime,
    language: str | None,
) -> SavedOrders:
    """Save the conditional orders of a seat for the current position, all or none.

    The caller has locked the match and saves it. Refuses ``no_orders_here`` in games of chance and
    ``too_many_orders``; raises BadOrder with the line at fault.
    """
    kept = SavedOrders()
    waiting = orders_of(loaded.match.pk, seat.number)
    for link in _parse_chains(loaded, seat, commands, language):
        _save_link(loaded, seat, link, waiting, kept, now)
    return _save(loaded, seat, waiting, kept, now)


def save_draft_list(
    loaded: LoadedMatch, seat: Seat, command: Command, now: datetime
) -> SavedOrders:
    """Replace the seat's draft list; "off" turns automatic picks off."""
    if not loaded.rules.drafts:
        raise BadOrder(IllegalMove("no_draft_here"), command.line, command.verb)
    try:
        text = f"auto-draft {parse_draft_list(seat, command.text)}"
    except MalformedMove as error:
        raise BadOrder(error, command.line, f"{command.verb} {command.text}") from None
    kept = SavedOrders()
    waiting = orders_of(loaded.match.pk, seat.number)
    earlier = [order for order in waiting if order.is_draft]
    if [order.text for order in earlier] == [text]:
        kept.known += earlier
        return kept
    kept.replaced += earlier
    kept.new.append(_build_order(loaded, seat, Order.Kind.DRAFT, text, now))
    return _save(loaded, seat, waiting, kept, now)


def save_standing_order(
    loaded: LoadedMatch, seat: Seat, command: Command, now: datetime
) -> SavedOrders:
    """Replace the seat's standing order for dice (6.8)."""
    if not loaded.rules.takes_standing_orders:
        raise BadOrder(IllegalMove("no_standing_here"), command.line, command.text)
    kept = SavedOrders()
    waiting = orders_of(loaded.match.pk, seat.number)
    earlier = [order for order in waiting if order.is_standing]
    if [order.text for order in earlier] == [command.text]:
        kept.known += earlier
        return kept
    kept.replaced += earlier
    kept.new.append(_build_order(loaded, seat, Order.Kind.STANDING, command.text, now))
    return _save(loaded, seat, waiting, kept, now)


def standing_order_of(seat: Seat, waiting: Sequence[Order]) -> StandingOrder | None:
    """Return the standing order of a seat among the waiting orders, if any."""
    own = [order for order in waiting if order.is_standing and order.seat == seat.number]
    return parse_standing(own[-1].text) if own else None


def _save(
    loaded: LoadedMatch, seat: Seat, waiting: list[Order], saved_orders: SavedOrders, now: datetime
) -> SavedOrders:
    """Save the new orders and close those they replace."""
    if len(waiting) + len(saved_orders.new) > MAX_ORDERS:
        raise Refused("too_many_orders", limit=MAX_ORDERS)
    Order.objects.bulk_create(saved_orders.new)
    close_orders(saved_orders.replaced, Order.State.REPLACED, loaded, now)
    seat.has_orders = seat.has_orders or bool(saved_orders.new)
    return saved_orders


def _parse_chains(
    loaded: LoadedMatch, seat: Seat, commands: Sequence[Command], language: str | None
) -> list[PreparedOrder]:
    """Read all chains from the current position; BadOrder if two answer the same differently."""
    if loaded.rules.draws_lots:
        raise Refused("no_orders_here")
    reader = TurnReader(loaded.rules, language)
    found: dict[tuple[str, ...], PreparedOrder] = {}
    for command in commands:
        links, _end = reader.chain(loaded.state, seat.number, command)
        for link in links:
            same = found.setdefault(link.expects, link)
            if same.answer != link.answer:
                error = IllegalMove("order_twice", order=same.text)
                raise BadOrder(error, command.line, command.text)
            if len(link.text) > MAX_LINE_LENGTH or len(link.expects) > MAX_PATH_LENGTH:
                error = IllegalMove("line_too_long", limit=MAX_LINE_LENGTH)
                raise BadOrder(error, command.line, command.text)
    return list(found.values())


def remaining_path(order: Order, at: int) -> list[str]:
    """Return the part of an order's path that comes after ``at`` plies."""
    return list(order.expects[max(0, at - order.after) :])


def _save_link(
    loaded: LoadedMatch,
    seat: Seat,
    link: PreparedOrder,
    waiting: list[Order],
    saved_orders: SavedOrders,
    now: datetime,
) -> None:
    """Add one order; it replaces one with another answer, and all that followed from that."""
    at, expects, answer = loaded.match.ply_count, list(link.expects), list(link.answer)
    same = next((o for o in waiting if o.is_conditional and remaining_path(o, at) == expects), None)
    if same is not None and same.answer == answer:
        saved_orders.known.append(same)
        return
    if same is not None:
        gone = [same, *_following_orders(same, waiting, at)]
        saved_orders.replaced += gone
        waiting[:] = [order for order in waiting if order not in gone]
    order = _build_order(loaded, seat, Order.Kind.CONDITIONAL, link.text, now)
    order.expects, order.answer = expects, answer
    saved_orders.new.append(order)


def _build_order(loaded: LoadedMatch, seat: Seat, kind: str, text: str, now: datetime) -> Order:
    """Return a new order, not saved yet, that waits from here on."""
    return Order(
        match=loaded.match,
        seat=seat.number,
        kind=kind,
        text=text,
        after=loaded.match.ply_count,
        created_at=now,
    )


def _following_orders(order: Order, among: Iterable[Order], at: int) -> list[Order]:
    """Return the orders that follow from this one's answer."""
    path = [*remaining_path(order, at), *order.answer]
    return [
        other
        for other in among
        if other.is_conditional
        and other is not order
        and remaining_path(other, at)[: len(path)] == path
    ]


def parse_draft_list(seat: Seat, text: str) -> str:
    """Parse a list of colours; an empty text stands for the player's own list or the default."""
    if text.lower() == OFF:
        return OFF
    own = getattr(getattr(seat.player, "play_preference", None), "auto_draft", "")
    return parse_preference(text or own or DEFAULT_DRAFT)


def active_draft_list(seat: Seat, waiting: Sequence[Order]) -> str:
    """Return the list by which a seat picks: that of this match, else its player's; "" for none."""
    own = [order for order in waiting if order.is_draft]
    preferred: str = getattr(getattr(seat.player, "play_preference", None), "auto_draft", "")
    choice = own[-1].text.rpartition(" ")[2] if own else preferred
    return "" if choice == OFF else choice


@transaction.atomic
def withdraw_order(match_id: int, player: Player, order_id: int, *, now: datetime) -> list[Order]:
    """Withdraw an order and all that follow from it, unless it has been played.

    ``order_id`` is its public number (``public_ids``). Refuses ``no_such_order``, also for orders
    of others, and ``order_closed``.
    """
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    order_id = public_ids.row_id(order_id, "order")
    row = Order.objects.filter(pk=order_id, match=loaded.match, seat=seat.number).first()
    if row is None:
        raise Refused("no_such_order")
    if row.state != Order.State.OPEN:
        raise Refused("order_closed", state=row.state)
    waiting = orders_of(match_id, seat.number)
    order = next(each for each in waiting if each.pk == order_id)
    gone = [order]
    if order.is_conditional:
        gone += _following_orders(order, waiting, loaded.match.ply_count)
    close_orders(gone, Order.State.WITHDRAWN, loaded, now)
    return gone


@transaction.atomic
def withdraw_orders(match_id: int, player: Player, *, now: datetime) -> list[Order]:
    """Withdraw all waiting orders of the player in a match."""
    loaded = lock_match(match_id)
    gone = orders_of(match_id, loaded.seat_of(player).number)
    close_orders(gone, Order.State.WITHDRAWN, loaded, now)
    return gone


def close_orders(
    orders: Sequence[Order], state: str, loaded: LoadedMatch, now: datetime, reason: str = ""
) -> None:
    """Close orders with a state and reason; their owners see these on the page and in an e-mail."""
    for order in orders:
        order.state, order.reason = state, reason
        order.closed_at, order.closed_ply = now, loaded.match.ply_count
    if orders:
        Order.objects.bulk_update(orders, ["state", "reason", "closed_at", "closed_ply"])


def lapse_orders(loaded: LoadedMatch, now: datetime, reason: str = "match_over") -> None:
    """Expire all waiting orders of a match that is over or continues elsewhere."""
    if any(seat.has_orders for seat in loaded.seats):
        waiting = list(Order.objects.open().filter(match=loaded.match))
        close_orders(waiting, Order.State.LAPSED, loaded, now, reason)


def lapse_seat_orders(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Expire the orders of a seat whose player leaves it."""
    if seat.has_orders:
        waiting = orders_of(loaded.match.pk, seat.number)
        close_orders(waiting, Order.State.LAPSED, loaded, now, "left")
        seat.has_orders = False


def lapse_deviated_orders(
    waiting: list[Order], lines: Sequence[Ply], loaded: LoadedMatch, now: datetime
) -> None:
    """Expire orders whose path the new plies have left; removes them from ``waiting``."""
    gone = [order for order in waiting if order.is_conditional and _deviates(order, lines)]
    close_orders(gone, Order.State.LAPSED, loaded, now, "not_expected")
    waiting[:] = [order for order in waiting if order not in gone]


def _deviates(order: Order, lines: Sequence[Ply]) -> bool:
    """Whether a ply differs from what the order expects at its place."""
    for ply in lines:
        place = ply.number - order.after - 1
        if place >= 0 and order.expects[place : place + 1] != [ply.text]:
            return True
    return False
