"""A mail server that is away for long: seen, waited for, and made up for when it is back."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from config.web import health
from notifications import queries
from notifications.models import DeliveryEvent, Message
from notifications.services import expiry, operator_actions, outbox
from notifications.services.security import post_security
from tests.emails import deliver_due
from tests.sampling import at_length, sampled

State, FailureReason = Message.State, Message.FailureReason
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Server:
    """A mail server that answers with what it is told to."""

    def __init__(self):
        self.answer = ConnectionRefusedError("nobody there")
        self.only = ""

    def fail(self, messages):
        if self.answer is not None and (not self.only or self.only in messages[0].to):
            raise self.answer


@pytest.fixture
def server(monkeypatch):
    """The mail server, away until told otherwise."""
    known, works = Server(), EmailBackend.send_messages

    def send(self, messages):
        known.fail(messages)
        return works(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    return known


def work(start, span, step=5 * MINUTE):
    """Let the sender run every few minutes; return when it ran last."""
    now = start
    while now < start + span:
        deliver_due(now)
        now += step
    return now


def test_a_dead_mail_server_is_seen_though_each_attempt_puts_the_next_one_off(
    alice, noon, post, server
):
    email = post(alice)
    now = work(noon, 30 * MINUTE, MINUTE)
    email.refresh_from_db()
    assert email.due_at > now - 10 * MINUTE  # it looks as if it had hardly waited
    part = health.mail_lag(now)
    assert part == {"ok": False, "seconds": 1800, "limit": 900, "given_up": 0}


def test_a_server_that_takes_the_others_is_not_dead(alice, bob, noon, post, server):
    server.answer, server.only = SMTPRecipientsRefused({"x": (452, b"full")}), alice.address
    post(alice)
    now = noon
    for number in range(10):
        post(bob, f"other:{number}", now=now)
        deliver_due(now)
        now += 5 * MINUTE
    assert health.mail_lag(now)["ok"] is True


def test_what_was_given_up_is_counted_and_goes_out_when_the_server_is_back(
    alice, bob, noon, post, server
):
    email, other = post(alice), post(bob, "your_turn:8:1:0")
    now = work(noon, 4 * DAY, 4 * HOUR)
    assert set(Message.objects.values_list("state", "failure_reason")) == {
        (State.FAILED, FailureReason.SERVER)
    }
    assert health.mail_lag(now) == {
        "ok": False,
        "seconds": 4 * 86400,
        "limit": 900,
        "given_up": 2,
    }
    server.answer = None
    later = work(now, HOUR)
    assert {mail_.to[0] for mail_ in mail.outbox} == {alice.address, bob.address}
    assert len(mail.outbox) == 2
    email.refresh_from_db()
    other.refresh_from_db()
    assert (email.state, other.state) == (State.SENT, State.SENT)
    assert health.mail_lag(later) == {"ok": True, "seconds": 0, "limit": 900, "given_up": 0}


@pytest.mark.parametrize(
    "answer",
    sampled(
        [
            SMTPRecipientsRefused({"x": (451, b"not now")}),
            SMTPServerDisconnected("dropped"),
            SMTPDataError(451, b"not now"),
            TimeoutError("hangs"),
        ],
        1,
    ),
)
def test_however_a_server_fails_everybody_it_is_the_server(alice, noon, post, server, answer):
    server.answer = answer
    post(alice)
    now = work(noon, 4 * DAY, 4 * HOUR)
    assert Message.objects.get().failure_reason == FailureReason.SERVER
    server.answer = None
    work(now, HOUR)
    assert len(mail.outbox) == 1


def fail_five_times(email, now):
    """Let the sender try until the fifth step, of four hours, begins; return when that was."""
    for _ in range(5):
        deliver_due(now)
        email.refresh_from_db()
        now = email.due_at
    assert email.attempts == 5
    return now - 4 * HOUR


@pytest.mark.parametrize(("code", "others"), [(451, 0), (452, 1)])
def test_a_server_that_refused_everybody_for_now_lets_all_go_when_it_is_back(
    alice, bob, noon, post, server, code, others
):
    email = post(alice)
    post(bob, "taken in the same minute")
    server.answer, server.only = SMTPRecipientsRefused({"x": (code, b"not now")}), alice.address
    deliver_due(noon)
    server.only = ""
    now = fail_five_times(email, noon + MINUTE)
    assert email.failure_reason == FailureReason.SERVER
    server.answer = None
    for number in range(others):
        post(bob, f"fresh:{number}", now=now)
    work(now + MINUTE, 20 * MINUTE)
    assert alice.address in {each.to[0] for each in mail.outbox}


def test_who_alone_is_refused_for_now_is_tried_at_its_own_steps(alice, bob, noon, post, server):
    server.answer, server.only = SMTPRecipientsRefused({"x": (452, b"full")}), alice.address
    email, now = post(alice), noon
    for number in range(5):
        post(bob, f"other:{number}", now=now)
        deliver_due(now)
        email.refresh_from_db()
        assert email.attempts == number + 1
        now = email.due_at
    assert email.failure_reason == FailureReason.REFUSED
    due = email.due_at
    post(bob, "another", now=due - HOUR)
    deliver_due(due - HOUR)
    deliver_due(due - MINUTE)
    email.refresh_from_db()
    assert (email.attempts, email.due_at) == (5, due)


@pytest.mark.long
def test_a_full_mailbox_is_not_tried_for_ever(alice, bob, noon, post, server):
    server.answer, server.only = SMTPRecipientsRefused({"x": (452, b"full")}), alice.address
    email = post(alice)
    now = noon
    for number in range(60):
        post(bob, f"other:{number}", now=now)
        deliver_due(now)
        now += 2 * HOUR
    email.refresh_from_db()
    assert (email.state, email.failure_reason) == (State.FAILED, FailureReason.REFUSED)
    assert queries.undelivered_count() == 0
    server.answer = None
    work(now, DAY, HOUR)
    assert email.events.filter(event="accepted").count() == 0


@pytest.mark.parametrize("by_operator", [True, False])
def test_failures_before_it_was_put_back_say_nothing_about_an_e_mail(
    alice, bob, noon, post, server, by_operator
):
    server.answer = SMTPRecipientsRefused({"x": (451, b"not now")})
    email = post(alice)
    server.only = alice.address if by_operator else ""
    now = noon
    for number in range(8):
        if by_operator:
            post(bob, f"other:{number}", now=now)
        deliver_due(now)
        email.refresh_from_db()
        now = email.due_at
    refused = FailureReason.REFUSED if by_operator else FailureReason.SERVER
    assert (email.state, email.failure_reason) == (State.FAILED, refused)
    server.only = alice.address
    post(bob, "passes", now=now + HOUR)
    deliver_due(now + HOUR)
    server.only, now = "", now + 2 * HOUR
    if by_operator:
        assert operator_actions.retry(email, now)
    for _attempt in range(8):
        deliver_due(now)
        email.refresh_from_db()
        now = email.due_at
    assert (email.state, email.failure_reason) == (State.FAILED, FailureReason.SERVER)


def test_a_given_up_e_mail_that_was_answered_meanwhile_does_not_go_out(alice, noon, post, server):
    email = post(alice)
    now = work(noon, 4 * DAY, 4 * HOUR)
    assert outbox.withdraw(email.key, now=now) is True
    server.answer = None
    work(now, HOUR)
    assert mail.outbox == []


@pytest.mark.long
def test_nobody_waits_out_a_long_rung_once_the_server_is_back(alice, bob, noon, post, server):
    email = post(alice)
    now = work(noon, 8 * HOUR)
    email.refresh_from_db()
    assert email.due_at > now + 30 * MINUTE
    server.answer = None
    post(bob, "fresh", now=now)
    work(now, 20 * MINUTE)
    assert {each.to[0] for each in mail.outbox} == {alice.address, bob.address}


def test_a_server_that_is_back_is_found_though_nothing_new_is_written(alice, noon, post, server):
    email = post(alice)
    now = noon
    for _ in range(6):
        deliver_due(now)
        email.refresh_from_db()
        now = email.due_at
    now -= 12 * HOUR  # its last attempt
    assert email.attempts == 6
    deliver_due(now + 14 * MINUTE)
    deliver_due(now + 16 * MINUTE)
    email.refresh_from_db()
    assert (email.attempts, (email.due_at - now) // MINUTE) == (6, 12 * 60 + 16)
    server.answer = None
    deliver_due(now + 32 * MINUTE)
    assert [each.to[0] for each in mail.outbox] == [alice.address]


def test_a_dead_server_is_probed_four_times_an_hour_at_most(alice, noon, post, server):
    hours = 2 if at_length() else 1
    for number in range(5):
        post(alice, f"letter:{number}")
    now = work(noon, 4 * DAY, 4 * HOUR)
    before = DeliveryEvent.objects.filter(event="claimed").count()
    work(now, hours * HOUR, 3 * MINUTE)
    assert DeliveryEvent.objects.filter(event="claimed").count() - before <= 4 * hours + 1


@pytest.mark.long
def test_a_sender_killed_while_it_probes_loses_nothing(alice, noon, post, server, monkeypatch):
    class Killed(BaseException):
        """What nobody catches."""

    email = post(alice)
    now = work(noon, 4 * DAY, 4 * HOUR)
    email.refresh_from_db()
    assert email.state == State.FAILED
    server.answer = Killed()
    for minutes in range(0, 60, 10):
        with suppress(Killed):
            deliver_due(now + HOUR + minutes * MINUTE)
    email.refresh_from_db()
    assert (email.state, email.failure_reason) == (State.FAILED, FailureReason.SERVER)
    server.answer = None
    work(now + 3 * HOUR, HOUR)
    assert [each.to[0] for each in mail.outbox] == [alice.address]


def login_mail(address, noon, *, secret=True):
    text = "Choose a new password: https://ampelpost.example/reset/SECRET/"
    return post_security(
        address, "Reset your password", text, language="en", now=noon, secret=secret
    )


@pytest.mark.parametrize(("away", "step"), sampled([(25 * HOUR, HOUR), (4 * DAY, 2 * HOUR)], 1))
def test_a_secret_expires_with_a_word_instead(alice, noon, server, away, step):
    email = login_mail(alice.address, noon)
    now = work(noon, away, step)
    server.answer = None
    work(now, 25 * HOUR, step)
    (sent,) = mail.outbox
    said = str(sent.body) + str(sent.alternatives[0].content)
    assert sent.subject == "Expired: Reset your password"
    assert "“Reset your password”" in sent.body
    assert "will no longer be sent" in sent.body
    assert "/account/login/" in sent.body
    assert "SECRET" not in said
    email.refresh_from_db()
    assert "SECRET" not in str(email.context)


def test_a_given_up_secret_is_not_kept(alice, noon, server):
    login_mail(alice.address, noon)
    work(noon, 4 * DAY, 4 * HOUR)
    assert "SECRET" not in str(Message.objects.get().context)


@pytest.mark.long
def test_a_secret_goes_out_as_it_is_within_a_day(alice, noon, server):
    login_mail(alice.address, noon)
    now = work(noon, 2 * HOUR)
    server.answer = None
    work(now, 5 * HOUR)
    assert "SECRET" in mail.outbox[0].body
    assert expiry.MAX_SECRET_AGE == DAY


@pytest.mark.long
def test_a_notice_without_a_secret_goes_out_however_late(alice, noon, server):
    login_mail(alice.address, noon, secret=False)
    now = work(noon, 4 * DAY, 4 * HOUR)
    server.answer = None
    work(now, HOUR)
    assert mail.outbox[0].subject == "Reset your password"


def test_a_real_reset_is_known_to_hold_a_secret_and_a_notice_is_not(client, alice):
    from notifications.adapter import AccountAdapter

    client.post("/account/password/reset/", {"email": alice.address})
    assert Message.objects.get(kind="security").context["secret"] is True
    AccountAdapter().send_account_already_exists_mail(alice.address)
    assert Message.objects.filter(kind="security").latest("pk").context["secret"] is False
