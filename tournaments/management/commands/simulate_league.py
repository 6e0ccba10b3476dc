"""Play whole seasons of a league of bots under a moved clock, killing workers at random."""

from __future__ import annotations

import os
import random
import signal
import time
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from accounts.services import registration
from tournaments import queries
from tournaments.services import rehearsal
from tournaments.services.rehearsal import League

ORGANISER = "league@example.org"
LONGEST = timedelta(days=400)


class Command(BaseCommand):
    """``manage.py simulate_league``: for an empty database; fails where anything is lost."""

    help = "Rehearse a league of bots in an empty database: seasons, kills, withdrawals, checks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the size of the league and how often a worker is killed."""
        parser.add_argument("--bots", type=int, default=60)
        parser.add_argument("--divisions", type=int, default=4)
        parser.add_argument("--seasons", type=int, default=3)
        parser.add_argument("--kill", type=float, default=0.2, help="share of workers killed")
        parser.add_argument("--seed", type=int, default=1997)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play the seasons, then refold everything and say what was found."""
        if queries.anything_here():
            raise CommandError("the database is not empty: a rehearsal wants one of its own")
        rng = random.Random(options["seed"])  # noqa: S311 (a rehearsal keeps no secrets)
        league = League(options["bots"], options["divisions"], options["seasons"])
        now, begun, killed = timezone.now(), time.monotonic(), 0
        organiser = registration.enrol(
            ORGANISER,
            rng.randbytes(12).hex(),
            name="League office",
            language="en",
            time_zone="Europe/Berlin",
            now=now,
        )
        first = rehearsal.set_up(league, organiser, rng, now=now)
        end = now + LONGEST
        while len(queries.seasons_finished(first)) < league.seasons:
            now += timedelta(hours=8)
            if now > end:
                raise CommandError("the seasons do not end")
            killed += self._work(rng, now, options["kill"])
            for tournament in queries.seasons_from(first)[: league.seasons]:
                rehearsal.trouble(league, tournament, rng, now=now)
        self._report(first, league, killed, time.monotonic() - begun)

    def _work(self, rng: random.Random, now: Any, share: float) -> int:
        """Let a worker process do a round of tasks; kill some in the middle and send others."""
        kills = 0
        while True:
            doomed = rng.random() < share
            connections.close_all()
            seed, patience = rng.random(), 0.3 * rng.random()
            pid = os.fork()
            if pid == 0:
                self._child(seed, now)
            if doomed:
                time.sleep(patience)
                os.kill(pid, signal.SIGKILL)
            _pid, status = os.waitpid(pid, 0)
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
                return kills
            if not (doomed and os.WIFSIGNALED(status)):
                raise CommandError(f"a worker failed (status {status}); its error stands above")
            kills += 1

    def _child(self, seed: float, now: Any) -> None:
        """Do one round of tasks in a process of its own and leave without a farewell."""
        code = 1
        try:
            rehearsal.tick(random.Random(seed), now=now)  # noqa: S311 (a rehearsal)
            code = 0
        except Exception as fault:
            self.stderr.write(repr(fault))
        finally:
            os._exit(code)

    def _report(self, first: Any, league: League, killed: int, seconds: float) -> None:
        """Print figures and faults; fail where there are any."""
        seasons = queries.seasons_from(first)[: league.seasons]
        found = list(rehearsal.faults(seasons))
        figures = rehearsal.figures(seasons)
        said = ", ".join(f"{count} {name}" for name, count in figures.items())
        self.stdout.write(f"{said}; {killed} workers killed; {seconds:.0f} s")
        for fault in found:
            self.stdout.write(fault)
        if found:
            raise CommandError(f"{len(found)} faults")
        self.stdout.write("nothing lost, nothing doubled; tables, matches and ratings refold")
