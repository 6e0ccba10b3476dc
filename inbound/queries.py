"""What is read about e-mails that came in."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import Player
from inbound.models import InboundMessage
from notifications.addresses import About

MAX_MESSAGES = 200


def about_match(match_id: int, only: Player | None = None) -> QuerySet[InboundMessage]:
    """Return the latest e-mails that players wrote about a match, without their text."""
    found = InboundMessage.objects.filter(matter=f"{About.MATCH}:{match_id}", player__isnull=False)
    if only is not None:
        found = found.filter(player=only)
    return found.select_related("player").defer("raw", "commands").order_by("-pk")[:MAX_MESSAGES]
