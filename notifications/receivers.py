"""Receivers for changed e-mail addresses."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import email_changed
from django.dispatch import receiver

from notifications.services.parting import move_address


@receiver(email_changed, dispatch_uid="notifications.move_address")
def follow_address(user: Any, to_email_address: Any, **_signal: Any) -> None:
    """Send waiting e-mails to the new address."""
    player = getattr(user, "player", None)
    if player is not None and to_email_address is not None:
        move_address(player, str(to_email_address.email))
