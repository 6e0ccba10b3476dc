"""List the chain of rulings, or verify the chain and everything that follows from it."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from tournaments.referees.queries import rulings as ruling_queries
from tournaments.referees.services import rulings_check
from tournaments.referees.services.case_words import act_name


class Command(BaseCommand):
    """With ``--check`` the exit code is 1 if anything differs."""

    help = "Show the rulings; --check hashes the chain again and refolds its consequences."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="hash and refold everything")

    def handle(self, *_args: object, **options: object) -> None:
        if options["check"]:
            self._check()
            return
        for ruling in ruling_queries.chain():
            table = f"match {ruling.match_id}" if ruling.match_id else "no match"
            self.stdout.write(
                f"{ruling.number:5}  {ruling.signed_at:%Y-%m-%d %H:%M}  case {ruling.case_id}  "
                f"{table}  {act_name(ruling.act)}  {ruling.digest[:16]}"
            )

    def _check(self) -> None:
        """Recompute all digests and every match touched by a ruling."""
        problems = [str(error) for error in rulings_check.check_rulings()]
        for error in problems:
            self.stdout.write(error)
        if problems:
            raise CommandError(f"{len(problems)} differences")
        self.stdout.write(f"{ruling_queries.count_rulings()} rulings checked: all agree")
