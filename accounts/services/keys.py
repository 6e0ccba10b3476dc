"""Issuing, checking and revoking API keys."""

from __future__ import annotations

import datetime as dt
import hashlib
import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, User
from accounts.models.key import MAX_NAME_LENGTH
from accounts.naming import has_controls
from accounts.queries import READER_ANNOTATIONS, reader_annotations
from accounts.services.errors import Refused
from accounts.services.registration import Chance

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PREFIX = "ampel_"
KEY_ALPHABET = string.ascii_letters + string.digits
SECRET_LENGTH = 40  # 238 bits of entropy: plain SHA-256 is enough
MAX_KEYS = 20
VALIDITY_DAYS = (30, 90, 365)
USE_RECORDED_EVERY = dt.timedelta(minutes=1)


class KeyRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "key_nameless": _("Give the key a name, such as the program that uses it."),
        "key_name_controls": _("Remove the control characters from this line."),
        "key_name_long": _(
            "The name of a key can have up to %(most)d characters; this one has %(length)d."
        ),
        "key_scope": _("“%(scope)s” is not a permission. Choose read, play or organise."),
        "key_days": _(
            "A key is valid for 1 to %(most)d days; this one would be valid for %(days)d."
        ),
        "too_many_keys": _("You already have %(most)d keys. Delete one of them first."),
    }


@dataclass(frozen=True)
class KeyRequest:
    name: str
    scope: str
    days: int = VALIDITY_DAYS[0]


@transaction.atomic
def issue_key(user: User, key_request: KeyRequest, *, chance: Chance, now: dt.datetime) -> str:
    """Create a key and return it, this once; only its fingerprint is stored. Raises KeyRefused."""
    name = _clean_request(key_request)
    locked = User.objects.select_for_update().get(pk=user.pk)
    standing = locked.api_keys.filter(expires_at__gt=now).count()
    if standing >= MAX_KEYS:
        raise KeyRefused("too_many_keys", most=MAX_KEYS)
    secret = PREFIX + "".join(
        KEY_ALPHABET[chance.randrange(len(KEY_ALPHABET))] for _ in range(SECRET_LENGTH)
    )
    ApiKey.objects.create(
        user=locked,
        name=name,
        scope=key_request.scope,
        digest=fingerprint(secret),
        ending=secret[-4:],
        created_at=now,
        expires_at=now + dt.timedelta(days=key_request.days),
    )
    return secret


def revoke_key(user: User, pk: int) -> bool:
    """Revoke a key of this login; False if there is none."""
    deleted, _rows = ApiKey.objects.filter(user=user, pk=pk).delete()
    return deleted > 0


def authenticate_key(secret: str, *, now: dt.datetime) -> ApiKey | None:
    """Return the valid key with its login and player; record its use at most once a minute."""
    if not _is_well_formed(secret):
        return None
    rows = ApiKey.objects.select_related("user__player").annotate(
        **reader_annotations("user__player")
    )
    found = rows.filter(digest=fingerprint(secret)).first()
    if found is None or not found.is_valid_at(now) or not found.user.is_active:
        return None
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_RECORDED_EVERY)
    if found.last_used_at is None or found.last_used_at <= now - USE_RECORDED_EVERY:
        ApiKey.objects.filter(stale, pk=found.pk).update(last_used_at=now)
    for name in READER_ANNOTATIONS:
        setattr(found.user, name, getattr(found, name))
    return found


def delete_expired_keys(*, now: dt.datetime) -> int:
    """Delete keys that expired at least 30 days ago; until then their owners see them."""
    return ApiKey.objects.filter(expires_at__lte=now - dt.timedelta(days=30)).delete()[0]


def fingerprint(secret: str) -> str:
    """Return the hash that is stored instead of the key."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _is_well_formed(secret: str) -> bool:
    """Whether a text has the form of a key, checked before querying the database."""
    body = secret.removeprefix(PREFIX)
    return (
        secret.startswith(PREFIX) and len(body) == SECRET_LENGTH and set(body) <= set(KEY_ALPHABET)
    )


def _clean_request(key_request: KeyRequest) -> str:
    """Return the tidy name. Raises KeyRefused if the request is invalid."""
    name = " ".join(key_request.name.split())
    if not name:
        raise KeyRefused("key_nameless")
    if has_controls(name):
        raise KeyRefused("key_name_controls")
    if len(name) > MAX_NAME_LENGTH:
        raise KeyRefused("key_name_long", most=MAX_NAME_LENGTH, length=len(name))
    if key_request.scope not in ApiKey.Scope.values:
        raise KeyRefused("key_scope", scope=key_request.scope[:40])
    if not 1 <= key_request.days <= VALIDITY_DAYS[-1]:
        raise KeyRefused("key_days", most=VALIDITY_DAYS[-1], days=key_request.days)
    return name
