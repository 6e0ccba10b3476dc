from __future__ import annotations

from datetime import datetime

from games.models import ChatLine


def hide_chat_line(line_id: int, *, now: datetime) -> None:
    """Hide a chat message from everybody but referees and operators; idempotent."""
    ChatLine.objects.filter(pk=line_id, hidden_at=None).update(hidden_at=now)
