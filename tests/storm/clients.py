"""Clients that play by API, by pages and by the links of e-mails, and remember every answer."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.db import InterfaceError, OperationalError, connection

from games.bots.turns import choose_turn
from games.families import strategies
from games.models import Match, Seat
from games.services.emails.links import read_token
from games.services.match.loaded import load_match
from tests.storm.people import Person
from tests.storm.servers import patiently

TIMEOUT, TRIES = 8, 6
CSRF = "a" * 32
AGAIN = {429, 500, 502, 503}


@dataclass
class Sent:
    """One move that was sent, and what came back: acked, refused, or unknown (no answer)."""

    match: int
    seat: int
    text: str
    seen: int
    source: str
    outcome: str = "unknown"
    ruleset: str = ""


@dataclass(frozen=True)
class Request:
    """What goes over the line."""

    path: str
    body: str
    headers: dict[str, str]
    good: int


class Links:
    """The move links of all e-mails that have arrived, by match and ply."""

    def __init__(self, accepted: Path) -> None:
        self.accepted, self.read = accepted, 0
        self.found: dict[tuple[int, int], list[str]] = defaultdict(list)
        self.lock = threading.Lock()

    def at(self, match: int, ply: int) -> list[str]:
        """Return the addresses that play on this position."""
        with self.lock:
            if self.accepted.exists():
                with self.accepted.open() as lines:
                    lines.seek(self.read)
                    for line in lines.read().splitlines(keepends=True):
                        if line.endswith("\n"):
                            self.read += len(line.encode())
                            self._keep(json.loads(line)["links"])
            return list(self.found[match, ply])

    def _keep(self, paths: list[str]) -> None:
        for path in paths:
            link = read_token(path.split("/")[2])
            self.found[link.match_id, link.ply].append(path)


class Clients:
    """Some threads that play whatever awaits anybody, until told to stop."""

    def __init__(self, port: int, people: list[Person], links: Links, seed: int) -> None:
        self.port, self.links, self.seed = port, links, seed
        self.people = {each.player.pk: each for each in people}
        self.sent: list[Sent] = []
        self.statuses: Counter[str] = Counter()
        self.errors: list[str] = []
        self.in_events = 0.2  # share of the moves that go to tournaments, where they have any
        self.stopping = threading.Event()
        self.threads: list[threading.Thread] = []
        self.last_answer = time.monotonic()
        self.longest_silence = 0.0

    def start(self, number: int) -> None:
        for n in range(number):
            thread = threading.Thread(
                target=self._play, args=(random.Random(self.seed + n),), daemon=True
            )
            thread.start()
            self.threads.append(thread)

    def stop(self) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join(120)
            assert not thread.is_alive(), "a client hangs"

    @property
    def acked(self) -> int:
        return sum(each.outcome == "acked" for each in self.sent)

    def _play(self, chance: random.Random) -> None:
        while not self.stopping.is_set():
            try:
                sent = self._choose(chance)
                if sent is None:
                    time.sleep(0.1)
                else:
                    self.sent.append(sent)
                    self._send(sent, chance)
            except (OperationalError, InterfaceError):
                connection.close()
                time.sleep(0.2)
            except Exception as error:
                self.errors.append(f"a client fell over: {error!r}")
                self.stopping.set()
                raise
        connection.close()

    def _choose(self, chance: random.Random) -> Sent | None:
        """Choose a legal move of somebody who is awaited; matches of tournaments come first."""
        awaited = Seat.objects.filter(
            awaited_since__isnull=False,
            match__status=Match.Status.RUNNING,
            player__in=list(self.people),
        )
        rows = list(awaited.values_list("match_id", "number", "match__event"))
        in_events = [row for row in rows if row[2]]
        rows = in_events if in_events and chance.random() < self.in_events else rows
        if not rows:
            return None
        match_id, number, _event = chance.choice(rows)
        table = load_match(Match.objects.get(pk=match_id))
        if not table.match.is_running or not table.seats[number].awaited:
            return None
        view = table.rules.seen_by(table.state, number)
        move = choose_turn(strategies.get("random"), table.rules, view, number, chance)
        text, seen = table.rules.spell(move), table.match.ply_count
        source = chance.choices(("api", "page", "link"), (50, 30, 20))[0]
        return Sent(match_id, number, text, seen, source, ruleset=table.match.ruleset)

    def _send(self, sent: Sent, chance: random.Random) -> None:
        """Send it until there is an answer; the same request every time."""
        request = self._request(sent, chance)
        lost = False
        for _try in range(TRIES):
            status = self._ask(request)
            self.statuses[f"{sent.source} {status or 'no answer'}"] += 1
            if status == request.good:
                sent.outcome = "acked"
                return
            if status == 500:
                self.errors.append(f"500 for {sent}")
            if status and status not in AGAIN:
                sent.outcome = "unknown" if lost else "refused"
                return
            lost = lost or status != 429  # it may have been done
            if self.stopping.wait(0.3):
                return

    def _request(self, sent: Sent, chance: random.Random) -> Request:
        paths = self.links.at(sent.match, sent.seen) if sent.source == "link" else []
        person = self._person(sent)
        if paths:
            path = chance.choice(paths)
            link = read_token(path.split("/")[2])
            sent.seat, sent.text = link.holder.seat, link.move
            return Request(path, urlencode({"csrfmiddlewaretoken": CSRF}), _form(None), 200)
        if sent.source == "api":
            body = json.dumps({"move": sent.text, "seen": sent.seen})
            headers = {
                "Authorization": f"Bearer {person.key}",
                "Content-Type": "application/json",
            }
            return Request(f"/api/v1/matches/{sent.match}/moves/", body, headers, 201)
        sent.source = "page"
        form = {"csrfmiddlewaretoken": CSRF, "move": sent.text, "seen": sent.seen}
        path = f"/matches/{sent.match}/move/"
        return Request(path, urlencode(form), _form(person.session), 303)

    def _person(self, sent: Sent) -> Person:
        ask = Seat.objects.filter(match=sent.match, number=sent.seat).values_list
        pk = patiently(lambda: ask("player", flat=True).get(), OperationalError, InterfaceError)
        return self.people[pk]

    def _ask(self, request: Request) -> int:
        """Return the status, 0 where none came."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        try:
            line.request("POST", request.path, request.body, request.headers)
            answer = line.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            line.close()
        now = time.monotonic()
        self.longest_silence = max(self.longest_silence, now - self.last_answer)
        self.last_answer = now
        return answer.status


def _form(session: str | None) -> dict[str, Any]:
    cookies = f"csrftoken={CSRF}" + (f"; sessionid={session}" if session else "")
    return {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
