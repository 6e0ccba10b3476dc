from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.core.management.base import BaseCommand, CommandError

from accounts.services.locks import repeatable_read
from games import queries
from games.services.audit import BATCH_SIZE, replay_matches

if TYPE_CHECKING:
    from games.models import Match

STEP = 10_000


class Command(BaseCommand):
    """``manage.py replay [--match N | --from N --to M]``; exit code 1 on differences."""

    help = "Refold the ledgers of all matches (plies, lots, clocks, results) and compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--match", type=int, help="number of one match")
        parser.add_argument("--from", type=int, dest="first", help="number of the first match")
        parser.add_argument("--to", type=int, dest="last", help="number of the last match")

    def handle(
        self, *, match: int | None, first: int | None, last: int | None, **_options: object
    ) -> None:
        if match is not None and (first, last) != (None, None):
            raise CommandError("name one match, or the first and the last of a range")
        if match is not None:
            first = last = match
        self._count = problems = 0
        with repeatable_read():
            for error in replay_matches(self._matches(first, last)):
                problems += 1
                self.stdout.write(str(error))
        if match is not None and not self._count:
            raise CommandError(f"there is no match {match}")
        if problems:
            raise CommandError(f"{problems} differences in {self._count} matches")
        self.stdout.write(f"{self._count} matches refolded without difference")

    def _matches(self, first: int | None, last: int | None) -> Iterator[Match]:
        """Yield the matches; report progress on standard error."""
        for match in queries.all_matches(first, last).iterator(chunk_size=BATCH_SIZE):
            yield match
            self._count += 1
            if self._count % STEP == 0:
                self.stderr.write(f"{self._count} matches, up to number {match.pk}")
