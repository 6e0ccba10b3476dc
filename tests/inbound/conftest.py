"""Matches, the e-mails about them, and replies as people write them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import pytest
from django.core.management import call_command

from notifications.models import Message
from tests.emails import render
from tests.games.conftest import start

__all__ = ["start"]
counter = iter(range(1, 1_000_000))


def reply_to(player: Any, kind: str = "", thread: str = "") -> str:
    """Return where the newest e-mail to a player (of a kind, of a thread) is answered."""
    return str(newest(player, kind, thread).reply_to[0])


def newest(player: Any, kind: str = "", thread: str = "") -> Any:
    """Return the newest e-mail to a player as they read it."""
    found = Message.objects.filter(player=player)
    found = found.filter(kind=kind) if kind else found
    found = found.filter(thread=thread) if thread else found
    message = found.order_by("-pk").first()
    assert message is not None
    return render(message, message.due_at)


def written(text: str, to: str, sender: str, **headers: str) -> bytes:
    """Return a reply as a mail program sends it."""
    email = EmailMessage()
    named = {
        "From": sender,
        "To": to,
        "Subject": "Re: Your turn",
        "Message-ID": f"<{next(counter)}@mail.example.org>",
        "Date": format_datetime(datetime(2026, 3, 2, 12).astimezone()),
    }
    for name, value in (named | {k.replace("_", "-"): v for k, v in headers.items()}).items():
        email[name] = value
    email.set_content(text)
    return email.as_bytes()


@pytest.fixture
def receive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], noon: datetime
) -> Callable[..., dict[str, Any]]:
    """Return what hands a message to `receive_mail` and reads its report; ``exit`` is its code."""

    def take(raw: bytes, recipient: str = "", *, after: float = 60) -> dict[str, Any]:
        now = noon + timedelta(seconds=after)
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(raw)))
        out, code = StringIO(), 0
        try:
            call_command("receive_mail", recipient, json=True, stdout=out)
        except SystemExit as end:
            code = int(end.code or 0)
        return {**json.loads(out.getvalue()), "exit": code}

    return take
