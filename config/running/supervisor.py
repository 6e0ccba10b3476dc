"""Starts, restarts and stops the site's processes, and leaves none behind."""

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
from typing import TextIO

from config.running.processes import die_with

LONGEST_WAIT = 30.0  # seconds between two attempts at most
STEADY = 30.0  # seconds of life after which earlier failures are forgotten
GRACE = 15.0  # seconds from TERM to KILL
COLOURS = ("36", "32", "33", "35", "34")


@dataclass
class Part:
    """One program of the site and its current process."""

    name: str
    command: Sequence[str]
    last: bool = False  # stopped after all others
    process: subprocess.Popen[bytes] | None = None
    failures: int = 0
    started_at: float = 0.0
    start_again_at: float = 0.0
    rest: bytes = field(default=b"", repr=False)

    @property
    def alive(self) -> bool:
        """Whether its process runs now."""
        return self.process is not None and self.process.poll() is None


class Supervisor:
    """Runs parts until told to stop; one thread starts them all, since the kernel watches it."""

    def __init__(self, folder: Path, out: TextIO) -> None:
        """Start parts in ``folder`` and write their lines to ``out``."""
        self.folder = folder
        self.out = out
        self.parts: list[Part] = []
        self.stopping = 0
        self.selector = selectors.DefaultSelector()
        self.colour = out.isatty() and "NO_COLOR" not in os.environ

    def add(self, part: Part) -> None:
        """Start a part now and keep it running from now on."""
        self.parts.append(part)
        self._start(part)

    def listen(self) -> None:
        """Stop on INT, TERM and HUP; on a second signal, at once."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)

    def _ask_to_stop(self, *_: object) -> None:
        self.stopping += 1

    def run(self, every_turn: Callable[[], None] = lambda: None) -> None:
        """Watch the parts until told to stop; then stop them in order."""
        try:
            while not self.stopping:
                self.turn()
                every_turn()
        finally:
            self.stop()

    def turn(self, seconds: float = 0.2) -> None:
        """Forward the parts' output and restart those that died."""
        self._pump(seconds)
        for part in self.parts:
            if part.alive or self.stopping:
                continue
            if part.process is not None:
                self._note_fall(part)
            elif time.monotonic() >= part.start_again_at:
                self._start(part)

    def stop(self) -> None:
        """Terminate the parts, wait, then kill; servers that others need go last."""
        self.stopping = max(self.stopping, 1)
        for last in (False, True):
            self._stop_all([part for part in self.parts if part.last is last])

    def say(self, name: str, text: str) -> None:
        """Write one line, prefixed with its part's name; ignore a closed terminal."""
        label = f"{name:>7} |"
        if self.colour:
            index = next((i for i, part in enumerate(self.parts) if part.name == name), 0)
            label = f"\033[{COLOURS[index % len(COLOURS)]}m{label}\033[0m"
        with contextlib.suppress(OSError, ValueError):
            self.out.write(f"{label} {text}\n")
            self.out.flush()

    def _start(self, part: Part) -> None:
        part.process = subprocess.Popen(
            part.command,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C reaches only us, and we stop them in order
            preexec_fn=die_with(os.getpid()),  # noqa: PLW1509
        )
        part.started_at = time.monotonic()
        assert part.process.stdout is not None
        os.set_blocking(part.process.stdout.fileno(), False)
        self.selector.register(part.process.stdout, selectors.EVENT_READ, part)

    def _note_fall(self, part: Part) -> None:
        assert part.process is not None
        code = part.process.returncode
        if time.monotonic() - part.started_at > STEADY:
            part.failures = 0
        wait = min(LONGEST_WAIT, 0.5 * 2**part.failures)
        part.failures += 1
        part.start_again_at = time.monotonic() + wait
        self._release(part)
        self.say(part.name, f"ended with {code}; starting again in {wait:g} s")

    def _release(self, part: Part) -> None:
        """Release a dead process and end what is left of its group."""
        assert part.process is not None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(part.process.pid, signal.SIGKILL)
        if part.process.stdout is not None:
            self._read(part)
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(part.process.stdout)
            part.process.stdout.close()
        part.process = None

    def _stop_all(self, parts: list[Part]) -> None:
        running = [part for part in parts if part.process is not None]
        for part in running:
            if part.process is not None:
                part.process.terminate()
        end = time.monotonic() + GRACE
        while any(part.alive for part in running) and time.monotonic() < end and self.stopping < 2:
            self._pump(0.05)
        for part in running:
            if part.process is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(part.process.pid, signal.SIGKILL)
                part.process.wait()
                self._release(part)

    def _pump(self, seconds: float) -> None:
        if not self.selector.get_map():
            time.sleep(seconds)
            return
        for key, _ in self.selector.select(seconds):
            self._read(key.data)

    def _read(self, part: Part) -> None:
        stream = part.process.stdout if part.process else None
        if stream is None or stream.closed:
            return
        try:
            data = os.read(stream.fileno(), 65536)
        except BlockingIOError:
            return
        if not data:
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(stream)
        *lines, part.rest = (part.rest + data).split(b"\n")
        for line in lines:
            self.say(part.name, line.decode(errors="replace").rstrip())
