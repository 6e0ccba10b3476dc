"""Show the leaderboards, or refold every rating entry and say whether the figures agree."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games import rating_queries
from games.services.ratings.rating_fold import refold_ratings
from games.services.wording.game_words import pool_name, pool_names
from games.services.wording.result_words import rating_words


class Command(BaseCommand):
    """``manage.py ratings [--check]``: with --check exit code 1 where anything differs."""

    help = "Show ratings by pool; --check refolds all entries and compares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the check."""
        parser.add_argument("--check", action="store_true", help="refold all rating entries")

    def handle(self, *_args: object, **options: object) -> None:
        """Print boards or differences."""
        if options["check"]:
            self._check()
            return
        for pool in pool_names():
            self.stdout.write(pool_name(pool))
            for place, row in enumerate(rating_queries.leaderboard(pool), start=1):
                words = rating_words(row.value, row.games)
                self.stdout.write(f"{place:5}  {words:>6}  {row.games:4}  {row.player.name}")

    def _check(self) -> None:
        """Refold and compare."""
        differences = refold_ratings()
        for difference in differences:
            self.stdout.write(str(difference))
        if differences:
            raise CommandError(f"{len(differences)} differences")
        self.stdout.write(
            f"{rating_queries.count_rating_entries()} rating entries refolded: all agree"
        )
