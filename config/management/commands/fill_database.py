"""Fill a development database with rows for measuring (tests/bench/growth.py)."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from accounts.models import User
from config.demo.filling import Size, address_of, fill


class Command(BaseCommand):
    """``manage.py fill_database``: as many matches, ratings and e-mails as a large site has."""

    help = "Fill a development database with copied matches (PostgreSQL only)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--finished", type=int, default=10_000, help="finished matches")
        parser.add_argument("--running", type=int, default=2_000, help="running matches")
        parser.add_argument("--people", type=int, default=1_000, help="people who play them")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Refuse where it could do harm, or fill."""
        if not settings.DEVELOPMENT:
            raise CommandError("this fills the database with invented people: not in production")
        if connection.vendor != "postgresql":
            raise CommandError("this needs PostgreSQL: set DATABASE_URL")
        size = Size(options["finished"], options["running"], options["people"])
        if size.people < 2 or min(size.finished, size.running) < 0:
            raise CommandError("--people must be 2 or more, the others 0 or more")
        if User.objects.filter(email=address_of(0)).exists():
            raise CommandError("this database has been filled before: begin with an empty one")
        fill(size, timezone.now(), self.stdout.write)
