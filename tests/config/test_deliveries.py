"""``/admin/deliveries/``: what operators see of the site's e-mails."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from notifications.models import DeliveryCount, DeliveryDay, DeliveryEvent, Domain, Message
from notifications.services import counting

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def operator(client):
    user = User.objects.create(email="operator@example.org", is_staff=True, is_superuser=True)
    client.force_login(user)
    return client


@pytest.fixture
def written():
    """Write an e-mail with lines in its ledger."""

    def write(key, address="anna@gmail.example", events=(), at=NOW, **columns):
        email = Message.objects.create(
            key=key,
            kind="your_turn",
            address=address,
            language="en",
            zone="UTC",
            message_id=key,
            created_at=at,
            due_at=columns.pop("due_at", at),
            first_due_at=at,
            **columns,
        )
        for event in events:
            DeliveryEvent.objects.create(message=email, event=event, at=at)
        return email

    return write


def figures():
    return {(row.day, row.domain, row.event): row.count for row in DeliveryDay.objects.all()}


def test_the_ledger_is_counted_once_by_day_and_domain(written):
    written("one", events=["queued", "claimed", "accepted"])
    written("two", address="bo@Web.example", events=["queued", "claimed", "bounced"])
    written("late", events=["queued"], at=NOW + timedelta(hours=13))
    assert counting.count_deliveries(NOW + timedelta(hours=1)) == 6
    expected = {
        (date(2026, 3, 2), "gmail.example", "queued"): 1,
        (date(2026, 3, 2), "gmail.example", "accepted"): 1,
        (date(2026, 3, 2), "web.example", "queued"): 1,
        (date(2026, 3, 2), "web.example", "bounced"): 1,
    }
    assert figures() == expected
    assert counting.count_deliveries(NOW + timedelta(hours=1)) == 0
    assert figures() == expected
    assert counting.count_deliveries(NOW + timedelta(days=1)) == 1
    assert figures() == expected | {(date(2026, 3, 3), "gmail.example", "queued"): 1}


def test_counting_goes_on_where_a_run_has_stopped(written, monkeypatch):
    monkeypatch.setattr(counting, "BATCH_SIZE", 2)
    monkeypatch.setattr(counting, "MAX_TRANSACTIONS", 2)
    written("one", events=["queued", "claimed", "accepted", "complained", "bounced"])
    later = NOW + timedelta(hours=1)
    assert [counting.count_deliveries(later) for _run in range(3)] == [4, 1, 0]
    assert sum(figures().values()) == 4
    assert DeliveryCount.objects.get().until == DeliveryEvent.objects.order_by("-pk")[0].pk


def test_operators_see_days_domains_and_what_waits(operator, written):
    now = timezone.now()
    today = now.astimezone(UTC).date()
    DeliveryDay.objects.create(day=today, domain="gmail.example", event="accepted", count=4321)
    DeliveryDay.objects.create(day=today, domain="web.example", event="bounced", count=7)
    written("due", at=now)
    written(
        "deferred",
        at=now,
        due_at=now + timedelta(hours=1),
        failure_reason="refused",
        last_error="451 <too many>",
    )
    written("lost", at=now, state="failed", failure_reason="message")
    Domain.objects.create(name="gmail.example", deferrals=3, held_until=now + timedelta(minutes=5))
    page = operator.get("/admin/deliveries/").text
    assert "Sent: 4,321" in page
    assert "Bounced: 7" in page
    assert "2 e-mails are waiting" in page
    assert "1 of them deferred" in page
    assert "1 e-mail could not be delivered." in page
    assert "gmail.example is deferring our e-mails" in page
    assert page.count('role="img"') == 5
    assert 'href="/admin/deliveries/"' in operator.get("/admin/").text
    one = operator.get("/admin/deliveries/?domain=GMAIL.example").text
    assert "451 &lt;too many&gt;" in one
    assert "Bounced: 0" in one
    other = operator.get("/admin/deliveries/?domain=web.example").text
    assert "451" not in other
    assert "0 e-mails are waiting" in other


def test_shares_of_bounces_and_complaints_are_told(operator):
    today = timezone.now().astimezone(UTC).date()
    for event, count in (("accepted", 1000), ("bounced", 51), ("complained", 4)):
        DeliveryDay.objects.create(day=today, domain="bad.example", event=event, count=count)
    for event, count in (("accepted", 1000), ("bounced", 50), ("complained", 3)):
        DeliveryDay.objects.create(day=today, domain="fair.example", event=event, count=count)
    page = operator.get("/admin/deliveries/").text
    assert "Many e-mails to bad.example bounce." in page
    assert "Many readers at bad.example report" in page
    assert "Many e-mails to fair.example" not in page
    assert "Many readers at fair.example" not in page


def test_an_empty_site_and_a_strange_domain_are_no_errors(operator):
    assert "No e-mails yet." in operator.get("/admin/deliveries/").text
    for strange in ("a" * 5000, "<script>", "%25", "_"):
        page = operator.get(f"/admin/deliveries/?domain={strange}")
        assert page.status_code == 200
        assert "<script>alert" not in page.text


def test_the_page_takes_few_queries_however_many_domains_there_are(operator):
    today = timezone.now().astimezone(UTC).date()
    operator.get("/admin/deliveries/")  # what is kept for a while is asked for once
    spent = []
    for number in (1, 300):
        DeliveryDay.objects.bulk_create(
            DeliveryDay(day=today, domain=f"d{number}-{each}.example", event="accepted", count=1)
            for each in range(number)
        )
        with CaptureQueriesContext(connection) as queries:
            page = operator.get("/admin/deliveries/")
        spent.append(len(queries))
    assert spent[0] == spent[1] <= 16
    assert len(page.content) < 60_000


def test_nobody_else_sees_them(client):
    assert client.get("/admin/deliveries/").status_code == 302
    client.force_login(User.objects.create(email="member@example.org"))
    assert client.get("/admin/deliveries/", follow=True).status_code in (403, 404)
