"""The database is emptied only after those who still write have ended."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from tests import chromium, clearing, patience

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_a_late_request_is_waited_for(noon: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, seen_busy = threading.Event(), threading.Event()
    is_quiet = clearing.is_quiet

    def noted(name: str) -> bool:
        quiet = is_quiet(name)
        if not quiet:
            seen_busy.set()
        return quiet

    monkeypatch.setattr(clearing, "is_quiet", noted)

    def late(address: str) -> None:
        from django.db import transaction

        with transaction.atomic():
            User.objects.create_user(address, "correct horse", date_joined=noon)
            begun.set()
            seen_busy.wait(patience.PATIENCE)
        connection.close()

    for name in ("Thread-1 (process_request_thread)", "somebody else"):
        begun.clear()
        seen_busy.clear()
        thread = threading.Thread(target=late, name=name, args=(f"{len(name)}@example.org",))
        thread.start()
        assert begun.wait(patience.PATIENCE)
        seen = User.objects.count()
        clearing.settle("default")
        assert seen_busy.is_set()
        assert User.objects.count() == seen + 1
        thread.join()


def test_what_never_ends_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    import psycopg
    from django.conf import settings

    of = {name: str(value) for name, value in settings.DATABASES["default"].items()}
    with psycopg.connect(
        host=of["HOST"],
        port=of["PORT"],
        user=of["USER"],
        password=of["PASSWORD"],
        dbname=connection.settings_dict["NAME"],
    ) as other:
        other.execute("SELECT 1")  # idle in its transaction from now on
        monkeypatch.setattr(patience, "PATIENCE", 0.1)
        clearing.settle("default")
        monkeypatch.undo()
        with pytest.raises(psycopg.OperationalError):
            other.execute("SELECT 1")


def test_a_request_that_hangs_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    name = "Thread-1 (process_request_thread)"
    thread = threading.Thread(target=end.wait, name=name, daemon=True)
    thread.start()
    assert not clearing.is_quiet("default")
    monkeypatch.setattr(patience, "PATIENCE", 0.1)
    clearing.settle("default")
    monkeypatch.undo()
    assert clearing.is_quiet("default")
    end.set()
    thread.join()


@pytest.mark.browser
def test_a_page_that_a_failed_test_left_open_asks_no_more(browser: Any, live: str) -> None:
    browser.new_context().new_page().goto(live)
    chromium.close_contexts()
    assert browser.contexts == []
    patience.until(lambda: clearing.is_quiet("default"), "no request is answered")
