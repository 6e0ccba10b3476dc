"""Closing an account takes the letters along."""

from __future__ import annotations

from notifications.models import DeliveryEvent, LetterSettings, Message, Preference
from notifications.services.parting import forget_player
from tests.emails import deliver_due

State = Message.State


def test_a_closed_account_leaves_no_waiting_letter_no_address_and_no_words(alice, bob, noon, post):
    post(alice, "sent")
    deliver_due(noon)
    post(alice, "waiting", settle=True)
    theirs = post(bob, "theirs", settle=True)
    LetterSettings.objects.create(player=alice)
    Preference.objects.create(player=alice, kind="reminder", wanted=False)
    lines = DeliveryEvent.objects.count()

    forget_player(alice, now=noon)

    hers = Message.objects.filter(player=alice).order_by("key")
    assert list(hers.values_list("key", "state", "address")) == [
        ("sent", State.SENT, ""),
        ("waiting", State.WITHDRAWN, ""),
    ]
    assert [letter.context for letter in hers] == [{}, {}]
    assert LetterSettings.objects.count() == Preference.objects.count() == 0
    assert DeliveryEvent.objects.count() == lines + 1
    theirs.refresh_from_db()
    assert (theirs.state, theirs.address) == (State.QUEUED, "bob@example.org")
    assert post(alice, "sent") is None, "a key stays taken"
