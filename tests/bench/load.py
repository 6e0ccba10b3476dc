"""How many moves a second, each with the page after it, before p99 passes a second.

    python -m tests.bench.load [--step 5] [--most 60]

What production runs (granian, sessions, CSRF, e-mails into the outbox) on a durable PostgreSQL, on
the loopback of this machine. Moves fall due evenly, whether or not the earlier ones were answered;
how long one takes counts from then on, so that a queue shows. The rate rises step by step until
p99 passes a second or the time is over. Prints rates, latencies and the memory of the server.
Refuses to start on a busy machine (`--busy` runs all the same, for what such figures are worth).
"""

from __future__ import annotations

import argparse
import http.client
import os
import queue
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import moves_over_http as site

RATES = (10, 20, 40, 60, 80, 100, 125, 150, 175, 200, 250, 300, 350, 400, 500, 600)
WARM_RATE = 5
CLIENTS = 64
MATCHES = 160
LIMIT = 1.0
QUIET = 3.0  # the load of a machine on which figures mean something


class Step(NamedTuple):
    """What came of one rate: how many moves fell due, and how long each took, in seconds."""

    rate: int
    seconds: float
    moves: list[float]
    views: list[float]
    errors: list[int]


def main() -> None:
    """Raise the rate until moves or pages are late, and print what was managed before."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--step", type=int, default=5, help="seconds for each rate")
    words.add_argument("--most", type=int, default=60, help="seconds in all")
    words.add_argument("--busy", action="store_true")
    asked = words.parse_args()
    if os.getloadavg()[0] >= QUIET and not asked.busy:
        raise SystemExit(f"the load is {os.getloadavg()[0]:.1f}: wait until it is below {QUIET}")
    home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
    home.chmod(0o755)
    site.MATCHES = MATCHES
    site.prepare(home)
    tables: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    for table in site.seed_tables():
        tables.put(table)
    port, server = site.serve()
    try:
        run(tables, port, WARM_RATE, asked.step)  # loads what the first requests need
        print(f"load before: {os.getloadavg()[0]:.1f}; server {memory(server):.0f} MB")
        climb(tables, port, asked.step, asked.most)
        print(f"server after: {memory(server):.0f} MB")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


def climb(tables: queue.SimpleQueue[dict[str, Any]], port: int, step: int, most: int) -> None:
    """Try one rate after the other, and name the last one that was met in time."""
    met = None
    for rate in RATES[: most // step]:
        found = run(tables, port, rate, step)
        print(line_of(found), flush=True)
        if found.errors:
            raise SystemExit(f"{len(found.errors)} refused: {sorted(set(found.errors))}")
        if max(late(found.moves), late(found.views)) > LIMIT:
            break
        met = found
    print("met:", line_of(met) if met else "no rate")


def run(tables: queue.SimpleQueue[dict[str, Any]], port: int, rate: int, seconds: int) -> Step:
    """Let so many moves a second fall due, and wait for the last answer."""
    begun = time.perf_counter()
    due: queue.SimpleQueue[float] = queue.SimpleQueue()
    for number in range(rate * seconds):
        due.put(begun + number / rate)
    step = Step(rate, 0.0, [], [], [])
    clients = [
        threading.Thread(target=client, args=(tables, due, port, step)) for _n in range(CLIENTS)
    ]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    return step._replace(seconds=time.perf_counter() - begun)


def client(
    tables: queue.SimpleQueue[dict[str, Any]], due: queue.SimpleQueue[float], port: int, step: Step
) -> None:
    """Send moves as they fall due, and look at the page after each."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while True:
        try:
            instant, table = due.get_nowait(), tables.get_nowait()
        except queue.Empty:
            return
        time.sleep(max(0.0, instant - time.perf_counter()))
        turn = next(table["moves"], None)
        if turn is None:
            continue
        status = site.post(table, line, turn)
        moved = time.perf_counter()
        step.moves.append(moved - instant)
        step.errors.extend([status] if status != 303 else [])
        status = view(table, line, turn[0])
        step.views.append(time.perf_counter() - moved)
        step.errors.extend([status] if status != 200 else [])
        tables.put(table)


def view(table: dict[str, Any], line: http.client.HTTPConnection, seat: int) -> int:
    """Ask for the page of a match as the player who has just moved, and return the status."""
    cookie = f"sessionid={table['cookies'][seat]}"
    line.request(
        "GET", f"/matches/{table['pk']}/", headers={"Cookie": cookie, "Accept-Encoding": "br"}
    )
    answer = line.getresponse()
    answer.read()
    return answer.status


def late(waits: list[float]) -> float:
    """Return what 99 of 100 stay below."""
    return statistics.quantiles(waits, n=100)[98]


def line_of(step: Step) -> str:
    """Say what came of a rate."""
    answered = len(step.moves) / step.seconds
    halves = [statistics.median(each) * 1000 for each in (step.moves, step.views)]
    ends = [late(each) * 1000 for each in (step.moves, step.views)]
    return (
        f"{step.rate:4} moves and pages a second due, {answered:4.0f} answered; moves p50 "
        f"{halves[0]:.0f} p99 {ends[0]:.0f} ms, pages p50 {halves[1]:.0f} p99 {ends[1]:.0f} ms"
    )


def memory(server: subprocess.Popen[bytes]) -> float:
    """Return the megabytes of a server and its workers; shared pages are divided among them."""
    known = subprocess.run(["pgrep", "-P", str(server.pid)], capture_output=True, text=True)
    total = 0
    for number in (str(server.pid), *known.stdout.split()):
        rolled = Path(f"/proc/{number}/smaps_rollup").read_text()
        total += next(int(row.split()[1]) for row in rolled.splitlines() if row.startswith("Pss:"))
    return total / 1024


if __name__ == "__main__":
    main()
