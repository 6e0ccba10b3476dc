"""Refold every match from its ledgers and say whether the copies agree."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games import queries
from games.services.audit import refold_matches


class Command(BaseCommand):
    """``manage.py replay [--match N]``: exit code 1 where anything differs."""

    help = "Refold the ledgers of all matches (plies, lots, clocks, results) and compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take one match instead of all."""
        parser.add_argument("--match", type=int, help="number of one match")

    def handle(self, *, match: int | None, **_options: object) -> None:
        """Print every difference and the total."""
        matches = queries.all_matches(match)
        count, faults = matches.count(), 0
        if match is not None and not count:
            raise CommandError(f"there is no match {match}")
        for fault in refold_matches(matches.iterator(chunk_size=200)):
            faults += 1
            self.stdout.write(str(fault))
        if faults:
            raise CommandError(f"{faults} differences in {count} matches")
        self.stdout.write(f"{count} matches refolded without difference")
