"""Sending: each e-mail once, none lost, no e-mail in the way of another."""

from __future__ import annotations

import threading
from datetime import time, timedelta
from itertools import chain, repeat
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection, transaction

from config.tasks import send_emails
from notifications import queries
from notifications.models import DeliveryEvent, EmailSettings, Message
from notifications.services import bounces, operator_actions, outbox
from notifications.services.sending import delivery, failures
from notifications.services.server_recovery import RETRY_DELAYS
from tests.emails import deliver_due
from tests.patience import PATIENCE, until
from tests.sampling import sampled
from tests.threads import at_once, no_error, waits_for_a_lock

State = Message.State
pytestmark = pytest.mark.sqlite


@pytest.fixture
def broken_mail(monkeypatch):
    """Let the mail server fail with the errors of this list, one an e-mail, then work again."""
    errors: list[Exception] = []
    works = EmailBackend.send_messages

    def send(self, messages):
        if errors:
            raise errors.pop(0)
        return works(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    return errors


def events(email):
    return list(email.events.values_list("event", flat=True))


def test_what_is_due_goes_out_once_and_what_is_not_stays(alice, noon, post):
    email = post(alice)
    post(alice, "settling", settle=True)
    assert deliver_due(noon).sent == 1
    assert deliver_due(noon).sent == 0
    email.refresh_from_db()
    assert (email.state, email.claimed_until) == (State.SENT, None)
    assert events(email) == ["queued", "claimed", "accepted"]
    assert [sent.to for sent in mail.outbox] == [["alice@example.org"]]


def test_one_run_sends_all_that_is_due_past_those_that_fail(
    alice, noon, post, broken_mail, monkeypatch
):
    EmailSettings.objects.create(player=alice, digest_after=500)
    monkeypatch.setattr(delivery, "BATCH_SIZE", 3)
    for number in range(8):
        post(alice, f"email {number}")
    broken_mail.extend([TimeoutError("away")] * 4)
    tally = deliver_due(noon)
    assert (tally.sent, tally.failed) == (4, 4)


def test_one_connection_carries_many_emails_and_none_outlives_a_fault(
    alice, noon, post, broken_mail, monkeypatch
):
    EmailSettings.objects.create(player=alice, digest_after=500)
    monkeypatch.setattr(delivery, "PER_CONNECTION", 3)
    seen: list[str] = []
    for name in ("open", "close"):
        monkeypatch.setattr(EmailBackend, name, lambda _self, name=name: seen.append(name))
    for number in range(5):
        post(alice, f"turn {number}")
    deliver_due(noon)
    assert seen == ["close", *["open"] * 3, "close", *["open"] * 2, "close"]
    broken_mail.append(SMTPRecipientsRefused({alice.address: (421, b"too many")}))
    post(alice, "one more")
    seen.clear()
    deliver_due(noon)
    assert seen == ["close", "open", "close", "close"]


def test_the_oldest_goes_out_although_more_arrive_than_are_sent(alice, noon, post, monkeypatch):
    EmailSettings.objects.create(player=alice, digest_after=500)
    monkeypatch.setattr(delivery, "BATCH_SIZE", 4)
    monkeypatch.setattr(delivery, "START_OFFSET", 1)
    monkeypatch.setattr("os.getpid", lambda: 2)
    emails = [post(alice, f"email {number}") for number in range(6)]
    for run in range(3):  # slow ones: the time is over after a single e-mail
        times = chain([noon] * 3, repeat(noon + 2 * delivery.MAX_RUN_TIME))
        monkeypatch.setattr(delivery, "_start_clock", lambda _now, times=times: times.__next__)
        assert deliver_due(noon).sent == 1
        post(alice, f"later {run}")
    assert Message.objects.filter(state=State.SENT).count() == 3
    assert {each.pk for each in emails[:3]} == set(
        Message.objects.filter(state=State.SENT).values_list("pk", flat=True)
    )


def test_a_run_ends_when_its_time_is_over(alice, noon, post, monkeypatch):
    monkeypatch.setattr(delivery, "MAX_RUN_TIME", timedelta(seconds=-1))
    post(alice)
    assert deliver_due(noon).sent == 0


@pytest.mark.long
@pytest.mark.parametrize("emails", sampled([40, 200], 1))
@pytest.mark.django_db(transaction=True)
def test_four_senders_at_once_send_every_email_once(alice, noon, post, monkeypatch, emails):
    EmailSettings.objects.create(player=alice, digest_after=500)
    for number in range(emails):
        post(alice, f"letter {number}")
    sent: list[str] = []

    def send(_self, messages):
        sent.extend(message.extra_headers["Message-ID"] for message in messages)
        return len(messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)

    def sender():
        while Message.objects.due(noon).exists():
            deliver_due(noon)

    no_error(at_once([sender] * 4))
    assert len(sent) == emails
    assert len(set(sent)) == emails
    assert DeliveryEvent.objects.filter(event="claimed").count() == emails
    assert Message.objects.filter(state=State.SENT).count() == emails


def test_a_sender_killed_between_send_and_mark_sends_the_same_message_id_again(
    alice, noon, post, monkeypatch
):
    email = post(alice)

    def killed(*_arguments):
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(delivery, "mark_sent", killed)
        with pytest.raises(SystemExit):
            deliver_due(noon)
    assert deliver_due(noon).sent == 0, "the lease still runs"
    assert deliver_due(noon + delivery.LEASE + timedelta(seconds=5)).sent == 1
    assert [sent.extra_headers["Message-ID"] for sent in mail.outbox] == [email.message_id] * 2
    email.refresh_from_db()
    assert email.state == State.SENT


def test_an_email_no_sender_survives_is_given_up_after_the_ladder(alice, noon, post):
    email = post(alice)
    Message.objects.update(attempts=len(RETRY_DELAYS) + 1)
    deliver_due(noon)
    email.refresh_from_db()
    assert email.state == State.FAILED
    assert "died" in email.last_error
    assert mail.outbox == []


def test_a_failing_mail_server_is_tried_on_a_ladder_and_then_the_operator_sees_it(
    alice, noon, post, broken_mail
):
    email = post(alice)
    broken_mail.extend(ConnectionRefusedError("nobody there") for _ in range(20))
    waits, now = [], noon
    for _ in RETRY_DELAYS:
        deliver_due(now)
        email.refresh_from_db()
        assert email.state == State.QUEUED
        waits.append(round((email.due_at - now).total_seconds() / 60))
        if email.due_at - now <= timedelta(minutes=15):  # else the server is probed meanwhile
            assert deliver_due(email.due_at - timedelta(seconds=30)).failed == 0
        now = email.due_at
    assert waits == [1, 5, 15, 60, 240, 720, 1440]
    deliver_due(now)
    email.refresh_from_db()
    assert (email.state, email.attempts) == (State.FAILED, 8)
    assert "nobody there" in email.last_error
    assert queries.undelivered_count() == 1
    assert events(email).count("failed") == 8


def test_the_operator_puts_a_failed_email_back_and_it_goes_out(alice, noon, post):
    email = post(alice)
    Message.objects.update(state=State.FAILED, attempts=8)
    assert operator_actions.retry(email, noon) is True
    assert operator_actions.retry(email, noon) is False
    assert deliver_due(noon).sent == 1


def test_a_poisoned_email_steps_aside_and_the_others_go_out(alice, noon, post, turn_context):
    poisoned = post(alice, "poisoned", context=turn_context | {"boom": "yes"})
    blank = post(alice, "no picture", context=turn_context | {"board": {"svg": "<svg"}})
    healthy = [post(alice, f"healthy {number}") for number in range(3)]
    tally = deliver_due(noon)
    assert (tally.sent, tally.failed) == (3, 2)
    for email in (poisoned, blank):
        email.refresh_from_db()
        assert email.due_at > noon
        assert email.last_error
    for email in healthy:
        email.refresh_from_db()
        assert email.state == State.SENT


def test_an_address_that_does_not_exist_stops_further_emails(alice, noon, post, broken_mail):
    email = post(alice, "first")
    waiting = post(alice, "waiting", settle=True)
    broken_mail.append(SMTPRecipientsRefused({alice.address: (550, b"no such user")}))
    deliver_due(noon)
    email.refresh_from_db()
    waiting.refresh_from_db()
    assert (email.state, waiting.state) == (State.FAILED, State.WITHDRAWN)
    assert events(email)[-1] == "bounced"
    assert post(alice, "later") is None
    assert queries.settings_for(alice).bounced_address == alice.address


def test_a_late_bounce_of_a_former_address_does_not_hide_that_of_the_present(
    alice, noon, post, broken_mail
):
    late = post(alice, "late")
    deliver_due(noon)
    late.refresh_from_db()
    Message.objects.filter(pk=late.pk).update(address="former@example.org")
    broken_mail.append(SMTPRecipientsRefused({alice.address: (550, b"no such user")}))
    post(alice, "first")
    deliver_due(noon)
    late.refresh_from_db()
    for hard in (True, False, False, False):
        bounces.record_returned_email(late, noon + timedelta(hours=1), hard=hard, detail="gone")
    own = queries.settings_for(alice)
    assert own.bounced_address == alice.address
    assert own.bounced_at < noon + timedelta(hours=1)
    assert events(late)[-1] == "bounced"
    assert own.soft_bounces == 0


def test_a_mail_server_that_asks_to_wait_is_asked_again(alice, noon, post, broken_mail):
    email = post(alice)
    broken_mail.append(SMTPRecipientsRefused({alice.address: (451, b"greylisted")}))
    deliver_due(noon)
    email.refresh_from_db()
    assert email.state == State.QUEUED
    assert deliver_due(email.due_at).sent == 1


def test_an_email_that_comes_due_at_night_waits_for_the_morning(alice, noon, post):
    email = post(alice)
    alice.quiet_from, alice.quiet_to = time(12), time(15)
    alice.save()
    assert deliver_due(noon).set_aside == 1
    email.refresh_from_db()
    assert (email.due_at, email.attempts) == (noon + timedelta(hours=2), 0)
    assert deliver_due(noon + timedelta(hours=2)).sent == 1


def test_the_task_sends_by_the_real_clock(alice, post):
    post(alice)
    assert send_emails() == 1


def test_the_sender_holds_no_transaction_while_it_talks_to_the_mail_server(
    transactional_db, alice, noon, post, monkeypatch
):
    post(alice)
    seen = []
    monkeypatch.setattr(
        EmailBackend,
        "send_messages",
        lambda _self, _messages: seen.append(connection.in_atomic_block),
    )
    deliver_due(noon)
    assert seen == [False]


@pytest.fixture
def answered_meanwhile(monkeypatch, noon):
    """Let the first sending fail, and take these e-mails back while the sender has them."""
    keys: list[str] = []
    works = EmailBackend.send_messages

    def send(self, messages):
        taken, keys[:] = keys[:], []
        if taken:
            assert [outbox.withdraw(key, now=noon) for key in taken] == [False] * len(taken)
            raise ConnectionResetError
        return works(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    return keys


def test_an_email_taken_back_in_a_senders_hands_has_no_second_sending(
    alice, noon, post, answered_meanwhile
):
    email = post(alice)
    answered_meanwhile.append(email.key)
    assert deliver_due(noon).failed == 1
    email.refresh_from_db()
    assert (email.state, email.withdrawn_at) == (State.WITHDRAWN, noon)
    assert deliver_due(noon + timedelta(days=3)).sent == 0
    assert events(email) == ["queued", "claimed", "withdrawn"]
    assert queries.undelivered_count() == 0


def test_an_email_taken_back_too_late_counts_as_sent(alice, noon, post, monkeypatch):
    email = post(alice)
    works = EmailBackend.send_messages

    def send(self, messages):
        outbox.withdraw(email.key, now=noon)
        return works(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    assert deliver_due(noon).sent == 1
    email.refresh_from_db()
    assert (email.state, email.withdrawn_at) == (State.SENT, None)


def test_an_email_taken_back_from_a_sender_that_died_is_left_alone(alice, noon, post):
    email = post(alice)
    assert delivery.claim(email.pk, noon) is not None
    assert outbox.withdraw(email.key, now=noon) is False
    assert deliver_due(noon + timedelta(minutes=6)).sent == 0
    email.refresh_from_db()
    assert email.state == State.WITHDRAWN
    assert outbox.withdraw(email.key, now=noon) is False


def test_the_end_of_a_match_reaches_emails_in_a_senders_hands(alice, noon, post):
    email = post(alice)
    delivery.claim(email.pk, noon)
    assert outbox.withdraw_thread(email.thread, ["your_turn"], now=noon) == 0
    assert deliver_due(noon + timedelta(minutes=6)).sent == 0


def test_taking_back_what_is_sent_costs_two_statements(
    alice, noon, post, django_assert_num_queries
):
    email = post(alice)
    deliver_due(noon)
    with django_assert_num_queries(2):
        assert outbox.withdraw(email.key, now=noon) is False


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_withdrawal_that_commits_after_the_failure_still_holds(alice, noon, post, monkeypatch):
    """The move is being written while the sender steps back: neither sees the other yet."""
    email = post(alice)
    message = delivery.claim(email.pk, noon)
    assert message is not None
    marked, stepped_back = threading.Event(), threading.Event()

    def move():
        with transaction.atomic():
            outbox.withdraw(email.key, now=noon)
            marked.set()
            until(lambda: stepped_back.is_set() or waits_for_a_lock(), "the sender steps back")

    def step_back():
        assert marked.wait(PATIENCE)
        failures.schedule_retry(message, "no answer", noon)
        stepped_back.set()

    no_error(at_once([move, step_back]))
    assert deliver_due(noon + timedelta(days=3)).sent == 0
    email.refresh_from_db()
    assert email.state == State.WITHDRAWN
