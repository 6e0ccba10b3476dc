"""Receivers for changed e-mail addresses and passwords."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, password_changed, password_reset
from django.dispatch import receiver

from accounts.models import User
from notifications.services import browsers
from notifications.services.erasure import move_address


@receiver(email_changed, dispatch_uid="notifications.move_address")
def move_waiting_emails(user: User, to_email_address: EmailAddress, **_signal: object) -> None:
    """Send waiting e-mails to the new address."""
    player = getattr(user, "player", None)
    if player is not None and to_email_address is not None:
        move_address(player, str(to_email_address.email))


@receiver(
    [password_changed, password_reset], dispatch_uid="notifications.delete_push_subscriptions"
)
def delete_push_subscriptions(user: User, **_signal: object) -> None:
    """End notifications in all browsers, as a new password also ends their sessions."""
    player = getattr(user, "player", None)
    if player is not None:
        browsers.delete_subscriptions(player)
