"""``manage.py up``, for the list of commands; `manage.py` itself starts it before Django loads."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser

from django.core.management import BaseCommand

from config import env
from config.running import up


class Command(BaseCommand):
    """Prepare the database and run web, worker, beat and (without REDIS_URL) the broker."""

    help = "Run everything: broker, web server, worker and timetable. Ctrl-C stops it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        up.add_options(parser)

    def handle(
        self, *, host: str, port: int, empty: bool, reload: bool, **_options: object
    ) -> None:
        """Replace this process by one that has not loaded Django."""
        words = ["--host", host, "--port", str(port)]
        words += ["--empty"] * empty + ["--reload"] * reload
        script = str(env.BASE_DIR / "manage.py")
        os.execv(sys.executable, [sys.executable, script, "up", *words])  # noqa: S606
