"""Records a login's sessions for its owner, and ends them."""

from __future__ import annotations

import re
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction

from accounts.models import LoginSession, User

BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|Chromium/|CriOS/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux|X11"),
)
MAX_AGENT_LENGTH = 400
DAY_KEY = "session_noted"  # key in the session, so that later requests of the day write nothing


def get_day_marker(key: str, now: datetime) -> str:
    """Return the value that marks a session as recorded today."""
    return f"{now.date()}:{key[:8]}"


def record_session(user: User, key: str, agent: str, *, now: datetime) -> None:
    """Record that a login uses a session today; does nothing if the session has ended."""
    known = agent[:MAX_AGENT_LENGTH]
    found = {
        "user": user,
        "browser": _first_match(BROWSERS, known),
        "system": _first_match(SYSTEMS, known),
        "used_on": now.date(),
    }
    try:
        with transaction.atomic():
            if not Session.objects.select_for_update().filter(pk=key).exists():
                return
            LoginSession.objects.update_or_create(
                session_id=key, defaults=found, create_defaults={**found, "started_at": now}
            )
    except IntegrityError:
        return


def _first_match(known: tuple[tuple[str, str], ...], agent: str) -> str:
    """Return the first name whose pattern matches; empty if none does."""
    return next((name for name, pattern in known if re.search(pattern, agent)), "")


def end_session(user: User, pk: int) -> bool:
    """End one session of a login; False if it has no such session."""
    keys = list(LoginSession.objects.filter(user=user, pk=pk).values_list("session", flat=True))
    return bool(keys) and Session.objects.filter(pk__in=keys).delete()[0] > 0


def end_other_sessions(user: User, key: str) -> int:
    """End all sessions of a login except the one with this key; return how many."""
    rows = LoginSession.objects.filter(user=user).exclude(session_id=key)
    keys = list(rows.values_list("session", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)
