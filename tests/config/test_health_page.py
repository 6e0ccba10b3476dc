"""``/admin/health/``: queues by day, recurring tasks, the size of the database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from config import celery, health_log, table_sizes, tasks
from config.beat import BEAT_SCHEDULE
from notifications.services import outbox

pytestmark = pytest.mark.django_db
PAGE = "/admin/health/"


@pytest.fixture(autouse=True)
def empty():
    cache.clear()


@pytest.fixture
def operator(client):
    user = User.objects.create(email="operator@example.org", is_staff=True, is_superuser=True)
    client.force_login(user)
    return client


def wait(player, number, now):
    outbox.post(kind="answer", player=player, key=f"x:{number}", context={}, now=now)


def test_the_most_that_waited_is_kept_for_each_day(operator, alice):
    now = timezone.now()
    for number in range(3):
        wait(alice, number, now - timedelta(minutes=7))
    tasks.record_health()
    alice.messages.update(state="sent", sent_at=now)
    tasks.record_health()
    days = health_log.queues_by_day(timezone.now().date())
    assert len(days) == health_log.DAYS
    assert days[-1][1] == {"emails": 3, "email_minutes": 7, "flag_seconds": 0, "events": 0}
    assert days[0][1] == {}
    page = operator.get(PAGE)
    assert page.status_code == 200
    assert "E-mails due (maximum): 3" in page.text
    assert "Size of the database" in page.text
    assert "<script" not in page.text.partition('id="content-main"')[2].partition("</main>")[0]


def test_tasks_are_late_until_they_have_run(operator):
    now = timezone.now()
    assert all(each.late for each in health_log.task_statuses(now))
    first = next(iter(BEAT_SCHEDULE.values()))["task"]
    celery.record_task_run(task=type("Task", (), {"name": first}))
    ticks = health_log.task_statuses(timezone.now())
    assert not ticks[0].late
    assert all(each.late for each in ticks[1:])
    later = timezone.now() + timedelta(hours=1)
    assert health_log.task_statuses(later)[0].late
    assert "on time" in operator.get(PAGE).text


def test_nobody_else_sees_it(client, alice):
    assert client.get(PAGE).status_code == 302
    client.force_login(alice.user)
    assert client.get(PAGE, follow=True).status_code in (403, 404)


def test_the_size_of_a_day_is_what_was_noted_then():
    today = timezone.now().date()
    cache.set(f"table-sizes:{(today - timedelta(days=1)).isoformat()}", {"a": 5, "b": 7})
    sizes = table_sizes.totals_by_day(today, 3)
    assert sizes[:2] == [0, 12]
    assert sizes[2] == table_sizes.measure_tables(today).total
