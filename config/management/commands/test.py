"""``manage.py test``: every check that a change must pass."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from django.conf import settings
from django.core.management import BaseCommand

PYTHON = sys.executable
SOURCES = (
    "manage.py",
    "config",
    "accounts",
    "notifications",
    "games",
    "tournaments",
    "inbound",
    "tests",
)
ON_SQLITE = ("tests/accounts", "tests/games", "tests/notifications")
ONCE = (  # long or without a database: the main run has them
    "tests/games/test_clocks_properties.py",
    "tests/games/test_multiplayer_at_length.py",
    "tests/games/test_dice_records.py",
    "tests/referees/test_rulings_hold.py",
)


@dataclass(frozen=True)
class Step:
    """One program to run; ``environment`` is added to ours."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)

    def run(self, *, quietly: bool) -> tuple[bool, str, float]:
        """Return whether it succeeded, its output (if quiet), and how long it took."""
        began = time.monotonic()
        done = subprocess.run(
            self.command,
            env={**os.environ, **self.environment},
            cwd=settings.BASE_DIR,
            check=False,
            text=True,
            stdout=subprocess.PIPE if quietly else None,
            stderr=subprocess.STDOUT if quietly else None,
        )
        return done.returncode == 0, done.stdout or "", time.monotonic() - began


def checks(folder: str) -> list[Step]:
    """Return the checks of the code, and the one that compares models with migrations."""
    plain = {"VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": "", "DEVELOPMENT": "1"}
    return [
        Step("mypy", [PYTHON, "-m", "mypy", *SOURCES], plain),
        Step("ruff check", [PYTHON, "-m", "ruff", "check", *SOURCES]),
        Step("ruff format", [PYTHON, "-m", "ruff", "format", "--check", *SOURCES]),
        Step("import-linter", [PYTHON, "-c", LINT_IMPORTS]),
        Step(
            "makemigrations",
            [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
            {**plain, "DJANGO_SETTINGS_MODULE": "config.settings"},
        ),
        Step("chromium", [PYTHON, "-m", "tests.chromium"]),
    ]


LINT_IMPORTS = "from importlinter.cli import lint_imports_command as c; c(['--no-logo'])"


class Command(BaseCommand):
    """Run linters and types, then pytest on SQLite (a part) and on PostgreSQL with Redis (all)."""

    help = "Run all checks and tests; other arguments go to pytest. --long adds the soak runs."

    def run_from_argv(self, argv: list[str]) -> None:
        """Handle ``--long`` and ``--checks``, and pass the rest to pytest."""
        parser = argparse.ArgumentParser(prog="manage.py test", description=self.help)
        parser.add_argument("--long", action="store_true", help="also the soak runs")
        parser.add_argument("--checks", action="store_true", help="only what needs no tests")
        ours, rest = parser.parse_known_args(argv[2:])
        sys.exit(self.everything(rest, long=ours.long, checks_only=ours.checks))

    def everything(self, rest: list[str], *, long: bool, checks_only: bool) -> int:
        """Run all steps even if some fail, list those, end with the main run of pytest."""
        failed = self.run_beside([] if checks_only else [on_sqlite()])
        self.sum_up(failed)
        if checks_only:
            return 1 if failed else 0
        self.heading("pytest on PostgreSQL and Redis")
        good, _, _ = main_run(rest, long=long).run(quietly=False)
        return 0 if good and not failed else 1

    def run_beside(self, more: list[Step]) -> list[str]:
        """Run steps in parallel, print them one after the other, return the failed ones."""
        failed = []
        with (
            tempfile.TemporaryDirectory(prefix="ampelpost-checks-") as folder,
            ThreadPoolExecutor(os.cpu_count() or 2) as pool,
        ):
            steps = [*checks(folder), *more]
            for step, running in [(s, pool.submit(s.run, quietly=True)) for s in steps]:
                good, said, seconds = running.result()
                self.heading(f"{step.name}: {'good' if good else 'FAILED'} ({seconds:.0f} s)")
                self.stdout.write(said.strip())
                if not good:
                    failed.append(step.name)
        return failed

    def sum_up(self, failed: list[str]) -> None:
        told = f"FAILED up to here: {', '.join(failed)}" if failed else "All good up to here."
        self.heading(told)

    def heading(self, text: str) -> None:
        self.stdout.write(f"\n== {text}")
        self.stdout.flush()


def on_sqlite() -> Step:
    """Return the run on SQLite: what services and e-mails do, without browser and row locks."""
    some = [name for name in ON_SQLITE if (settings.BASE_DIR / name).is_dir()]
    marks = "not browser and not long and not postgres"
    return Step(
        "pytest on SQLite (a part)",
        [*pytest(), "-q", "-m", marks, *[f"--ignore={name}" for name in ONCE], *some],
        {"TEST_DB": "sqlite"},
    )


def main_run(rest: list[str], *, long: bool) -> Step:
    """Return the main run, or the tests the caller asked for."""
    marks = [] if long else ["-m", "not long"]
    profile = {"HYPOTHESIS_PROFILE": "long"} if long else {}
    return Step("pytest", [*pytest(), "-rfEs", *marks, *rest], profile)


def pytest() -> list[str]:
    """Return the command line that uses the cores and keeps each module's tests together."""
    workers = str(min(6, (os.cpu_count() or 2) + 1))  # tests may wait for servers and browsers
    return [PYTHON, "-m", "pytest", "-n", workers, "--dist", "loadscope", "--no-loadscope-reorder"]
