"""Wording of orders and of texts with several commands (rule book C-6 … C-8)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Order
from games.orders.faults import BadOrder


def order_refusals() -> Mapping[str, str]:
    """Return the sentence of every refusal of orders and commands by code."""
    return {
        "orders_too_long": _("Too long: up to %(limit)s characters in %(lines)s lines."),
        "line_too_long": _("This line is too long. The limit is %(limit)s characters."),
        "order_needs_if": _("“then” needs an “if” before it, as in “if a1 then b2”."),
        "order_needs_then": _("“if” needs a “then” after it, as in “if a1 then b2”."),
        "order_needs_move": _("A move is missing after “%(word)s”."),
        "turn_first": _("Your own move “%(text)s” must come first, before orders and messages."),
        "next_needs_turn": _("“next” goes with the move that ends a leg, as in “b2 next a1”."),
        "next_needs_leg_end": _(
            "“next %(text)s” begins the next leg, but after %(move)s no new leg begins with you."
        ),
        "order_your_turn": _("It is your turn there. Play your move first."),
        "order_match_ends": _("%(move)s ends the match, so there is nothing left to answer."),
        "order_others_first": _(
            "After %(move)s it is not yet your turn. Write what the others play, one after the "
            "other, before “then”."
        ),
        "order_unfinished": _(
            "After %(move)s it is still your turn. Write the whole turn after “then”."
        ),
        "order_lot": _("There is a random draw before that, so nobody can know what follows."),
        "order_hidden": _("You cannot plan ahead while some information is hidden."),
        "order_twice": _("Another line already answers the same: “%(order)s”."),
        "only_orders": _("Only orders can be saved here, and “%(text)s” is not one."),
        "no_orders_here": _("In a game of chance nobody can foresee another player’s move."),
        "no_draft_here": _("There is no draft in this game."),
        "no_standing_here": _("This game has no dice, so it has no standing orders."),
        "no_choice": _("Choose what to do with at least one roll."),
        "too_many_orders": _("At most %(limit)s orders can wait in one match."),
        "no_ply": _("The form did not say which position it answers. Choose your move again."),
        "nothing_written": _("Write a move or a command first."),
        "no_such_order": _("There is no such order."),
        "order_closed": _(
            "This order is no longer waiting. It has been carried out or has lapsed."
        ),
    }


def line_sentence(error: BadOrder, reason: str) -> str:
    """Return what is wrong with one line of several."""
    return _("Line %(line)s, “%(order)s”: %(reason)s") % {
        "line": error.line,
        "order": error.order,
        "reason": reason,
    }


def order_sentence(player: str, move: str) -> str:
    """Return what was played by order: of the player named, or of whoever reads."""
    if not player:
        return _("Your planned reply was played: %(move)s.") % {"move": move}
    return _("%(player)s played %(move)s (planned in advance).") % {"player": player, "move": move}


def order_fate(order: Order, text: str) -> str:
    """Return what became of an order, for its owner; ``text`` is it in their notation."""
    said = {"order": text}
    if order.state == Order.State.EXECUTED:
        return _("Carried out: %(order)s") % said
    if order.reason == "not_expected":
        return _("Lapsed because something else was played: %(order)s") % said
    if order.reason == "match_over":
        return _("Lapsed because the match is over: %(order)s") % said
    if order.reason == "reopened":
        return _("Lapsed because a referee has reopened the match: %(order)s") % said
    return _("Lapsed because it was no longer possible: %(order)s") % said


def lapsed_sentence(count: int) -> str:
    """Return how many orders have lapsed, for an e-mail."""
    return ngettext(
        "%(count)d of your orders has lapsed. The match page says why.",
        "%(count)d of your orders have lapsed. The match page says why.",
        count,
    ) % {"count": count}
