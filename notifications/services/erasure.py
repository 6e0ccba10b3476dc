"""Unsent e-mails when a player closes the account or changes the address."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from notifications.models import EmailSettings, Message, Preference, PushSubscription
from notifications.services import outbox


@transaction.atomic
def erase_emails_of(player: Player, *, now: datetime) -> None:
    """Withdraw the player's waiting e-mails; erase address and text of all others.

    Includes those sent to the address alone, such as before the account existed. Keys, instants and
    the delivery ledger stay, so that nothing is ever written twice.
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

    One that is being sent goes to the old address; if that fails, the next attempt goes to the new
    one. E-mails about the login stay with the address they were written for; notifications in
    browsers have none.
    """
    waiting = Message.objects.filter(player=player, sent_at=None).exclude(kind="security")
    states = (Message.State.QUEUED, Message.State.MERGED, Message.State.FAILED)
    ours = waiting.filter(state__in=states).exclude(address__in=[address, ""])
    return ours.update(address=address)
