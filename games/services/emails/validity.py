"""Refreshes deadlines and offers of a match e-mail when it is sent, and detects outdated ones.

Closed accounts appear without their former name. Everything else stays as it was posted
(``facts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.db.models import F, QuerySet

from accounts.compiled_queries import compiled_query
from accounts.models import Player
from games.models import Match, Order, Pause, Seat, SeatChange
from games.models.order import OrderQuerySet
from games.rules.base import JSONObject
from games.rules.multiplayer import CLOSED, RESIGNED, TIMEOUT
from games.services.match.facts import Facts
from games.services.match.loaded import LoadedMatch, due_reminders, load_match
from notifications.models import Message

TURN_KINDS = frozenset({"match_started", "your_turn", "reminder"})
A_DAY = timedelta(days=1)


def current_seats(message: Message) -> list[Seat]:
    """Return the current seats of the match that an e-mail is about; [] if it is about none."""
    given: Facts = message.context
    if "seat" not in given:
        return []
    number = given["match_facts"]["match"] if "match_facts" in given else given["match"]
    return list(_seats(number))


@compiled_query
def _seats(match: int) -> QuerySet[Seat]:
    return Seat.objects.filter(match=match).select_related("player").order_by("number")


def own_deadline(message: Message, today: Sequence[Seat]) -> datetime | None:
    """Return the reader's deadline in the match; None if their clock is not running."""
    if not today:
        return None
    seat = today[message.context["seat"]]
    return seat.deadline_at if seat.player_id == message.player_id else None


def refresh_seats(loaded: LoadedMatch, today: Sequence[Seat]) -> None:
    """Update the draw offers of a restored match, and its deadlines within the same turn."""
    _anonymize_closed(loaded.seats, today)
    for seat, row in zip(loaded.seats, today, strict=False):
        seat.tie_offered_at_ply, seat.question = row.tie_offered_at_ply, row.question
        if _is_same_turn(row, seat.player_id, seat.awaited, seat.woken_turn):
            seat.deadline_at = row.deadline_at


def _anonymize_closed(seats: Sequence[Seat], today: Sequence[Seat]) -> None:
    """Replace the names of players, also former ones, who have closed their accounts."""
    known = {row.player_id: row.player for row in today}
    left = {seat.player_id for seat in seats} - known.keys()
    known |= Player.objects.in_bulk(left) if left else {}
    for seat in seats:
        seat.player.name = current_name(known.get(seat.player_id), seat.player.name)


def current_name(player: Player | None, before: str) -> str:
    """Return ``before``, the name used so far, or the current one if the account is closed."""
    return before if player is None or player.closed_at is None else player.name


def _is_same_turn(row: Seat, player: int, awaited: bool, woken_turn: int) -> bool:
    """Whether the seat still awaits the same player in the same turn."""
    before = (player, awaited, woken_turn)
    return awaited and (row.player_id, row.awaited, row.woken_turn) == before


def open_orders(seat: Seat) -> OrderQuerySet:
    """Return the reader's open orders; empty if they no longer have the seat."""
    own = Order.objects.open().filter(match=seat.match_id, seat=seat.number)
    return own.filter(match__seats__number=F("seat"), match__seats__player=seat.player_id)


def outdated_reason(message: Message, today: Sequence[Seat], now: datetime) -> str:
    """Return the reason why an e-mail must not be sent any more; "" if it may be."""
    given: Facts = message.context
    if "match_facts" not in given or not today:
        return ""
    if message.kind in TURN_KINDS:
        return _turn_outdated_reason(message, today[given["seat"]], now)
    gone = {
        "flagged": lambda: today[given["late_seat"]].flagged_at is None,
        "tie_offered": lambda: not _is_asked(given, today, "tie_offered_at_ply"),
        "take_back_asked": lambda: not _is_asked(given, today, "take_back_at_ply"),
        "pause_proposed": lambda: not _is_pause_proposed(given, now),
        "bounce_notice": lambda: not _is_paused_for_email(today[given["absent_seat"]], now),
        "opponent_on_leave": lambda: _is_past(given["last_day"], now),
        "absence": lambda: _is_absence_over(given, today, now),
        "match_finished": lambda: not _has_same_result(given["match_facts"], today),
    }
    checked = gone.get(message.kind)
    return "no longer true" if checked is not None and checked() else ""


def _is_asked(given: JSONObject, today: Sequence[Seat], column: str) -> bool:
    """Whether the question that an e-mail asks is still open."""
    asking = (each for each in today if each.question == given["asked"])
    return any(getattr(each, column) is not None for each in asking)


def _is_pause_proposed(given: JSONObject, now: datetime) -> bool:
    """Whether the pause proposed in an e-mail still waits for an answer."""
    waiting = Pause.objects.filter(match=given["match_facts"]["match"], since=None, until__gt=now)
    return waiting.filter(question=given["asked"]).exists()


def _is_paused_for_email(seat: Seat, now: datetime) -> bool:
    """Whether the clock is paused because the e-mail of this turn did not arrive."""
    found = Pause.objects.filter(
        match=seat.match_id, player=seat.player_id, reason=Pause.Reason.MAIL
    )
    return found.filter(since=seat.awaited_since, until__gt=now).exists()


def _is_absence_over(given: JSONObject, today: Sequence[Seat], now: datetime) -> bool:
    """Whether the absence that an e-mail is about has ended or changed."""
    if "why" in given:
        return _has_changed_again(given["why"], today[given["seat"]])
    seat, event = today[given["absent"]], given["event"]
    if event == "offered":
        over = seat.deadline_at is not None and seat.deadline_at <= now
        return seat.offered_until is None or over
    if event == "cared":
        return seat.cared_since is None
    return event in (RESIGNED, TIMEOUT, CLOSED) and seat.left_by != event


def _has_changed_again(why: str, seat: Seat) -> bool:
    """Whether a substitute or caretaker has lost the seat again."""
    if why == SeatChange.Why.SUBSTITUTED:
        return seat.original_id is None
    return why == SeatChange.Why.HANDED_BACK and seat.cared_since is None


def _has_same_result(facts: Facts, today: Sequence[Seat]) -> bool:
    """Whether the match still has the result that an e-mail reports."""
    same = Match.objects.filter(
        pk=facts["match"],
        turn=facts["turn"],
        status=facts["status"],
        ending=facts.get("ending", ""),
    )
    ranks = [seat.get("rank") for seat in facts["seats"]]
    return ranks == [row.rank for row in today] and same.exists()


def _is_past(day: str, now: datetime) -> bool:
    """Whether a day is over in every time zone."""
    return date.fromisoformat(day) < now.date() - A_DAY


def _turn_outdated_reason(message: Message, seat: Seat, now: datetime) -> str:
    """Return the reason why an e-mail about the reader's turn is outdated; "" if it is not."""
    was = message.context["match_facts"]["seats"][seat.number]
    if "awaited_since" not in was:
        return ""  # the match-started e-mail of a player who is not to move
    if not _is_same_turn(seat, was["player"], True, was["woken_turn"]):
        return "the turn is over"
    return _reminder_outdated_reason(message, seat, now) if message.kind == "reminder" else ""


def _reminder_outdated_reason(message: Message, seat: Seat, now: datetime) -> str:
    """Return the reason why a reminder is outdated, superseded or not due yet; "" if none."""
    if seat.deadline_at is None or seat.deadline_at <= now:
        return "the time is over"
    thread = Message.objects.filter(thread=message.thread, player=message.player_id)
    if thread.filter(kind="reminder", pk__gt=message.pk).exists():
        return "there is a newer one"
    loaded = load_match(Match.objects.watched().get(pk=seat.match_id))
    due = due_reminders(loaded, loaded.seats[seat.number], now)
    return "" if message.context["step"] in due else "the deadline has been put off"
