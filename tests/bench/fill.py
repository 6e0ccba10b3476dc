"""Fill a development database with copied matches, as many as a large site has.

    python -m tests.bench.fill [--finished 10000] [--running 2000] [--people 1000]

PostgreSQL only; ``tests/bench/growth.py`` measures on what comes of it.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser

import django


def main() -> None:
    """Refuse where it could do harm, or fill."""
    parser = ArgumentParser("python -m tests.bench.fill")
    parser.add_argument("--finished", type=int, default=10_000, help="finished matches")
    parser.add_argument("--running", type=int, default=2_000, help="running matches")
    parser.add_argument("--people", type=int, default=1_000, help="people who play them")
    asked = parser.parse_args()
    if asked.people < 2 or min(asked.finished, asked.running) < 0:
        sys.exit("--people must be 2 or more, the others 0 or more")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    from django.conf import settings
    from django.db import connection
    from django.utils import timezone

    from accounts.models import User
    from tests.bench.filling import Size, address_of, fill

    if not settings.DEVELOPMENT:
        sys.exit("this fills the database with invented people: not in production")
    if connection.vendor != "postgresql":
        sys.exit("this needs PostgreSQL: set DATABASE_URL")
    if User.objects.filter(email=address_of(0)).exists():
        sys.exit("this database has been filled before: begin with an empty one")
    fill(Size(asked.finished, asked.running, asked.people), timezone.now(), print)


if __name__ == "__main__":
    main()
