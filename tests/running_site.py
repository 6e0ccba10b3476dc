"""One running ``manage.py up`` with a folder of its own, and its processes."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.patience import PATIENCE, until
from tests.services import dying_with_parent

ROOT = Path(__file__).resolve().parents[1]
OURS = ("DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "DJANGO_SETTINGS_MODULE", "SITE_URL")


class RunningSite:
    """``manage.py up``, started at once; ``extra`` is added to its environment."""

    def __init__(
        self, folder: Path, port: int, *, options: Sequence[str] = (), **extra: str
    ) -> None:
        self.port = port
        self.host = "127.0.0.1"
        self.marker = f"VAR_DIR={folder}\0".encode()
        self.socket = str(folder / "run" / "valkey.sock")
        self.log = folder / "up.log"
        keep = {k: v for k, v in os.environ.items() if k not in OURS}
        with self.log.open("ab") as sink:
            self.begins = sink.tell()  # a site started here before has written what comes earlier
            command = [sys.executable, str(ROOT / "manage.py"), "up", "--empty", f"--port={port}"]
            self.process = subprocess.Popen(
                dying_with_parent([*command, *options], signal.SIGKILL),
                env={**keep, "VAR_DIR": str(folder), **extra},
                cwd="/",
                stdout=sink,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self) -> str:
        return self.log.read_bytes()[self.begins :].decode(errors="replace")

    def answers(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE / 4)
        try:
            line.request("GET", "/account/login/", headers={"Host": self.host})
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def pids(self, *words: str) -> list[int]:
        """Return the processes of this site whose command line holds all words."""
        return [
            pid
            for pid, command, surroundings in processes()
            if (self.marker in surroundings or self.socket in command)  # Valkey overwrites its own
            and all(word in command for word in words)
        ]

    def tops(self, *words: str) -> list[int]:
        """Return such processes that the supervisor itself started."""
        return [pid for pid in self.pids(*words) if parent(pid) == self.process.pid]

    def top(self, *words: str) -> int:
        """Return the one such process, once it is there."""

        def only() -> int | None:
            found = self.tops(*words)
            return found[0] if len(found) == 1 else None

        return until(only, f"one process with {words}", said=self.said) or 0

    def below(self, *words: str) -> list[int]:
        """Return the children of such processes."""
        above = self.tops(*words)
        return [pid for pid in self.pids(*words) if parent(pid) in above]

    def kill(self) -> None:
        """Kill the supervisor alone, as the kernel or an operator in a hurry would."""
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def processes() -> Iterator[tuple[int, str, bytes]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                command = (
                    (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                )
                yield int(folder.name), command, (folder / "environ").read_bytes()


def parent(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0
