"""Old e-mails about matches are removed; what referees may need stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from notifications.models import DeliveryEvent, Message
from notifications.services import outbox, retention
from tests.emails import deliver_due

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LATER = retention.RETENTION + timedelta(hours=1)


def keys() -> set[str]:
    return set(Message.objects.values_list("key", flat=True))


def test_what_went_out_long_ago_is_removed_with_its_events(alice, noon, post):
    post(alice, "old")
    deliver_due(noon)
    post(alice, "fresh", now=noon + LATER)
    deliver_due(noon + LATER)
    assert retention.delete_old_emails(noon + LATER) == 1
    assert keys() == {"fresh"}
    assert set(DeliveryEvent.objects.values_list("message__key", flat=True)) == {"fresh"}
    assert retention.delete_old_emails(noon + LATER) == 0


def test_what_was_withdrawn_is_removed_too(alice, noon, post):
    post(alice, "withdrawn", settle=True)
    outbox.withdraw("withdrawn", now=noon)
    assert retention.delete_old_emails(noon + LATER) == 1
    assert keys() == set()


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "ruling"},
        {"kind": "tournament_news"},
        {"failure_reason": "refused"},
        {"state": "failed", "sent_at": None},
        {"state": "queued", "sent_at": None},
    ],
)
def test_what_may_be_needed_stays(alice, noon, post, changed):
    post(alice, "kept")
    deliver_due(noon)
    Message.objects.update(**changed)
    assert retention.delete_old_emails(noon + LATER) == 0
    assert keys() == {"kept"}


def test_a_digest_leaves_those_that_wait_for_another(alice, noon, post):
    digest, waiting = post(alice, "digest"), post(alice, "waiting")
    deliver_due(noon)
    Message.objects.filter(pk=waiting.pk).update(
        state="merged", digest=digest, sent_at=noon + LATER
    )
    assert retention.delete_old_emails(noon + LATER) == 1
    assert Message.objects.get().digest is None


def test_many_are_removed_in_pieces_and_no_more_than_a_run_may(alice, noon, post, monkeypatch):
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    monkeypatch.setattr(retention, "MAX_PER_HOUR", 4)
    for number in range(7):
        post(alice, f"old {number}", settle=True)
        outbox.withdraw(f"old {number}", now=noon)
    assert [retention.delete_old_emails(noon + LATER) for _ in range(3)] == [4, 3, 0]
