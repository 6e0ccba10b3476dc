"""E-mails about login and address, to everybody with an address, player or not."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from notifications.models import Message
from notifications.services import outbox


def player_by_email(address: str) -> Player | None:
    """Return the player who logs in with this address, or None."""
    return Player.objects.filter(user__email__iexact=address).first()


@transaction.atomic(savepoint=False)
def post_security(
    address: str, subject: str, text: str, *, language: str, now: datetime, secret: bool = True
) -> Message | None:
    """Write an e-mail about the login, due now even in quiet hours; its text is complete.

    With a ``secret`` in it, it is sent for a day at most.
    """
    player = player_by_email(address)
    return outbox.insert_message(
        Message(
            key=f"security:{uuid.uuid4().hex}",
            kind="security",
            player=player,
            address=address,
            language=language,
            zone=player.time_zone if player else "UTC",
            context={"subject": subject, "text": text, "secret": secret},
            created_at=now,
            due_at=now,
        )
    )
