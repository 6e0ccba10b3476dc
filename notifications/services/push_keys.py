"""The key by which push services know the site: PUSH_KEY, else one created when needed.

The latter is stored in the database, so that all servers share it.
"""

from __future__ import annotations

import base64
import secrets
from datetime import datetime

from django.conf import settings
from django.db import transaction

from accounts.secrets.encryption import DecryptionError, decrypt, encrypt
from notifications import pushing
from notifications.models import PushKey, PushSubscription

PURPOSE = "push_key"
OFF = "off"  # value of PUSH_KEY with which the site sends no notifications


def private_key(now: datetime) -> str:
    """Return the private key in base64url; empty if notifications are off."""
    if settings.PUSH_KEY:
        return "" if settings.PUSH_KEY == OFF else settings.PUSH_KEY
    kept = PushKey.objects.first()
    if kept is None:
        kept = _get_or_create_key(now)
    try:
        return decrypt(kept.encrypted_key, purpose=PURPOSE)
    except DecryptionError:  # SECRET_KEY has changed
        return decrypt(_replace_key(kept, now).encrypted_key, purpose=PURPOSE)


def public_key(now: datetime) -> str:
    """Return the key that browsers need to subscribe; empty if notifications are off."""
    private = private_key(now)
    return pushing.public_key_of(private) if private else ""


def _get_or_create_key(now: datetime) -> PushKey:
    """Return the site's key, created unless another process has just done so."""
    found, _made_here = PushKey.objects.get_or_create(
        only=True, defaults={"encrypted_key": _generate_key(), "made_at": now}
    )
    return found


@transaction.atomic
def _replace_key(lost: PushKey, now: datetime) -> PushKey:
    """Replace a key that cannot be decrypted; browsers must subscribe again."""
    found = PushKey.objects.select_for_update().get(pk=lost.pk)
    if found.encrypted_key == lost.encrypted_key:
        found.encrypted_key, found.made_at = _generate_key(), now
        found.save()
        PushSubscription.objects.all().delete()
    return found


def _generate_key() -> str:
    raw = base64.urlsafe_b64encode(secrets.token_bytes(pushing.KEY_BYTES))
    return encrypt(raw.rstrip(b"=").decode(), purpose=PURPOSE)
