"""The drill: a club is dumped, restored into a new database, and every figure is recomputed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.deploy.files import DEPLOY, ROOT
from tests.services import postgres_folders

pytestmark = [pytest.mark.long, pytest.mark.postgres]
TABLES = ("games_match", "games_ply", "games_ratingentry", "notifications_message")


def address_of(name: str) -> str:
    """Return the address of a database on the server of the tests."""
    return os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"


@pytest.fixture
def databases() -> Iterator[tuple[str, str]]:
    """Return the names of two empty databases."""
    names = (f"drill_{uuid4().hex[:8]}", f"drill_{uuid4().hex[:8]}")
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
        for name in names:
            admin.execute(f"CREATE DATABASE {name}")
        yield names
        for name in names:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def surroundings(name: str, folder: Path) -> dict[str, str]:
    """Return an environment for one database, with the programs of its server first."""
    programs = next(path for path in postgres_folders() if (path / "pg_dump").is_file())
    return {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "DATABASE_URL": address_of(name),
        "VAR_DIR": str(folder / "var"),
        "BACKUP_DIR": str(folder / "dumps"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "MANAGE": f"{sys.executable} {ROOT / 'manage.py'}",
        "PYTHON": sys.executable,
    }


def run(command: list[str], env: dict[str, str]) -> str:
    """Run a command that must succeed, and return what it says."""
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def counts(name: str) -> dict[str, int]:
    """Return how many rows the main tables have."""
    with psycopg.connect(address_of(name)) as line:
        found = {}
        for table in TABLES:
            row = line.execute(f"SELECT count(*) FROM {table}").fetchone()
            assert row is not None
            found[table] = row[0]
        return found


def test_a_restored_club_agrees_with_its_ledgers_and_a_damaged_one_does_not(databases, tmp_path):
    source, target = databases
    here, there = surroundings(source, tmp_path), surroundings(target, tmp_path)
    manage = [sys.executable, str(ROOT / "manage.py")]
    run([*manage, "migrate", "--noinput", "--verbosity", "0"], here)
    run([*manage, "demo"], here)
    dump = run(["sh", str(DEPLOY / "backup.sh")], here).strip().splitlines()[-1]
    said = run(["sh", str(DEPLOY / "restore.sh"), dump], there)
    assert "All figures agree with the ledgers." in said
    assert counts(target) == counts(source)
    assert min(counts(target).values()) > 10

    again = subprocess.run(
        ["sh", str(DEPLOY / "restore.sh"), dump], env=there, capture_output=True, check=False
    )
    assert again.returncode == 1  # the database is no longer empty

    with psycopg.connect(address_of(target), autocommit=True) as line:
        line.execute("UPDATE games_match SET ply_count = ply_count + 1 WHERE ply_count > 3")
    found = subprocess.run([*manage, "replay"], env=there, capture_output=True, check=False)
    assert found.returncode == 1
