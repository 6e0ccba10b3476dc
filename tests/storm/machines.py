"""Two complete sites with folders of their own on one PostgreSQL and one Redis; one is killed.

    python -m tests.storm.machines [--moves 80]

Each has its web server, worker and scheduler (so there are two schedulers). Both reach the
database through PgBouncer in transaction mode, if it is installed. People play through both; half
way one site is killed with all its processes, and the other goes on. Afterwards every move that
was acknowledged is in the ledger once, every match replays, and no e-mail went out twice.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from django.db import OperationalError

from tests.running_site import RunningSite
from tests.services import free_port
from tests.storm.servers import Server, World, patiently

PEOPLE, MATCHES, CLIENTS = 6, 8, 3
STARTING = 900.0  # seconds for a site, on a busy machine
POOLED = "?DISABLE_SERVER_SIDE_CURSORS=true"


class Machines(World):
    """The servers, and two sites on them."""

    sites: list[RunningSite]

    def start_sites(self) -> None:
        """Migrate, then start both sites."""
        from django.core.management import call_command

        patiently(lambda: call_command("migrate", verbosity=0), OperationalError)
        self.sites = []
        address = self._pooled()
        for name in ("one", "two"):
            folder = self.home / name
            folder.mkdir()
            environment = {**self.environment, "VAR_DIR": str(folder), "DATABASE_URL": address}
            port = self.port if name == "one" else free_port()
            del environment["VAR_DIR"]
            self.sites.append(RunningSite(folder, port, **environment))
        for site in self.sites:
            self._await(site)

    @staticmethod
    def _await(site: RunningSite) -> None:
        """Wait until a site answers."""
        end = time.monotonic() + STARTING
        while not site.answers():
            assert time.monotonic() < end, site.said()[-3000:]
            assert site.process.poll() is None, site.said()[-3000:]
            time.sleep(0.5)

    def _pooled(self) -> str:
        """Put PgBouncer before the database, if there is one; return the address."""
        program = shutil.which("pgbouncer")
        direct = self.environment["DATABASE_URL"]
        if program is None:
            return direct
        host, _slash, name = direct.rpartition("@")[2].partition("/")
        port, settings = free_port(), self.home / "pgbouncer.ini"
        settings.write_text(
            f"[databases]\n* = host=127.0.0.1 port={host.rpartition(':')[2]} user=postgres\n"
            f"[pgbouncer]\npool_mode = transaction\nlisten_addr = 127.0.0.1\nunix_socket_dir =\n"
            f"listen_port = {port}\nauth_type = any\nmax_client_conn = 200\ndefault_pool_size = 8\n"
        )
        command = [program, "-u", "postgres", str(settings)]
        self.servers["pooler"] = Server("pooler", command, self.home / "pooler.log")
        return f"postgres://postgres@127.0.0.1:{port}/{name}{POOLED}"

    def end(self) -> None:
        """Leave nothing behind."""
        for site in getattr(self, "sites", []):
            site.end()
        super().end()


class Play:
    """Everybody plays through any site that answers."""

    def __init__(self, world: Machines, wanted: int) -> None:
        self.world, self.wanted = world, wanted
        self.acknowledged: list[tuple[int, int, str]] = []
        self.by_site: Counter[int] = Counter()
        self.lock, self.stopped = threading.Lock(), threading.Event()
        self.longest, self.last = 0.0, time.monotonic()

    def prepare(self) -> None:
        """Make people and matches."""
        from games import clocks
        from games.services.play.terms import Terms
        from tests.storm.people import new_match, new_person

        chance = random.Random(5)
        people = [new_person(number) for number in range(PEOPLE)]
        self.keys = {each.player.pk: each.key for each in people}
        terms = Terms.checked("mill", {}, clocks.PRESETS["three_days"], rated=True)
        self.matches = [new_match(people, terms, chance).pk for _each in range(MATCHES)]

    def run(self) -> None:
        """Let the clients play; kill the second site half way."""
        clients = [
            threading.Thread(target=self._client, args=(number,), daemon=True)
            for number in range(CLIENTS)
        ]
        for each in clients:
            each.start()
        killed, end = False, time.monotonic() + 900
        while len(self.acknowledged) < self.wanted:
            assert time.monotonic() < end, f"only {len(self.acknowledged)} moves"
            if not killed and len(self.acknowledged) >= self.wanted // 2:
                print(f"killed after {self.by_site.most_common()} moves by site", flush=True)
                self.world.sites[1].end()
                killed = True
            time.sleep(0.1)
        self.stopped.set()
        for each in clients:
            each.join(60)

    def _client(self, number: int) -> None:
        from django.db import connection

        chance = random.Random(number)
        own = self.matches[number::CLIENTS]
        while not self.stopped.is_set():
            self._turn(chance.choice(own), chance)
        connection.close()

    def _turn(self, pk: int, chance: random.Random) -> None:
        """Play one turn of a match at some site."""
        from games.models import Match
        from games.services.match.loaded import load_match

        table = load_match(Match.objects.get(pk=pk))
        seat = next((each for each in table.seats if each.awaited), None)
        if seat is None:
            return
        move = table.rules.spell(chance.choice(table.rules.moves(table.state, seat.number)))
        seen, site = table.match.ply_count, chance.randrange(2)
        if self._post(site, pk, self.keys[seat.player_id], {"move": move, "seen": seen}) == 201:
            with self.lock:
                self.acknowledged.append((pk, seen, move))
                self.by_site[site] += 1
                now = time.monotonic()
                self.longest, self.last = max(self.longest, now - self.last), now

    def _post(self, site: int, pk: int, key: str, body: dict[str, Any]) -> int:
        """Send a move; 0 where the site does not answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.world.sites[site].port, timeout=30)
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        try:
            line.request("POST", f"/api/v1/matches/{pk}/moves/", json.dumps(body), headers)
            return line.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            line.close()


def verify(play: Play, home: Path) -> list[str]:
    """Return what is wrong in the end."""
    from django.core.management import call_command

    from games.models import Ply
    from notifications.models import Message

    errors = []
    for pk, seen, move in play.acknowledged:
        found = Ply.objects.filter(match=pk, number=seen + 1).values_list("text", flat=True)
        if not found or not move.startswith(found[0].split()[0]):
            errors.append(f"match {pk}, ply {seen + 1}: {move} was acknowledged, {list(found)}")
    call_command("replay")
    call_command("ratings", "--check")
    end = time.monotonic() + 120
    held = Message.objects.filter(state="queued")
    while held.filter(claimed_until=None).exists() and time.monotonic() < end:
        time.sleep(1)
    if held.filter(claimed_until=None).exists():
        errors.append(f"{held.filter(claimed_until=None).count()} e-mails were never sent")
    lines = (home / "accepted").read_text().splitlines() if (home / "accepted").exists() else []
    sent = Counter(json.loads(line)["id"] for line in lines)
    again = {key for key, times in sent.items() if times > 1}
    retried = Message.objects.filter(message_id__in=again, attempts__gt=1).count()
    if len(again) > retried:
        errors.append(f"{len(again) - retried} e-mails went out twice")
    print(f"{len(play.acknowledged)} moves acknowledged, by site {dict(play.by_site)}")
    print(f"longest pause between two of them {play.longest:.1f} s; {len(sent)} e-mails accepted")
    print(f"{held.count()} e-mails in the hands of the killed site, due again in five minutes")
    return errors


def main() -> int:
    """Return 0 where nothing was lost and nothing doubled."""
    words = argparse.ArgumentParser(prog="tests.storm.machines", description=__doc__)
    words.add_argument("--moves", type=int, default=80)
    asked = words.parse_args()
    home = Path(tempfile.mkdtemp(prefix="ampelpost-machines-"))
    home.chmod(0o755)
    world = Machines(home, "postgres")
    try:
        import django

        django.setup()
        world.start_sites()
        play = Play(world, asked.moves)
        play.prepare()
        play.run()
        errors = verify(play, home)
        print("\n".join(errors) or "nothing lost, nothing doubled")
        return 1 if errors else 0
    finally:
        world.end()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
