from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable

from django.core.management.base import BaseCommand, CommandError

from games import rating_queries
from games.services.ratings.rating_replay import replay_ratings
from games.services.wording.game_words import pool_name, pool_names
from games.services.wording.result_words import rating_text


class Command(BaseCommand):
    """``manage.py ratings [--check [--from N] [--to M]] [--pool KEY]``; 1 on differences."""

    help = "Show ratings by pool; --check refolds the entries and compares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="refold the rating entries")
        parser.add_argument("--pool", help="key of one pool")
        parser.add_argument("--from", type=int, dest="first", help="number of the first entry")
        parser.add_argument("--to", type=int, dest="last", help="number of the last entry")

    def handle(
        self,
        *,
        check: bool,
        pool: str | None,
        first: int | None,
        last: int | None,
        **_options: object,
    ) -> None:
        if not check and (first, last) != (None, None):
            raise CommandError("--from and --to belong to --check")
        if pool is not None and pool not in pool_names():
            raise CommandError(f"there is no pool {pool}; there are {', '.join(pool_names())}")
        if check:
            self._check(pool, first, last)
        else:
            self._show(pool_names() if pool is None else [pool])

    def _show(self, pools: Iterable[str]) -> None:
        for pool in pools:
            self.stdout.write(pool_name(pool))
            for place, row in enumerate(rating_queries.leaderboard(pool), start=1):
                words = rating_text(row.value, row.games)
                self.stdout.write(f"{place:5}  {words:>6}  {row.games:4}  {row.player.name}")

    def _check(self, pool: str | None, first: int | None, last: int | None) -> None:
        pools = None if pool is None else [pool]
        differences = replay_ratings(pools, self._print_progress, first=first, last=last)
        for difference in differences:
            self.stdout.write(str(difference))
        if differences:
            raise CommandError(f"{len(differences)} differences")
        count = rating_queries.count_rating_entries(pool, first, last)
        self.stdout.write(f"{count} rating entries refolded: all agree")

    def _print_progress(self, count: int) -> None:
        self.stderr.write(f"{count} entries")
