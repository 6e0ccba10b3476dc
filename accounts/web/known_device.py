"""A cookie that identifies a browser which has logged in here before.

Failed logins from such a browser are counted separately, so that others cannot lock the owner of an
address out. The cookie grants no access.
"""

from __future__ import annotations

import secrets
import time
from datetime import timedelta

from allauth.core.internal import ratelimit
from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.services.visits import network_of
from accounts.web.visits import client_address

KNOWN_COOKIE = "ampel_known"
KNOWN_COOKIE_AGE = timedelta(days=180)
_SALT = "accounts.known_device"
APP, ACTION = "allauth.account", "login_failed"


def set_known_cookie(request: HttpRequest, response: HttpResponse, email: str) -> None:
    """Set the cookie for an address, unless the browser has it already."""
    if get_device_mark(request, email):
        return
    value = signing.dumps([_email_digest(email), secrets.token_hex(8)], salt=_SALT)
    response.set_cookie(
        KNOWN_COOKIE,
        value,
        max_age=int(KNOWN_COOKIE_AGE.total_seconds()),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        path="/account/",
    )


def get_device_mark(request: HttpRequest, email: str) -> str:
    """Return the browser's mark for this address; empty if it is not known for it."""
    try:
        owner, mark = signing.loads(
            request.COOKIES.get(KNOWN_COOKIE, ""), salt=_SALT, max_age=KNOWN_COOKIE_AGE
        )
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(mark) if constant_time_compare(str(owner), _email_digest(email)) else ""


def login_attempts_key(request: HttpRequest, email: str) -> str:
    """Return the key under which failed logins are counted: per address and network.

    Browsers known for the address have their own count.
    """
    source = get_device_mark(request, email) or network_of(client_address(request))
    return f"login:{email.lower()}:{source}"


def minutes_until_next_attempt(request: HttpRequest, key: str) -> int:
    """Return the minutes until the next attempt is possible, at least one."""
    waits = [1.0]
    now = time.time()
    for rate in ratelimit.get_rates(app=APP, action=ACTION):
        name = ratelimit.get_cache_key(request, app=APP, action=ACTION, rate=rate, key=key)
        history = [at for at in cache.get(name) or [] if at > now - rate.duration]
        if len(history) >= rate.amount:
            waits.append(sorted(history)[-rate.amount] + rate.duration - now)
    return int(-(-max(waits) // 60)) if max(waits) > 1 else 1


def _email_digest(email: str) -> str:
    return salted_hmac(_SALT, email.strip().lower(), algorithm="sha256").hexdigest()[:32]
