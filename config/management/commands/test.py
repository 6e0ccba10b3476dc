"""``manage.py test``: every check that a change must pass."""

from __future__ import annotations

import argparse
import sys

from django.core.management import BaseCommand


class Command(BaseCommand):
    """Runs linters and type checks, then tests on SQLite (some) and PostgreSQL with Redis (all)."""

    help = "Run all checks, then the tests; other arguments go to pytest."

    def run_from_argv(self, argv: list[str]) -> None:
        """Pass unknown arguments to pytest; Django's own parser would refuse them."""
        parser = argparse.ArgumentParser(prog="manage.py test", description=self.help)
        parser.add_argument(
            "--long", action="store_true", help="all tests, those that take long too; strict"
        )
        parser.add_argument(
            "--strict", action="store_true", help="do not run once more, alone, what failed"
        )
        parser.add_argument("--checks", action="store_true", help="only what needs no tests")
        ours, rest = parser.parse_known_args(argv[2:])
        sys.exit(0 if self.run_checks_and_tests(ours, rest) else 1)

    def run_checks_and_tests(self, ours: argparse.Namespace, rest: list[str]) -> bool:
        """Run the checks, then the tests, or only those named in ``rest``."""
        from tests import run

        limit = None if ours.long else run.LIMIT
        this = run.Run(self.print_and_flush, strict=ours.strict or ours.long, limit=limit)
        if not this.check():
            return False
        if ours.checks:
            return True
        sqlite = [] if rest else [run.on_sqlite()]
        good = this.test([*sqlite, run.main_run(rest, long=ours.long)])
        this.sum_up(within_budget=not (rest or ours.long))
        return good

    def print_and_flush(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
