"""A process that has loaded the site and is forked into others, which share its memory.

`up` starts it and asks it for processes: each is a fork that continues as if it had been started
with ``python -m …``, as a child of `up`. It runs no tasks, serves nothing and has no connections;
if it dies, the others live on and it is restarted.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from config.running.processes import AdoptedProcess, kill_with_parent
from config.running.supervisor import Part, RunningProcess

SOCKET_VARIABLE = "NURSERY_LINE"
READY = b"ready"
FORK_TIMEOUT = 5.0  # seconds for a fork
SOCKET_TYPE = (socket.AF_UNIX, socket.SOCK_SEQPACKET)

# What the worker, the scheduler and the web server need in addition to the site.
SERVER_MODULES = (
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "granian.server.mp",
    "inbound.listening",
    "inbound.services.storage",
    "kombu.transport.redis",
)


@dataclass
class Preloader(Part):
    """The supervisor's side: starts the preloaded process and asks it for forks."""

    line: socket.socket | None = field(default=None, repr=False)
    has_reported_ready: bool = False

    @property
    def ready(self) -> bool:
        if not self.has_reported_ready and self.line is not None and self.alive:
            self.has_reported_ready = self._hear(0) == READY
        return self.has_reported_ready and self.alive

    def launch(self, folder: Path, output: int) -> RunningProcess:
        """Start it with a new socket to us."""
        self._disconnect()
        self.line, theirs = socket.socketpair(*SOCKET_TYPE)
        with theirs:
            self.handles = [theirs.fileno()]
            os.environ[SOCKET_VARIABLE] = str(theirs.fileno())
            return super().launch(folder, output)

    def fork(self, command: Sequence[str], output: int) -> AdoptedProcess:
        """Return a fork that runs the module in the command. Raises ConnectionError."""
        if self.line is None:
            raise ConnectionError("the site is not loaded")
        socket.send_fds(self.line, [json.dumps(list(command)).encode()], [output])
        told = self._hear(FORK_TIMEOUT)
        if not told:
            self._disconnect()
            raise ConnectionError("no process was forked in time")
        return AdoptedProcess(int(told))

    def _hear(self, seconds: float) -> bytes:
        """Return its next message; empty on a timeout."""
        assert self.line is not None
        if not select.select([self.line], [], [], seconds)[0]:
            return b""
        try:
            return self.line.recv(64)
        except OSError:
            return b""

    def _disconnect(self) -> None:
        """Close the socket, which ends it, and kill forks that it announced too late."""
        self.has_reported_ready = False
        if self.line is None:
            return
        while told := self._hear(0):
            with contextlib.suppress(ValueError, ProcessLookupError):
                os.kill(int(told), signal.SIGKILL)
        self.line.close()
        self.line = None


@dataclass
class Fork(Part):
    """A part that is forked from the preloaded process; its command is ``python -m module …``."""

    nursery: Preloader | None = field(default=None, repr=False)

    @property
    def startable(self) -> bool:
        return self.nursery is None or self.nursery.ready

    def launch(self, folder: Path, output: int) -> RunningProcess:
        """Ask for a fork; without a preloaded process, start the command."""
        if self.nursery is None:
            return super().launch(folder, output)
        return self.nursery.fork(self.command[1:], output)


# The other side ----------------------------------------------------------------------------------
def main() -> None:
    """Load the site, then fork on request; a fork continues as the module asked for."""
    from setproctitle import setproctitle

    line = socket.socket(*SOCKET_TYPE, fileno=int(os.environ.pop(SOCKET_VARIABLE)))
    supervisor = os.getppid()
    setproctitle("ampelpost nursery")
    load_site()
    line.send(READY)
    command = serve_forks(line, supervisor)
    if command is None:
        return
    setproctitle(process_title(command))
    module, *arguments = command[1:]  # after -m
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def process_title(command: Sequence[str]) -> str:
    """Return a short process title for `ps`."""
    return " ".join(["ampelpost", *(word for word in command[1:] if not word.startswith("-"))])


def load_site() -> None:
    """Import what all processes need, and exempt it from garbage collection."""
    gc.disable()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from celery import current_app
    from django.conf import settings

    current_app.loader.import_default_modules()
    for name in (settings.ROOT_URLCONF, *SERVER_MODULES):
        import_module(name)
    gc.collect()
    gc.freeze()
    gc.enable()


def serve_forks(line: socket.socket, supervisor: int) -> list[str] | None:
    """Fork on request; return the command in a fork, None when the supervisor is gone."""
    while True:
        message, handles, _flags, _address = socket.recv_fds(line, 65536, 1)
        if not message:
            return None
        between = os.fork()
        if between == 0:
            between = os.getpid()
            if os.fork():
                os._exit(0)  # so that the supervisor becomes the parent of our child
            return become_child(line, handles[0], between, supervisor, message)
        os.waitpid(between, 0)
        os.close(handles[0])


def become_child(
    line: socket.socket, output: int, between: int, supervisor: int, message: bytes
) -> list[str]:
    """Become a child of the supervisor in a new session, and send it the pid."""
    while os.getppid() == between:
        time.sleep(0.001)
    if tie := kill_with_parent(supervisor):
        tie()
    os.setsid()
    for handle in (1, 2):
        os.dup2(output, handle)
    os.close(output)
    try:
        line.send(str(os.getpid()).encode())
    except OSError:
        os._exit(1)  # nobody waits for us any more
    line.close()
    return [str(word) for word in json.loads(message)]


if __name__ == "__main__":
    main()
