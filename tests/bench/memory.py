"""How much memory the site takes at home, and how soon after its start it answers (Linux).

    python -m tests.bench.memory [--rounds 3] [--pages 40] [--keep FOLDER]

`manage.py up` is started in a folder of its own until the demo club is set up, stopped, and started
again: figures are of the second start. Memory is the proportional share (PSS) of every process
below `up`: pages that several processes share are divided among them. After the first page some
more are read and the scheduler has a round of its tasks, so that what is loaded late is counted.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OURS = ("DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "DJANGO_SETTINGS_MODULE", "SITE_URL")
PAGES = ("/", "/lobby/", "/tournaments/", "/account/login/", "/api/v1/rulesets/", "/ratings/")
PATIENCE = 300.0
SETTLED = 45.0  # seconds from the first page to the last figure: every frequent task has run


def main() -> None:
    """Print seconds to the first page and the memory of each part, the median of all rounds."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--pages", type=int, default=40, help="pages read before the last figure")
    words.add_argument("--keep", type=Path, help="a folder used again by the next call")
    asked = words.parse_args()
    with contextlib.ExitStack() as stack:
        folder = asked.keep or Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="ampelpost-memory-"))
        )
        with running(folder) as (port, _process):
            first_page(port)
        rounds = [measured(folder, asked.pages) for _round in range(asked.rounds)]
    report(rounds)


def measured(folder: Path, pages: int) -> dict[str, float]:
    """Start the site, read pages, wait for the tasks, and return seconds and megabytes."""
    begun = time.monotonic()
    with running(folder) as (port, process):
        first_page(port)
        found = {"seconds to the first page": time.monotonic() - begun}
        found["MB at the first page"] = sum(megabytes(process).values())
        for number in range(pages):
            get(port, PAGES[number % len(PAGES)])
        time.sleep(max(0.0, SETTLED - (time.monotonic() - begun)))
        parts = megabytes(process)
    found.update({f"  {name}": parts[name] for name in sorted(parts)})
    found["MB in all"] = sum(parts.values())
    return found


def report(rounds: list[dict[str, float]]) -> None:
    """Print the median of each figure, and its range."""
    for name in rounds[-1]:
        values = [each.get(name, 0.0) for each in rounds]
        span = f"{min(values):.1f} to {max(values):.1f}"
        print(f"{name:30} {statistics.median(values):8.1f}   ({span})")


@contextlib.contextmanager
def running(folder: Path) -> Iterator[tuple[int, int]]:
    """Run the site in the folder; yield its port and the process of `up`."""
    port = free_port()
    keep = {name: value for name, value in os.environ.items() if name not in OURS}
    with (folder / "up.log").open("ab") as sink:
        process = subprocess.Popen(
            [sys.executable, ROOT / "manage.py", "up", "--port", str(port)],
            env={**keep, "VAR_DIR": str(folder)},
            stdout=sink,
            stderr=subprocess.STDOUT,
            cwd="/",
        )
    try:
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()


def free_port() -> int:
    """Return a port that nobody has at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def first_page(port: int) -> None:
    """Wait until the start page is served."""
    end = time.monotonic() + PATIENCE
    while get(port, "/") != 200:
        if time.monotonic() > end:
            sys.exit("The site did not start; its words are in up.log.")
        time.sleep(0.05)


def get(port: int, path: str) -> int:
    """Return the status of a page, 0 if nobody answers."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return 0
    else:
        return answer.status
    finally:
        line.close()


def megabytes(top: int) -> dict[str, float]:
    """Return the share of each part: a child of `up` with all below it, and `up` itself."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError, IndexError):
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                children.setdefault(parent, []).append(int(folder.name))

    def tree(pid: int) -> Iterator[int]:
        yield pid
        for child in children.get(pid, []):
            yield from tree(child)

    found = {"up": share(top)}
    for child in children.get(top, []):
        below = list(tree(child))
        name = f"{part_name(child)} ({len(below)} processes)"
        found[name] = found.get(name, 0.0) + sum(share(pid) for pid in below)
    return found


def share(pid: int) -> float:
    """Return the proportional share of a process in megabytes, 0 if it has ended."""
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
        return int(found[1]) / 1024 if found else 0.0
    return 0.0


def part_name(pid: int) -> str:
    """Return a short name from the command line."""
    with contextlib.suppress(OSError):
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        for word in ("valkey", "nursery", "celery beat", "celeryd", "granian"):
            if word in line:
                return word
        return line.strip()[:20]
    return "ended"


if __name__ == "__main__":
    main()
