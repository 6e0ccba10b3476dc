"""Commands about waiting orders and private notes."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import get_language, gettext as _, ngettext

from accounts.models import Player
from accounts.naming import isolated
from games.models import Match, Order, Seat
from games.orders.standing import parse_standing
from games.services.errors import Refused
from games.services.match import public_ids
from games.services.play import orders
from games.services.wording.standing_words import standing_words
from inbound.grammar import Command
from inbound.services import titles
from inbound.services.command_types import CommandOutcome, CommandRequest, Section
from inbound.services.words import localize
from notifications.addresses import About

MAX_MATCHES = 100


def describe_order(order: Order) -> str:
    """Return an order in notation; a standing order also in words."""
    if order.is_standing:
        return f"{order.text} ({'; '.join(standing_words(parse_standing(order.text)))})"
    return localize(str(order.text), get_language() or "en")


def waiting_orders(player: Player, match_ids: Iterable[int]) -> dict[int, list[Order]]:
    """Return a player's waiting orders by match, oldest first."""
    seats = dict(
        Seat.objects.filter(match__in=match_ids, player=player).values_list("match_id", "number")
    )
    found: dict[int, list[Order]] = {}
    for order in Order.objects.open().filter(match__in=seats):
        if order.seat == seats[order.match_id]:
            found.setdefault(order.match_id, []).append(order)
    return found


def waiting_orders_text(count: int) -> str:
    said = ngettext(
        "You have %(count)d order waiting.", "You have %(count)d orders waiting.", count
    )
    return said % {"count": count}


def list_orders(request: CommandRequest, outcome: CommandOutcome) -> None:
    """Show the waiting orders of the match the e-mail is about, else of all matches."""
    title = _("Your orders")
    matches = _get_matches(request)
    found = waiting_orders(request.player, [match.pk for match in matches])
    for match in matches:
        if match.pk in found:
            lines = [describe_order(order) for order in found[match.pk]]
            outcome.sections.append(_build_section(request, match, title, lines))
    if not found:
        outcome.sections.append(Section(title, [_("You have no orders waiting.")]))


def list_notes(request: CommandRequest, outcome: CommandOutcome) -> None:
    """Show the notes of the match the e-mail is about, else of all matches."""
    title = _("Your notes")
    matches = _get_matches(request)
    own = Seat.objects.filter(match__in=matches, player=request.player).exclude(notes="")
    notes = dict(own.values_list("match_id", "notes"))
    for match in matches:
        if match.pk in notes:
            lines = notes[match.pk].splitlines()
            outcome.sections.append(_build_section(request, match, title, lines))
    if not notes:
        outcome.sections.append(Section(title, [_("You have no private notes.")]))


def _get_matches(request: CommandRequest) -> list[Match]:
    if request.matter.about is About.MATCH:
        return list(Match.objects.filter(pk=request.matter.pk))
    return list(Match.objects.played_by(request.player).order_by("pk")[:MAX_MATCHES])


def _build_section(request: CommandRequest, match: Match, title: str, lines: list[str]) -> Section:
    """Return lines about a match; with title and reply address if the e-mail is not about it."""
    if request.matter.about is About.MATCH:
        return Section(title, lines)
    seats = list(Seat.objects.filter(match=match).select_related("player"))
    seat = next(each for each in seats if each.player_id == request.player.pk)
    others = [isolated(each.player.name) for each in seats if each is not seat]
    heading = f"{title} – {titles.match_title(match, others)}"
    return Section(heading, lines, reply_to=titles.match_reply_address(match, seat))


def withdraw_orders(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Withdraw the named order, or all waiting orders of the match."""
    if request.matter.about is not About.MATCH:
        raise Refused("not_about_match", text=str(command.verb))
    pk, player, now = request.matter.pk, request.player, request.now
    if not command.text:
        gone = orders.withdraw_orders(pk, player, now=now)
        if not gone:
            raise Refused("no_orders_wait")
    else:
        wanted = _normalize(command.text)
        same = [
            each
            for each in waiting_orders(player, [pk]).get(pk, [])
            if _normalize(each.text) == wanted
        ]
        if not same:
            raise Refused("no_such_order_waits", text=command.text)
        gone = orders.withdraw_order(
            pk, player, public_ids.public_id(same[-1].pk, "order"), now=now
        )
    outcome.said += [_("Order withdrawn: %(order)s") % {"order": order.text} for order in gone]


def _normalize(text: str) -> str:
    return "".join(text.replace(";", " ").replace(",", " ").lower().split())
