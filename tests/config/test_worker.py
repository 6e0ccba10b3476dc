"""Nudging a worker: on the broker, and while it is away."""

from __future__ import annotations

import pytest
from celery import current_app
from django.conf import settings
from redis.connection import UnixDomainSocketConnection

from config.celery import app as celery_app
from notifications.worker import wake_worker
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def _no_earlier_outage(monkeypatch):
    monkeypatch.setattr("notifications.worker._silent_until", 0.0)


@pytest.fixture
def broken_broker(tmp_path):
    from celery import Celery

    app = Celery("broken", broker=f"redis+socket://{tmp_path}/none.sock")
    app.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    app.set_current()
    yield app
    celery_app.set_current()


def test_waking_a_worker_reaches_the_real_broker():
    with current_app.connection_for_read() as line:
        queue = line.SimpleQueue(current_app.conf.task_default_queue)
        queue.clear()
        wake_worker("send_emails")
        email = queue.get(timeout=PATIENCE)
        assert email.headers["task"] == "send_emails"
        email.ack()
        queue.close()


def test_without_a_broker_waking_a_worker_fails_fast_and_silently(broken_broker, monkeypatch):
    """It knocks, once more without a pause, and then not again for a while."""
    knocks: list[object] = []
    naps: list[float] = []
    connect = UnixDomainSocketConnection._connect

    def knock(line):
        knocks.append(line)
        return connect(line)

    monkeypatch.setattr(UnixDomainSocketConnection, "_connect", knock)
    monkeypatch.setattr("kombu.utils.functional.sleep", naps.append)
    monkeypatch.setattr("notifications.worker.RETRY_SECONDS", 3600.0)
    wake_worker("send_emails")
    assert 1 <= len(knocks) <= 2
    assert sum(naps) < 0.5
    knocks.clear()
    wake_worker("send_emails")
    assert knocks == []
