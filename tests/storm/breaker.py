"""Kills everything in turn with -9 and starts it again, while others play."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable

from tests.running_site import RunningSite, parent, processes
from tests.storm.servers import World

GONE_WITHIN = 2.0  # seconds
MAX_CALM = 20.0  # seconds between two errors


class Breaker:
    """Breaks one thing after the other; in the main thread, with which its servers would die."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.chance = world, random.Random(seed)
        self.kills: Counter[str] = Counter()
        self.errors: list[str] = []

    def break_until(self, enough: Callable[[], bool], played: Callable[[], int], pace: int) -> None:
        """Break something every ``pace`` moves until enough was played; leave every server well.

        So a slow machine meets as many errors a move as a fast one.
        """
        names, weights, verbs = zip(*self.acts(), strict=True)
        while not enough():
            goal, end = played() + self.chance.randint(0, 2 * pace), time.monotonic() + MAX_CALM
            while played() < goal and time.monotonic() < end and not enough():
                time.sleep(0.05)
            (place,) = self.chance.choices(range(len(names)), weights)
            try:
                verbs[place]()
            except (ProcessLookupError, ValueError, IndexError):
                continue  # it was down already
            self.kills[names[place]] += 1
            if self.kills.total() % 10 == 0:
                print(f"{self.kills.total()} kills, {played()} moves", flush=True)
        self.world.set_mood("well")

    def acts(self) -> list[tuple[str, int, Callable[[], None]]]:
        """Return what may be broken, how often, and by what."""
        acts: list[tuple[str, int, Callable[[], None]]] = [
            ("web worker", 4, lambda: self._kill_child("granian")),
            ("both web workers", 1, lambda: self._kill_children("granian")),
            ("web server", 2, lambda: self._kill_top("granian")),
            ("worker", 3, lambda: self._kill_top("celeryd")),
            ("process of the pool", 4, lambda: self._kill_child("celeryd")),
            ("beat", 2, lambda: self._kill_top("celery beat")),
            ("supervisor", 2, self._kill_site),
            ("smtp", 2, lambda: self._kill_server("smtp")),
            *((f"smtp {mood}", 2, self._moody(mood)) for mood in ("refuse", "hang", "drop")),
        ]
        if self.world.database == "sqlite":
            return [*acts, ("supervisor", 20, self._kill_site)]
        return [
            *acts,
            ("postgres", 2, lambda: self._kill_server("postgres")),
            ("postgres backend", 2, self._kill_backend),
            ("redis", 2, lambda: self._kill_server("redis")),
        ]

    def _wait(self, longest: float) -> None:
        time.sleep(self.chance.uniform(0, longest))

    def _kill_top(self, *words: str) -> None:
        os.kill(self.chance.choice(self.world.site.tops(*words)), signal.SIGKILL)

    def _kill_child(self, *words: str) -> None:
        os.kill(self.chance.choice(self.world.site.below(*words)), signal.SIGKILL)

    def _kill_children(self, *words: str) -> None:
        for pid in self.world.site.below(*words):
            os.kill(pid, signal.SIGKILL)

    def _kill_server(self, name: str) -> None:
        server = self.world.servers[name]
        server.kill()
        self._wait(3)
        server.start()

    def _kill_backend(self) -> None:
        """Kill one connection's process, whereupon PostgreSQL ends them all and recovers."""
        above = self.world.servers["postgres"].process.pid
        found = [pid for pid, command, _ in processes() if "127.0.0.1" in command]
        os.kill(self.chance.choice([p for p in found if parent(p) == above]), signal.SIGKILL)

    def _moody(self, mood: str) -> Callable[[], None]:
        def be() -> None:
            self.world.set_mood(mood)
            self._wait(6)
            self.world.set_mood("well")

        return be

    def _kill_site(self) -> None:
        """Kill the supervisor, sometimes once more while it starts; nothing may be left."""
        site = self.world.site
        site.kill()
        end = time.monotonic() + GONE_WITHIN
        while left := site.pids():
            if time.monotonic() > end:
                self.errors.append(f"killed supervisor left {left}")
                break
            time.sleep(0.02)
        if self.chance.random() < 0.5:
            again = RunningSite(site.log.parent, self.world.port, **self.world.environment)
            self._wait(4)
            again.kill()
        self._wait(1)
        self.world.start_site()
