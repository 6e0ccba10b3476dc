"""If the database aborts one of two transactions, the page says so and nothing is lost."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.utils import timezone
from psycopg.errors import DeadlockDetected

from games.models import Ply
from tests.keys import key_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def deadlocked(monkeypatch):
    """Let the next save of a table end as PostgreSQL ends one of two that wait for each other."""

    def end(*_args, **_kwargs):
        raise OperationalError("deadlock detected") from DeadlockDetected()

    monkeypatch.setattr("games.services.play.turns.save_match", end)


def test_page_and_program_are_told_to_try_again(alice, bob, start, client_for, deadlocked):
    match = start(alice, bob, now=timezone.now())
    sent = {"move": "b2", "seen": "0"}
    page = client_for(alice).post(f"/matches/{match.pk}/move/", sent)
    assert page.status_code == 409
    assert "Try again." in page.content.decode()
    told = client_for().post(
        f"/api/v1/matches/{match.pk}/moves/",
        {"move": "b2", "seen": 0},
        content_type="application/json",
        headers={"Authorization": f"Token {key_for(alice.user)}"},
    )
    assert (told.status_code, told.json()["code"]) == (409, "gave_way")
    assert not Ply.objects.exists()


def test_other_faults_of_the_database_stay_faults(alice, bob, start, client_for, monkeypatch):
    def end(*_args, **_kwargs):
        raise OperationalError("disk full")

    monkeypatch.setattr("games.services.play.turns.save_match", end)
    match = start(alice, bob, now=timezone.now())
    with pytest.raises(OperationalError):
        client_for(alice).post(f"/matches/{match.pk}/move/", {"move": "b2", "seen": "0"})
