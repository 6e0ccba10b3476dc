"""The tests' own ground: real servers, players, clients, a browser."""

from __future__ import annotations

import os
import threading

import pytest
from django.conf import settings
from django.db import connection, connections
from playwright.sync_api import expect


@pytest.mark.django_db
def test_the_database_is_the_one_that_was_asked_for():
    expected = "sqlite" if os.environ.get("TEST_DB") == "sqlite" else "postgresql"
    assert connection.vendor == expected


@pytest.mark.django_db(transaction=True)
def test_threads_share_the_test_database(alice):
    from accounts.models import Player

    seen: list[int] = []

    def count() -> None:
        seen.append(Player.objects.count())
        connections.close_all()

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [1, 1, 1, 1]


def test_the_site_writes_into_the_folder_of_this_run_only():
    assert "ampelpost-test-" in str(settings.VAR_DIR)


def test_a_client_is_logged_in_as_its_player(alice, client_for):
    client = client_for(alice)
    assert client.session["_auth_user_id"] == str(alice.user_id)
    assert client_for().session.get("_auth_user_id") is None


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_chromium_opens_the_live_site(page):
    answer = page.goto("/admin/login/")
    assert answer.status == 200
    expect(page.get_by_label("Password")).to_be_visible()
