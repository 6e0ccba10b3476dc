"""What follows when the owner of an address answers."""

from __future__ import annotations

from typing import Any

from allauth.account.signals import email_confirmed, user_logged_in
from django.dispatch import receiver

from accounts.models import User
from accounts.services.registration import confirm_address


@receiver(email_confirmed)
def note_confirmed_address(email_address: Any, **_kwargs: Any) -> None:
    """Let letters go to an address as soon as it is confirmed."""
    confirm_address(email_address.user)


@receiver(user_logged_in)
def note_login(user: User, **_kwargs: Any) -> None:
    """A login through the login page proves the address: verification is asked for before."""
    confirm_address(user)
