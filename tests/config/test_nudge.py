"""Nudging a worker: on the broker, and while it is away."""

from __future__ import annotations

import time

import pytest
from celery import current_app
from django.conf import settings

from config import celery_app
from notifications.nudge import nudge


@pytest.fixture(autouse=True)
def _no_earlier_outage(monkeypatch):
    monkeypatch.setattr("notifications.nudge._silent_until", 0.0)


@pytest.fixture
def broken_broker(tmp_path):
    from celery import Celery

    app = Celery("broken", broker=f"redis+socket://{tmp_path}/none.sock")
    app.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    app.set_current()
    yield app
    celery_app.set_current()


def test_a_nudge_lands_on_the_real_broker():
    with current_app.connection_for_read() as line:
        queue = line.SimpleQueue(current_app.conf.task_default_queue)
        queue.clear()
        nudge("send_emails")
        letter = queue.get(timeout=5)
        assert letter.headers["task"] == "send_emails"
        letter.ack()
        queue.close()


def test_a_nudge_without_broker_is_forgiven_and_fast(broken_broker):
    began = time.monotonic()
    nudge("send_emails")
    assert time.monotonic() - began < 0.5
