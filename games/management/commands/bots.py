from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.services.errors import NameRefused, ProfileRefused
from games import lobby_queries
from games.families import strategies
from games.rules import registry as rulesets
from games.services.bots import bots, recommended
from games.services.errors import Refused
from games.services.time.timetable import ALWAYS
from games.services.wording.explaining import explain


class Command(BaseCommand):
    """``manage.py bots list``, ``add NAME STRATEGY [--timetable …]`` and ``add-recommended``."""

    help = "Show the bots of this site, or enlist one (switch it off or tune it under /admin/)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("list", help="name, strategy, timetable, running matches")
        verbs.add_parser("add-recommended", help="enlist the bots that the games come with")
        add = verbs.add_parser("add", help="enlist a bot")
        add.add_argument("name")
        add.add_argument("strategy", help=", ".join(strategies.keys()))
        add.add_argument(
            "--timetable",
            default=ALWAYS,
            help="minute hour day month weekday in the bot's zone; the default answers at once",
        )
        add.add_argument("--zone", default="Europe/Berlin", help="the bot's time zone")
        add.add_argument("--about", default="", help="a line for its page")
        add.add_argument("--max-matches", type=int, default=100, help="running matches at most")
        add.add_argument("--seek", action="append", default=[], help="ruleset of a seek it keeps")

    def handle(self, *, verb: str, **options: Any) -> None:
        if verb == "list":
            self._list()
            return
        if verb == "add-recommended":
            for name, error in recommended.create_recommended_bots(now=timezone.now()):
                self.stdout.write(f"{name}: left out. {error}" if error else name)
            return
        try:
            self._add(options)
        except Refused as refusal:
            raise CommandError(explain(refusal)) from refusal
        except (NameRefused, ProfileRefused) as refusal:
            raise CommandError(str(refusal)) from refusal

    def _list(self) -> None:
        bot: Any
        for bot in lobby_queries.active_bots():
            line = f"{bot.player.name:24} {bot.strategy:10} {bot.timetable:20}"
            self.stdout.write(f"{line} {bot.running:4} of {bot.max_matches}")

    def _add(self, options: dict[str, Any]) -> None:
        """Create the bot for all rulesets that its strategy plays."""
        strategy = options["strategy"]
        known = rulesets.offered_keys()
        plays = [key for key in known if strategy in strategies.for_ruleset(key)]
        bot = bots.create_bot(
            options["name"],
            strategy,
            timetable=options["timetable"],
            rulesets=plays,
            now=timezone.now(),
            time_zone=options["zone"],
            about=options["about"],
            max_matches=options["max_matches"],
            seeks=[{"ruleset": key} for key in options["seek"]],
        )
        self.stdout.write(f"{bot.player.name} plays {', '.join(plays)}; next at {bot.next_run_at}")
