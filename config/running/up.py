"""``manage.py up``: the whole site with one command, in a process that never loads it.

``Site.parts`` lists the processes. Those that need the site are forked from a preloaded process;
small ones may be plain commands.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import fcntl
import os
import socket
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from config import env
from config.running import embedded, ports, sources
from config.running.preload import Fork, Preloader
from config.running.processes import become_subreaper
from config.running.supervisor import Part, Supervisor

WORKER = "-m celery -q -A config worker --without-gossip --without-mingle"
BEAT = "-m celery -q -A config beat --pidfile= -S celery.beat:Scheduler"
WEB = "-m config.running.granian_server"
MAILIN = "-m django mailin --port"
LIVE = "-m notifications.live.server --port"
PREPARE = "-m config.running.prepare"
WATCH_SECONDS = 60
RELOAD_SECONDS = 1
PORT_TIMEOUT = 1.0  # seconds
MALLOC_ARENAS = "2"  # malloc arenas of the C library; more do not speed up Python's threads


class StartupError(Exception):
    """The site cannot start, for the reason in the message."""


def main(words: Sequence[str]) -> int:
    """Run everything until told to stop; return the exit code."""
    try:
        asked = add_options(argparse.ArgumentParser(prog="manage.py up")).parse_args(words)
        site = Site(asked.host, asked.port, empty=asked.empty)
        site.run(reload=asked.reload)
    except (StartupError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    if site.changed:
        script = str(env.BASE_DIR / "manage.py")
        os.execv(sys.executable, [sys.executable, script, "up", *words])  # noqa: S606
    return 0


def add_options(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Add the options; HOST and PORT are the defaults of --host and --port."""
    parser.add_argument("--port", type=int, default=env.number("PORT", 8000))
    parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"))
    parser.add_argument("--empty", action="store_true", help="do not set up the demo club")
    parser.add_argument("--reload", action="store_true", help="restart when a source has changed")
    return parser


class Site:
    """The site's processes on one machine, and their output on the terminal."""

    def __init__(self, host: str, port: int, *, empty: bool) -> None:
        """Listen on host and port; ``empty`` leaves the demo club out."""
        self.host, self.port, self.empty = host, port, empty
        self.ready = threading.Event()
        self.greeted = False
        self.changed = False
        self.keeper = Supervisor(env.BASE_DIR, sys.stdout, adopts=become_subreaper())
        self.nursery = Preloader("site", python_command("-m config.running.preload"))

    def run(self, *, reload: bool = False) -> None:
        """Start everything in order: lock, broker, database, static files, servers."""
        lock = self.acquire_lock()
        self.check_port()
        self.set_child_environment()
        self.keeper.listen()
        try:
            if self.keeper.adopts:
                self.keeper.add(self.nursery)
            self.start_broker()
            self.prepare()
            if not self.keeper.stopping:
                for part in self.parts():
                    self.keeper.add(part)
                threading.Thread(target=self.watch, daemon=True).start()
                if reload:
                    threading.Thread(target=self.stop_on_change, daemon=True).start()
                self.keeper.run(self.print_welcome_once)
        finally:
            self.keeper.stop()
            lock.close()
        print_flushed("A source has changed." if self.changed else "Everything is stopped.")

    def parts(self) -> list[Part]:
        """Return what serves: web server, worker, scheduler, incoming e-mails, live events."""
        web = f"--host {self.host} --port {self.port} --workers {env.number('WEB_WORKERS', 2)}"
        web += f" --threads {env.number('WEB_THREADS', 4)}"
        pool = f"-c {env.number('WORKER_PROCESSES', 2)}"
        found = [
            self.fork("web", f"{WEB} {web}"),
            self.fork("worker", f"{WORKER} {pool}"),
            self.fork("beat", BEAT),
        ]
        if env.is_development():
            found.append(self.fork("mailin", f"{MAILIN} {os.environ['MAILIN_PORT']}"))
        if env.text("LIVE_URL"):
            place = f"{env.text('LIVE_PORT', '8001')} --redis {env.redis_urls()[1]}"
            found.append(self.fork("live", f"{LIVE} {place}"))
        return found

    def fork(self, name: str, line: str, *, once: bool = False) -> Part:
        """Return a part that needs the site, forked from the preloaded process if possible."""
        nursery = self.nursery if self.keeper.adopts else None
        return Fork(name, python_command(line), once=once, nursery=nursery)

    def acquire_lock(self) -> IO[str]:
        """Lock VAR_DIR. Raises StartupError if `up` already runs in it."""
        folder = env.var_dir() / "run"
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "up.lock").open("a+")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise StartupError(
                f"It runs already in {env.var_dir()} (process {lock.read().strip()}). "
                "Stop that one, or name another folder in VAR_DIR."
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        return lock

    def check_port(self) -> None:
        """Raise StartupError if the port is taken; wait a moment for one just freed."""
        end = time.monotonic() + PORT_TIMEOUT
        while (error := self.find_bind_error()) is not None:
            if error.errno == errno.EADDRINUSE and time.monotonic() < end:
                time.sleep(0.05)
                continue
            raise StartupError(self.explain_bind_error(error))

    def find_bind_error(self) -> OSError | None:
        """Try to bind the address; return the error, or None."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OverflowError as error:
                return OSError(str(error))
            except OSError as error:
                return error
        return None

    def explain_bind_error(self, error: OSError) -> str:
        """Return what is wrong with the address, and what to do instead."""
        other = self.port + 1 if 1024 <= self.port < 65535 else 8000
        choose = f"choose another port: manage.py up --port {other}"
        place = f"Cannot listen on {self.host} port {self.port}"
        if error.errno != errno.EADDRINUSE:
            return f"{place}: {error}. Name another address with --host, or {choose}"
        who = ports.describe_listener(self.port) or "a process that cannot be seen from here"
        return f"{place}: {who} listens there. Stop it, or {choose}"

    def set_child_environment(self) -> None:
        """Set the environment variables that all processes share."""
        os.environ["VAR_DIR"] = str(env.var_dir())
        os.environ["PORT"] = str(self.port)
        os.environ["SITE_URL"] = env.site_url()
        os.environ["PYTHONUNBUFFERED"] = "1"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        if env.is_development():  # the local mailbox sends replies there
            os.environ.setdefault("MAILIN_PORT", str(ports.find_free_port(self.port + 25)))
            os.environ.setdefault("LIVE_PORT", str(ports.find_free_port(self.port + 1)))
            here = f"http://{self.host}:{os.environ['LIVE_PORT']}/live/"
            os.environ.setdefault("LIVE_URL", here)
        os.environ["CELERY_SKIP_CHECKS"] = "1"  # `prepare` has run them
        os.environ["SPT_NOENV"] = "1"  # names of processes leave their environment readable
        os.environ.setdefault("MALLOC_ARENA_MAX", MALLOC_ARENAS)

    def start_broker(self) -> None:
        """Start Valkey unless REDIS_URL names a server, and wait until it responds."""
        if env.text("REDIS_URL"):
            return
        path = env.socket_path()

        def breathe() -> None:
            self.keeper.run_once(0.02)

        # A broker whose supervisor has just died may still be closing its files.
        embedded.wait_until(lambda: not embedded.is_responding(path), breathe)
        data = env.var_dir() / "valkey"
        try:
            self.keeper.add(Part("broker", embedded.server_command(path, data), last=True))
        except embedded.ServerMissingError as error:
            raise StartupError(error) from None
        if not embedded.wait_until(lambda: embedded.is_responding(path), breathe):
            raise StartupError(f"The broker did not start; its words are in {data / embedded.LOG}.")

    def prepare(self) -> None:
        """Migrate the database, fill an empty one, and collect static files."""
        step = self.fork("start", f"{PREPARE} --empty" if self.empty else PREPARE, once=True)
        self.keeper.add(step)
        while step.code is None and not self.nursery.failures and not self.keeper.stopping:
            self.keeper.run_once(0.02)
        if not self.keeper.stopping and step.code != 0:
            raise StartupError("The site could not be prepared; the reason stands above.")

    def watch(self) -> None:
        """Poll /healthz until it answers, then every minute, so that problems are logged."""
        while not self.keeper.stopping:
            if self.is_answering():
                self.ready.set()
            time.sleep(WATCH_SECONDS if self.ready.is_set() else 0.05)

    def stop_on_change(self) -> None:
        """Stop as soon as a source has changed; ``main`` starts everything again."""
        known = sources.newest_change(env.BASE_DIR)
        while not self.keeper.stopping:
            time.sleep(RELOAD_SECONDS)
            if not self.keeper.stopping and sources.newest_change(env.BASE_DIR) != known:
                self.changed = True
                self.keeper.stopping += 1

    def is_answering(self) -> bool:
        """Request /healthz; return whether the web server responds at all."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        name = urlsplit(env.site_url()).netloc
        head = f"HEAD /healthz HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
        with contextlib.suppress(OSError), socket.create_connection((host, self.port), 5) as line:
            line.sendall(head.encode())
            return line.recv(64).startswith(b"HTTP/")
        return False

    def print_welcome_once(self) -> None:
        """Print the address and the logins as soon as the site responds."""
        if self.greeted or not self.ready.is_set():
            return
        self.greeted = True
        url = env.site_url()
        lines = [f"{env.site_name()} is ready: {url}/", ""]
        if env.is_development():
            with contextlib.suppress(OSError):
                lines += logins_path().read_text().splitlines()
            lines += [f"New here? Sign up at {url}/account/signup/; e-mails are at {url}/mailbox/"]
            if not ports.is_loopback(self.host):
                lines += ["Other machines reach this site, but not its mailbox."]
        elif not env.text("EMAIL_URL"):
            lines += ["EMAIL_URL is not set: e-mails are written to files and reach nobody!"]
        lines += [
            f"To be an operator yourself: manage.py createsuperuser, then {url}/admin/",
            "Ctrl-C stops it.",
        ]
        print_flushed("\n" + "\n".join(f"  {line}".rstrip() for line in lines) + "\n")


def logins_path() -> Path:
    """Return the path of the demo's list of logins, for later starts."""
    return env.var_dir() / "demo.txt"


def python_command(line: str) -> list[str]:
    """Return the command that runs a module in this interpreter."""
    return [sys.executable, *line.split()]


def print_flushed(text: str) -> None:
    """Print and flush; ignore a closed terminal."""
    with contextlib.suppress(OSError, ValueError):
        print(text, flush=True)
