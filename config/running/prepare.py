"""``python -m config.running.prepare [--empty]``: everything `up` needs before it serves.

It checks the settings, waits for the database, migrates it, fills an empty one with the demo club
and collects static files.
"""

from __future__ import annotations

import io
import os
import sys
import time
from pathlib import Path

DATABASE_TIMEOUT = 60.0  # seconds


def main() -> int:
    """Run all steps; print the reason and return 1 if one fails."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import CommandError

    django.setup()
    try:
        prepare(empty="--empty" in sys.argv[1:])
    except CommandError as error:
        print(error)
        return 1
    return 0


def prepare(*, empty: bool) -> None:
    """Bring database and files up to date."""
    from django.conf import settings
    from django.core.management import call_command

    from config.running import static

    call_command("check", stdout=io.StringIO())
    wait_for_database()
    call_command("migrate", interactive=False, verbosity=0)
    if settings.DEVELOPMENT and not empty:
        create_demo_club()
    root = Path(settings.STATIC_ROOT)
    if not static.is_collected(root):
        call_command("collectstatic", interactive=False, verbosity=0)
        static.mark_collected(root)


def wait_for_database() -> None:
    """Wait up to a minute for the database server. Raises CommandError."""
    from django.core.management import CommandError
    from django.db import OperationalError, connections

    end = time.monotonic() + DATABASE_TIMEOUT
    told = False
    while True:
        try:
            connections["default"].ensure_connection()
        except OperationalError as error:
            if time.monotonic() > end:
                raise CommandError(f"The database does not answer: {error}") from None
            if not told:
                print("Waiting for the database …")
            told = True
            time.sleep(0.5)
        else:
            return


def create_demo_club() -> None:
    """Fill an empty database with the demo club, and save its list of logins."""
    import structlog
    from django.core.management import call_command, get_commands

    from accounts.models import Player
    from config.running.up import logins_path

    if "demo" not in get_commands() or Player.objects.exists():
        return
    print("Setting up the demo club …")
    said = io.StringIO()
    try:
        call_command("demo", stdout=said)
    except Exception:
        # A site without the demo club is better than none; the log has the reason.
        structlog.get_logger(__name__).exception("demo_failed")
        return
    logins_path().write_text(said.getvalue())


if __name__ == "__main__":
    sys.exit(main())
