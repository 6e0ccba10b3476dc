"""``manage.py heartbeat``: whether scheduler and worker are alive, for supervisors."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services.time import outages


class Command(BaseCommand):
    """Exits with 1 if the heartbeat is missing or older than what counts as an outage."""

    help = "Say how old the heartbeat of the scheduler is; exit code 1 if it is silent."
    requires_system_checks: list[str] = []

    def handle(self, *_args: object, **_options: object) -> None:
        age = outages.heartbeat_age(timezone.now())
        if age is None:
            raise CommandError("There has never been a heartbeat: do worker and scheduler run?")
        seconds = round(age.total_seconds())
        if age > outages.MAX_SILENCE:
            raise CommandError(f"The last heartbeat was {seconds} seconds ago.")
        self.stdout.write(f"The last heartbeat was {seconds} seconds ago.")
