"""What a move costs in processor time, beside a plain Django view that writes the same rows.

    python -m tests.bench.move_cost [--moves 100] [--rounds 5] [--profile page|api|view]

Four sides take turns in one pinned process, on one durable PostgreSQL: a move by the page, the page
after it, a move by the API, and `plain_move`. Requests go straight into the WSGI application:
sessions, CSRF and all middleware are included, no HTTP server. The plain side has the middleware
that `startproject` sets up. Counted are this process and the server process of its connection.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import io
import json
import os
import pstats
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

TOKEN = "a" * 32
TICKS = os.sysconf("SC_CLK_TCK")
WRITES = ("INSERT", "UPDATE", "DELETE")
Application = Callable[[dict[str, Any], Callable[..., Any]], Any]


def main() -> None:
    """Play, and print what each side costs and the ratios to the plain view."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--moves", type=int, default=100, help="moves a round and side")
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--profile", choices=["page", "view", "api", "plain"])
    asked = words.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    bench = Bench(asked.moves)
    bench.compare_writes()
    if asked.profile:
        profile(bench, asked.profile, asked.moves)
        return
    gc.freeze()
    found: dict[str, list[float]] = {side: [] for side in bench.sides}
    for _round in range(asked.rounds):
        for side in bench.sides:
            found[side].append(bench.cost(side, asked.moves))
    report(found)


def report(found: dict[str, list[float]]) -> None:
    """Print milliseconds and ratios, the median of all rounds."""
    plain = statistics.median(found["plain"])
    for side, costs in found.items():
        middle = statistics.median(costs)
        ratios = [ours / theirs for ours, theirs in zip(costs, found["plain"], strict=True)]
        span = f"{min(ratios):.2f} to {max(ratios):.2f}"
        print(
            f"{side:6} {middle * 1000:7.2f} ms   {middle / plain:5.2f} of the plain view ({span})"
        )


def profile(bench: Bench, side: str, moves: int) -> None:
    """Print where the time of one side goes."""
    bench.cost(side, moves)
    watch = cProfile.Profile()
    watch.enable()
    bench.cost(side, moves)
    watch.disable()
    text = io.StringIO()
    stats = pstats.Stats(watch, stream=text)
    stats.sort_stats("tottime").print_stats(45)
    stats.sort_stats("cumtime").print_stats(90)
    print(text.getvalue())


class Bench:
    """Running matches, the two applications, and what to ask of them."""

    def __init__(self, moves: int) -> None:
        """Start the services, the matches and both applications."""
        from tests.bench import moves_over_http

        home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
        home.chmod(0o755)
        moves_over_http.MATCHES = max(20, moves // 2)
        moves_over_http.prepare(home, hashed_files=False)
        tables = moves_over_http.seed_tables()
        self.sides = ("page", "view", "api", "plain")
        third = len(tables) // 3
        self.tables = {
            "page": _turns(tables[:third]),
            "api": _turns(tables[third : 2 * third]),
            "plain": _plain_turns(tables[2 * third :]),
        }
        self.laps = third + 2
        self.seen = tables[0]
        self.applications = _applications()
        self.backend = _backend()

    def ask(self, side: str) -> tuple[Application, dict[str, Any]]:
        """Return the next request of a side and the application it goes to."""
        ours, plain = self.applications
        if side == "view":
            return ours, environ("GET", f"/matches/{self.seen['pk']}/", self.seen["cookies"][0])
        table, (seat, move, seen) = next(self.tables[side])
        cookie = table["cookies"][seat]
        if side == "api":
            body = json.dumps({"move": move, "seen": seen}).encode()
            path = f"/api/v1/matches/{table['pk']}/moves/"
            return ours, environ("POST", path, cookie, body, "application/json")
        path = f"/{'matches' if side == 'page' else 'plain'}/{table['pk']}/move/"
        text = f"csrfmiddlewaretoken={TOKEN}&move={move.replace(' ', '+')}&seen={seen}&send=1"
        kind = "application/x-www-form-urlencoded"
        return (plain if side == "plain" else ours), environ(
            "POST", path, cookie, text.encode(), kind
        )

    def cost(self, side: str, number: int) -> float:
        """Return the seconds of processor time that one request of a side takes."""
        asked = [self.ask(side) for _each in range(number)]
        begun = time.process_time() + seconds_of(self.backend)
        for application, question in asked:
            answer(application, question)
        return (time.process_time() + seconds_of(self.backend) - begun) / number

    def compare_writes(self) -> None:
        """Print the statements of each side; end if the plain view writes fewer rows."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        from notifications.models import Message
        from tests.bench import plain_move

        answer(*self.ask("page"))
        plain_move.CONTEXT.update(Message.objects.filter(kind="your_turn").latest("pk").context)
        written = {}
        for side in self.sides:
            for _each in range(2 * self.laps):  # the first e-mail of a match is another one
                answer(*self.ask(side))
            with CaptureQueriesContext(connection) as seen:
                answer(*self.ask(side))
            said = [query["sql"] for query in seen.captured_queries]
            written[side] = Counter(_row(sql) for sql in said if _is_write(sql))
            print(f"{side:6} {len(said):3} statements, {written[side].total()} of them write")
        for table in written["page"]:
            if written["plain"][table] < 1:
                raise SystemExit(f"the plain view does not write {table}")


def _is_write(sql: str) -> bool:
    return sql.rsplit(" times: ", maxsplit=1)[-1].startswith(WRITES)


def _row(sql: str) -> str:
    """Return what a statement does to which table."""
    words = sql.rsplit(" times: ", maxsplit=1)[-1].replace('"', "").split()
    return f"{words[0]} {words[2] if words[0] == 'INSERT' else words[1]}"


def _turns(tables: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield the next turn of one table after the other."""
    for table in cycle(tables):
        turn = next(table["moves"], None)
        if turn is not None:
            yield table, turn


def _plain_turns(tables: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield turns that need no rules; whose session it is does not matter there."""
    seen = 0
    while True:
        for table in tables:
            yield table, (seen % 2, "b2", seen)
        seen += 1


def _applications() -> tuple[Application, Application]:
    """Return our application and that of the plain view, with the middleware of each."""
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application

    from tests.bench import plain_move

    settings.ROOT_URLCONF = "tests.bench.plain_move"
    ours = get_wsgi_application()
    middleware, settings.MIDDLEWARE = settings.MIDDLEWARE, plain_move.MIDDLEWARE
    try:
        return ours, get_wsgi_application()
    finally:
        settings.MIDDLEWARE = middleware


def environ(
    method: str, path: str, cookie: str, body: bytes = b"", kind: str = ""
) -> dict[str, Any]:
    """Return a request as a WSGI server hands it over."""
    return {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_COOKIE": f"sessionid={cookie}; csrftoken={TOKEN}",
        "HTTP_X_CSRFTOKEN": TOKEN,
        "HTTP_ACCEPT_ENCODING": "gzip, br",
        "HTTP_ACCEPT_LANGUAGE": "en",
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def answer(application: Application, question: dict[str, Any]) -> None:
    """Send a request, read the whole answer; end if it was refused."""
    status = []
    body = application(question, lambda line, _headers, _error=None: status.append(line))
    text = b"".join(body)
    if hasattr(body, "close"):
        body.close()
    if not status[0].startswith(("2", "3")):
        raise SystemExit(f"{question['PATH_INFO']}: {status[0]} {text[:300]!r}")


def _backend() -> Path:
    """Return where the kernel counts the time of our connection's server process."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return Path(f"/proc/{cursor.fetchone()[0]}/stat")


def seconds_of(stat: Path) -> float:
    """Return the seconds of processor time a process has used."""
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
