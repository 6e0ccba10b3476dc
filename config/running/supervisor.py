"""Starts, restarts and stops the site's processes, and leaves none behind.

It imports nothing from the site, so that it stays small and no error there can end it.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TextIO

from config.running.processes import kill_with_parent, reap_orphans

MAX_RESTART_DELAY = 30.0  # seconds between two attempts at most
STABLE_AFTER = 30.0  # seconds of life after which earlier failures are forgotten
STOP_TIMEOUT = 15.0  # seconds from TERM to KILL
COLOURS = ("36", "32", "33", "35", "34")


class RunningProcess(Protocol):
    """A started process."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit code; None while it runs."""


@dataclass
class Part:
    """One program of the site and its current process."""

    name: str
    command: Sequence[str]
    last: bool = False  # stopped after all others
    once: bool = False  # not started again when it ends
    process: RunningProcess | None = None
    code: int | None = None  # exit code of a part that runs once
    failures: int = 0
    started_at: float = 0.0
    restart_at: float = 0.0
    output: int = -1
    handles: Sequence[int] = ()  # open files that its process inherits
    rest: bytes = field(default=b"", repr=False)

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def startable(self) -> bool:
        """Whether everything that it needs to start is available."""
        return True

    def launch(self, folder: Path, output: int) -> RunningProcess:
        """Start a process in ``folder`` that writes to ``output``."""
        return subprocess.Popen(
            self.command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,  # Ctrl-C reaches only us, and we stop them in order
            pass_fds=self.handles,
            preexec_fn=kill_with_parent(os.getpid()),  # noqa: PLW1509
        )


class Supervisor:
    """Runs parts until told to stop; one thread starts them all, as the kernel watches it."""

    def __init__(self, folder: Path, out: TextIO, *, adopts: bool = False) -> None:
        """Start parts in ``folder`` and write their lines to ``out``."""
        self.folder = folder
        self.out = out
        self.adopts = adopts
        self.parts: list[Part] = []
        self.stopping = 0
        self.selector = selectors.DefaultSelector()
        self.colour = out.isatty() and "NO_COLOR" not in os.environ

    def add(self, part: Part) -> None:
        """Start a part and keep it running."""
        self.parts.append(part)
        self._start(part)

    def listen(self) -> None:
        """Stop on INT, TERM and HUP; on a second signal without waiting."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)

    def _ask_to_stop(self, *_: object) -> None:
        self.stopping += 1

    def run(self, every_turn: Callable[[], None] = lambda: None) -> None:
        """Watch the parts until told to stop; then stop them in order."""
        try:
            while not self.stopping:
                self.run_once()
                every_turn()
        finally:
            self.stop()

    def run_once(self, seconds: float = 0.2) -> None:
        """Forward the parts' output and restart those that died."""
        self._pump(seconds)
        for part in self.parts:
            if part.alive or self.stopping or part.code is not None:
                continue
            if part.process is not None:
                self._handle_exit(part)
            elif time.monotonic() >= part.restart_at:
                self._start(part)
        if self.adopts:
            reap_orphans({part.process.pid for part in self.parts if part.process})

    def stop(self) -> None:
        """Terminate the parts, wait, then kill them; parts marked ``last`` go last."""
        self.stopping = max(self.stopping, 1)
        for last in (False, True):
            self._stop_all([part for part in self.parts if part.last is last])

    def say(self, name: str, text: str) -> None:
        """Write one line, prefixed with the part's name; ignore a closed terminal."""
        label = f"{name:>7} |"
        if self.colour:
            index = next((i for i, part in enumerate(self.parts) if part.name == name), 0)
            label = f"\033[{COLOURS[index % len(COLOURS)]}m{label}\033[0m"
        with contextlib.suppress(OSError, ValueError):
            self.out.write(f"{label} {text}\n")
            self.out.flush()

    def _start(self, part: Part) -> None:
        if not part.startable:
            return
        part.output, write_end = os.pipe()
        try:
            part.process = part.launch(self.folder, write_end)
        except OSError as error:
            os.close(part.output)
            self._schedule_restart(part, f"cannot start: {error}")
            return
        finally:
            os.close(write_end)
        part.started_at = time.monotonic()
        os.set_blocking(part.output, False)
        self.selector.register(part.output, selectors.EVENT_READ, part)

    def _handle_exit(self, part: Part) -> None:
        assert part.process is not None
        code = part.process.poll()
        if part.once:
            part.code = code
        if time.monotonic() - part.started_at > STABLE_AFTER:
            part.failures = 0
        self._release(part)
        if not part.once:
            self._schedule_restart(part, f"ended with {code}")

    def _schedule_restart(self, part: Part, why: str) -> None:
        """Schedule a restart with exponential back-off."""
        wait = min(MAX_RESTART_DELAY, 0.5 * 2**part.failures)
        part.failures += 1
        part.restart_at = time.monotonic() + wait
        self.say(part.name, f"{why}; starting again in {wait:g} s")

    def _release(self, part: Part) -> None:
        """Clean up after a dead process, and kill what is left of its group."""
        assert part.process is not None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(part.process.pid, signal.SIGKILL)
        self._read(part)
        with contextlib.suppress(KeyError, ValueError):
            self.selector.unregister(part.output)
        os.close(part.output)
        part.output = -1
        part.process = None

    def _stop_all(self, parts: list[Part]) -> None:
        running = [part for part in parts if part.process is not None]
        for part in running:
            if part.alive and part.process is not None:
                os.kill(part.process.pid, signal.SIGTERM)
        end = time.monotonic() + STOP_TIMEOUT
        while any(part.alive for part in running) and time.monotonic() < end and self.stopping < 2:
            self._pump(0.05)
        for part in running:
            assert part.process is not None
            with contextlib.suppress(ProcessLookupError):
                os.killpg(part.process.pid, signal.SIGKILL)
            while part.alive:
                time.sleep(0.005)
            self._release(part)

    def _pump(self, seconds: float) -> None:
        if not self.selector.get_map():
            time.sleep(seconds)
            return
        for key, _ in self.selector.select(seconds):
            self._read(key.data)

    def _read(self, part: Part) -> None:
        if part.output < 0:
            return
        try:
            data = os.read(part.output, 65536)
        except BlockingIOError:
            return
        if not data:
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(part.output)
        *lines, part.rest = (part.rest + data).split(b"\n")
        for line in lines:
            self.say(part.name, line.decode(errors="replace").rstrip())
