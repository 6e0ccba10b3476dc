"""The servers under the site, each of which can be killed and started again at its address."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.patience import until
from tests.running_site import ROOT, RunningSite
from tests.services import Cluster, dying_with_parent, free_port, make_cluster, redis_programs

SAFE = ("fsync=off", "autovacuum=off")  # a process may be killed at any instant, a machine not
PATIENCE = 60.0


class Server:
    """A program in a process group of its own; it dies with the thread that starts it."""

    def __init__(self, name: str, command: Sequence[str], log: Path, **options: Any) -> None:
        self.name, self.command, self.log, self.options = name, command, log, options
        self.account = {key: options.pop(key) for key in ("user", "group") if key in options}
        options.pop("extra_groups", None)
        self.environment = dict(os.environ)  # of before the site, so that it counts none of ours
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as sink:
            self.process = subprocess.Popen(
                dying_with_parent(self.command, signal.SIGKILL, **self.account),
                stdout=sink,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                **{"cwd": "/", "env": self.environment, **self.options},
            )

    def kill(self) -> None:
        """Kill it with all it has started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class World:
    """The servers, the site, and where everything lies."""

    def __init__(self, home: Path, database: str) -> None:
        self.home, self.database = home, database
        self.mail_port, self.port = free_port(), free_port()
        self.servers: dict[str, Server] = {}
        self.environment = {
            "VAR_DIR": str(home / "var"),
            "SITE_URL": f"http://127.0.0.1:{self.port}",
            "EMAIL_URL": f"smtp://127.0.0.1:{self.mail_port}",
            "ALLOWED_HOSTS": "127.0.0.1",
            "LOG_LEVEL": "WARNING",
            "SECRET_KEY": "only for the storm, never for a service",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        (home / "var").mkdir()
        self._start_servers()
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        os.environ.update(self.environment)

    def _start_servers(self) -> None:
        sink = [sys.executable, "-m", "tests.storm.sink", str(self.mail_port), str(self.home)]
        self.set_mood("well")
        self.servers["smtp"] = Server("smtp", sink, self.home / "smtp.log", cwd=ROOT)
        if self.database == "sqlite":
            self.environment["DEVELOPMENT"] = "1"
            return
        made: Cluster = make_cluster(self.home, SAFE)
        self.servers["postgres"] = Server(
            "postgres", made.command, self.home / "postgres.log", **made.options
        )
        path = self.home / "redis.sock"
        redis = [str(next(redis_programs())), "--port", "0", "--unixsocket", str(path)]
        redis += ["--save", "", "--appendonly", "no", "--dir", str(self.home)]
        self.servers["redis"] = Server("redis", redis, self.home / "redis.log")
        self.environment |= {"DATABASE_URL": made.url, "REDIS_URL": f"unix://{path}"}
        self.environment |= {"DEVELOPMENT": "0", "LOG_FORMAT": "json"}

    def start_site(self) -> None:
        """Start ``up`` as in production, and wait until it answers."""
        self.site = RunningSite(self.home / "var", self.port, **self.environment)
        until(self.site.answers, "a page", said=self.site.said)

    def set_mood(self, mood: str) -> None:
        """Tell the mail server how to behave."""
        (self.home / "mood").write_text(mood)

    def end(self) -> None:
        """Leave nothing behind."""
        if hasattr(self, "site"):
            self.site.end()
        for server in self.servers.values():
            server.kill()


def patiently(ask: Callable[[], Any], *errors: type[Exception]) -> Any:
    """Ask again while the servers are away."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except errors:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
