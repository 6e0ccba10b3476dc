"""What the tests about people share: e-mails that were sent, and what a new player fills in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from config.emails.composing import deliver_due


def all_emails() -> str:
    """Send what waits in the outbox and return the text of everything that arrived anywhere."""
    deliver_due(timezone.now())
    return "\n".join(str(message.body) for message in mail.outbox)


@pytest.fixture
def link_in_email(db: None) -> Callable[[str], str]:
    """Return a finder of the newest link to an address that begins so, as a path of this site."""

    def find(start: str) -> str:
        found = re.findall(rf"https?://[^/\s\"\\]+({re.escape(start)}[^\s\"\\<>]+/)", all_emails())
        assert found, f"no letter has a link to {start}"
        return str(found[-1])

    return find


@pytest.fixture
def dora() -> dict[str, Any]:
    """Return what a new player fills in."""
    return {
        "email": "Dora@Example.org",
        "password1": "green lights only",
        "name": "Dora",
        "time_zone": "Europe/Zurich",
        "language": "it",
    }
