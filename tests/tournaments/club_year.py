"""A club that lives by its pages: who does what there, and a clock that the tests move.

Everything about clubs, events and cases goes through pages (``by_pages``). Services are called only
to play matches, and by what the scheduler would run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games.models import Match, Seat
from games.rules import registry
from games.services.errors import Refused
from games.services.play import flags, matches
from games.services.play.play import play_turn
from tests.tournaments.by_pages import Reader
from tournaments.models import Tournament
from tournaments.referees.services import claims
from tournaments.services.seasons import running

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FORMATS = {
    "round_robin": "Round robin or league",
    "swiss": "Swiss system",
    "knockout": "Knock-out",
    "pods": "Multiplayer tables (3–4)",
    "team_swiss": "Team Swiss",
}


@dataclass
class Club:
    """The club: who is in it, and the time; ``absent`` never touch their matches."""

    client_for: Callable[..., Any]
    clock: Any
    now: datetime
    chance: random.Random = field(default_factory=lambda: random.Random(15))
    absent: set[tuple[int, int]] = field(default_factory=set)  # a tournament, a player
    held: set[int] = field(default_factory=set)  # matches that nobody touches

    def at(self, who: Any, address: str = "/tournaments/") -> Reader:
        """Let somebody look at a page."""
        return Reader(self.client_for(who), address)

    def found(self, owner: Any, members: Iterable[Any]) -> str:
        """Let somebody found a club that others join; return its address."""
        page = self.at(owner, "/clubs/").follow("Found a club")
        page.send("Found the club", name="Chess and Chips", text="Wednesdays.", open_to_all=True)
        for each in members:
            self.at(each, "/clubs/").follow("Chess and Chips").send("Join the club")
        return page.follow("Club").address

    def announce(self, owner: Any, club: str, kind: str, game: str, **fields: Any) -> int:
        """Let somebody organise an event of the club; return its number."""
        page = self.at(owner, club).follow("Organise an event").follow(FORMATS[kind])
        page.follow(game).send("Save draft", **fields)
        page.send("Announce tournament")
        return int(page.address.split("/")[2])

    def enter(self, pk: int, who: Iterable[Any]) -> None:
        """Let people enter an event."""
        for each in who:
            self.event(each, pk).send("Enter tournament").sees("You have entered.")

    def team_up(self, pk: int, name: str, crew: list[Any]) -> None:
        """Let the first of a crew create a team in an event, and the others join it."""
        captain, *others = crew
        page = self.event(captain, pk).send("Create team", name=name)
        for each in others:
            page.send("Invite", player=each.name)
            self.event(each, pk).send("Join")

    def event(self, who: Any, pk: int) -> Reader:
        """Let somebody look for an event in the list."""
        page = self.at(who)
        name = next(said for said, href in page.page.links if href == f"/tournaments/{pk}/")
        return page.follow(name)

    def pass_time(self, *, until: Callable[[], bool], days: int = 400) -> None:
        """Let time pass, workers work, and people play."""
        end = self.now + timedelta(days=days)
        while not until():
            assert self.now < end, "it takes too long"
            flags.settle_flags(now=self.now)
            running.advance_all(now=self.now, make_seed=lambda: self.chance.randbytes(32).hex())
            claims.process_due_claims(now=self.now)
            if until():
                return
            self.move(6 * HOUR if self.play() else DAY)

    def move(self, span: timedelta) -> None:
        """Move the clock."""
        self.now += span
        self.clock.move_to(self.now)

    def play(self) -> int:
        """Let people play on or give up in running matches; return in how many of them."""
        waiting = Seat.objects.filter(match__status="running", awaited_since__isnull=False)
        rows = waiting.select_related("match__fixture__round__division", "player")
        done = 0
        for seat in rows.order_by("match_id", "number"):
            match = seat.match
            event = match.fixture.round.division.tournament_id
            if match.pk not in self.held and (event, seat.player_id) not in self.absent:
                done += self._act(match, seat)
        return done

    def _act(self, match: Match, seat: Seat) -> int:
        """Play a move, or resign for somebody who is there."""
        opponents = {each.player_id for each in match.seats.all()} - {seat.player_id}
        event = match.fixture.round.division.tournament_id
        alone = any((event, each) in self.absent for each in opponents)
        try:
            if alone or (match.ply_count < 6 and self.chance.random() < 0.4):
                self._move(match, seat)
            else:
                matches.resign_match(match.pk, seat.player, now=self.now)
        except Refused:  # the match has ended in between
            return 0
        return 1

    def _move(self, match: Match, seat: Seat) -> None:
        rules = registry.get(match.ruleset)
        moves = sorted(map(rules.spell, rules.moves(rules.load(match.state), seat.number)))
        text = self.chance.choice(moves)
        play_turn(match.pk, seat.number, text, seen=match.ply_count, now=self.now, source="page")


def is_over(*events: int) -> Callable[[], bool]:
    """Return the question whether these events are over."""
    own = Tournament.objects.filter(pk__in=events, finished_at=None)
    return lambda: not own.all().exists()


def has_begun(pk: int) -> Callable[[], bool]:
    """Return the question whether matches of an event are running."""
    own = Match.objects.running().filter(fixture__round__division__tournament=pk)
    return lambda: own.all().exists()


def day(at: datetime) -> str:
    """Write an instant as a field of a page takes it, for somebody in Berlin in winter."""
    return (at + HOUR).strftime("%Y-%m-%dT%H:%M")
