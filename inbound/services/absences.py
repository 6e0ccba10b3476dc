"""Asks a player whether they or a program wrote an apparent out-of-office notice."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Player
from inbound.grammar import ParseProblem
from inbound.models import InboundMessage
from inbound.reading import Reading
from inbound.services import answering, words
from notifications.addresses import Matter

ERROR_CODE = "seems_automatic"
ASK_INTERVAL = timedelta(days=1)


def ask_if_automatic(row: InboundMessage, matter: Matter, reading: Reading, now: datetime) -> bool:
    """Ask and return True, unless this sender was asked within a day.

    A program would reply each time.
    """
    if row.player is None:
        return False
    Player.objects.select_for_update(no_key=True).get(pk=row.player.pk)  # ask only once
    asked = InboundMessage.objects.filter(player=row.player, sender=row.sender, code=ERROR_CODE)
    if asked.filter(settled_at__gt=now - ASK_INTERVAL).exclude(pk=row.pk).exists():
        return False
    row.outcome, row.code = InboundMessage.Outcome.REFUSED, ERROR_CODE
    answering.send_problem(row, matter, reading, words.describe_problem(ParseProblem(ERROR_CODE)))
    return True
