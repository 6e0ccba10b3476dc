"""Fills an empty database with a small club that has been playing for five weeks."""

from __future__ import annotations

import random
from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from accounts.models import Player, User
from accounts.services import registration
from config.demo.club import PASSWORD, PEOPLE, ClubSimulation
from games.models import Match, Ply


class Command(BaseCommand):
    """``manage.py demo``: creates everything through the services."""

    help = "Set up the demonstration club in an empty database (never in production)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1997, help="another seed, another club")

    def handle(self, *, seed: int, **_options: object) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("the demonstration has known passwords: not in production")
        if Player.objects.exists():
            raise CommandError("the database is not empty: the demonstration was left out")
        now = timezone.now()
        with transaction.atomic():
            ClubSimulation(now, random.Random(seed)).run()  # noqa: S311 (no secrets here)
            registration.create_account(
                settings.DEMO_OPERATOR,
                PASSWORD,
                name="Paula Petersen",
                language="en",
                time_zone="Europe/Berlin",
                now=now,
            )
            User.objects.filter(email=settings.DEMO_OPERATOR).update(
                is_staff=True, is_superuser=True
            )
        running = Match.objects.running().count()
        self.stdout.write(
            f"{Player.objects.count()} players, {Match.objects.count()} matches "
            f"({running} running), {Ply.objects.count()} plies."
        )
        self.stdout.write(f"Log in as {PEOPLE[0].address} or {PEOPLE[1].address}")
        self.stdout.write(f"(operator of /admin/: {settings.DEMO_OPERATOR}), password: {PASSWORD}")
