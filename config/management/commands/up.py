"""``manage.py up``: the whole house with one command."""

from __future__ import annotations

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
from typing import IO, Any
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command, get_commands
from django.db import connections

from config import embedded, env, static
from config.supervisor import Part, Supervisor

log = structlog.get_logger(__name__)

WORKER = "-m celery -q -A config worker --without-gossip --without-mingle"
BEAT = "-m celery -q -A config beat --pidfile= -S celery.beat:Scheduler"
WATCH_SECONDS = 60
WEB = "-m granian --interface wsgi --no-ws --respawn-failed-workers --log-level warning"


class Command(BaseCommand):
    """Prepare the database and run web, worker, beat and (without REDIS_URL) the broker."""

    help = "Run everything: broker, web server, worker and timetable. Ctrl-C stops it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address to listen on; PORT and HOST give the defaults."""
        parser.add_argument("--port", type=int, default=env.number("PORT", 8000))
        parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"))

        parser.add_argument("--empty", action="store_true", help="do not set up the demo club")

    def handle(self, *, host: str, port: int, empty: bool, **_options: Any) -> None:
        """Start the parts in order: lock, broker, database, files, then those that serve."""
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
        """Return the lock of this folder, or refuse to run twice in it."""
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
        """Say clearly that somebody else listens there, before anything is started."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except (OSError, OverflowError) as fault:
                raise CommandError(
                    f"Cannot listen on {self.host} port {self.port}: {fault}. Stop the program "
                    f"that listens there, or choose another: manage.py up --port {self.port + 1}"
                ) from None

    def tell_children(self) -> None:
        """Give the parts the same folder and the address that readers will use."""
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

        # A broker that lost its supervisor a moment ago may still be closing its files.
        embedded.wait_until(lambda: not embedded.answers(path), breathe)
        data = Path(settings.VAR_DIR) / "valkey"
        self.keeper.add(Part("broker", embedded.command(path, data), last=True))
        if not embedded.wait_until(lambda: embedded.answers(path), breathe):
            raise CommandError(f"The broker did not start; its words are in {data / embedded.LOG}.")

    def prepare(self) -> None:
        """Bring the database up to date, seed an empty one, and collect the static files."""
        call_command("check", stdout=io.StringIO())
        call_command("migrate", interactive=False, verbosity=0)
        if settings.DEVELOPMENT and not self.empty:
            self.seed()
        root = Path(settings.STATIC_ROOT)
        if not static.is_collected(root):
            call_command("collectstatic", interactive=False, verbosity=0)
            static.mark_collected(root)
        connections.close_all()

    def seed(self) -> None:
        """Fill an empty database with the demo club, and keep what it says about logging in."""
        from accounts.models import Player

        if "demo" not in get_commands() or Player.objects.exists():
            return
        self.stdout.write("Setting up the demo club …")
        said = io.StringIO()
        try:
            call_command("demo", stdout=said)
        except Exception:
            # A house without a demonstration is better than none; the log keeps the reason.
            log.exception("demo_failed")
            return
        self.greeting.write_text(said.getvalue())

    @property
    def greeting(self) -> Path:
        """The file that keeps the demo's words for later starts."""
        return Path(settings.VAR_DIR) / "demo.txt"

    def start_parts(self) -> None:
        """Start web server, worker and timetable."""
        web = f"--workers {env.number('WEB_WORKERS', 2)} --blocking-threads "
        web += str(env.number("WEB_THREADS", 4))
        listen = ["--host", self.host, "--port", str(self.port)]
        worker = f"{WORKER} -c {env.number('WORKER_PROCESSES', 2)}"
        for name, line in (("web", f"{WEB} {web}"), ("worker", worker), ("beat", BEAT)):
            command = [sys.executable, *line.split()]
            if name == "web":
                command += [*listen, "config.wsgi:application"]
            self.keeper.add(Part(name, command))
        self.ready = threading.Event()
        self.greeted = False
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self) -> None:
        """Ask how the house is until it answers, then every minute: what is unwell gets logged."""
        while not self.keeper.stopping:
            if self.knock():
                self.ready.set()
            time.sleep(WATCH_SECONDS if self.ready.is_set() else 0.05)

    def knock(self) -> bool:
        """Ask the web server how the house is, and whether it answers anything at all."""
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
        """Print the address and how to log in, as soon as a page would be answered."""
        if self.greeted or not self.ready.is_set():
            return
        self.greeted = True
        url = settings.SITE_URL
        lines = [f"{settings.SITE_NAME} is ready: {url}/", ""]
        if settings.DEVELOPMENT:
            if self.greeting.exists():
                lines += self.greeting.read_text().splitlines()
            lines += [f"New here? Sign up at {url}/account/signup/; letters lie in {url}/mailbox/"]
        elif not env.text("EMAIL_URL"):
            lines += ["EMAIL_URL is not set: letters are written to files and reach nobody!"]
        lines += [f"Operator: manage.py createsuperuser, then {url}/admin/", "Ctrl-C stops it."]
        self.stdout.write("\n" + "\n".join(f"  {line}".rstrip() for line in lines) + "\n\n")
        self.stdout.flush()
