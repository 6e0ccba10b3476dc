"""Closing an account takes the e-mails along."""

from __future__ import annotations

from notifications.models import DeliveryEvent, EmailSettings, Message, Preference
from notifications.services.erasure import erase_emails_of
from notifications.services.outbox import post_to_address
from tests.emails import deliver_due

State = Message.State


def test_a_closed_account_leaves_no_waiting_email_no_address_and_no_words(alice, bob, noon, post):
    post(alice, "sent")
    deliver_due(noon)
    post(alice, "waiting", settle=True)
    theirs = post(bob, "theirs", settle=True)
    EmailSettings.objects.create(player=alice)
    Preference.objects.create(player=alice, kind="reminder", wanted=False)
    lines = DeliveryEvent.objects.count()

    erase_emails_of(alice, now=noon)

    hers = Message.objects.filter(player=alice).order_by("key")
    assert list(hers.values_list("key", "state", "address")) == [
        ("sent", State.SENT, ""),
        ("waiting", State.WITHDRAWN, ""),
    ]
    assert [email.context for email in hers] == [{}, {}]
    assert EmailSettings.objects.count() == Preference.objects.count() == 0
    assert DeliveryEvent.objects.count() == lines + 1
    theirs.refresh_from_db()
    assert (theirs.state, theirs.address) == (State.QUEUED, "bob@example.org")
    assert post(alice, "sent") is None, "a key stays taken"


def test_what_went_to_the_address_alone_is_blanked_as_well(alice, noon):
    for address in ("Alice@example.org", "bob@example.org"):
        terms = {"language": "en", "zone": "UTC", "now": noon}
        post_to_address("event_by_address", address, address, {"headline": "Cup"}, **terms)
    erase_emails_of(alice, now=noon)
    kept = Message.objects.order_by("pk").values_list("address", "state")
    assert list(kept) == [("", State.WITHDRAWN), ("bob@example.org", State.QUEUED)]
