"""E-mails through the APIs of providers: what leaves the site, with the network replaced."""

from __future__ import annotations

import json
from typing import Any

import pytest
import requests
from django.core.mail import get_connection

from config.env import mail as mail_settings
from notifications.models import Message
from tests.emails import deliver_due

KEYS = {
    "mailgun": {"MAILGUN_API_KEY": "key"},
    "postmark": {"POSTMARK_SERVER_TOKEN": "key"},
    "brevo": {"BREVO_API_KEY": "key"},
    "mailjet": {"MAILJET_API_KEY": "key", "MAILJET_SECRET_KEY": "secret"},
}
ANSWERS: dict[str, Any] = {
    "mailgun": {"id": "<1@mailgun.example>", "message": "Queued."},
    "postmark": {"ErrorCode": 0, "Message": "OK", "MessageID": "1", "To": "alice@example.org"},
    "brevo": {"messageId": "<1@brevo.example>"},
    "mailjet": {
        "Messages": [
            {
                "Status": "success",
                "To": [{"Email": "alice@example.org", "MessageID": 1, "MessageUUID": "1"}],
            }
        ]
    },
}


@pytest.fixture
def asked(monkeypatch):
    """Take what would go to a provider, and answer with the given status."""
    found: dict[str, Any] = {"status": 200, "requests": []}

    def send(session, request, **_options):
        found["requests"].append(request)
        answer = requests.Response()
        answer.status_code = found["status"]
        answer.request = request
        answer._content = json.dumps(found["answer"]).encode()
        return answer

    monkeypatch.setattr(requests.Session, "send", send)
    return found


@pytest.mark.parametrize("name", list(KEYS))
def test_an_email_leaves_by_a_provider_named_in_the_address(
    name, alice, noon, post, settings, asked
):
    settings.EMAIL_BACKEND = mail_settings.backend(f"anymail://{name}")["EMAIL_BACKEND"]
    settings.ANYMAIL = mail_settings.anymail_settings() | KEYS[name]
    settings.MAIL_DOMAIN = "play.example.org"
    asked["answer"] = ANSWERS[name]
    email = post(alice)
    assert deliver_due(noon).sent == 1, Message.objects.get().last_error
    (request,) = asked["requests"]
    assert request.url.startswith("https://")
    body = request.body if isinstance(request.body, bytes) else request.body.encode()
    for part in (b"alice@example.org", b"play+", b"board", email.message_id.strip("<>").encode()):
        assert part in body, part


def test_what_a_provider_refuses_is_tried_again(alice, noon, post, settings, asked):
    settings.EMAIL_BACKEND = mail_settings.backend("anymail://postmark")["EMAIL_BACKEND"]
    settings.ANYMAIL = mail_settings.anymail_settings() | KEYS["postmark"]
    asked |= {"status": 500, "answer": {"ErrorCode": 100, "Message": "Maintenance"}}
    post(alice)
    tally = deliver_due(noon)
    assert (tally.sent, tally.failed) == (0, 1)
    message = Message.objects.get()
    assert message.state == "queued"
    assert "Maintenance" in message.last_error


def test_amazon_is_reached_by_smtp(settings):
    url = "smtp+tls://user:pass%2Fword@email-smtp.eu-west-1.amazonaws.com:587"
    for name, value in mail_settings.backend(url).items():
        setattr(settings, name, value)
    connection: Any = get_connection()
    assert (connection.host, connection.port, connection.use_tls) == (
        "email-smtp.eu-west-1.amazonaws.com",
        587,
        True,
    )
    assert connection.password == "pass/word"
