"""Run the storm, let it calm down, and verify."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.storm.servers import PATIENCE, World

CLIENTS = 6
FAULTS = 80  # about as many things are broken in a run
MAX_SECONDS = 1500.0  # seconds until the moves must be played


def main() -> int:
    """Return 0 where nothing was lost, nothing doubled, and every planted error was found."""
    words = argparse.ArgumentParser(prog="tests.storm", description=__doc__)
    words.add_argument("--moves", type=int, default=300, help="acknowledged ones, at least")
    words.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    words.add_argument("--seed", type=int, default=int(time.time()))
    words.add_argument("--keep", action="store_true", help="leave the folder for a look")
    asked = words.parse_args()
    home = Path(tempfile.mkdtemp(prefix="ampelpost-storm-"))
    home.chmod(0o755)
    world = World(home, asked.database)
    try:
        world.start_site()
        import django

        django.setup()
        return Storm(world, asked).rage()
    finally:
        world.end()
        if not asked.keep:
            shutil.rmtree(home, ignore_errors=True)


class Storm:
    """One run: people, clients, breaker, and what came of it."""

    def __init__(self, world: World, asked: Any) -> None:
        self.world, self.asked, self.chance = world, asked, random.Random(asked.seed)
        self.errors: list[str] = []
        self.playing = threading.Event()

    def rage(self) -> int:
        """Play under kills until enough is acknowledged, then in peace; count all."""
        from tests.storm.breaker import Breaker
        from tests.storm.clients import Clients, Links

        print(f"seed {self.asked.seed}, {self.asked.database}, {self.world.home}", flush=True)
        self.set_up()
        links = Links(self.world.home / "accepted")
        self.clients = Clients(self.world.port, self.people, links, self.asked.seed)
        self.breaker = Breaker(self.world, self.asked.seed)
        began = time.monotonic()
        self.clients.start(CLIENTS)
        self.playing.set()
        host = threading.Thread(target=self.keep_tables_full, daemon=True)
        host.start()
        pace = max(3, self.asked.moves // FAULTS)
        end = began + MAX_SECONDS
        self.breaker.break_until(lambda: self.is_enough(end), lambda: self.clients.acked, pace)
        self.playing.clear()
        host.join()
        self.seconds = time.monotonic() - began
        self.calm_down()
        return self.report()

    def set_up(self) -> None:
        """Seat everybody."""
        from tests.storm import people

        number = max(12, self.asked.moves // 60)
        self.people = [people.new_person(n) for n in range(number)]
        self.terms = people.rated_terms()
        self.tournaments = people.new_tournaments(self.people)
        for terms in self.terms:
            people.new_match(self.people, terms, self.chance)

    def is_enough(self, end: float) -> bool:
        """Whether enough was played, or nothing more is to be hoped for."""
        if time.monotonic() > end:
            self.errors.append(f"only {self.clients.acked} moves in {MAX_SECONDS:.0f} s")
            return True
        return self.clients.acked >= self.asked.moves or self.clients.stopping.is_set()

    def keep_tables_full(self) -> None:
        """Start new matches while it storms."""
        while self.playing.is_set():
            self.refill()
            time.sleep(0.5)

    def refill(self) -> None:
        """Start a new match of a game of which none runs."""
        from django.db import InterfaceError, OperationalError, connection

        from games.models import Match
        from tests.storm import people

        try:
            playing = set(Match.objects.running().values_list("ruleset", flat=True))
            for terms in self.terms:
                if terms.ruleset not in playing:
                    people.new_match(self.people, terms, self.chance)
        except (OperationalError, InterfaceError):
            connection.close()

    def calm_down(self) -> None:
        """Finish the tournaments, stop the site in order, and send what still waits."""
        import secrets

        from django.db import connection
        from django.utils import timezone

        from config.emails.composing import deliver_due
        from notifications.models import Message
        from tests.patience import until
        from tournaments.models import Tournament
        from tournaments.services.seasons import running

        connection.close()  # it may have died in the storm
        site = self.world.site
        until(site.answers, "a page after the storm", said=site.said)
        self.clients.in_events = 1.0
        end = time.monotonic() + 4 * PATIENCE
        open_ones = Tournament.objects.filter(status=Tournament.Status.RUNNING)
        while open_ones.exists() and time.monotonic() < end and not self.clients.errors:
            running.advance_all(now=timezone.now(), make_seed=lambda: secrets.token_hex(32))
            time.sleep(0.5)
        self.errors += [f"{each} never ended" for each in open_ones]
        self.clients.stop()
        self.world.site.process.terminate()
        if (code := self.world.site.process.wait(PATIENCE)) != 0 or self.world.site.pids():
            self.errors.append(f"stopped with {code}, left {self.world.site.pids()}")
        later = timezone.now() + timedelta(days=2)
        while Message.objects.due(later).exists() and later.year < timezone.now().year + 2:
            deliver_due(later)
            later += timedelta(hours=1)

    def report(self) -> int:
        """Print the figures and every error."""
        from tests.storm import planted, verification

        evidence = verification.Evidence(self.clients.sent, self.world.home / "accepted")
        self.errors += [*self.clients.errors, *self.breaker.errors]
        self.errors += verification.errors(evidence)
        unfound = list(planted.unfound(evidence)) if not self.errors else []
        for name, figure in self.figures(evidence.accepted).items():
            print(f"{name:16}: {figure}")
        said = f"{len(planted.PLANTED) - len(unfound)} of {len(planted.PLANTED)}"
        print(f"planted errors  : found {said if not self.errors else 'not tried'}")
        for error in (*self.errors[:40], *(f"planted and not found: {n}" for n in unfound)):
            print(f"FAULT {error}")
        if self.errors:
            print(self.world.site.said()[-4000:])
        return 1 if self.errors or unfound else 0

    def figures(self, accepted: Path) -> dict[str, str]:
        """Return how much was played, broken and sent."""
        from games.models import Match, Ply, RatingEntry
        from notifications.models import Message
        from tests.storm.verification import arrivals
        from tournaments.models import Tournament

        sent, came = self.clients.sent, arrivals(accepted)
        acked = [each for each in sent if each.outcome == "acked"]
        states = Counter(Message.objects.values_list("state", flat=True))
        ended = Tournament.objects.filter(status="finished").count()
        silence = self.clients.longest_silence
        return {
            "moves sent": f"{len(sent)} in {self.seconds:.0f} s",
            "outcomes": _told(Counter(each.outcome for each in sent)),
            "acknowledged by": _told(Counter(each.source for each in acked)),
            "by game": _told(Counter(each.ruleset for each in acked)),
            "answers": _told(self.clients.statuses),
            "longest silence": f"{silence:.1f} s without any answer",
            "kills, outages": f"{self.breaker.kills.total()}: {_told(self.breaker.kills)}",
            "matches": f"{Match.objects.count()}, {Ply.objects.count()} plies",
            "ratings": f"{RatingEntry.objects.count()} entries; {ended} tournaments finished",
            "e-mails": f"{sum(states.values())}: {_told(states)}",
            "arrived": f"{len(came)}, {came.total() - len(came)} of them again (same Message-ID)",
        }


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main())
