"""How e-mails are sent: by SMTP, by a provider's API, or into a folder."""

from __future__ import annotations

import os
from email.header import decode_header, make_header
from email.utils import quote, unquote
from importlib.util import find_spec

import environ
from django.core.exceptions import ImproperlyConfigured

ANYMAIL_SCHEME = "anymail://"
EMAIL_URL_ERROR = (
    "EMAIL_URL: write smtp+tls://user:password@host:587, anymail://postmark, "
    "or leave it unset for a folder"
)
ANYMAIL_PREFIX = "ANYMAIL_"


def backend(url: str) -> dict[str, object]:
    """Return Django's e-mail settings: `smtp+tls://…`, `anymail://postmark`, "" for a folder."""
    if not url:
        return {"EMAIL_BACKEND": "notifications.backends.FolderBackend"}
    patience = {"EMAIL_TIMEOUT": 20}
    if url.startswith(ANYMAIL_SCHEME):
        name = url.removeprefix(ANYMAIL_SCHEME).strip("/").lower()
        if not name.isidentifier() or find_spec(f"anymail.backends.{name}") is None:
            raise ValueError(EMAIL_URL_ERROR)
        return {"EMAIL_BACKEND": f"anymail.backends.{name}.EmailBackend", **patience}
    try:
        return {**environ.Env.email_url_config(url), **patience}
    except (ImproperlyConfigured, ValueError):
        raise ValueError(EMAIL_URL_ERROR) from None


def sender(text: str, site_name: str) -> str:
    """Return `"name" <address>`; the name can contain commas and quotes.

    It defaults to the name of the site.
    """
    named, _mark, rest = text.strip().rpartition("<")
    if not all(rest.strip(" >").partition("@")):
        raise ValueError(f"DEFAULT_FROM_EMAIL={text!r}: write name@domain or Name <name@domain>")
    name = str(make_header(decode_header(unquote(named.strip())))).strip() or site_name
    return f'"{quote(name)}" <{rest.strip(" >")}>'


def pace(text: str) -> dict[str, int]:
    """Return the maximum of e-mails per minute by domain: `gmail.com=120,*=300`."""
    return _parse_numbers(text, "EMAIL_PACE={each!r}: write domain=number, such as gmail.com=120")


def limits(text: str) -> dict[str, int]:
    """Return the maximum of e-mails a day that people can cause: `sender=60,receiver=40,pair=8`."""
    known = {"sender": 60, "receiver": 40, "pair": 8}
    wrong = "EMAIL_LIMITS={each!r}: write sender=number, receiver=number or pair=number"
    found = _parse_numbers(text, wrong)
    for each in found.keys() - known:
        raise ValueError(wrong.format(each=each))
    return known | found


def _parse_numbers(text: str, wrong: str) -> dict[str, int]:
    """Parse `name=number` pairs. Raises ValueError with the message ``wrong``."""
    found: dict[str, int] = {}
    for each in filter(None, (part.strip() for part in text.split(","))):
        name, _is, number = each.partition("=")
        if not name.strip() or not number.strip().isdecimal() or int(number) < 1:
            raise ValueError(wrong.format(each=each))
        found[name.strip().lower()] = int(number)
    return found


def anymail_settings() -> dict[str, object]:
    """Return anymail's settings: every variable that begins with ANYMAIL_.

    Unsupported features are ignored: some providers have their own return path.
    """
    found = os.environ.items()
    told = {
        key.removeprefix(ANYMAIL_PREFIX): value
        for key, value in found
        if key.startswith(ANYMAIL_PREFIX)
    }
    return {"IGNORE_UNSUPPORTED_FEATURES": True, **told}
