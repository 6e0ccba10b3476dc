"""Recurring clean-up of unconfirmed sign-ups and expired sessions."""

from __future__ import annotations

import datetime as dt
from importlib import import_module

from django.conf import settings
from django.db import transaction

from accounts.models import Player, User
from accounts.services.registration import Chance, save_guest_name

CONFIRMATION_PERIOD = dt.timedelta(days=7)


def delete_unconfirmed_logins(*, chance: Chance, now: dt.datetime) -> int:
    """Delete logins whose address was not confirmed within a week; return how many.

    Address and name become free. The player becomes a guest, so matches begun before the sign-up
    stay.
    """
    late = User.objects.filter(
        address_confirmed=False, date_joined__lt=now - CONFIRMATION_PERIOD, last_login=None
    )
    released = 0
    for user_id in list(late.values_list("pk", flat=True)):
        released += _delete_login(user_id, chance=chance)
    return released


@transaction.atomic
def _delete_login(user_id: int, *, chance: Chance) -> bool:
    """Delete one login, unless its address has just been confirmed."""
    user = User.objects.select_for_update().filter(pk=user_id, address_confirmed=False).first()
    if user is None:
        return False
    for player in Player.objects.select_for_update(no_key=True).filter(user=user):
        player.user = None
        player.kind = Player.Kind.GUEST
        save_guest_name(player, chance)
    user.delete()
    return True


def clear_sessions() -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
