"""A Swiss with all that goes wrong in a club: FIDE's engine pairs every round, and counts alike."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from games.models import Match
from games.services.errors import Refused
from games.services.play import flags
from games.services.play.matches import resign_match
from tests.referees.test_event_acts import request
from tests.tournaments import oracle
from tests.tournaments.conftest import needless_fallbacks, play_all
from tournaments.models import Division, Entrant, Fixture, Round, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entries import leaving, persons
from tournaments.services.seasons import running
from tournaments.services.tables.events import event_of
from tournaments.standings.base import COUNTS, Kind
from tournaments.standings.table import standings

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
CRITERIA = ["buchholz_cut1", "buchholz", "median_buchholz", "sonneborn_berger", "progressive"]


class Club:
    """Chance decides who turns up, who plays late, who leaves, and what the referee changes."""

    def __init__(self, tournament: Any, players: list[Any], referee: Any, seed: int) -> None:
        self.tournament, self.players, self.referee = tournament, players, referee
        self.chance, self.seen = Random(seed), Counter[str]()

    def advance(self, now) -> None:
        """Let flags fall, then the workers look."""
        flags.settle_flags(now=now)
        for _again in range(2):
            Tournament.objects.filter(status="running").update(due_at=now)
            running.advance_all(now=now, make_seed=lambda: "cd" * 32)

    def span(self, now) -> None:
        """Let what runs go its way, then say who cannot play the next round."""
        self.advance(now)
        if self.chance.random() < 0.5:
            self.seen["changed"] += self.change_pairing(now)
        self.advance(now)
        for match in Match.objects.running().order_by("pk"):
            self.settle(match, now)
        following = (Round.objects.order_by("-number").values_list("number", flat=True)[0]) + 1
        for player in self.players:
            if self.chance.random() < 0.08 and following <= self.tournament.rounds:
                self.try_to(persons.announce_absence, player, following, now=now)
        if self.chance.random() < 0.3 and self.seen["left"] < 2:
            self.seen["left"] += self.try_to(
                leaving.withdraw_and_resign, self.chance.choice(self.players), now=now
            )

    def try_to(self, act: Any, *given: Any, now: Any) -> bool:
        """Do what whoever has left cannot do."""
        try:
            act(self.tournament.pk, *given, now=now)
        except Refused:
            return False
        return True

    def settle(self, match: Match, now) -> None:
        """Let a match be played, missed, annulled, or go on."""
        fate = self.chance.choices(("played", "missed", "late", "annulled"), (12, 4, 4, 1))[0]
        self.seen[fate] += 1
        loser = match.seats.get(number=self.chance.randrange(2)).player
        if fate == "annulled":
            order = RulingRequest("annul", match_id=match.pk, paragraph="R-4", reason="So it is.")
            rulings.preview_and_sign(order, self.referee, now=now)
        elif fate == "played":
            play_all(now, self.chance, only=match.__eq__)
        if fate in ("played", "missed"):
            resign_match(match.pk, loser, now=now)

    def change_pairing(self, now) -> bool:
        """Let the referee swap the opponents of two matches that have begun."""
        latest = Round.objects.order_by("-number").first()
        fixtures = list(Fixture.objects.unsettled().filter(round=latest, match__isnull=False)[:2])
        if len(fixtures) < 2:
            return False
        one, two = (fixture.seats.get(seat=1).pk for fixture in fixtures)
        rulings.preview_and_sign(
            request(self.tournament, "change_pairing", place=one, other=two), self.referee, now=now
        )
        return True


@pytest.mark.long
@pytest.mark.parametrize("seed", range(16))
def test_whatever_happens_in_a_club_fide_s_engine_pairs_and_counts_like_us(
    hold, people, person, noon, referee, client_for, seed
):
    players = people(10)
    tournament = hold(players, format="swiss", rounds=5, round_days=2, late_entry=True)
    club, now = Club(tournament, players, referee, seed), noon + DAY
    club.advance(now)
    for number in range(1, 6):
        club.span(now)
        if number == 2:
            persons.enter(tournament.pk, person("Latecomer"), now=now)
        now += 2 * DAY
        club.advance(now)
    assert club.seen["missed"] + club.seen["late"] >= 2
    rounds = Round.objects.order_by("number")
    left = [(made.number, made.note) for made in rounds if not made.engine.startswith("gacrux")]
    assert [each for each in left if each[1] not in ("no_legal_pairing", "too_few")] == []
    assert needless_fallbacks() == []
    no_second_meeting(tournament)
    if not Match.objects.running().exists():  # a running game adds nothing, which no file can say
        same_as_the_engine(tournament, client_for(None))
    for match in Match.objects.running():
        resign_match(match.pk, match.seats.get(number=0).player, now=now)
    club.advance(now)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    same_as_the_engine(tournament, client_for(None))


def no_second_meeting(tournament: Tournament) -> None:
    """See that nobody was paired, but by a referee, against somebody they had met before."""
    ordered = [ruling.effects["made"] for ruling in Ruling.objects.filter(act="change_pairing")]
    by_hand = {pk for made in ordered for pk in made}
    met: set[frozenset[int]] = set()
    for fixture in Fixture.objects.order_by("round__number", "board"):
        pair = frozenset(fixture.seats.values_list("entrant", flat=True))
        if len(pair) < 2 or fixture.kind == Fixture.Kind.ANNULLED:
            continue
        assert fixture.pk in by_hand or pair not in met
        met |= {pair} if COUNTS[Kind(fixture.kind)].met else set()


def same_as_the_engine(tournament: Tournament, client: Any) -> None:
    """Compare points and tie-breaks with what the engine makes of the report file."""
    answer = client.get(f"/tournaments/{tournament.pk}/tournament.trf")
    assert answer.status_code == 200
    division = Division.objects.get()
    event = event_of(tournament, division)
    names = ["PTS", *(oracle.NAMES[each] for each in CRITERIA)]
    theirs = oracle.computed_from(answer.content.decode(), event.rounds, *names)
    for row in standings(event, CRITERIA):
        number = event.entrants.index(row.entrant) + 1
        found = [Fraction(str(value)) for value in theirs[number]["tiebreakScore"]]
        assert [row.points, *row.values] == found, Entrant.objects.get(pk=row.entrant)
