"""Which letter goes to whom when something happens at a table; the outbox does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import translation

from accounts.models import Player
from games.models import ChatLine, Match, Order, Seat
from games.orders.automatic import foresees
from games.rules.series import LegResult
from games.services import company_words, recalls, wording
from games.services.letter_contexts import (
    leg_news,
    lots_of,
    match_context,
    news,
    order_news,
    turn_context,
)
from games.services.pictures import board_of
from games.services.table import Table
from notifications.services import outbox

CHAT_LINES = 10
RULED = frozenset({"adjudicated", "forfeit", "annulled"})


def reachable(player: Player) -> bool:
    """Whether a letter could reach the player at all (saves composing it)."""
    return player.address is not None


def _wants_turns(table: Table, seat: Seat) -> bool:
    """Whether to write to a player that he is to move: not who plays alone, or is away anyhow."""
    return len(table.seats) > 1 and not seat.cared_since and reachable(seat.player)


def post(
    kind: str,
    player: Player,
    key: str,
    thread: str,
    context: dict[str, Any],
    now: datetime,
    *,
    settle: bool = False,
) -> None:
    """Put one letter into the outbox."""
    outbox.post(
        kind=kind, player=player, key=key, context=context, now=now, thread=thread, settle=settle
    )


def tell_started(table: Table, seat: Seat, *, now: datetime) -> None:
    """Tell a player that the match has begun; the starter's letter is his first turn letter."""
    if not _wants_turns(table, seat):
        return
    with translation.override(seat.player.language):
        context = turn_context(table, seat, now) | {
            "start": wording.start_sentence(table, seat),
            "lots": lots_of(table.match),
        }
    key = f"match_started:{table.match.pk}:{seat.number}"
    post("match_started", seat.player, key, table.match.thread, context, now, settle=True)


def tell_turn(
    table: Table, seat: Seat, *, now: datetime, legs: Sequence[LegResult[Any]] = ()
) -> None:
    """Tell a player that it is his turn, after his settle delay and not in his quiet hours."""
    if not _wants_turns(table, seat):
        return
    with translation.override(seat.player.language):
        context = turn_context(table, seat, now)
        context["news"] += [*leg_news(table, legs), *order_news(table, seat)]
    if seat.has_orders and foresees(table.match.ruleset):
        outbox.withdraw_thread(table.match.thread, ("order_played",), now=now, player=seat.player)
    key = recalls.turn_key(table.match, table.match.turn, seat.number)
    post("your_turn", seat.player, key, table.match.thread, context, now, settle=True)


def tell_leg(table: Table, seat: Seat, *, now: datetime, legs: Sequence[LegResult[Any]]) -> None:
    """Tell a player who is not to move how a leg ended."""
    if not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "news": news(table, seat) + leg_news(table, legs),
            "board": board_of(table, legs[-1].final),
        }
    key = f"leg_finished:{table.match.pk}:{table.match.turn}:{seat.number}"
    post("leg_finished", seat.player, key, table.match.thread, context, now, settle=True)


def tell_answered(table: Table, seat: Seat, *, now: datetime) -> None:
    """Tell a player what his order has answered; takes back an earlier such letter unsent."""
    if not _wants_turns(table, seat):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "news": news(table, seat),
            "waiting": Order.objects.open().filter(match=table.match, seat=seat.number).count(),
        }
    outbox.withdraw_thread(table.match.thread, ("order_played",), now=now, player=seat.player)
    key = f"order_played:{table.match.pk}:{table.match.turn}:{seat.number}"
    post("order_played", seat.player, key, table.match.thread, context, now, settle=True)


def tell_reminder(table: Table, seat: Seat, step: str, *, now: datetime) -> None:
    """Remind a player of a turn; once a step."""
    if not _wants_turns(table, seat):
        return
    with translation.override(seat.player.language):
        context = turn_context(table, seat, now) | {"step": step}
    key = recalls.reminder_key(table.match, seat, step)
    post("reminder", seat.player, key, table.match.thread, context, now)


def tell_finished(table: Table, seat: Seat, *, now: datetime) -> None:
    """Tell a player, and whoever sat here before him, how the match ended and what it did to him.

    Not who played alone; and of an end that a referee has ordered his own letter tells.
    """
    if len(table.seats) == 1 or table.match.ending in RULED:
        return
    for player in filter(None, (seat.player, seat.original)):
        if reachable(player):
            _tell_end(table, seat, player, now)


def _tell_end(table: Table, seat: Seat, player: Player, now: datetime) -> None:
    """Write the end of the match to one who sits or sat on this seat."""
    with translation.override(player.language):
        context = match_context(table, seat) | {
            "result": wording.result_sentence(table.match, table.seats, seat),
            "standings": _standings(table),
            "ending": wording.ending_for(table.match, table.seats, seat),
            "rating": wording.rating_sentence(table.match, seat.player),
            "news": news(table, seat),
            "annulled": table.match.status == Match.Status.ANNULLED,
        }
    key = f"match_finished:{table.match.pk}:{table.match.turn}:{seat.number}"
    if player.pk != seat.player_id:
        key = f"{key}:before"
    post("match_finished", player, key, table.match.thread, context, now)


def _standings(table: Table) -> list[str]:
    """Return all places by name where three or four have played to an end."""
    many = len(table.seats) > 2 and table.match.status == Match.Status.FINISHED
    return company_words.standings_words(table.seats) if many else []


def tell_tie_offered(table: Table, seat: Seat, by: Seat, *, now: datetime) -> None:
    """Tell a player that a tie lies on the table."""
    if not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {"by": by.player.name}
    key = recalls.tie_key(table.match, table.match.ply_count, seat.number)
    post("tie_offered", seat.player, key, table.match.thread, context, now, settle=True)


def tell_flagged(table: Table, seat: Seat, late: Seat, *, now: datetime) -> None:
    """Tell the opponent that time has run out and that he may claim the win."""
    if not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {"late": late.player.name}
    key = f"flagged:{table.match.pk}:{table.match.turn}:{seat.number}"
    post("flagged", seat.player, key, table.match.thread, context, now)


def tell_absence(table: Table, seat: Seat, absent: Seat, event: str, *, now: datetime) -> None:
    """Tell a player what became of a seat whose player is silent or gone."""
    own = seat is absent
    if not reachable(seat.player) or (seat.left_by and not own):
        return
    with translation.override(seat.player.language):
        what = company_words.absence_sentence(absent, event, own=own)
        context = match_context(table, seat) | {"who": absent.player.name, "what": what, "own": own}
    if what:
        turn = table.match.turn
        key = f"absence:{table.match.pk}:{turn}:{absent.number}:{event}:{seat.number}"
        post("absence", seat.player, key, table.match.thread, context, now)


def tell_leave(table: Table, seat: Seat, leave: Any, *, now: datetime) -> None:
    """Tell the opponent of a leave that touches this match."""
    if not reachable(seat.player):
        return
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "away": leave.player.name,
            "first_day": leave.first_day.isoformat(),
            "last_day": leave.last_day.isoformat(),
        }
    key = recalls.leave_key(table.match, leave, seat.number)
    post("opponent_on_leave", seat.player, key, table.match.thread, context, now)


def tell_chat(table: Table, seat: Seat, line: ChatLine, *, now: datetime) -> None:
    """Tell a player what was said; lines said in quick succession share one letter."""
    if not reachable(seat.player):
        return
    said = ChatLine.objects.filter(match=table.match).select_related("player").order_by("-pk")
    recent = [each for each in said[: 2 * CHAT_LINES] if each.is_for(seat.number)][:CHAT_LINES]
    fresh: list[ChatLine] = []
    for each in recent:
        if each.player_id == seat.player_id:
            break
        fresh.append(each)
    key = f"chat_digest:{table.match.pk}:{seat.number}"
    if len(fresh) > 1:
        outbox.withdraw(f"{key}:{fresh[1].pk}", now=now)
    with translation.override(seat.player.language):
        context = match_context(table, seat) | {
            "lines": [
                {"by": each.player.name, "text": each.text, "said_at": each.at.isoformat()}
                for each in reversed(fresh)
            ]
        }
    post(
        "chat_digest",
        seat.player,
        f"{key}:{line.pk}",
        table.match.thread,
        context,
        now,
        settle=True,
    )
