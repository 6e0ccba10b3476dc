"""Saving and withdrawing orders from the match page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.numbers import parse_number
from accounts.queries import PageRequest
from games.orders.standing import parse_standing
from games.rules.base import RulesError
from games.services.errors import Refused
from games.services.match.loaded import LoadedMatch
from games.services.play import commands, orders
from games.services.wording.standing_words import standing_words
from games.web.errors import describe_refusal, show_refusals
from games.web.match.match import SeeOther, load_match_view, render_match
from games.web.match.order_lines import remaining_order_text
from games.web.match.order_view import OrderView
from games.web.match.standing import standing_order_text

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Order

MAX_TEXT_LENGTH = 4000


@never_cache
@require_POST
@show_refusals
def orders_page(request: PageRequest, pk: int) -> HttpResponse:
    """Save the orders sent, or withdraw one (``order``) or all (``action=withdraw``)."""
    view = load_match_view(request, pk)
    own = view.own
    if own is None:
        raise Refused("not_your_match")
    text = (
        standing_order_text(request.POST)
        if "standing" in request.POST
        else request.POST.get("text", "")
    )
    try:
        if request.POST.get("action") == "withdraw":
            withdraw_orders(request, pk, own.player)
        else:
            save_orders(request, pk, view.seen.loaded, own.player, text)
    except (Refused, RulesError) as error:
        view = load_match_view(request, pk)
        orders = OrderView(view, typed=text[:MAX_TEXT_LENGTH], notice=describe_refusal(error))
        return render_match(request, view, orders)
    return SeeOther(reverse("games:match", args=[pk]) + "#orders")


def save_orders(
    request: PageRequest, pk: int, loaded: LoadedMatch, player: Player, text: str
) -> None:
    """Save the orders of the form for the position it was written on, with messages.

    ``loaded`` is the match as shown on the page. Refuses ``no_ply`` and ``no_choice``.
    """
    seen = parse_number(request.POST.get("seen"), 6)
    if seen is None:
        raise Refused("no_ply")
    if "standing" in request.POST and not text:
        raise Refused("no_choice")
    written = commands.Submission(seen, timezone.now(), "page", get_language())
    done = commands.save_orders(pk, player, text, written)
    report_saved(request, done, loaded, written.seen)
    if done.played is not None:
        said = {"move": done.played.plies[0].text}
        messages.success(request, _("Played right away: %(move)s") % said)


def report_saved(
    request: PageRequest, result: commands.CommandResult, loaded: LoadedMatch | None, at: int
) -> None:
    """Add messages about orders saved and replaced;

    ``loaded`` is the position after ``at`` plies.
    """

    def said(order: Order) -> dict[str, str]:
        return {"order": _full_text(order, loaded, at)}

    for order in result.kept:
        messages.success(request, _("Saved: %(order)s") % said(order))
    for order in result.known:
        messages.info(request, _("Already saved: %(order)s") % said(order))
    for order in result.replaced:
        messages.info(request, _("Replaced: %(order)s") % said(order))


def _full_text(order: Order, loaded: LoadedMatch | None, at: int) -> str:
    """Return an order in the reader's notation, a standing one also in words."""
    if order.is_standing:
        return f"{order.text} ({'; '.join(standing_words(parse_standing(order.text)))})"
    if loaded is None or order.after != at:
        return str(order.text)
    return remaining_order_text(loaded, order, at)


def withdraw_orders(request: PageRequest, pk: int, reader: Player) -> None:
    """Withdraw one order and those that follow from it, or all waiting ones."""
    number, now = request.POST.get("order", ""), timezone.now()
    if not number:
        gone = orders.withdraw_orders(pk, reader, now=now)
    elif (known := parse_number(number)) is not None:
        gone = orders.withdraw_order(pk, reader, known, now=now)
    else:
        raise Refused("no_such_order")
    said = ngettext("%(count)d order withdrawn.", "%(count)d orders withdrawn.", len(gone))
    messages.success(request, said % {"count": len(gone)})
