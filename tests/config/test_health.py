"""``/healthz``: well and unwell, on real servers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from config.web import health
from inbound.models import InboundMessage
from inbound.queries import processing_lag, set_aside_count

pytestmark = pytest.mark.django_db


def test_a_healthy_site_answers_200_and_names_its_parts(client):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    told = answer.json()
    assert told["ok"] is True
    assert set(told) == {"ok", "database", "broker", "emails", "incoming", "flags"}
    assert "no-cache" in answer.headers["Cache-Control"]


def test_an_email_that_waits_too_long_makes_it_503(client, monkeypatch):
    monkeypatch.setattr(health, "oldest_unsent", lambda now: timedelta(minutes=16))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["emails"] == {
        "ok": False,
        "seconds": 960,
        "limit": 900,
        "given_up": 0,
    }


@pytest.mark.parametrize(("waiting", "aside", "ok"), [(14, 0, True), (16, 0, False), (0, 1, False)])
def test_incoming_emails_that_nobody_reads_make_it_503(client, monkeypatch, waiting, aside, ok):
    monkeypatch.setattr(health, "processing_lag", lambda now: timedelta(minutes=waiting))
    monkeypatch.setattr(health, "set_aside_count", lambda now: aside)
    answer = client.get("/healthz")
    assert answer.status_code == (200 if ok else 503)
    part = {"ok": ok, "seconds": waiting * 60, "limit": 900, "set_aside": aside}
    assert answer.json()["incoming"] == part


def test_an_unread_email_counts_from_when_it_was_due(noon):
    assert (processing_lag(noon), set_aside_count(noon)) == (None, 0)
    early = noon - timedelta(minutes=20)
    incoming = {"way": "smtp", "recipient": "play+x@post.example", "size": 1, "received_at": early}
    InboundMessage.objects.create(message_id="<1>", next_at=noon - timedelta(minutes=2), **incoming)
    InboundMessage.objects.create(message_id="<2>", next_at=noon + timedelta(minutes=2), **incoming)
    for number, hours in enumerate((1, 25)):
        at = noon - timedelta(hours=hours)
        row = {"message_id": f"<aside {number}>", "state": "set_aside", "settled_at": at}
        InboundMessage.objects.create(next_at=at, **row, **incoming)
    assert (processing_lag(noon), set_aside_count(noon)) == (timedelta(minutes=2), 1)


def test_a_flag_that_nobody_settles_makes_it_503(client, monkeypatch):
    monkeypatch.setattr(health, "flag_lag", lambda now: timedelta(minutes=6))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["flags"]["ok"] is False


def test_a_broker_that_is_away_is_told_and_does_not_break_the_page(client, settings, tmp_path):
    settings.CACHE_URL = f"unix://{tmp_path}/none.sock"
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["broker"] == {"ok": False, "reason": "the broker does not answer"}


def test_a_database_that_is_away_is_told_and_does_not_break_the_page(client, monkeypatch):
    from django.db import OperationalError

    class Gone:
        def cursor(self):
            raise OperationalError

    monkeypatch.setattr(health, "connection", Gone())
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"]["ok"] is False


def test_what_is_unwell_is_logged_with_its_lag(client, monkeypatch):
    monkeypatch.setattr(health, "flag_lag", lambda now: timedelta(minutes=6))
    with capture_logs() as lines:
        client.get("/healthz")
    told = [line for line in lines if line["event"] == "unwell"]
    assert [(line["part"], line["seconds"], line["log_level"]) for line in told] == [
        ("flags", 360, "error")
    ]


def test_a_site_that_is_well_logs_nothing_of_it(client):
    with capture_logs() as lines:
        client.get("/healthz")
    assert [line for line in lines if line["event"] == "unwell"] == []


def test_the_operator_reads_on_every_page_that_the_worker_hangs(admin_client, client, monkeypatch):
    assert "the worker is stuck" not in admin_client.get("/admin/").content.decode()
    monkeypatch.setattr(health, "oldest_unsent", lambda now: timedelta(minutes=16))
    monkeypatch.setattr(health, "flag_lag", lambda now: timedelta(minutes=6))
    for path in ("/admin/", "/admin/games/match/"):
        page = admin_client.get(path).content.decode()
        assert "An e-mail has been waiting for 16 minutes: the worker is stuck" in page
        assert "A fallen flag has not been settled for 6 minutes" in page
    assert "worker" not in client.get("/admin/login/").content.decode()


def test_the_operator_reads_what_is_wrong_with_incoming_emails(admin_client, monkeypatch):
    monkeypatch.setattr(health, "processing_lag", lambda now: timedelta(minutes=16))
    monkeypatch.setattr(health, "set_aside_count", lambda now: 1)
    page = admin_client.get("/admin/").content.decode()
    assert "An incoming e-mail has been waiting for 16 minutes" in page
    assert "1 incoming e-mail could not be read" in page


def test_the_operator_reads_how_many_e_mails_were_given_up(admin_client, client, monkeypatch):
    monkeypatch.setattr(health, "undelivered_count", lambda: 2)
    assert client.get("/healthz").status_code == 503
    page = admin_client.get("/admin/").content.decode()
    assert "2 e-mails could not be delivered" in page
    assert "the worker is stuck" not in page
