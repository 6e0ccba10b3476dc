"""Posts e-mails about a match to the outbox, as facts without text.

A row holds the match as it is now (``facts``) and the data of its kind; ``composing`` writes the
text and draws the board on sending.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Leave, Player
from games.models import ChatLine, Order, Pause, RatingEntry, Seat, SeatChange
from games.rules.base import AnyState
from games.rules.multiplayer import CLOSED
from games.rules.series import LegResult
from games.services.emails.allowance import chat_emails_left
from games.services.match import email_keys
from games.services.match.facts import Facts, match_facts
from games.services.match.loaded import LoadedMatch
from notifications.services import outbox

MAX_CHAT_LINES = 10
RULED_ENDINGS = frozenset({"adjudicated", "forfeit", "annulled"})
SKIPPED = "skipped"
Why = SeatChange.Why
OWN_SEAT_CHANGES = {(Why.SUBSTITUTED, "substitute"), (Why.RETURNED, "owner")}  # by the reader


def is_reachable(player: Player) -> bool:
    """Whether the player has an e-mail address; without one nothing is posted."""
    return player.address is not None


def _gets_turn_emails(loaded: LoadedMatch, seat: Seat) -> bool:
    """Whether the player gets your-turn e-mails: not if they play alone or are away."""
    return len(loaded.seats) > 1 and not seat.cared_since and is_reachable(seat.player)


def _post_email(
    kind: str,
    key: str,
    loaded: LoadedMatch,
    seat: Seat,
    now: datetime,
    facts: Facts | None = None,
    *,
    reader: Player | None = None,
    settle: bool = False,
) -> None:
    """Post one e-mail about a match to the player of a seat or to ``reader``."""
    context = {
        "url": loaded.match.get_absolute_url(),
        "match_facts": match_facts(loaded),
        "seat": seat.number,
        **(facts or {}),
    }
    outbox.post(
        kind=kind,
        player=reader or seat.player,
        key=key,
        context=context,
        now=now,
        thread=loaded.match.thread,
        settle=settle,
    )


def _standing_order_text(loaded: LoadedMatch, seat: Seat) -> str:
    """Return the standing order that leaves this roll to its owner; "" if there is none."""
    if not (seat.awaited and seat.has_orders and loaded.rules.takes_standing_orders):
        return ""
    found = loaded.waiting or Order.objects.open().filter(match=loaded.match)
    return next((each.text for each in found if each.seat == seat.number and each.is_standing), "")


def _count_lapsed_orders(loaded: LoadedMatch, seat: Seat) -> int:
    """Count the seat's orders that lapsed since its player's last move."""
    if not seat.has_orders or loaded.rules.draws_lots:
        return 0
    lapsed = Order.objects.filter(match=loaded.match, seat=seat.number, state=Order.State.LAPSED)
    return lapsed.filter(closed_ply__gt=seat.last_ply).count()


def notify_started(loaded: LoadedMatch, seat: Seat, *, now: datetime) -> None:
    """Notify a player that the match has begun; for the starter this is the your-turn e-mail."""
    if _gets_turn_emails(loaded, seat):
        key = f"match_started:{loaded.match.pk}:{seat.number}"
        told: Facts = {"standing": _standing_order_text(loaded, seat)}
        _post_email("match_started", key, loaded, seat, now, told, settle=True)


def notify_turn(
    loaded: LoadedMatch, seat: Seat, *, now: datetime, legs: Sequence[LegResult[AnyState]] = ()
) -> None:
    """Notify a player of their turn, after the settle delay and outside quiet hours."""
    if not _gets_turn_emails(loaded, seat):
        return
    told = {
        "legs": len(legs),
        "lapsed": _count_lapsed_orders(loaded, seat),
        "standing": _standing_order_text(loaded, seat),
    }
    if seat.has_orders and not loaded.rules.draws_lots:
        outbox.withdraw_thread(loaded.match.thread, ("order_played",), now=now, player=seat.player)
    key = email_keys.turn_key(loaded.match, loaded.match.turn, seat.number)
    _post_email("your_turn", key, loaded, seat, now, told, settle=True)


def notify_leg(
    loaded: LoadedMatch, seat: Seat, *, now: datetime, legs: Sequence[LegResult[AnyState]]
) -> None:
    """Notify a player who is not to move of the result of a leg."""
    if is_reachable(seat.player):
        key = f"leg_finished:{loaded.match.pk}:{loaded.match.turn}:{seat.number}"
        _post_email("leg_finished", key, loaded, seat, now, {"legs": len(legs)}, settle=True)


def notify_answered(loaded: LoadedMatch, seat: Seat, *, now: datetime) -> None:
    """Notify a player of the move their order played; replaces an earlier unsent e-mail."""
    if not _gets_turn_emails(loaded, seat):
        return
    outbox.withdraw_thread(loaded.match.thread, ("order_played",), now=now, player=seat.player)
    key = f"order_played:{loaded.match.pk}:{loaded.match.turn}:{seat.number}"
    _post_email("order_played", key, loaded, seat, now, settle=True)


def notify_reminder(loaded: LoadedMatch, seat: Seat, step: str, *, now: datetime) -> None:
    """Remind a player of a turn, once per step."""
    if _gets_turn_emails(loaded, seat):
        key = email_keys.reminder_key(loaded.match, seat, step)
        _post_email(
            "reminder",
            key,
            loaded,
            seat,
            now,
            {"step": step, "standing": _standing_order_text(loaded, seat)},
        )


def notify_finished(
    loaded: LoadedMatch, seat: Seat, *, now: datetime, rated: Sequence[RatingEntry] = ()
) -> None:
    """Notify a seat's present and former player of the result and their rating change.

    Not in games for one, nor after a ruling, which has its own e-mail.
    """
    if len(loaded.seats) == 1 or loaded.match.ending in RULED_ENDINGS:
        return
    for player in filter(None, (seat.player, seat.original)):
        if not is_reachable(player):
            continue
        key = f"match_finished:{loaded.match.pk}:{loaded.match.turn}:{seat.number}"
        if player.pk != seat.player_id:
            key = f"{key}:before"
        entry = next((each.pk for each in rated if each.player_id == player.pk), None)
        _post_email("match_finished", key, loaded, seat, now, {"rated": entry}, reader=player)


def notify_tie_offered(loaded: LoadedMatch, seat: Seat, by: Seat, *, now: datetime) -> None:
    if is_reachable(seat.player):
        key = email_keys.tie_key(loaded.match, by.question, seat.number)
        told: Facts = {"by": by.player.name, "asked": by.question}
        _post_email("tie_offered", key, loaded, seat, now, told, settle=True)


def notify_take_back_asked(loaded: LoadedMatch, seat: Seat, by: Seat, *, now: datetime) -> None:
    """Notify a player that the other side asks to take its last move back."""
    if is_reachable(seat.player):
        key = email_keys.take_back_key(loaded.match, by.question, seat.number)
        told: Facts = {"by": by.player.name, "asked": by.question}
        _post_email("take_back_asked", key, loaded, seat, now, told, settle=True)


def notify_pause_proposed(loaded: LoadedMatch, seat: Seat, pause: Pause, *, now: datetime) -> None:
    if is_reachable(seat.player) and pause.until is not None:
        by = next((each for each in loaded.others(seat)), seat)
        told = {
            "by": by.player.name,
            "asked": pause.question,
            "paused_until": pause.until.isoformat(),
        }
        key = email_keys.pause_key(loaded.match, pause.question, seat.number)
        _post_email("pause_proposed", key, loaded, seat, now, told, settle=True)


def notify_flagged(loaded: LoadedMatch, seat: Seat, late: Seat, *, now: datetime) -> None:
    """Notify an opponent of a fallen flag, so that they may claim the win."""
    if is_reachable(seat.player):
        key = email_keys.flagged_key(loaded.match, late, seat.number)
        told: Facts = {"late": late.player.name, "late_seat": late.number}
        _post_email("flagged", key, loaded, seat, now, told)


def notify_unreached(
    loaded: LoadedMatch, seat: Seat, absent: Seat, pause: Pause, *, now: datetime
) -> None:
    """Notify once that another player's clock is paused because their e-mails do not arrive."""
    since, until = pause.since, pause.until
    if since is None or until is None or seat.left_by or not is_reachable(seat.player):
        return
    told: Facts = {
        "absent": absent.player.name,
        "absent_seat": absent.number,
        "unreached_at": since.isoformat(),
        "paused_until": until.isoformat(),
    }
    spell = absent.player.unreached_since or since
    key = email_keys.unreached_key(loaded.match, absent, spell, seat.number)
    _post_email("bounce_notice", key, loaded, seat, now, told)


def notify_absence(
    loaded: LoadedMatch, seat: Seat, absent: Seat, event: str, *, now: datetime
) -> None:
    """Notify a player of the consequences of somebody's absence."""
    own = seat is absent
    unsaid = (event == CLOSED) if own else (event == SKIPPED)
    if unsaid or not is_reachable(seat.player) or (seat.left_by and not own):
        return
    key = f"absence:{loaded.match.pk}:{loaded.match.turn}:{absent.number}:{event}:{seat.number}"
    _post_email("absence", key, loaded, seat, now, {"absent": absent.number, "event": event})


def notify_seat_change(
    loaded: LoadedMatch, seat: Seat, why: str, other: Player, *, reader: Player, now: datetime
) -> None:
    """Notify a reader that a seat has a new player; ``other`` is the other player involved."""
    role = _role_in_change(seat.player, other, why, reader)
    if not is_reachable(reader) or (why, role) in OWN_SEAT_CHANGES:
        return
    key = f"absence:{loaded.match.pk}:{loaded.match.turn}:{seat.number}:{why}:{reader.pk}"
    told = {"why": why, "role": role, "before": other.name, "before_player": other.pk}
    _post_email("absence", key, loaded, seat, now, told, reader=reader)


def _role_in_change(sits: Player, sat: Player, why: str, reader: Player) -> str:
    """Return the reader's part in a change of players: "owner", "substitute" or "others"."""
    if reader.pk not in (sits.pk, sat.pk):
        return "others"
    owner = sat if why == Why.SUBSTITUTED else sits
    return "owner" if reader.pk == owner.pk else "substitute"


def notify_leave(loaded: LoadedMatch, seat: Seat, leave: Leave, *, now: datetime) -> None:
    """Notify an opponent of a leave that affects this match."""
    if is_reachable(seat.player):
        told = {
            "away": leave.player.name,
            "away_seat": loaded.seat_of(leave.player).number,
            "first_day": leave.first_day.isoformat(),
            "last_day": leave.last_day.isoformat(),
        }
        key = email_keys.leave_key(loaded.match, leave, seat.number)
        _post_email("opponent_on_leave", key, loaded, seat, now, told)


def notify_reply(
    loaded: LoadedMatch, seat: Seat, key: str, facts: Facts, *, reader: Player, now: datetime
) -> None:
    """Reply to a player's e-mail about their match with what was done or refused."""
    facts = {**facts, "standing": _standing_order_text(loaded, seat), "layout": "match"}
    _post_email("answer", key, loaded, seat, now, facts, reader=reader)


def notify_chat(loaded: LoadedMatch, seat: Seat, line: ChatLine, *, now: datetime) -> None:
    """Notify a player of chat; lines written in quick succession share one e-mail."""
    if not is_reachable(seat.player):
        return
    said = ChatLine.objects.filter(match=loaded.match).select_related("player").order_by("-pk")
    recent = [each for each in said[: 2 * MAX_CHAT_LINES] if each.is_visible_to(seat)][
        :MAX_CHAT_LINES
    ]
    own = (n for n, each in enumerate(recent) if each.player_id == seat.player_id)
    fresh = recent[: next(own, None)]
    key = f"chat_digest:{loaded.match.pk}:{seat.number}"
    replaced = f"{key}:{fresh[1].pk}" if len(fresh) > 1 else ""
    left = chat_emails_left(seat.player, line.player, replaced, now=now)
    if not left:
        return
    if replaced:
        outbox.withdraw(replaced, now=now)
    lines = [_chat_line_facts(each) for each in reversed(fresh)]
    told = {"lines": lines, "writer": line.player_id, "is_last": left == 1}
    _post_email("chat_digest", f"{key}:{line.pk}", loaded, seat, now, told, settle=True)


def _chat_line_facts(line: ChatLine) -> Facts:
    """Return a chat line for the e-mail; text of guests is left out."""
    return {
        "number": line.pk,
        "by": line.player.name,
        "text": "" if line.player.is_guest else line.words,
        "said_at": line.at.isoformat(),
        "partners_only": line.only_seats is not None,
    }
