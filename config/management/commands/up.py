"""``manage.py up``: the whole site with one command."""

from __future__ import annotations

import errno
import fcntl
import http.client
import io
import os
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command, get_commands
from django.db import OperationalError, connections

from config import env
from config.running import embedded, ports, static
from config.running.supervisor import Part, Supervisor

log = structlog.get_logger(__name__)

WORKER = "-m celery -q -A config worker --without-gossip --without-mingle"
BEAT = "-m celery -q -A config beat --pidfile= -S celery.beat:Scheduler"
WATCH_SECONDS = 60
PORT_PATIENCE = 1.0  # seconds
DATABASE_PATIENCE = 60.0  # seconds
WEB = "-m config.running.granian_server"


class Command(BaseCommand):
    """Prepare the database and run web, worker, beat and (without REDIS_URL) the broker."""

    help = "Run everything: broker, web server, worker and timetable. Ctrl-C stops it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for host and port; HOST and PORT are the defaults."""
        parser.add_argument("--port", type=int, default=env.number("PORT", 8000))
        parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"))

        parser.add_argument("--empty", action="store_true", help="do not set up the demo club")

    def handle(self, *, host: str, port: int, empty: bool, **_options: object) -> None:
        """Start everything in order: lock, broker, database, static files, servers."""
        self.host, self.port, self.empty = host, port, empty
        lock = self.only_one()
        self.refuse_taken_port()
        self.tell_children()
        self.keeper = Supervisor(settings.BASE_DIR, sys.stdout)
        self.keeper.listen()
        try:
            self.start_broker()
            if not self.keeper.stopping:
                self.prepare()
            if not self.keeper.stopping:
                self.start_parts()
                self.keeper.run(self.greet_once)
        finally:
            self.keeper.stop()
            lock.close()
        self.stdout.write("Everything is stopped.")

    def only_one(self) -> IO[str]:
        """Return the lock of this folder, or refuse if `up` already runs in it."""
        folder = Path(settings.VAR_DIR) / "run"
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "up.lock").open("a+")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise CommandError(
                f"It runs already in {settings.VAR_DIR} (process {lock.read().strip()}). "
                "Stop that one, or name another folder in VAR_DIR."
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        return lock

    def refuse_taken_port(self) -> None:
        """Refuse if the port is taken, and say by whom; wait a moment for a process just killed."""
        end = time.monotonic() + PORT_PATIENCE
        while (fault := self.bind_fault()) is not None:
            if fault.errno == errno.EADDRINUSE and time.monotonic() < end:
                time.sleep(0.05)
                continue
            raise CommandError(self.why_not(fault))

    def bind_fault(self) -> OSError | None:
        """Try to bind the address, and return the error."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OverflowError as fault:
                return OSError(str(fault))
            except OSError as fault:
                return fault
        return None

    def why_not(self, fault: OSError) -> str:
        """Say what is wrong with the address and what to do instead."""
        other = self.port + 1 if 1024 <= self.port < 65535 else 8000
        choose = f"choose another port: manage.py up --port {other}"
        place = f"Cannot listen on {self.host} port {self.port}"
        if fault.errno != errno.EADDRINUSE:
            return f"{place}: {fault}. Name another address with --host, or {choose}"
        who = ports.holder(self.port) or "a process that cannot be seen from here"
        return f"{place}: {who} listens there. Stop it, or {choose}"

    def tell_children(self) -> None:
        """Give all processes the same folder and the site's URL."""
        os.environ["VAR_DIR"] = str(settings.VAR_DIR)
        os.environ["PORT"] = str(self.port)
        os.environ["PYTHONUNBUFFERED"] = "1"
        if not env.text("SITE_URL"):
            settings.SITE_URL = os.environ["SITE_URL"] = f"http://127.0.0.1:{self.port}"

    def start_broker(self) -> None:
        """Start Valkey unless REDIS_URL names a server, and wait until it answers."""
        if env.text("REDIS_URL"):
            return
        path = env.socket_path()

        def breathe() -> None:
            self.keeper.turn(0.02)

        # A broker whose supervisor has just died may still be closing its files.
        embedded.wait_until(lambda: not embedded.answers(path), breathe)
        data = Path(settings.VAR_DIR) / "valkey"
        self.keeper.add(Part("broker", embedded.command(path, data), last=True))
        if not embedded.wait_until(lambda: embedded.answers(path), breathe):
            raise CommandError(f"The broker did not start; its words are in {data / embedded.LOG}.")

    def prepare(self) -> None:
        """Migrate the database, fill an empty one, and collect static files."""
        call_command("check", stdout=io.StringIO())
        self.wait_for_database()
        call_command("migrate", interactive=False, verbosity=0)
        if settings.DEVELOPMENT and not self.empty:
            self.seed()
        root = Path(settings.STATIC_ROOT)
        if not static.is_collected(root):
            call_command("collectstatic", interactive=False, verbosity=0)
            static.mark_collected(root)
        connections.close_all()

    def wait_for_database(self) -> None:
        """Wait up to a minute for a database server that is starting."""
        end = time.monotonic() + DATABASE_PATIENCE
        told = False
        while not self.keeper.stopping:
            try:
                connections["default"].ensure_connection()
            except OperationalError as fault:
                if time.monotonic() > end:
                    raise CommandError(f"The database does not answer: {fault}") from None
                if not told:
                    self.stdout.write("Waiting for the database …")
                    self.stdout.flush()
                told = True
                self.keeper.turn(0.5)
            else:
                return

    def seed(self) -> None:
        """Fill an empty database with the demo club, and store its list of logins."""
        from accounts.models import Player

        if "demo" not in get_commands() or Player.objects.exists():
            return
        self.stdout.write("Setting up the demo club …")
        said = io.StringIO()
        try:
            call_command("demo", stdout=said)
        except Exception:
            # A site without the demo club is better than none; the log has the reason.
            log.exception("demo_failed")
            return
        self.greeting.write_text(said.getvalue())

    @property
    def greeting(self) -> Path:
        """The file with the demo's logins, for later starts."""
        return Path(settings.VAR_DIR) / "demo.txt"

    def start_parts(self) -> None:
        """Start web server, worker and scheduler."""
        web = f"--workers {env.number('WEB_WORKERS', 2)} --threads "
        web += str(env.number("WEB_THREADS", 4))
        listen = ["--host", self.host, "--port", str(self.port)]
        worker = f"{WORKER} -c {env.number('WORKER_PROCESSES', 2)}"
        for name, line in (("web", f"{WEB} {web}"), ("worker", worker), ("beat", BEAT)):
            command = [sys.executable, *line.split()]
            if name == "web":
                command += listen
            self.keeper.add(Part(name, command))
        self.ready = threading.Event()
        self.greeted = False
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self) -> None:
        """Poll /healthz until it answers, then every minute, so that problems are logged."""
        while not self.keeper.stopping:
            if self.knock():
                self.ready.set()
            time.sleep(WATCH_SECONDS if self.ready.is_set() else 0.05)

    def knock(self) -> bool:
        """Return the health status, and whether the web server answers at all."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104
        try:
            line = http.client.HTTPConnection(host, self.port, timeout=5)
            line.request("HEAD", "/healthz", headers={"Host": urlsplit(settings.SITE_URL).netloc})
            line.getresponse()
            line.close()
        except (OSError, http.client.HTTPException):
            return False
        return True

    def greet_once(self) -> None:
        """Print the address and the logins as soon as the site answers."""
        if self.greeted or not self.ready.is_set():
            return
        self.greeted = True
        url = settings.SITE_URL
        lines = [f"{settings.SITE_NAME} is ready: {url}/", ""]
        if settings.DEVELOPMENT:
            if self.greeting.exists():
                lines += self.greeting.read_text().splitlines()
            lines += [f"New here? Sign up at {url}/account/signup/; e-mails are at {url}/mailbox/"]
        elif not env.text("EMAIL_URL"):
            lines += ["EMAIL_URL is not set: e-mails are written to files and reach nobody!"]
        lines += [f"Operator: manage.py createsuperuser, then {url}/admin/", "Ctrl-C stops it."]
        self.stdout.write("\n" + "\n".join(f"  {line}".rstrip() for line in lines) + "\n\n")
        self.stdout.flush()
