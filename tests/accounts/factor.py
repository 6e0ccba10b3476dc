"""A browser that logs in with password and code, for tests."""

from __future__ import annotations

import re
import time
from typing import Any

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.test import Client

PASSWORD = "correct horse"
PAGES = "/account/second-factor/"


def code_for(secret: str) -> str:
    """Return the code that an app would show now."""
    cache.clear()  # a code works once; the next one would take half a minute
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def logged_in(player: Any, code: str | None = None) -> Client:
    """Log in through the page, with a code where one is asked for."""
    browser = Client()
    given = {"login": player.user.email, "password": PASSWORD}
    page = browser.post("/account/login/", given)
    if code is not None:
        assert page.headers["Location"] == f"{PAGES}authenticate/"
        page = browser.post(f"{PAGES}authenticate/", {"code": code})
    assert page.status_code == 302, page
    return browser


def prove(browser: Client, secret: str | None = None) -> None:
    """Show the factor again, or the password where no secret of a factor is given."""
    if secret is None:
        answer = browser.post("/account/reauthenticate/", {"password": PASSWORD})
    else:
        answer = browser.post(f"{PAGES}reauthenticate/", {"code": code_for(secret)})
    assert answer.status_code == 302


def switched_on(browser: Client) -> str:
    """Confirm the password once more, switch the factor on and return its secret."""
    prove(browser)
    page = browser.get(f"{PAGES}totp/activate/")
    found = re.search(r"<code>(\w+)</code>", page.content.decode())
    assert found
    secret = found[1]
    assert "data:image/svg+xml" in page.content.decode()
    wrong = browser.post(f"{PAGES}totp/activate/", {"code": "000000"})
    assert wrong.status_code in (200, 422)
    right = browser.post(f"{PAGES}totp/activate/", {"code": code_for(secret)})
    assert right.status_code == 302
    return secret


def codes_shown(page: Any) -> list[str]:
    """Return the recovery codes on a page."""
    return re.findall(r"^\d{8}$|(?<=<pre>)\d{8}", page.content.decode(), re.MULTILINE)
