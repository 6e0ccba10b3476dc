"""Seasons of a league under a moved clock, with workers killed in the middle of their work."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection

from games.models import Match
from tests.rehearsal.seasons import Failed, require_empty_database
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def rehearse(*, short: bool = False, **sizes: object) -> str:
    """Rehearse in a program of its own on the test database; return what it said."""
    own = connection.settings_dict
    place = f"{own['HOST']}:{own['PORT']}/{own['NAME']}"
    command = [sys.executable, "-m", "tests.rehearsal"]
    command += [f"--{name}={value}" for name, value in sizes.items()] + ["--short"] * short
    done = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env={
            **os.environ,
            "DATABASE_URL": f"postgres://{own['USER']}:{own['PASSWORD']}@{place}",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DEVELOPMENT": "1",
            "LOG_LEVEL": "ERROR",
        },
        check=False,
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
@pytest.mark.parametrize(("bots", "divisions", "seasons"), [(8, 2, 2), (60, 4, 3)])
def test_a_league_loses_and_doubles_nothing_although_workers_are_killed(
    bots: int, divisions: int, seasons: int
) -> None:
    said = rehearse(bots=bots, divisions=divisions, seasons=seasons)
    print(said)
    assert "nothing lost, nothing doubled" in said
    assert Tournament.objects.filter(finished_at__isnull=False).count() >= seasons
    assert Match.objects.filter(fixture__isnull=False, status="finished").exists()


@pytest.mark.long
@pytest.mark.parametrize(("event", "bots"), [("swiss", 10), ("pods", 6)])
def test_a_swiss_by_the_engine_alone_and_tables_of_three_withstand_kills(
    event: str, bots: int
) -> None:
    said = rehearse(event=event, bots=bots, short=True)
    print(said)
    assert "nothing lost, nothing doubled" in said
    assert "0 Swiss rounds paired otherwise" in said


@pytest.mark.long
@pytest.mark.parametrize(
    ("event", "bots", "short"),
    [
        ("swiss", 200, True),
        ("days", 16, True),
        ("baku", 18, True),
        ("knockout", 32, False),
        ("double_elim", 24, True),
        ("pod_league", 15, True),
        ("ladder", 24, False),
        ("pods", 12, False),
        ("dice", 16, False),
    ],
)
def test_every_other_event_loses_and_doubles_nothing_either(
    event: str, bots: int, short: bool
) -> None:
    said = rehearse(event=event, bots=bots, short=short)
    print(said)
    assert "nothing lost, nothing doubled" in said
    assert "0 Swiss rounds paired otherwise" in said


def test_a_rehearsal_wants_a_database_of_its_own(alice: object) -> None:
    assert alice
    with pytest.raises(Failed, match="not empty"):
        require_empty_database()


def test_a_rehearsal_wants_the_tables_made_first(monkeypatch: pytest.MonkeyPatch) -> None:
    unmade = [(object(), False)]
    monkeypatch.setattr(
        "django.db.migrations.executor.MigrationExecutor.migration_plan", lambda *_: unmade
    )
    with pytest.raises(Failed, match="migrate"):
        require_empty_database()
