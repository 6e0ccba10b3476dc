"""Moves per second through HTTP beside bare pgbench running the same statements.

    python -m tests.bench.moves_over_http [--seconds 10] [--clients 8]

One durable PostgreSQL serves both sides in turn (HTTP, pgbench, HTTP, pgbench …); the ratio of the
medians is what counts, absolute figures depend on the machine. The HTTP side is what production
runs: granian with two WSGI workers of four threads, sessions, CSRF, the whole middleware and
everything a move costs, its row in the outbox included. The load comes from this machine too and
takes its share of the processors.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MATCH, SEAT, PLAYER, USER = 1_000_000, 2_000_000, 3_000_000, 4_000_000
MATCHES = 600
BARE = 200  # of these pgbench plays on the first, people on the rest


def main() -> None:
    """Start the services, measure both sides in turn, print figures and ratio."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=int, default=8)
    words.add_argument("--clients", type=int, default=8)
    words.add_argument("--rounds", type=int, default=3)
    given = words.parse_args()
    home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
    home.chmod(0o755)
    prepare(home)
    tables = seed_tables()
    script = home / "move.sql"
    script.write_text(pgbench_script(record_statements(tables[0])))
    port, server = serve()
    try:
        over_http, bare, waits = [], [], []
        for _round in range(given.rounds):
            rate, latencies = measure_http(tables[BARE:], port, given.clients, given.seconds)
            over_http.append(rate)
            waits += latencies
            bare.append(measure_pgbench(script, given.clients, given.seconds))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)
    report(over_http, bare, waits)


def report(over_http: list[float], bare: list[float], waits: list[float]) -> None:
    """Print both medians, their ratio and the latencies."""
    ours, theirs = statistics.median(over_http), statistics.median(bare)
    cuts = statistics.quantiles(waits, n=100)
    print(f"moves through HTTP : {ours:8.0f}/s  {[round(rate) for rate in over_http]}")
    print(f"bare pgbench       : {theirs:8.0f}/s  {[round(rate) for rate in bare]}")
    print(f"ratio              : {ours / theirs:8.3f}")
    print(f"latency of a move  : p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms")


def prepare(home: Path, *, hashed_files: bool = True) -> None:
    """Start PostgreSQL (durable) and Redis, and let Django know."""
    from tests.services import start_postgres, start_redis

    os.environ.update(
        DATABASE_URL=start_postgres(home, ()),
        REDIS_URL=start_redis(home),
        VAR_DIR=str(home / "var"),
        SECRET_KEY="only for measuring, never for a service",
        ALLOWED_HOSTS="127.0.0.1",
        DJANGO_SETTINGS_MODULE="config.settings",
        LOG_LEVEL="ERROR",
    )
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    if hashed_files:
        call_command("collectstatic", verbosity=0, interactive=False)
    else:
        plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
        settings.STORAGES["staticfiles"] = {"BACKEND": plain}


def seed_tables() -> list[dict[str, Any]]:
    """Start matches between pairs of logged-in people, with tell-tale keys (see the constants)."""
    from datetime import timedelta

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.db import connection
    from django.utils import timezone

    from accounts.models import Player, User
    from games import clocks
    from games.models import Match
    from games.services.play.matches import start_match
    from games.services.play.terms import Terms

    with connection.cursor() as cursor:
        for table, first in (
            ("games_match", MATCH),
            ("games_seat", SEAT),
            ("accounts_player", PLAYER),
            ("accounts_user", USER),
        ):
            cursor.execute(f"ALTER SEQUENCE {table}_id_seq RESTART WITH {first}")
    now = timezone.now() - timedelta(hours=1)
    terms = Terms.checked(
        "traffic_lights.4x3", {"legs": 8}, clocks.PRESETS["three_days"], rated=True
    )
    tables = []
    for number in range(MATCHES):
        players, cookies = [], []
        for side in "ab":
            user = User.objects.create(email=f"{side}{number}@example.org", password="!")
            players.append(
                Player.objects.create(user=user, name=f"{side} {number}", created_at=now)
            )
            session = SessionStore()
            session[SESSION_KEY] = str(user.pk)
            session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
            session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            session.create()
            cookies.append(str(session.session_key))
        match = start_match(players, terms, seed="00" * 32, now=now)
        tables.append({"pk": match.pk, "cookies": cookies, "moves": script_of(match)})
    assert Match.objects.order_by("pk")[0].pk == MATCH
    return tables


def script_of(match: Any) -> Iterator[tuple[int, str, int]]:
    """Yield (seat, move, seen) of one random match from its start to its end."""
    import random

    from games.rules import registry

    rules = registry.get(match.ruleset)
    state, rng, seen = rules.load(match.state), random.Random(match.pk), 0
    while True:
        awaited = rules.awaited(state)
        if not awaited:
            return
        (seat,) = awaited
        move = rng.choice(rules.moves(state, seat))
        yield seat, rules.spell(move), seen
        state = rules.play(state, seat, move)
        seen += 1


def post(
    table: dict[str, Any], line: http.client.HTTPConnection, turn: tuple[int, str, int]
) -> int:
    """Send one move as a browser would, and return the status."""
    seat, move, seen = turn
    token = "a" * 32
    line.request(
        "POST",
        f"/matches/{table['pk']}/move/",
        body=f"csrfmiddlewaretoken={token}&move={move.replace(' ', '+')}&seen={seen}&send=1",
        headers={
            "Cookie": f"sessionid={table['cookies'][seat]}; csrftoken={token}",
            "Content-Type": "application/x-www-form-urlencoded",
        },
    )
    answer = line.getresponse()
    answer.read()
    return answer.status


def record_statements(table: dict[str, Any]) -> list[str]:
    """Play two moves through the whole stack; return the second one's statements."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    statements: list[str] = []
    for turn in (next(table["moves"]), next(table["moves"])):
        client = Client(SERVER_NAME="127.0.0.1")
        client.cookies["sessionid"] = table["cookies"][turn[0]]
        with CaptureQueriesContext(connection) as seen:
            answer = client.post(
                f"/matches/{table['pk']}/move/", {"move": turn[1], "seen": turn[2], "send": 1}
            )
        assert answer.status_code == 303, answer.status_code
        statements = [query["sql"] for query in seen.captured_queries]
    return statements


def pgbench_script(statements: list[str]) -> str:
    """Turn recorded statements into a pgbench script: random match, fresh keys, one transaction."""
    lines = [
        rf"\set i random(0, {BARE - 1})",
        *(rf"\set {name}0 {base} + :i * {step}" for name, base, step in _keys()),
        *(rf"\set {name}1 {base} + :i * {step} + 1" for name, base, step in _keys() if step == 2),
        r"\set n random(1, 2000000000)",
    ]
    for raw in statements:
        if raw.startswith(("SAVEPOINT", "RELEASE")):
            continue
        lines += [f"{_varied(one)};" for one in _unrolled(raw)]
    return "\n".join(lines) + "\n"


VALUES = {"moved": "true", "woken_turn": "2", "last_ply": "2", "budget": "'{}'::jsonb"}


def _unrolled(raw: str) -> list[str]:
    """Return a statement that was sent once a row as one statement a row, with plain values."""
    if " times: UPDATE" not in raw:
        return [raw]
    statement = raw.split(" times: ", 1)[1].rsplit("%s", 1)[0]
    filled = re.sub(
        r'"(\w+)" = %s', lambda found: f'"{found[1]}" = {_plain_value(found[1])}', statement
    )
    return [f"{filled}{key}" for key in (SEAT, SEAT + 1)]


def _plain_value(column: str) -> str:
    """Return a value for a column whose own one was not recorded."""
    moment = column.endswith(("_at", "_since", "_until"))
    return VALUES.get(column, "now()" if moment else "NULL")


def _keys() -> tuple[tuple[str, int, int], ...]:
    """Return the names and first values of the tell-tale keys, and their step by match."""
    return (("match", MATCH, 1), ("seat", SEAT, 2), ("player", PLAYER, 2), ("user", USER, 2))


LITERAL = re.compile(r"(E?'(?:[^'\\]|\\.|'')*')", re.DOTALL)
FRESH = ("your_turn", "match_started", "leg_finished", "<")


def _varied(raw: str) -> str:
    """Put variables where the recorded statement names its match, and fresh values into keys."""
    parts = [
        _hidden(part) if place % 2 else _named(part)
        for place, part in enumerate(LITERAL.split(raw))
    ]
    sql = "".join(parts)
    if sql.startswith(('INSERT INTO "games_ply"', 'INSERT INTO "games_clockcharge"')):
        fresh = ":n::int, 2" if '"games_ply"' in sql else "1, :n::int"
        sql = re.sub(r"VALUES \((:match0::bigint), \d+, \d+", rf"VALUES (\1, {fresh}", sql)
    return sql


def _named(part: str) -> str:
    """Replace the tell-tale keys by variables."""
    for name, base, step in _keys():
        part = part.replace(f"{base}", f":{name}0::bigint")
        if step == 2:
            part = part.replace(f"{base + 1}", f":{name}1::bigint")
    return " ".join(part.split("\n"))


def _hidden(literal: str) -> str:
    """Write a text so that pgbench sees no variable in it; keys of letters become fresh ones."""
    escaped = literal.startswith("E")
    text = literal[2:-1] if escaped else literal[1:-1]
    if text.startswith(FRESH) and (":" in text or "@" in text):
        return f"('{text[:9]}' || :n::text)"
    if not escaped:
        text = text.replace("\\", "\\\\")
    return "E'" + text.replace(":", "\\x3a").replace("\n", "\\n") + "'"


def serve() -> tuple[int, subprocess.Popen[bytes]]:
    """Start the web server as production does, and wait for it."""
    from tests.services import free_port

    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--workers", "2", "--blocking-threads", "4"]
    command += ["--log-level", "error", "config.wsgi:application"]
    server = subprocess.Popen(command, cwd=ROOT)
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            line.request("GET", "/rules/")
            line.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return port, server
    raise SystemExit("the web server did not start")


def measure_http(
    tables: list[dict[str, Any]], port: int, clients: int, seconds: int
) -> tuple[float, list[float]]:
    """Let clients play on their own tables for some seconds; return moves per second, latencies."""
    waits: list[float] = []
    errors: list[int] = []
    share = len(tables) // clients
    end = time.monotonic() + seconds

    def play(own: list[dict[str, Any]]) -> None:
        line = http.client.HTTPConnection("127.0.0.1", port)
        live = list(own)
        while time.monotonic() < end and live:
            table = live.pop(0)
            turn = next(table["moves"], None)
            if turn is None:
                continue
            begun = time.perf_counter()
            status = post(table, line, turn)
            waits.append(time.perf_counter() - begun)
            if status != 303:
                errors.append(status)
            live.append(table)

    begun = time.monotonic()
    threads = [
        threading.Thread(target=play, args=(tables[n * share : (n + 1) * share],))
        for n in range(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise SystemExit(f"{len(errors)} moves were refused: {sorted(set(errors))}")
    return len(waits) / (time.monotonic() - begun), waits


def measure_pgbench(script: Path, clients: int, seconds: int) -> float:
    """Run the script in pgbench with prepared statements; return transactions per second."""
    from tests.services import postgres_folders

    program = next(
        folder / "pgbench" for folder in postgres_folders() if (folder / "pgbench").exists()
    )
    command = [str(program), "-n", "-M", "prepared", "-f", str(script)]
    command += ["-c", str(clients), "-j", "2", "-T", str(seconds), os.environ["DATABASE_URL"]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    failed = re.search(r"number of failed transactions: ([1-9]\d*)", done.stdout)
    if found is None or failed is not None or "aborted" in done.stderr:
        raise SystemExit(f"pgbench failed: {done.stdout}\n{done.stderr[-2000:]}")
    return float(found[1])


if __name__ == "__main__":
    main()
