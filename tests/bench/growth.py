"""What every address and every beat task costs on a small site and on a large one.

    python -m tests.bench.growth [--small 1000] [--large 100000] [--only REGEX] [--all]

Two databases of one PostgreSQL hold the demonstration club and, besides it, as many finished
matches as named (``tests.bench.fill``: a fifth as many running, a tenth as many people). The
addresses come from the URL table. Each is asked for as a visitor, as a player and as an operator,
turn and turn about on both sides, in processes of their own; what counts is processor time, that
of Python and of the database's process together, and the number of queries. Printed is what costs
more on the large side, the worst first; ``--all`` prints everything.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.utils import timezone

from tests.review.addresses import Places, Rows, filled, places_for, routes

ROOT = Path(__file__).resolve().parents[2]
TIMES = 5
BOUND = 1.5
NOISE = 2.0  # milliseconds more than on the small side say nothing
VIEWERS = ("visitor", "player", "operator")


def main() -> None:
    """Fill two databases, or measure one of them (called for each side)."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--small", type=int, default=1_000)
    words.add_argument("--large", type=int, default=100_000)
    words.add_argument("--only", default="", help="measure the addresses that match this pattern")
    words.add_argument("--all", action="store_true", help="print also what does not grow")
    words.add_argument("--urls", nargs=2, help="two databases that are filled already")
    words.add_argument("--side", help=argparse.SUPPRESS)
    asked = words.parse_args()
    if asked.side:
        answer_requests(asked.only)
        return
    urls = asked.urls or filled_databases(asked.small, asked.large)
    sides = [Side(url, asked.only) for url in urls]
    try:
        report(compare(*sides), everything=asked.all)
    finally:
        for side in sides:
            side.process.kill()


def filled_databases(small: int, large: int) -> list[str]:
    """Start a PostgreSQL and fill a small and a large database of it; return their addresses."""
    import psycopg

    from tests.services import start_postgres, start_redis

    home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
    home.chmod(0o755)
    url = start_postgres(home, ("fsync=off", "synchronous_commit=off", "max_wal_size=8GB"))
    os.environ.update(REDIS_URL=start_redis(home), VAR_DIR=str(home / "var"))
    club = url.replace("/postgres", "/club")
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("CREATE DATABASE club")
    for command in (["migrate", "-v0"], ["demo"], ["collectstatic", "-v0", "--noinput"]):
        run(club, "manage.py", *command)
    urls = []
    for name, number in (("small", small), ("large", large)):
        with psycopg.connect(url, autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name} TEMPLATE club")
        urls.append(url.replace("/postgres", f"/{name}"))
        sizes = [f"--finished={number}", f"--running={number // 5}", f"--people={number // 10}"]
        run(urls[-1], "-m", "tests.bench.fill", *sizes)
    return urls


def environment(url: str) -> dict[str, str]:
    """Return the environment of a development site with this database."""
    return {
        **os.environ,
        "DATABASE_URL": url,
        "DEVELOPMENT": "1",
        "LOG_LEVEL": "CRITICAL",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "REDIS_PREFIX": url.rpartition("/")[2],
    }


def run(url: str, *command: str) -> None:
    """Run a program of Python's on a database."""
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment(url), check=True)


class Side:
    """The process that measures on one database: a line of JSON in, a line of JSON out."""

    def __init__(self, url: str, only: str) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.growth", "--side", url, "--only", only],
            cwd=ROOT,
            env=environment(url),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: object) -> Any:
        """Send a request and wait for its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def compare(small: Side, large: Side) -> Iterator[dict[str, Any]]:
    """Yield what each address and task costs on both sides."""
    for number, name in enumerate(small.ask("names")):
        runs: dict[str, list[dict[str, Any]]] = {"small": [], "large": []}
        for _time in range(TIMES):
            runs["small"].append(small.ask(number))
            runs["large"].append(large.ask(number))
        row: dict[str, Any] = {"name": name, "status": runs["large"][0]["status"]}
        for side, costs in runs.items():
            for each in ("python", "database", "queries"):
                row[f"{side} {each}"] = statistics.median(cost[each] for cost in costs[1:])
        yield row


def report(rows: Iterator[dict[str, Any]], *, everything: bool) -> None:
    """Print a table, the worst first, and how many keep the bound."""
    found = sorted(rows, key=growth, reverse=True)
    over = [row for row in found if too_much(row)]
    print(f"{'small ms':>9} {'queries':>8} {'large ms':>9} {'queries':>8} {'ratio':>6}  address")
    for row in found if everything else over:
        print(
            f"{cost(row, 'small'):9.1f} {row['small queries']:8.0f} {cost(row, 'large'):9.1f} "
            f"{row['large queries']:8.0f} {growth(row):6.2f}  {row['name']} ({row['status']})"
        )
    print(f"{len(found) - len(over)} of {len(found)} cost at most {BOUND} times as much.")


def cost(row: dict[str, Any], side: str) -> float:
    """Return the milliseconds of Python and database together."""
    return float(row[f"{side} python"] + row[f"{side} database"])


def growth(row: dict[str, Any]) -> float:
    """Return how many times as much the large side costs."""
    return cost(row, "large") / cost(row, "small")


def too_much(row: dict[str, Any]) -> bool:
    """Tell whether something grows by more than the bound, the noise left out."""
    dearer = growth(row) > BOUND and cost(row, "large") - cost(row, "small") > NOISE
    return dearer or bool(row["large queries"] > row["small queries"] * BOUND)


# ---- one side ----------------------------------------------------------------------------------


def answer_requests(only: str) -> None:
    """Measure what standard input asks for."""
    import django

    django.setup()
    from django.test.utils import setup_test_environment

    setup_test_environment()
    calls = [call for call in (*addresses(), *tasks()) if re.search(only, call[0])]
    for line in sys.stdin:
        asked = json.loads(line)
        answer = [name for name, _call in calls] if asked == "names" else measured(calls[asked][1])
        print(json.dumps(answer), flush=True)


def measured(call: Callable[[], Any]) -> dict[str, Any]:
    """Return what one call costs: milliseconds of Python and of the database, and its queries."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        clock = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    queries = 0

    def count(execute: Any, sql: str, params: Any, many: Any, context: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        before, begun = int(clock.read_text().split()[0]), time.process_time_ns()
        status = call()
        spent = time.process_time_ns() - begun
        database = int(clock.read_text().split()[0]) - before
    return {
        "status": status,
        "queries": queries,
        "python": spent / 1e6,
        "database": database / 1e6,
    }


def addresses() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield every address with each viewer, and how to ask for it."""
    from django.test import Client

    known = places()
    for route in routes():
        for address in wanted(route, known):
            for viewer in ("operator",) if route.startswith("admin/") else VIEWERS:
                client = Client(SERVER_NAME="localhost", raise_request_exception=False)
                if viewer != "visitor":
                    client.force_login(user_of(viewer))
                yield f"{address} as {viewer}", partial(ask, client, address)


def wanted(route: str, known: Places) -> list[str]:
    """Return the addresses of a route; those of the admin show the last row of each table."""
    if route.startswith("admin/"):
        return filled(
            route, [("admin/", "object_id", rows_of(route)), ("admin/", "content_type_id", [1])]
        )
    return filled(route, known)


def ask(client: Any, address: str) -> int:
    """Ask for an address; return the status."""
    answer = client.get(address)
    if answer.streaming:
        b"".join(answer.streaming_content)
    return int(answer.status_code)


def user_of(viewer: str) -> Any:
    """Return the login of a viewer: one of the people filled in, or the club's operator."""
    from accounts.models import User

    names = {"player": "member7@example.org", "operator": "operator@example.org"}
    return User.objects.get(email=names[viewer])


def rows_of(route: str) -> list[Any]:
    """Return the last row of the table whose admin page this is."""
    from django.apps import apps

    if "object_id" not in route or "content_type_id" in route:
        return [1]
    _admin, label, name, *_rest = route.split("/")
    model = apps.get_model(label, name)
    return list(model._default_manager.order_by("-pk").values_list("pk", flat=True)[:1]) or [1]


def places() -> Places:
    """Return how the places of addresses are filled on a filled database."""
    from accounts.models import User
    from games.models import Challenge, Match
    from tournaments.models import Club, Fixture, Revision
    from tournaments.referees.models import Case

    fixture = Fixture.objects.select_related("round__division__tournament").latest("pk")
    cup = fixture.round.division.tournament
    mass = User.objects.get(email="member7@example.org").player
    own = Match.objects.filter(seats__player=mass).order_by("-pk")
    rows = Rows(
        tournament=cup.pk,
        fixtures=[fixture.pk],
        entrants=cup.entrants.values_list("pk", flat=True)[:1],
        revisions=Revision.objects.values_list("pk", flat=True)[:1] or [1],
        matches=[own.filter(finished_at=None)[0].pk, own.exclude(finished_at=None)[0].pk],
        cases=Case.objects.values_list("pk", flat=True)[:1],
        challenges=Challenge.objects.values_list("pk", flat=True)[:1],
        clubs=Club.objects.values_list("key", flat=True)[:1],
        players=[mass.pk, busiest_bot()],
    )
    return places_for(rows, timezone.now().date())


def busiest_bot() -> int:
    """Return one of the bots that play many matches."""
    from games.models import Bot

    return int(Bot.objects.order_by("-pk").values_list("player_id", flat=True)[0])


def run_task(name: str) -> None:
    """Run a task here and now."""
    from celery import current_app

    current_app.tasks[name]()


def tasks() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield every task of the timetable."""
    from celery import current_app
    from django.conf import settings

    current_app.loader.import_default_modules()
    for name in sorted({entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}):
        yield f"task {name}", partial(run_task, name)


if __name__ == "__main__":
    main()
