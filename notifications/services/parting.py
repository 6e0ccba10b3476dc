"""What the post office forgets when somebody closes his account."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from notifications.models import LetterSettings, Message, Preference
from notifications.services import outbox


@transaction.atomic
def forget_player(player: Player, *, now: datetime) -> None:
    """Take back the player's waiting letters and blank the address and words of all others.

    Keys, instants and the delivery ledger stay, so that nothing is ever written twice.
    """
    letters = Message.objects.filter(player=player)
    for key in letters.unsent().order_by("pk").values_list("key", flat=True):
        outbox.withdraw(key, now=now)
    letters.update(address="", context={}, last_error="")
    Preference.objects.filter(player=player).delete()
    LetterSettings.objects.filter(player=player).delete()
