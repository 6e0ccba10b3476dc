"""Unsent e-mails when somebody closes their account or changes the address."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from notifications.models import EmailSettings, Message, Preference, PushSubscription
from notifications.services import outbox


@transaction.atomic
def erase_emails_of(player: Player, *, now: datetime) -> None:
    """Take back the player's waiting e-mails and blank the address and words of all others.

    Those that went to their address alone, before they had an account say, are among them. Keys,
    instants and the delivery ledger stay, so that nothing is ever written twice.
    """
    theirs = Q(player=player)
    if player.address is not None:
        theirs |= Q(player=None, address__iexact=player.address)
    emails = Message.objects.filter(theirs)
    for key in emails.unsent().order_by("pk").values_list("key", flat=True):
        outbox.withdraw(key, now=now)
    emails.update(address="", context={}, last_error="")
    Preference.objects.filter(player=player).delete()
    EmailSettings.objects.filter(player=player).delete()
    PushSubscription.objects.filter(player=player).delete()


def move_address(player: Player, address: str) -> int:
    """Redirect unsent e-mails to a new address; return how many.

    An e-mail being sent goes to the old one; if that fails, the next attempt goes to the new
    one. E-mails about the login stay with the address for which they were written; what only shows
    up in browsers has none.
    """
    waiting = Message.objects.filter(player=player, sent_at=None).exclude(kind="security")
    states = (Message.State.QUEUED, Message.State.MERGED, Message.State.FAILED)
    ours = waiting.filter(state__in=states).exclude(address__in=[address, ""])
    return ours.update(address=address)
