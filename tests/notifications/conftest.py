"""What the tests of e-mails share: made-up e-mails about turns and a function that posts them."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Player
from notifications.models import Message
from notifications.services import outbox

TEMPLATES = Path(__file__).parent / "templates"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">'
    '<rect width="300" height="300" fill="#e6dcc4"/>'
    + "".join(
        f'<rect x="{10 + 95 * column}" y="{10 + 95 * row}" width="90" height="90" fill="#fbf7ec"/>'
        for row in range(3)
        for column in range(3)
    )
    + '<circle cx="150" cy="150" r="34" fill="#1b7f45"/>'
    '<text x="150" y="162" font-size="36" text-anchor="middle" fill="#fff">G</text></svg>'
)
BOARD = {
    "svg": SVG,
    "text": "   a b c\n3  . . .\n2  . G .\n1  . . .",
    "alt": "Traffic Lights board: G on b2, all other cells empty.",
}


def first(pattern: str, text: str) -> tuple[str, ...]:
    """Return the groups of the first place where the pattern fits, and fail where it does not."""
    found = re.search(pattern, text)
    assert found is not None, f"{pattern} is not in {text[:2000]}"
    return found.groups()


def html_of(email: Any) -> str:
    """Return the HTML part of a sent mail."""
    return str(email.alternatives[0].content)


@pytest.fixture(autouse=True)
def _our_templates(settings: Any) -> None:
    """Lay the made-up e-mails before the real ones."""
    templates = deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"] = [TEMPLATES, *templates[0]["DIRS"]]
    settings.TEMPLATES = templates
    settings.SITE_URL = "https://ampelpost.example"
    settings.DEFAULT_FROM_EMAIL = "Ampelpost <post@ampelpost.example>"


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the woken instead of sending them to a broker."""
    sent: list[str] = []
    monkeypatch.setattr(outbox, "wake_worker", sent.append)
    return sent


@pytest.fixture
def turn_context(noon: datetime) -> dict[str, Any]:
    """Return what an e-mail about a turn says."""
    return {
        "opponent": "Bea & Söhne",
        "move": "b2",
        "match": 7,
        "url": "https://ampelpost.example/matches/7/",
        "deadline_at": (noon + timedelta(days=3)).isoformat(),
        "row": [],  # there is none, so nothing is read again
        "board": BOARD,
    }


@pytest.fixture
def post(noon: datetime, turn_context: dict[str, Any]) -> Callable[..., Message | None]:
    """Return a poster of turn e-mails, every argument replaceable."""

    def post_turn(player: Player, key: str = "your_turn:7:1:0", **changes: Any) -> Message | None:
        arguments: dict[str, Any] = {
            "kind": "your_turn",
            "context": turn_context,
            "now": noon,
            "thread": "match:7",
        }
        return outbox.post(player=player, key=key, **(arguments | changes))

    return post_turn
