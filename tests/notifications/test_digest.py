"""Busy days: the rest of the post comes in one e-mail."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from notifications.models import EmailSettings, Message
from notifications.services import outbox, subscriptions
from tests.emails import deliver_due
from tests.notifications.conftest import html_of

State = Message.State
pytestmark = pytest.mark.sqlite


@pytest.fixture
def busy(alice, noon, post):
    """Return the player after the two e-mails a day that she wants on their own."""
    EmailSettings.objects.create(player=alice, digest_after=2, digest_hour=18)
    for number in range(5):
        post(alice, f"turn {number}")
    tally = deliver_due(noon)
    assert (tally.sent, tally.set_aside) == (2, 3)
    return alice


def evening(noon: datetime) -> datetime:
    return noon.replace(hour=17)  # 18:00 in Berlin


def test_after_a_number_of_emails_the_rest_waits_for_the_digest_hour(busy, noon):
    digest = Message.objects.get(kind="daily_digest")
    assert digest.due_at == evening(noon)
    assert digest.merged.count() == 3
    assert deliver_due(noon + timedelta(hours=1)).sent == 0
    assert deliver_due(evening(noon)).sent == 1
    email = mail.outbox[-1]
    assert email.subject == "Your daily digest: 3 e-mails"
    assert email.body.count("* Your turn against Bea & Söhne in match 7\n  https://") == 3
    assert html_of(email).count("Your turn against Bea &amp; Söhne") == 3
    assert set(digest.merged.values_list("state", flat=True)) == {State.MERGED}
    assert digest.merged.filter(sent_at=None).count() == 0


def test_an_email_inside_a_waiting_digest_can_still_be_withdrawn(busy, noon):
    assert outbox.withdraw("turn 4", now=noon)
    deliver_due(evening(noon))
    assert mail.outbox[-1].subject == "Your daily digest: 2 e-mails"
    assert not outbox.withdraw("turn 3", now=evening(noon))


def test_a_digest_with_nothing_left_in_it_is_not_sent(busy, noon):
    for number in (2, 3, 4):
        assert outbox.withdraw(f"turn {number}", now=noon)
    assert deliver_due(evening(noon)).sent == 0
    assert Message.objects.get(kind="daily_digest").state == State.WITHDRAWN


def test_reminders_never_wait_in_a_digest(busy, noon, post):
    post(busy, "reminder", kind="reminder")
    assert deliver_due(noon).sent == 1


def test_an_email_after_the_digest_hour_goes_into_tomorrows(busy, noon, post):
    deliver_due(evening(noon))
    late = evening(noon) + timedelta(minutes=5)
    post(busy, "late", now=late)
    deliver_due(late)
    digest = Message.objects.get(kind="daily_digest", state=State.QUEUED)
    assert digest.due_at == evening(noon) + timedelta(days=1)


def test_a_new_day_begins_at_the_readers_own_midnight(busy, noon, post):
    before, after = noon.replace(hour=22, minute=59), noon.replace(hour=23, minute=1)
    post(busy, "before", now=before)
    assert deliver_due(before).set_aside == 1
    post(busy, "after", now=after)
    tally = deliver_due(after)
    assert Message.objects.get(key="after").state == State.SENT
    assert tally.failed == 0


def test_an_email_that_meets_a_digest_being_sent_goes_out_on_its_own(busy, noon, post):
    Message.objects.filter(kind="daily_digest").update(claimed_until=noon + timedelta(minutes=5))
    post(busy, "extra")
    assert deliver_due(noon).sent == 1
    assert Message.objects.get(key="extra").state == State.SENT


def test_who_refuses_the_digest_gets_the_emails_on_their_own(busy, noon, post):
    subscriptions.set_preference(busy, "daily_digest", wanted=False, now=noon)
    assert Message.objects.get(kind="daily_digest").state == State.WITHDRAWN
    post(busy, "extra")
    assert deliver_due(noon).sent == 4
    assert Message.objects.exclude(state=State.SENT).count() == 1


def test_who_takes_the_digest_again_the_same_day_gets_the_rest_in_it(busy, noon, post):
    subscriptions.set_preference(busy, "daily_digest", wanted=False, now=noon)
    assert deliver_due(noon).sent == 3
    subscriptions.set_preference(busy, "daily_digest", wanted=True, now=noon)
    post(busy, "extra")
    assert deliver_due(noon).set_aside == 1
    digest = Message.objects.get(kind="daily_digest")
    assert (digest.state, digest.withdrawn_at) == (State.QUEUED, None)
    assert deliver_due(evening(noon)).sent == 1
    assert mail.outbox[-1].subject == "Your daily digest: 1 e-mail"


@pytest.fixture
def failing_once(monkeypatch):
    """Let the next sending fail after doing what this list says."""
    acts: list = []
    works = EmailBackend.send_messages

    def send(self, messages):
        if acts:
            acts.pop()()
            raise ConnectionResetError
        return works(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    return acts


def test_an_email_taken_back_while_its_digest_is_on_the_way_is_not_in_the_next_try(
    busy, noon, failing_once
):
    failing_once.append(lambda: outbox.withdraw("turn 4", now=evening(noon)))
    assert deliver_due(evening(noon)).failed == 1
    assert Message.objects.get(key="turn 4").state == State.WITHDRAWN
    assert deliver_due(evening(noon) + timedelta(minutes=2)).sent == 1
    assert mail.outbox[-1].subject == "Your daily digest: 2 e-mails"


def test_a_digest_refused_on_the_way_leaves_its_emails_on_their_own(busy, noon, failing_once):
    failing_once.append(
        lambda: subscriptions.set_preference(busy, "daily_digest", wanted=False, now=evening(noon))
    )
    assert deliver_due(evening(noon)).sent == 3
    assert Message.objects.get(kind="daily_digest").state == State.WITHDRAWN
