"""Assigns, removes and lists roles: referees, head referees, organisers, operators."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from accounts.queries import player_named, players_with_roles, roles_of
from accounts.roles import REFEREE, ROLES
from accounts.services.errors import Refused
from accounts.services.roles import assign_role, remove_role


class Command(BaseCommand):
    """``manage.py referee add|remove NAME [--role ROLE]`` and ``manage.py referee list``."""

    help = "Give or take an office, or list who holds one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, words in (("add", "give an office"), ("remove", "take an office")):
            chosen = verbs.add_parser(verb, help=words)
            chosen.add_argument("name", help="the player's name")
            chosen.add_argument("--role", choices=ROLES, default=REFEREE)
        verbs.add_parser("list", help="say who holds which office")

    def handle(self, *_args: object, **options: str) -> None:
        if options["verb"] == "list":
            for holder in players_with_roles(ROLES):
                self.stdout.write(f"{holder.name}: {', '.join(sorted(roles_of(holder)))}")
            return
        player = player_named(options["name"])
        if player is None:
            raise CommandError(f"nobody is called {options['name']!r}")
        give = options["verb"] == "add"
        try:
            (assign_role if give else remove_role)(player, options["role"])
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        held = ", ".join(sorted(roles_of(player))) or "none"
        self.stdout.write(f"{player.name} holds: {held}")
