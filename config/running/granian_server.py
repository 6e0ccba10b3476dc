"""The web server: granian, with workers that die with it and are always restarted.

    python -m config.running.granian_server --host 127.0.0.1 --port 8000 --workers 2 --threads 4

Granian ends the whole server when a worker dies twice within seconds, and a worker that is still
importing the site ignores TERM. Here a worker is started again however often it dies, later each
time, and one that does not end is killed.
"""

# Granian's server is not annotated.
# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Sequence

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.mp import MPServer

from config.running import metrics_store
from config.running.processes import kill_children_on_exit

POLL_SECONDS = 0.2
MAX_RESTART_DELAY = 10.0  # seconds between two starts of a worker that cannot stay alive
STABLE_AFTER = 30.0  # seconds of life after which earlier deaths are forgotten
KILL_TIMEOUT = 10  # seconds from TERM to KILL; below the supervisor's own patience
TARGET = "config.wsgi:application"

log = logging.getLogger("granian")


class Server(MPServer):
    """Granian with its own loop over workers."""

    def _serve_loop(self, spawn_target: object, target_loader: object) -> None:
        """Replace dead workers until told to stop; on HUP replace all, one by one."""
        deaths = [0] * self.workers
        start_at: dict[int, float] = {}
        while not self.interrupt_signal:
            self.main_loop_interrupt.wait(POLL_SECONDS)
            self.main_loop_interrupt.clear()
            self.interrupt_children.clear()
            if self.reload_signal:
                self._reload(spawn_target, target_loader)
            for place, worker in enumerate(list(self.wrks)):
                if worker.is_alive():
                    continue
                now = time.monotonic()
                if place not in start_at:
                    start_at[place] = now + self._wait(place, now - worker.birth, deaths)
                if now >= start_at[place] and not self.interrupt_signal:
                    del start_at[place]
                    fresh = self._spawn_worker(
                        idx=place, target=spawn_target, callback_loader=target_loader
                    )
                    fresh.start()
                    self.wrks[place] = fresh
        self.interrupt_children.clear()

    @staticmethod
    def _wait(place: int, age: float, deaths: list[int]) -> float:
        """Count a death; return the seconds before the next start, 0 after the first."""
        deaths[place] = 0 if age > STABLE_AFTER else deaths[place]
        wait = min(MAX_RESTART_DELAY, 0.5 * 2 ** (deaths[place] - 1)) if deaths[place] else 0.0
        deaths[place] = min(deaths[place] + 1, 10)
        log.warning("worker-%d ended after %.0f s; next start in %g s", place + 1, age, wait)
        return wait


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until TERM."""
    parser = argparse.ArgumentParser(prog="config.running.granian_server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=4, help="threads of each worker")
    asked = parser.parse_args(arguments)
    # Only a fork runs our hooks, and Python 3.14 no longer forks unless told to.
    multiprocessing.set_start_method("fork")
    kill_children_on_exit()
    metrics_store.share_between_processes(asked.port)
    # A worker inherits the server's handlers, under which TERM would be lost until it has its own.
    os.register_at_fork(after_in_child=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
    Server(
        TARGET,
        address=asked.host,
        port=asked.port,
        interface=Interfaces.WSGI,
        workers=asked.workers,
        blocking_threads=asked.threads,
        websockets=False,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_TIMEOUT,
    ).serve()


if __name__ == "__main__":
    main()
