"""Nudging a worker: on the broker, and while it is away."""

from __future__ import annotations

import time

import pytest
from celery import current_app
from django.conf import settings

from config.celery import app as celery_app
from notifications.worker import wake_worker


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
        email = queue.get(timeout=5)
        assert email.headers["task"] == "send_emails"
        email.ack()
        queue.close()


def test_without_a_broker_waking_a_worker_fails_fast_and_silently(broken_broker):
    began = time.monotonic()
    wake_worker("send_emails")
    assert time.monotonic() - began < 0.5
