"""What supervisors ask: ``manage.py heartbeat`` and the probe of containers."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from config.running import probe
from games.services.time import outages


@pytest.mark.django_db
def test_a_scheduler_that_runs_is_told_with_the_age_of_its_heartbeat():
    outages.record_heartbeat(now=timezone.now() - timedelta(seconds=20))
    said = io.StringIO()
    call_command("heartbeat", stdout=said)
    assert "20 seconds ago" in said.getvalue() or "21 seconds ago" in said.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("age", [None, timedelta(minutes=3)])
def test_a_scheduler_that_is_silent_or_never_ran_is_an_error(age):
    if age is not None:
        outages.record_heartbeat(now=timezone.now() - age)
    with pytest.raises(CommandError):
        call_command("heartbeat")


@pytest.mark.django_db(transaction=True)
def test_the_probe_is_content_with_a_healthy_site(live_server, monkeypatch):
    monkeypatch.setenv("PORT", live_server.url.rpartition(":")[2])
    monkeypatch.setenv("SITE_URL", "http://localhost")
    assert probe.main() == 0


@pytest.mark.django_db(transaction=True)
def test_the_probe_names_what_is_unwell(live_server, monkeypatch, settings, tmp_path, capsys):
    settings.CACHE_URL = f"unix://{tmp_path}/none.sock"
    monkeypatch.setenv("PORT", live_server.url.rpartition(":")[2])
    monkeypatch.setenv("SITE_URL", "http://localhost")
    assert probe.main() == 1
    assert capsys.readouterr().err == "503: broker\n"


def test_the_probe_says_that_nobody_answers(monkeypatch, capsys):
    monkeypatch.setenv("PORT", "1")
    assert probe.main() == 1
    assert capsys.readouterr().err.startswith("no answer")
