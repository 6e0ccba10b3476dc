"""Two complete sites on one PostgreSQL and one Redis, one of them killed; prints its figures."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.running_site import ROOT

MOVES = os.environ.get("STORM_MOVES", "80")

pytestmark = [pytest.mark.long, pytest.mark.postgres]


def test_two_sites_share_servers_and_one_goes_on_where_the_other_is_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.storm.machines", "--moves", MOVES],
        cwd=ROOT,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=3600,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-6000:]
