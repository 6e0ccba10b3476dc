"""Every e-mail says, as text and as HTML, whether it can be answered, and how."""

from __future__ import annotations

from typing import Any

import pytest

from notifications.kinds import KINDS
from notifications.models import Message
from notifications.services import rendering
from tests.markup import tidy
from tests.notifications.conftest import html_of

pytestmark = pytest.mark.django_db
SENT = [kind.name for kind in KINDS.values() if not kind.planned]
UNANSWERED = "Please don’t reply to this e-mail: this mailbox is not monitored."
ANSWERED = "Write above this line. Reply “help” to see what you can write."
INSTANT = "2026-03-09T12:00:00+00:00"
INSTANTS = ("deadline", "starts_at", "expires_at", "unreached_at", "paused_until")
CONTEXT = {
    **dict.fromkeys((*INSTANTS, "begins_at", "ends_at"), INSTANT),
    "count": 1,
    "subject": "Reset your password",
    "headline": "News",
    "text": "Words",
    "url": "https://play.example.org/",
    "step": "opened",
    "layout": "plain",
}


def write(kind: str, player: Any, noon: Any, **fields: Any) -> Message:
    """Return an e-mail of this kind that tells next to nothing."""
    instants = dict.fromkeys(("created_at", "due_at", "first_due_at"), noon)
    given = {"address": player.address, "language": "en", "zone": "UTC", "context": CONTEXT}
    number = f"<{kind}@play.example.org>"
    return Message.objects.create(
        kind=kind, key=kind, player=player, message_id=number, **given, **instants, **fields
    )


def parts(message: Message, noon: Any) -> list[str]:
    """Return the text and the HTML of an e-mail."""
    email = rendering.render(message, noon, lambda message, _now: dict(message.context))
    return [" ".join(text.split()) for text in (str(email.body), tidy(html_of(email)))]


@pytest.mark.parametrize("kind", SENT)
@pytest.mark.parametrize("domain", ["play.example.org", ""])
def test_it_says_what_happens_to_an_answer(kind, domain, alice, noon, settings):
    settings.MAIL_DOMAIN = domain
    answered = bool(domain) and kind != "security"
    message = write(kind, alice, noon)
    if kind == "daily_digest":
        write("tournament_news", alice, noon, digest=message, state=Message.State.MERGED)
    for text in parts(message, noon):
        assert (ANSWERED in text) is answered
        assert (UNANSWERED in text) is not answered
