"""API keys for tests."""

from __future__ import annotations

import secrets
from typing import Any

from django.utils import timezone


def key_for(user: Any, scope: str = "organise", **wanted: Any) -> str:
    """Return a new key of this login that may do everything unless a scope is named."""
    from accounts.services.keys import KeyRequest, issue_key

    request = KeyRequest(**{"name": "test", "scope": scope, **wanted})
    return issue_key(user, request, chance=secrets.SystemRandom(), now=timezone.now())
