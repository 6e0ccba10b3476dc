"""E-mails that come back, complaints, and what providers report."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from games.models import ClockCharge, Pause
from games.services.play import mail_pauses
from inbound.models import InboundMessage
from inbound.services import returns
from notifications import addresses, queries
from notifications.models import DeliveryEvent, EmailSettings, Message
from notifications.services import bounces
from tests.emails import deliver_due
from tests.inbound.conftest import newest, reply_to, written

ALICE = "alice@example.org"
DAY = 86_400


def report(recipient: str, *, action: str, status: str, name: str = "") -> bytes:
    """Return a delivery status report (RFC 3464) as Postfix writes it."""
    text = f"""From: MAILER-DAEMON@mail.example.org (Mail Delivery System)
To: bounce@ampelpost.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <{status}{name}@mail.example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

This is the mail system at host mail.example.org.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 no such user
--b--
"""
    return text.replace("\n", "\r\n").encode()


@pytest.fixture
def sent(alice: Any, bob: Any, start: Any, noon: Any) -> Message:
    """Return an e-mail about a turn that the mail server has taken."""
    start(alice, bob)
    deliver_due(noon + timedelta(minutes=11))
    message = Message.objects.get(player=alice)
    assert message.state == Message.State.SENT
    return message


def test_an_email_leaves_with_a_return_path_of_its_own(sent, alice):
    email = newest(alice)
    assert addresses.parse_bounce_address(email.from_email) == sent.pk
    assert "post@" in str(email.message()["From"])


def test_a_hard_bounce_stops_emails_warns_and_stops_the_clock(sent, alice, receive, noon):
    address = addresses.bounce_address(sent.pk)
    found = receive(report(ALICE, action="failed", status="5.1.1"), address, after=900)
    assert (found["outcome"], found["code"], found["answer"]) == ("bounced", "hard", None)
    assert queries.bounced_at(alice) is not None
    sent.refresh_from_db()
    assert sent.state == Message.State.FAILED
    assert sent.events.filter(event=DeliveryEvent.Event.BOUNCED).exists()
    mail_pauses.update_mail_pauses(now=noon + timedelta(minutes=20))
    pause = Pause.objects.get(player=alice)
    assert pause.reason == Pause.Reason.MAIL


def test_whoever_answers_an_email_that_came_back_has_had_it_since_it_was_sent(
    sent, alice, receive, noon
):
    to, address = newest(alice).reply_to[0], addresses.bounce_address(sent.pk)
    receive(report(ALICE, action="failed", status="5.1.1"), address, after=2 * DAY)
    mail_pauses.update_mail_pauses(now=noon + timedelta(seconds=2 * DAY + 5))
    assert receive(written("b2", to, ALICE), to, after=2 * DAY + 60)["outcome"] == "done"
    assert Pause.objects.get(player=alice).until == sent.sent_at
    charged = ClockCharge.objects.get(seat=0).charged
    assert charged == pytest.approx(2 * DAY + 60 - 11 * 60, abs=1)


def test_an_answer_after_the_deadline_is_late_though_the_email_came_back(
    sent, alice, receive, noon
):
    to, address = newest(alice).reply_to[0], addresses.bounce_address(sent.pk)
    receive(report(ALICE, action="failed", status="5.1.1"), address, after=2 * DAY)
    mail_pauses.update_mail_pauses(now=noon + timedelta(seconds=2 * DAY + 5))
    found = receive(written("b2", to, ALICE), to, after=9 * DAY)
    assert (found["outcome"], found["code"]) == ("refused", "time_over")


def test_a_delay_changes_nothing(sent, alice, receive):
    address = addresses.bounce_address(sent.pk)
    found = receive(report(ALICE, action="delayed", status="4.4.1"), address)
    assert (found["outcome"], found["code"]) == ("bounced", "delayed")
    assert queries.bounced_at(alice) is None
    assert sent.events.last().event == "delayed"
    assert "4.4.1" in sent.events.last().detail


def test_a_report_that_names_nobody_counts_at_the_return_path_it_came_to(sent, alice, receive):
    unreadable = report("alice at example", action="failed", status="5.1.1")
    found = receive(unreadable, addresses.bounce_address(sent.pk))
    assert (found["outcome"], found["code"]) == ("bounced", "hard")
    assert queries.bounced_at(alice) is not None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ihre Nachricht wurde noch nicht zugestellt. Wir stellen weiter zu.", "delayed"),
        ("Votre message n'a pas encore pu être remis. Nous continuons à essayer.", "delayed"),
        ("Il messaggio non è ancora stato recapitato, continueremo a provare.", "delayed"),
        ("Ihre Nachricht konnte nicht zugestellt werden.", "soft"),
        ("Your message could not be delivered: 550 5.1.1 no such user", "hard"),
        ("Your message could not be delivered: 452 try again", "soft"),
    ],
)
def test_a_report_in_prose_without_an_address_is_told_apart(sent, receive, text, code):
    email = EmailMessage()
    email["From"], email["Subject"] = "Mailer-Daemon@mx.example", "Delivery Status Notification"
    email["To"], email["Message-ID"] = "bounce@ampelpost.example", "<prose@mx.example>"
    email.set_content(text)
    found = receive(email.as_bytes(), addresses.bounce_address(sent.pk))
    assert (found["outcome"], found["code"]) == ("bounced", code)


def test_soft_bounces_count_and_the_third_stops_emails(sent, alice, receive):
    address = addresses.bounce_address(sent.pk)
    for number in range(bounces.MAX_SOFT_BOUNCES):
        assert queries.bounced_at(alice) is None
        raw = report(ALICE, action="failed", status="4.2.2", name=str(number))
        assert receive(raw, address)["code"] == "soft"
    assert queries.bounced_at(alice) is not None


def test_a_report_about_somebody_else_changes_nothing_without_our_return_path(sent, alice, receive):
    to = newest(alice).reply_to[0]
    found = receive(report("bob@example.org", action="failed", status="5.1.1"), to)
    assert found["outcome"] == "ignored"
    assert not EmailSettings.objects.exists()


def test_a_persons_words_at_a_return_path_are_nothing(sent, alice, receive):
    found = receive(written("resign", addresses.bounce_address(sent.pk), ALICE))
    assert found["outcome"] == "ignored"
    assert InboundMessage.objects.get().answer is None


@pytest.mark.parametrize(
    ("event", "reason", "stops"),
    [
        ("bounced", "", True),
        ("bounced", "timed_out", False),
        ("complained", "", True),
        ("deferred", "", False),
        ("delivered", "", False),
    ],
)
def test_what_a_provider_reports_counts_like_a_report_by_mail(
    sent, alice, noon, event, reason, stops
):
    email = newest(alice)
    found = returns.ProviderReport(int(email.metadata[addresses.OUTBOX]), ALICE, event, reason)
    returns.record_provider_report(found, now=noon)
    assert (queries.bounced_at(alice) is not None) is stops
    assert (sent.events.last().event == "delayed") is (event == "deferred")


def test_a_providers_message_is_kept_for_the_workers(settings, sent, alice):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "a:b"}
    from anymail.inbound import AnymailInboundMessage
    from anymail.signals import AnymailInboundEvent

    from inbound import receivers

    raw = written("b2", newest(alice).reply_to[0], ALICE)
    message: EmailMessage = AnymailInboundMessage.parse_raw_mime_bytes(raw)
    receivers.store_inbound(event=AnymailInboundEvent(event_type="inbound", message=message))
    row = InboundMessage.objects.get()
    assert (row.way, row.state) == ("webhook", "received")
    receivers.store_inbound(event=AnymailInboundEvent(event_type="inbound", message=message))
    assert InboundMessage.objects.count() == 1


def test_who_answers_by_e_mail_is_known_to_have_been_here(alice, bob, start, receive, noon):
    match = start(alice, bob, now=noon)
    receive(written("status\n", reply_to(alice), "eve@example.org"))
    assert match.seats.get(player=alice).here_at is None  # it may have been anybody
    receive(written("status\n", reply_to(alice), "alice@example.org"), after=120)
    assert match.seats.get(player=alice).here_at == noon + timedelta(seconds=120)
    alice.refresh_from_db()
    assert alice.here_at == noon + timedelta(seconds=120)
