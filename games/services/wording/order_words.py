"""Texts about orders and messages with several commands (rule book C-6 … C-8)."""

from __future__ import annotations

from django.utils.translation import gettext as _, ngettext

from games.models import Order
from games.orders.errors import BadOrder


def line_error_sentence(error: BadOrder, reason: str) -> str:
    """Return the sentence about an error in one of several lines."""
    return _("Line %(line)s, “%(order)s”: %(reason)s") % {
        "line": error.line,
        "order": error.order,
        "reason": reason,
    }


def planned_move_sentence(said: str, *, own: bool) -> str:
    """Return the sentence about a planned move; ``said`` is the move, or player and move."""
    if own:
        return _("Your planned reply was played: %(move)s.") % {"move": said}
    return _("%(played)s (planned in advance).") % {"played": said.rstrip(".")}


def order_status_sentence(order: Order, text: str) -> str:
    """Return what became of an order, for its owner; ``text`` is the order in their notation."""
    said = {"order": text}
    if order.state == Order.State.EXECUTED:
        return _("Carried out: %(order)s") % said
    if order.reason == "not_expected":
        return _("Lapsed because something else was played: %(order)s") % said
    if order.reason == "match_over":
        return _("Lapsed because the match is over: %(order)s") % said
    if order.reason == "reopened":
        return _("Lapsed because a referee has reopened the match: %(order)s") % said
    if order.reason == "given_back":
        return _("Lapsed because a move was taken back by agreement: %(order)s") % said
    return _("Lapsed because it was no longer possible: %(order)s") % said


def lapsed_orders_sentence(count: int) -> str:
    """Return how many orders have lapsed, for an e-mail."""
    return ngettext(
        "%(count)d of your orders has lapsed. The match page says why.",
        "%(count)d of your orders have lapsed. The match page says why.",
        count,
    ) % {"count": count}
