"""What becomes of unsent e-mails when somebody closes their account or changes the address."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from notifications.models import EmailSettings, Message, Preference
from notifications.services import outbox


@transaction.atomic
def forget_player(player: Player, *, now: datetime) -> None:
    """Take back the player's waiting e-mails and blank the address and words of all others.

    Keys, instants and the delivery ledger stay, so that nothing is ever written twice.
    """
    emails = Message.objects.filter(player=player)
    for key in emails.unsent().order_by("pk").values_list("key", flat=True):
        outbox.withdraw(key, now=now)
    emails.update(address="", context={}, last_error="")
    Preference.objects.filter(player=player).delete()
    EmailSettings.objects.filter(player=player).delete()


def move_address(player: Player, address: str) -> int:
    """Let e-mails that were not sent yet go to a new address; return how many.

    What a sender has in hand goes to the old one; if that fails, the next attempt goes to the new
    one. E-mails about the login stay with the address for which they were written.
    """
    waiting = Message.objects.filter(player=player, sent_at=None).exclude(kind="security")
    states = (Message.State.QUEUED, Message.State.MERGED, Message.State.FAILED)
    return waiting.filter(state__in=states).exclude(address=address).update(address=address)
