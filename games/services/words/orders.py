"""What the house says about orders and about texts of several commands (rule book C-6 … C-8)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.orders.faults import BadOrder


def order_refusals() -> Mapping[str, str]:
    """Return the sentence of every refusal of orders and commands by code."""
    return {
        "orders_too_long": _(
            "That is too much at once: at most %(limit)s signs in %(lines)s lines."
        ),
        "line_too_long": _("This line is too long; at most %(limit)s signs fit."),
        "order_needs_if": _("“then” needs an “if” before it, as in “if a1 then b2”."),
        "order_needs_then": _("“if” needs a “then” after it, as in “if a1 then b2”."),
        "order_needs_move": _("A move is missing after “%(word)s”."),
        "turn_first": _("Your own move “%(text)s” must come first; orders and talk follow it."),
        "next_needs_turn": _("“next” goes with the move that ends a leg, as in “b2 next a1”."),
        "next_needs_leg_end": _(
            "“next %(text)s” begins the next leg, but after %(move)s no new leg begins with you."
        ),
        "words_left": _("“%(text)s” makes no sense after “%(command)s”."),
        "turn_over": _("Your turn ends with %(move)s; “%(text)s” cannot follow it."),
        "order_your_turn": _("It is your turn there; play first, orders follow."),
        "order_match_ends": _("%(move)s ends the match; there is nothing left to answer."),
        "order_others_first": _(
            "After %(move)s it is not yet your turn. Write what the others play, one after the "
            "other, before “then”."
        ),
        "order_lot": _("A lot falls before that; nobody can know what follows."),
        "order_hidden": _("Nothing can be ordered while not everything is open."),
    }


def line_sentence(error: BadOrder, reason: str) -> str:
    """Return what is wrong with one line of several."""
    return _("Line %(line)s, “%(order)s”: %(reason)s") % {
        "line": error.line,
        "order": error.order,
        "reason": reason,
    }
