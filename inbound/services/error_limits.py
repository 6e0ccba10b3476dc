"""Stops loops and floods: after several errors within an hour a sender is ignored for a while.

Errors count per sender address, so that a stranger who has a player's reply address cannot lock the
player out.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from inbound.models import InboundMessage
from inbound.reading import Reading
from inbound.services import answering, words
from notifications.addresses import Matter

ERROR_WINDOW, MAX_ERRORS = timedelta(hours=1), 5
MAX_QUESTIONS_ABOUT_STRANGERS = 20  # per hour, for all other senders together
COUNTED_OUTCOMES = (InboundMessage.Outcome.REFUSED, InboundMessage.Outcome.HELD)


def check_error_limit(
    row: InboundMessage, matter: Matter, reading: Reading, now: datetime, *, own: bool
) -> bool:
    """Return False and settle the message if its sender has exceeded the limit.

    The first time, the player is notified if the sender is their ``own`` address.
    """
    since = now - ERROR_WINDOW
    lately = InboundMessage.objects.filter(player=row.player, settled_at__gt=since)
    same = lately.filter(sender=row.sender)
    failed = _count_failed(same) > MAX_ERRORS
    if not own:
        failed = (
            failed
            or _count_failed(lately.exclude(sender=_own_address(row)))
            > MAX_QUESTIONS_ABOUT_STRANGERS
        )
    if not failed:
        return True
    told = same.filter(code="paused").exists()
    row.outcome, row.code = InboundMessage.Outcome.IGNORED, "paused"
    if own and not told:
        answering.send_problem(row, matter, reading, words.problem_sentences()["paused"])
    return False


def _count_failed(rows: QuerySet[InboundMessage]) -> int:
    return rows.filter(outcome__in=COUNTED_OUTCOMES).count()


def _own_address(row: InboundMessage) -> str:
    return ((row.player.address if row.player is not None else "") or "").lower()
