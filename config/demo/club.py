"""The demo club: its members and five weeks of play, through the services."""

from __future__ import annotations

import heapq
import random  # noqa: TID251 (the demonstration is an entry point: all chance comes from one seed)
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import NamedTuple

from accounts.models import Player
from accounts.services import profile, registration
from config.demo.events import DemoEvents
from config.emails import composing
from games import clocks
from games.families import strategies
from games.families.features import showcase
from games.models import Match
from games.rules import registry
from games.services.bots import recommended
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.match.loaded import load_match
from games.services.play import flags, matches
from games.services.play.play import play_turn
from games.services.play.terms import Terms
from notifications.services import subscriptions

# A public password, so its length does not matter; people may not choose one this short.
PASSWORD = "ampel-demo"  # noqa: S105 (printed for everybody to use)
WEEKS = 5
FINISHED_MATCHES = 15
DAY = timedelta(days=1)


class Person(NamedTuple):
    name: str
    language: str
    zone: str
    strategy: str
    about: str
    quiet: tuple[time, time] | None = None
    reads_emails: bool = False

    @property
    def address(self) -> str:
        """The address to log in with: ASCII, as browsers require it."""
        plain = unicodedata.normalize("NFKD", self.name.split()[0].lower())
        return plain.encode("ascii", "ignore").decode() + "@example.org"


QUIET_HOURS = (time(22), time(7))
PEOPLE = (
    Person("Anna Lindqvist", "en", "Europe/Stockholm", "two_ply",
           "Retired teacher, plays by post since 1974.", QUIET_HOURS, reads_emails=True),
    Person("Ben Okafor", "en", "Africa/Lagos", "greedy",
           "One move with the morning coffee.", None, reads_emails=True),
    Person("Carla Ferretti", "it", "Europe/Rome", "two_ply",
           "Due mosse al giorno, mai di domenica.", QUIET_HOURS),
    Person("Dieter Brandt", "de", "Europe/Berlin", "greedy",
           "Spielleiter im Ampelclub Hannover.", QUIET_HOURS),
    Person("Élodie Garnier", "fr", "Europe/Paris", "two_ply",
           "Je joue dans le train.", QUIET_HOURS),
    Person("Farid Haddad", "fr", "Africa/Tunis", "greedy", "Le jaune vaut cinq points !"),
    Person("Greta Huber", "de", "Europe/Vienna", "random",
           "Neun Jahre alt. Fast Weltmeisterin.", (time(20), time(7))),
    Person("Hiro Tanaka", "en", "Asia/Tokyo", "two_ply", "Likes the slider best.", QUIET_HOURS),
    Person("Ines Duarte", "en", "America/Sao_Paulo", "greedy", "Here for the tie-breaks."),
    Person("Jack Moreau", "fr", "America/Montreal", "random", "Débutant, soyez patients."),
    Person("Karin Weiss", "de", "Europe/Zurich", "two_ply", "Schiedsrichterin a. D.", QUIET_HOURS),
    Person("Luca Bianchi", "it", "Europe/Zurich", "greedy", "Semafori e caffè."),
)  # fmt: skip

CHAT_MESSAGES = {
    "en": ("Good luck!", "Nice one.", "I did not see that coming.", "Sorry for the wait."),
    "de": ("Viel Glück!", "Schöner Zug.", "Das habe ich nicht gesehen.", "Frohes Grübeln!"),
    "fr": ("Bonne chance !", "Joli coup.", "Je ne l’avais pas vu venir.", "À demain !"),
    "it": ("Buona fortuna!", "Bella mossa.", "Questa non l’avevo vista.", "A domani!"),
}


@dataclass
class ClubSimulation:
    """Plays five weeks of club life, one event after the other, ending at ``now``."""

    now: datetime
    rng: random.Random
    players: dict[int, Person] = field(default_factory=dict)
    events: list[tuple[datetime, int, int]] = field(default_factory=list)
    caught_up_at: datetime | None = None
    tournaments: DemoEvents | None = None

    @property
    def begin(self) -> datetime:
        return self.now - timedelta(weeks=WEEKS)

    def seed(self) -> str:
        """Return a new seed for the random draws of a match."""
        return self.rng.randbytes(32).hex()

    def run(self) -> None:
        """Enrol everybody, start the matches and play them until now."""
        people = [self._enrol(person) for person in PEOPLE]
        for bot in recommended.RECOMMENDED_BOTS:
            recommended.create_recommended_bot(bot, now=self.begin)
        for match, at in self._pairings(people):
            self._plan(match.pk, at)
        club = DemoEvents(people[3], self.seed)
        club.announce(people, self.begin, self.now)
        self.tournaments = club
        self._catch_up(self.begin + DAY)
        while self.events and self.events[0][0] <= self.now:
            at, _order, match_id = heapq.heappop(self.events)
            self._catch_up(at)
            if self._turn(match_id, at):
                self._plan(match_id, at)
        self._open_challenges(people)
        club.offer(people, self.now)
        self.caught_up_at = None  # send everything that is due before the site opens
        self._catch_up(self.now)

    def _enrol(self, person: Person) -> Player:
        """Create a member's login, player, schedule and e-mail settings."""
        player = registration.create_account(
            person.address,
            PASSWORD,
            name=person.name,
            language=person.language,
            time_zone=person.zone,
            now=self.begin - timedelta(days=self.rng.randrange(5, 400)),
        )
        profile.change_profile(
            player, name=person.name, about=person.about, language=person.language
        )
        if person.quiet:
            profile.change_schedule(
                player,
                time_zone=person.zone,
                quiet_from=person.quiet[0],
                quiet_to=person.quiet[1],
                rest_days=[6],
            )
        if not person.reads_emails:
            for kind in ("your_turn", "reminder", "match_started", "match_finished",
                         "chat_digest", "tie_offered", "take_back_asked", "pause_proposed",
                         "invitation"):  # fmt: skip
                subscriptions.set_preference(player, kind, wanted=False, now=self.begin)
        player.refresh_from_db()
        self.players[player.pk] = person
        return player

    def _pairings(self, people: list[Player]) -> Iterator[tuple[Match, datetime]]:
        """Start about two dozen matches, most of them in the first three weeks."""
        favourite, second_choice, *rest = showcase().club
        rulesets = [favourite] * 4 + [second_choice] * 2 + rest
        presets = ["three_days", "week_bank", "day", "three_days"]
        for number in range(26):
            first, second = self.rng.sample(people, 2)
            if number % 4 == 0:
                first, second = people[number // 4 % 2], self.rng.choice(people[2:])
            late = number >= FINISHED_MATCHES
            days = WEEKS * 7 - self.rng.randrange(1, 4) if late else number * 1.5
            begun = timedelta(days=days)
            at = self.begin + begun + timedelta(hours=self.rng.randrange(20))
            ruleset = self.rng.choice(rulesets)
            small = registry.get(ruleset).options["legs"].default == 1
            terms = Terms.checked(
                ruleset,
                {"legs": 2},
                clocks.PRESETS[self.rng.choice(presets)],
                rated=not small or number % 2 == 0,
            )
            challenge = challenges.issue_challenge(
                first, terms, challenges.Offer(opponent=second, greeting=""), now=at
            )
            match = challenges.accept_challenge(
                challenge.pk, second, seed=self.seed(), now=at + timedelta(hours=2)
            )
            yield match, at + timedelta(hours=2)

    def _plan(self, match_id: int, at: datetime) -> None:
        """Schedule the next turn of a match: after some hours, rarely days."""
        hours = self.rng.choice((1, 2, 3, 5, 8, 12, 20))
        if self.rng.random() < 0.006:
            hours = 400
        minutes = self.rng.randrange(60)
        entry = (at + timedelta(hours=hours, minutes=minutes), len(self.events), match_id)
        heapq.heappush(self.events, entry)

    def _catch_up(self, at: datetime) -> None:
        """Settle flags and send reminders and e-mails, every six hours."""
        if self.caught_up_at is not None and at - self.caught_up_at < timedelta(hours=6):
            return
        self.caught_up_at = at
        flags.settle_flags(now=at)
        flags.send_reminders(now=at)
        for match_id in self.tournaments.run(at) if self.tournaments else ():
            self._plan(match_id, at)
        composing.deliver_due(at)

    def _turn(self, match_id: int, at: datetime) -> bool:
        """Play one turn of a match; False once it is over."""
        loaded = load_match(Match.objects.get(pk=match_id))
        seat = next((each for each in loaded.seats if each.awaited), None)
        if seat is None:
            return False
        person = self.players[seat.player_id]
        strategy = "random" if self.rng.random() < 0.08 else person.strategy
        move = strategies.get(strategy).choose(loaded.rules, loaded.state, seat.number, self.rng)
        if self.rng.random() < 0.05:
            text = self.rng.choice(CHAT_MESSAGES[person.language])
            matches.send_chat_message(match_id, seat.player, text, now=at)
        try:
            played = play_turn(
                match_id,
                seat.number,
                loaded.rules.spell(move),
                seen=loaded.match.ply_count,
                now=at,
                source="page",
            )
        except Refused:
            return False
        return played.match.is_running

    def _open_challenges(self, people: list[Player]) -> None:
        """Leave open challenges in the lobby, and a direct one for the first member."""
        soon = self.now - timedelta(hours=3)
        favourite, second, *_others = showcase().club
        short = Terms.checked(favourite, {"legs": 2}, clocks.PRESETS["three_days"], rated=True)
        long = Terms.checked(second, {"legs": 4}, clocks.PRESETS["club"], rated=True)
        greeting = "Revanche?"
        offer = challenges.Offer(opponent=people[0], greeting=greeting)
        challenges.issue_challenge(people[3], short, offer, now=soon)
        challenges.issue_challenge(people[7], long, challenges.Offer(), now=soon)
        challenges.issue_challenge(people[4], short, challenges.Offer(), now=soon)
        challenges.issue_challenge(people[0], long, challenges.Offer(), now=soon)
