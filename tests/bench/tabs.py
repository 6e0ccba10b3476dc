"""What a thousand idle open pages cost, and how soon they hear of a move (Linux).

    python -m tests.bench.tabs [--tabs 1000] [--seconds 60]

The server of events runs as a process of its own, on a Redis of its own; every tab holds one
stream with a channel of its own. After a span in which nothing happens, moves are published to one
tab after the other.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from redis import Redis

from tests.bench.memory import ROOT, free_port, share
from tests.services import start_redis

NEWS = 200
PATIENCE = 20.0


def main() -> None:
    """Print memory and processor time of idle tabs, and the delay of news."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--tabs", type=int, default=1000)
    words.add_argument("--seconds", type=float, default=60)
    asked = words.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ampelpost-tabs-"))
        url, port = start_redis(Path(folder)), free_port()
        options = ["--port", str(port), "--redis", url, "--prefix", ""]
        command = [sys.executable, "-m", "notifications.live.server", *options]
        server = stack.enter_context(subprocess.Popen(command, cwd=ROOT))
        stack.callback(server.terminate)
        answers(port)
        empty = share(server.pid)
        tabs = [stack.enter_context(opened(port, number)) for number in range(asked.tabs)]
        time.sleep(2)
        full, before = share(server.pid), busy(server.pid)
        time.sleep(asked.seconds)
        spent = (busy(server.pid) - before) * 60 / asked.seconds
        each = 1000 * (full - empty) / asked.tabs
        print(f"{asked.tabs} tabs: {full:.1f} MB, {empty:.1f} without any, {each:.1f} kB a tab")
        print(f"{spent:.2f} s of processor time a minute")
        delays = heard(stack.enter_context(Redis.from_url(url)), tabs)
        print(f"news after {statistics.median(delays):.1f} ms, the slowest {delays[-1]:.1f}")


def answers(port: int) -> None:
    """Wait until the server takes connections."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return


def opened(port: int, number: int) -> socket.socket:
    """Return an open stream that has said its first lines."""
    tab = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    tab.sendall(f"GET /live/?c={number:024x} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    said = b""
    while b"retry: " not in said:
        said += tab.recv(4096)
    return tab


def busy(pid: int) -> float:
    """Return the seconds of processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def heard(redis: Redis, tabs: list[socket.socket]) -> list[float]:
    """Publish to one tab after the other; return after how many milliseconds each heard of it."""
    found = []
    for number in range(NEWS):
        tab, name = tabs[number % len(tabs)], f"{number % len(tabs):024x}"
        begun = time.perf_counter()
        redis.publish(f"live:{name}", b"")
        while name.encode() not in tab.recv(4096):
            pass
        found.append(1000 * (time.perf_counter() - begun))
    return sorted(found)


if __name__ == "__main__":
    main()
