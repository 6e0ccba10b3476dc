"""The demo club's events: a finished cup, a running league, two open for entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from accounts.models import Player
from accounts.roles import HEAD_REFEREE
from accounts.services import roles
from games import clocks
from games.families.features import showcase
from games.models import Match, Seat
from games.services.play.terms import Terms
from tournaments.models import Tournament
from tournaments.referees.services import cases
from tournaments.services.clubs import founding, members, news
from tournaments.services.entries import persons, teams
from tournaments.services.plans import Plan
from tournaments.services.seasons import announcing, running

DAY = timedelta(days=1)
FOUR, SIMPLE = showcase().at_once


class DemoEvents:
    """Announces the club's tournaments and runs them as the scheduler's task does."""

    def __init__(self, organiser: Player, seed: Callable[[], str]) -> None:
        self.organiser, self.seed = organiser, seed
        self.known: set[int] = set()
        self.club: int | None = None

    def announce(self, people: Sequence[Player], begin: datetime, now: datetime) -> None:
        """Found the club; announce a cup and a league, which members enter."""
        self._create_club(people, begin)
        cup = self._open(
            begin,
            name="Autumn cup",
            format="round_robin",
            terms=Terms.checked(SIMPLE, {"legs": 2}, clocks.PRESETS["three_days"], rated=True),
            text="Everybody meets everybody, home and away in one match.",
            starts_at=begin + DAY,
            at_once=True,
            round_days=14,
        )
        league = self._open(
            now - 6 * DAY,
            name="Club league",
            format="round_robin",
            terms=Terms.checked(FOUR, {"legs": 2}, clocks.PRESETS["three_days"], rated=True),
            text="Two divisions; the best moves up, the last goes down. A season a month.",
            starts_at=now - 5 * DAY,
            at_once=True,
            division_size=3,
            promoted=1,
            least=4,
            repeats=True,
        )
        for player in people[:4]:
            persons.enter(cup.pk, player, now=begin)
        for player in people[:6]:
            persons.enter(league.pk, player, now=now - 6 * DAY)

    def offer(self, people: Sequence[Player], now: datetime) -> None:
        """Open a cup and a team match for entries, and a case for the club's referee."""
        mini = self._open(
            now - DAY,
            name="Mini cup",
            format="knockout",
            terms=Terms.checked(FOUR, {"legs": 2}, clocks.PRESETS["day"], rated=True),
            text="Starts as soon as eight have entered.",
            starts_when_full=True,
            most=8,
            least=4,
            round_days=10,
        )
        for player in people[2:8]:
            persons.enter(mini.pk, player, now=now - DAY)
        self._gather(people, now)
        roles.assign_role(people[10], HEAD_REFEREE)
        idle = Seat.objects.filter(match__in=Match.objects.running(), awaited_since=None)
        mine = idle.filter(player__in=people).exclude(match__seats__player=people[10])
        seat = mine.order_by("match", "number").first()
        if seat is not None:
            text = "The other side plays anything at all, and only when its time is nearly up."
            cases.open_case(
                seat.player, kind="little_effort", text=text, match_id=seat.match_id, now=now
            )

    def _gather(self, people: Sequence[Player], now: datetime) -> None:
        """Open a team match with one complete team and one that needs a player."""
        duel = self._open(
            now - DAY,
            name="Town against country",
            format="team_match",
            terms=Terms.checked(FOUR, {"legs": 2}, clocks.PRESETS["three_days"], rated=True),
            text="Three boards in the order of ratings, home and away.",
            boards=3,
            alternates=2,
            twice=True,
            starts_at=now + 7 * DAY,
            round_days=30,
        )
        for name, crew in (("Town", people[:3]), ("Country", people[3:5])):
            key = self.seed()[:40]
            teams.found_team(duel.pk, crew[0], name, key=key, now=now - DAY)
            for player in crew[1:]:
                teams.join_team(key, player, now=now - DAY)

    def run(self, at: datetime) -> list[int]:
        """Take every due step; return the matches that have started."""
        running.advance_all(now=at, make_seed=self.seed)
        started = set(Match.objects.filter(fixture__isnull=False).values_list("pk", flat=True))
        fresh = sorted(started - self.known)
        self.known |= started
        return fresh

    def _create_club(self, people: Sequence[Player], at: datetime) -> None:
        """Found the club and add all members."""
        text = "We play by e-mail, and over a coffee on the first Friday of the month."
        charter = founding.ClubSettings("Ampelclub Hannover", text, open_to_all=True)
        club = founding.found_club(self.organiser, charter, secret="", now=at)
        for player in people:
            if player.pk != self.organiser.pk:
                members.join(club.key, player, now=at)
        said = "Welcome! The autumn cup begins tomorrow, and everybody meets everybody."
        news.announce(club.key, self.organiser, "Autumn cup", said, now=at)
        self.club = club.pk

    def _open(self, at: datetime, **fields: object) -> Tournament:
        plan = Plan.checked(now=at, club_id=self.club, **fields)
        made = announcing.draft_tournament(self.organiser, plan, seed=self.seed(), now=at)
        announcing.announce_tournament(made.pk, self.organiser, now=at)
        return made
