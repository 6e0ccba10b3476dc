"""Play whole seasons of an event of bots under a moved clock, killing workers at random."""

from __future__ import annotations

import logging
import os
import random
import signal
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Player
from tests.rehearsal import checks, stage, troubles
from tests.rehearsal.plans import EVENTS
from tests.rehearsal.stage import Cast
from tournaments import queries
from tournaments.models import Tournament
from tournaments.referees.queries import cases as case_queries

MAX_DURATION = timedelta(days=500)
APART = timedelta(hours=1)  # from the beginning of one worker's round to that of the next
SIZES = {
    "league": 60, "pods": 18, "pod_league": 15, "dice": 16, "swiss": 200, "baku": 40, "mcmahon": 40,
    "days": 16, "knockout": 32, "double_elim": 24, "ladder": 24,
    "team_swiss": 36, "mixed": 16, "thematic": 8,
}  # fmt: skip


class Failed(Exception):
    """The rehearsal cannot begin, or has found something lost or doubled."""


def read(arguments: Sequence[str] | None = None) -> Namespace:
    """Read the event, its size, and how often a worker is killed."""
    parser = ArgumentParser("python -m tests.rehearsal", description=__doc__)
    parser.add_argument("--event", choices=sorted(EVENTS), default="league")
    parser.add_argument("--bots", type=int, help="how many enter, people among them")
    parser.add_argument("--people", type=int, default=4, help="how many of them get e-mails")
    parser.add_argument("--divisions", type=int, default=4)
    parser.add_argument("--seasons", type=int, help="3 of a league, 1 of anything else")
    parser.add_argument("--kill", type=float, default=0.2, help="share of workers killed")
    parser.add_argument("--short", action="store_true", help="one move, then a resignation")
    parser.add_argument("--timings", action="store_true", help="say what every round took")
    parser.add_argument("--seed", type=int, default=1997)
    return parser.parse_args(arguments)


def require_empty_database() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise Failed("the database lacks tables: run `manage.py migrate` first")
    if Player.objects.exists():
        raise Failed("the database is not empty: a rehearsal wants one of its own")


class Rehearsal:
    """The seasons of one event, played by workers of which a share is killed."""

    def __init__(self, cast: Cast, *, seed: int, share: float) -> None:
        self.cast = cast
        self.rng = random.Random(seed)
        self.share, self.killed = share, 0

    def run(self) -> None:
        """Play the seasons, then refold everything and say what was found."""
        require_empty_database()
        now, begun = timezone.now(), time.monotonic()
        _warm_up()
        while not Player.objects.exists():
            self._work(lambda rng: stage.set_up(self.cast, rng, now=now))
        self._play(self.cast, now)
        self._report(self.cast, time.monotonic() - begun)

    def _play(self, cast: Cast, now: datetime) -> None:
        """Let workers do their rounds until the seasons are over."""
        first, end = first_tournament(), now + MAX_DURATION
        while len(seasons_finished(first)) < cast.seasons or case_queries.has_open_cases():
            now = self._round(cast, first, max(stage.next_instant(cast, now), now + APART))
            if now > end:
                raise Failed("the seasons do not end")
        self._round(cast, first, now + timedelta(days=30))

    def _round(self, cast: Cast, first: Tournament, now: datetime) -> datetime:
        """Let a worker do a round of tasks; send another, later, where it is killed in the middle.

        What goes wrong comes before what is played, so that instants never run backwards. Returns
        when the last worker began.
        """

        def tasks(rng: random.Random) -> None:
            for tournament in seasons_from(first):
                troubles.close_the_entry_list(cast, tournament, now=now)
                troubles.trouble(cast, tournament, rng, now=now)
            stage.tick(cast, rng, now=now)

        while self._work(tasks):
            now += APART
        return now

    def _work(self, tasks: Callable[[random.Random], object]) -> bool:
        """Let a worker process do something; return whether it was killed in the middle."""
        doomed = self.rng.random() < self.share
        connections.close_all()
        seed, patience = self.rng.random(), 0.3 * self.rng.random()
        pid = os.fork()
        if pid == 0:
            self._child(tasks, seed)
        if doomed:
            time.sleep(patience)
            os.kill(pid, signal.SIGKILL)
        _pid, status = os.waitpid(pid, 0)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            return False
        if not (doomed and os.WIFSIGNALED(status)):
            raise Failed(f"a worker failed (status {status}); its error stands above")
        self.killed += 1
        return True

    def _child(self, tasks: Callable[[random.Random], object], seed: float) -> None:
        """Do something in a forked process and exit at once."""
        code = 1
        try:
            tasks(random.Random(seed))
            code = 0
        except Exception:
            logging.getLogger(__name__).exception("a worker failed")
        finally:
            os._exit(code)

    def _report(self, cast: Cast, seconds: float) -> None:
        """Print figures and errors; fail where there are any."""
        seasons = seasons_from(first_tournament())[: cast.seasons]
        found = list(checks.errors(seasons))
        figures = checks.figures(seasons)
        said = ", ".join(f"{count} {name}" for name, count in figures.items())
        print(f"{said}; {self.killed} workers killed; {seconds:.0f} s")
        for error in found:
            print(error)
        if found:
            raise Failed(f"{len(found)} errors")
        print("nothing lost, nothing doubled; tables, matches, ratings and rulings refold")


def _warm_up() -> None:
    """Load addresses and catalogues before any worker is forked, so that none loads them again."""
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext(reverse("tournaments:index"))


def first_tournament() -> Tournament:
    return Tournament.objects.order_by("pk")[0]


def seasons_from(first: Tournament) -> list[Tournament]:
    """Return a tournament and all seasons that followed it."""
    seasons = [first]
    while (following := queries.season_after(seasons[-1])) is not None:
        seasons.append(following)
    return [Tournament.objects.get(pk=each.pk) for each in seasons]


def seasons_finished(first: Tournament) -> list[Tournament]:
    return [each for each in seasons_from(first) if each.finished_at is not None]


def cast_of(asked: Namespace) -> Cast:
    """Return what is rehearsed."""
    entrants = asked.bots or SIZES[asked.event]
    return Cast(
        asked.event,
        entrants,
        asked.divisions,
        asked.seasons or (3 if asked.event == "league" else 1),
        people=min(asked.people, entrants // 4),
        leavers=2 if asked.event != "ladder" else 1,
        short=asked.short,
    )
