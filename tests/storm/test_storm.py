"""The storm, on PostgreSQL and on SQLite; it prints its figures (``pytest -s`` or a failure)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.running_site import ROOT

MOVES = int(os.environ.get("STORM_MOVES", "3000"))
MAX_SECONDS = 2400  # seconds, on a busy machine

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("database", "moves"),
    [pytest.param("postgres", MOVES, marks=pytest.mark.postgres), ("sqlite", max(50, MOVES // 30))],
)
def test_no_move_and_no_e_mail_is_lost_or_doubled_in_a_storm(database: str, moves: int) -> None:
    command = [sys.executable, "-m", "tests.storm", "--database", database, "--moves", str(moves)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=MAX_SECONDS,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-6000:]
