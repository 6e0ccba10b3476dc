from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from accounts.models import Leave
from games.models import Match, Pause, Seat
from games.services.match.loaded import LoadedMatch
from notifications.services import outbox

KINDS_WITHDRAWN_AT_END = (
    "match_started",
    "your_turn",
    "leg_finished",
    "reminder",
    "tie_offered",
    "take_back_asked",
    "pause_proposed",
    "flagged",
    "opponent_on_leave",
    "absence",
    "bounce_notice",
    "order_played",
)


def turn_key(match: Match, turn: int, seat: int) -> str:
    """Return the key of an e-mail about a turn."""
    return f"your_turn:{match.pk}:{turn}:{seat}"


def reminder_key(match: Match, seat: Seat, step: str) -> str:
    """Return the key of a reminder of the seat's current turn, which includes the deadline.

    If the deadline is postponed, a new reminder can follow.
    """
    until = f"{seat.deadline_at:%Y%m%d%H%M%S}" if seat.deadline_at else ""
    return f"reminder:{match.pk}:{_awaited_turn(match, seat)}:{seat.number}:{step}:{until}"


def flagged_key(match: Match, late: Seat, seat: int) -> str:
    """Return the key of the e-mail to ``seat`` about a flag, which may fall twice a turn."""
    fell = f"{late.flagged_at:%Y%m%d%H%M%S}"
    return f"flagged:{match.pk}:{match.turn}:{late.number}:{fell}:{seat}"


def _awaited_turn(match: Match, seat: Seat) -> int:
    """Return the turn in which the seat was awaited; others may have begun since."""
    return seat.woken_turn or match.turn


def tie_key(match: Match, question: int, seat: int) -> str:
    """Return the key of the e-mail to ``seat`` about a draw offer."""
    return f"tie_offered:{match.pk}:{question}:{seat}"


def take_back_key(match: Match, question: int, seat: int) -> str:
    """Return the key of the e-mail to ``seat`` about a request to take a move back."""
    return f"take_back_asked:{match.pk}:{question}:{seat}"


def pause_key(match: Match, question: int, seat: int) -> str:
    """Return the key of the e-mail to ``seat`` about a proposed pause."""
    return f"pause_proposed:{match.pk}:{question}:{seat}"


def unreached_key(match: Match, absent: Seat, since: datetime, seat: int) -> str:
    """Return the key of the e-mail to ``seat`` about a player unreachable since then."""
    return f"bounce_notice:{match.pk}:{absent.number}:{since:%Y%m%d%H%M%S}:{seat}"


def leave_key(match: Match, leave: Leave, seat: int) -> str:
    """Return the key of the e-mail to ``seat`` about a leave."""
    return f"opponent_on_leave:{match.pk}:{leave.pk}:{seat}"


def current_turn_key(match: Match, seat: Seat) -> str:
    """Return the key of the e-mail about the seat's current turn."""
    turn = _awaited_turn(match, seat)
    if turn == 1:
        return f"match_started:{match.pk}:{seat.number}"
    return turn_key(match, turn, seat.number)


def withdraw_your_turn_email(match: Match, seat: Seat, *, now: datetime) -> None:
    """Withdraw the e-mail about the seat's current turn, which has been played.

    Bots get no e-mails, but a bot in somebody else's seat may have to withdraw theirs.
    """
    if seat.player.is_bot and seat.original_id is None:
        return
    outbox.withdraw(current_turn_key(match, seat), now=now)


def withdraw_reminders(match: Match, seat: Seat, *, now: datetime) -> None:
    """Withdraw the waiting reminders of the seat's player."""
    outbox.withdraw_thread(match.thread, ("reminder",), now=now, player=seat.player)


def withdraw_tie_email(match: Match, question: int, seat: int, *, now: datetime) -> None:
    outbox.withdraw(tie_key(match, question, seat), now=now)


def withdraw_take_back_email(match: Match, question: int, seat: int, *, now: datetime) -> None:
    outbox.withdraw(take_back_key(match, question, seat), now=now)


def withdraw_pause_emails(loaded: LoadedMatch, pause: Pause, *, now: datetime) -> None:
    for seat in loaded.seats:
        outbox.withdraw(pause_key(loaded.match, pause.question, seat.number), now=now)


def next_question_number(loaded: LoadedMatch) -> int:
    """Return a question number not used in this match before."""
    pauses = Pause.objects.filter(match=loaded.match).aggregate(latest=Max("question"))
    return 1 + max(pauses["latest"] or 0, *(each.question for each in loaded.seats))


def assign_question_number(loaded: LoadedMatch, seat: Seat) -> None:
    seat.question = next_question_number(loaded)


def offers_tie(seat: Seat, question: int) -> bool:
    """Whether the seat offers a draw under this number."""
    return seat.tie_offered_at_ply is not None and seat.question == question


def withdraw_own_tie_offer(loaded: LoadedMatch, seat: Seat, *, now: datetime) -> None:
    if seat.tie_offered_at_ply is None:
        return
    for other in loaded.others(seat):
        withdraw_tie_email(loaded.match, seat.question, other.number, now=now)
    seat.tie_offered_at_ply = None


def withdraw_own_take_back(loaded: LoadedMatch, seat: Seat, *, now: datetime) -> None:
    if seat.take_back_at_ply is None:
        return
    for other in loaded.others(seat):
        withdraw_take_back_email(loaded.match, seat.question, other.number, now=now)
    seat.take_back_at_ply = None


def withdraw_leave_emails(loaded: LoadedMatch, leave: Leave, *, now: datetime) -> None:
    for seat in loaded.seats:
        outbox.withdraw(leave_key(loaded.match, leave, seat.number), now=now)


def withdraw_match_emails(match: Match, *, now: datetime) -> None:
    """Withdraw every e-mail made pointless by the end of the match."""
    outbox.withdraw_thread(match.thread, KINDS_WITHDRAWN_AT_END, now=now)
