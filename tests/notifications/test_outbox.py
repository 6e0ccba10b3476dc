"""E-mails are written with their cause, once, and may be taken back."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from django.db import transaction

from accounts.models import Player
from notifications import queries
from notifications.kinds import ALWAYS_SENT, KINDS, OFFERED, UnknownKindError
from notifications.labels import LABELS
from notifications.models import DeliveryEvent, EmailSettings, LedgerError, Message, Preference
from notifications.services import outbox

State = Message.State
pytestmark = pytest.mark.sqlite


def test_the_same_key_twice_makes_one_email_even_inside_one_transaction(alice, post):
    with transaction.atomic():
        assert post(alice) is not None
        assert post(alice) is None
        assert Message.objects.count() == 1, "the transaction must still be usable"
    assert DeliveryEvent.objects.filter(event="queued").count() == 1


def test_an_email_knows_address_language_and_zone_of_its_reader(carol, post):
    email = post(carol)
    assert (email.address, email.language, email.zone) == (
        "carol@example.org",
        "fr",
        "America/Montreal",
    )


@pytest.mark.django_db(transaction=True)
def test_a_rollback_of_the_cause_removes_the_email_and_wakes_nobody(alice, post, woken):
    @transaction.atomic
    def cause():
        post(alice)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        cause()
    assert Message.objects.count() == 0
    assert DeliveryEvent.objects.count() == 0
    assert woken == []


@pytest.mark.django_db(transaction=True)
def test_a_sender_is_woken_after_the_commit_when_an_email_is_due_at_once(alice, post, woken):
    with transaction.atomic():
        post(alice)
        assert woken == []
    assert woken == ["send_emails"]
    post(alice, "another", settle=True)
    assert len(woken) == 1, "a settling letter waits for the timetable"


def test_a_settling_email_waits_ten_minutes_unless_the_player_says_otherwise(
    alice, bob, noon, post
):
    EmailSettings.objects.create(player=bob, settle_minutes=0)
    assert post(alice, "a", settle=True).due_at == noon + timedelta(minutes=10)
    assert post(bob, "b", settle=True).due_at == noon


def test_a_kind_that_never_settles_refuses_to(alice, post):
    with pytest.raises(ValueError, match="do not settle"):
        post(alice, kind="match_finished", settle=True)


def test_an_email_can_be_withdrawn_while_it_waits_and_its_key_stays_taken(alice, noon, post):
    post(alice, settle=True)
    assert outbox.withdraw("your_turn:7:1:0", now=noon) is True
    assert outbox.withdraw("your_turn:7:1:0", now=noon) is False
    assert outbox.withdraw("never written", now=noon) is False
    assert Message.objects.get().state == State.WITHDRAWN
    assert post(alice) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"state": "sent"},
        {"state": "failed"},
        {"claimed_until": datetime(2026, 3, 2, 12, 1, tzinfo=UTC)},
    ],
)
def test_an_email_that_is_sent_or_in_somebodys_hands_cannot_be_withdrawn(alice, noon, post, fields):
    email = post(alice)
    Message.objects.filter(pk=email.pk).update(**fields)
    assert outbox.withdraw(email.key, now=noon) is False


@pytest.mark.parametrize(
    ("fields", "waits"),
    [
        ({}, True),
        ({"state": "failed", "failure_reason": "server"}, True),
        ({"state": "sent", "sent_at": datetime(2026, 3, 2, 12, tzinfo=UTC)}, False),
        ({"claimed_until": datetime(2026, 3, 2, 12, 5, tzinfo=UTC)}, False),
        ({"pushed_at": datetime(2026, 3, 2, 12, tzinfo=UTC)}, False),
        ({"state": "withdrawn"}, False),
    ],
)
def test_an_email_waits_until_somebody_has_it_in_hand(alice, noon, post, fields, waits):
    post(alice, key="news:7:1")
    assert not outbox.lock_waiting(alice, "news:8", noon)
    Message.objects.update(**fields)
    assert outbox.lock_waiting(alice, "news:7", noon) is waits


def test_an_email_in_a_digest_waits_as_long_as_the_digest(alice, noon, post):
    digest = post(alice, key="digest")
    Message.objects.filter(pk=post(alice, key="news:7").pk).update(state="merged", digest=digest)
    assert outbox.lock_waiting(alice, "news:7", noon)
    Message.objects.filter(pk=digest.pk).update(claimed_until=noon + timedelta(minutes=5))
    assert not outbox.lock_waiting(alice, "news:7", noon)


def test_quiet_hours_hold_an_email_back_until_the_morning_in_the_readers_zone(person, noon, post):
    sleeper = person("Sleeper", quiet_from=time(12), quiet_to=time(15))  # 12:00 UTC is 13:00 there
    assert post(sleeper).due_at == noon + timedelta(hours=2)
    night = noon.replace(hour=10, minute=55)
    assert post(sleeper, "settled", now=night, settle=True).due_at == noon + timedelta(hours=2)


def test_players_without_an_address_get_no_emails(alice, noon, post):
    from accounts.models import Player

    bot = Player.objects.create(name="Robo", kind="bot", created_at=noon)
    assert post(bot) is None
    alice.closed_at = noon
    alice.save()
    assert post(alice) is None


def test_a_refused_kind_is_not_written_and_a_default_off_kind_only_on_request(alice, post):
    Preference.objects.create(player=alice, kind="your_turn", wanted=False)
    assert post(alice) is None
    assert post(alice, "s", kind="tournament_open") is None
    Preference.objects.create(player=alice, kind="tournament_open", wanted=True)
    assert post(alice, "s", kind="tournament_open") is not None


def test_a_choice_for_one_thread_outweighs_the_general_one(alice, post):
    Preference.objects.create(player=alice, kind="", thread="match:7", wanted=False)
    assert post(alice) is None
    assert post(alice, "other", thread="match:8") is not None
    Preference.objects.create(player=alice, kind="your_turn", thread="match:7", wanted=True)
    assert post(alice) is not None


def test_an_address_that_bounced_gets_only_what_cannot_be_refused(alice, noon, post):
    EmailSettings.objects.create(player=alice, bounced_at=noon, bounced_address="alice@example.org")
    assert post(alice) is None
    assert post(alice, "r", kind="ruling") is not None
    alice.user.email = "alice@new.example"
    alice.user.save()
    assert post(alice, "new address") is not None


def test_an_email_costs_three_statements(alice, post, django_assert_num_queries):
    alice = Player.objects.select_related("user", "email_settings").get(pk=alice.pk)
    with transaction.atomic(), django_assert_num_queries(3):
        post(alice)


def test_taking_an_email_back_costs_two_statements(alice, noon, post, django_assert_num_queries):
    email = post(alice, settle=True)
    with transaction.atomic(), django_assert_num_queries(2):
        outbox.withdraw(email.key, now=noon)


def test_an_unknown_kind_is_refused_by_name(alice, post):
    with pytest.raises(UnknownKindError, match="your_trun"):
        post(alice, kind="your_trun")


def test_every_kind_has_a_label():
    assert set(LABELS) == set(KINDS)


@pytest.mark.parametrize("kind", [*OFFERED, *ALWAYS_SENT])
def test_every_kind_that_is_sent_has_its_subject_its_text_and_its_html(kind, settings):
    folder = settings.BASE_DIR / "templates" / "emails"
    for ending in ("subject.txt", "txt", "html"):
        assert (folder / f"{kind}.{ending}").is_file()


def test_the_delivery_ledger_can_neither_be_changed_nor_shortened(alice, post):
    post(alice)
    line = DeliveryEvent.objects.get()
    line.detail = "rewritten"
    for rewrite in (line.save, line.delete, DeliveryEvent.objects.all().delete):
        with pytest.raises(LedgerError):
            rewrite()
    with pytest.raises(LedgerError):
        DeliveryEvent.objects.update(detail="rewritten")


def test_the_oldest_unsent_email_counts_only_what_is_due(alice, noon, post):
    assert queries.oldest_unsent(noon) is None
    post(alice, settle=True)
    assert queries.oldest_unsent(noon) is None
    assert queries.oldest_unsent(noon + timedelta(minutes=25)) == timedelta(minutes=15)
