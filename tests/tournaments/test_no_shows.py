"""People who do not turn up: what follows for tables, pairings and files, through the services."""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from games.models import Match
from games.services.play import flags, matches
from games.services.play.play import play_turn
from games.services.time import outages
from tests.tournaments import oracle
from tests.tournaments.conftest import play_all
from tournaments.formats.pods import Pods
from tournaments.models import Entrant, Fixture, Round, Tournament
from tournaments.services import wording
from tournaments.services.entries import leaving, teams
from tournaments.services.rounds import ladders, results
from tournaments.services.seasons import running
from tournaments.services.tables.events import event_of
from tournaments.standings.table import standings

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
CELL = re.compile(r"  (....) ([wb-]) (.)")


def cells(report: str) -> dict[int, list[tuple[str, str]]]:
    """Return opponents and letters of every player in a report file."""
    lines = [line for line in report.split("\r\n") if line.startswith("001")]
    return {
        int(line[4:8]): [(each[1].strip(), each[3]) for each in CELL.finditer(line[89:])]
        for line in lines
    }


def points_of(event: Any) -> dict[int, Fraction]:
    return {row.entrant: row.points for row in standings(event)}


@pytest.mark.long
def test_no_shows_in_every_round_leave_pairing_file_and_buchholz_as_fide_has_them(
    hold, people, run, noon, client_for
):
    players = people(8)
    tournament = hold(players, format="swiss", rounds=5)
    silent = {1: {players[7].pk}, 2: {players[0].pk, players[5].pk}, 4: {players[2].pk}}

    def talks(match: Match) -> bool:
        awaited = match.seats.filter(awaited_since__isnull=False).values_list("player", flat=True)
        return not silent.get(match.fixture.round.number, set()) & set(awaited)

    run(tournament, noon, only=talks)
    forfeits = Fixture.objects.filter(kind="forfeit")
    assert forfeits.count() >= 3
    for fixture in forfeits:
        places = fixture.seats.values_list("place", flat=True)
        assert sorted(places, key=str) == [1, None]
    rounds = Round.objects.order_by("number")
    assert [(made.engine.split()[0], made.note) for made in rounds] == [("gacrux", "")] * 5

    answer = client_for(None).get(f"/tournaments/{tournament.pk}/tournament.trf")
    assert answer.status_code == 200
    report = answer.content.decode()
    letters = [letter for row in cells(report).values() for _opponent, letter in row]
    assert letters.count("+") == letters.count("-") == forfeits.count()
    division = tournament.divisions.get()
    event = event_of(tournament, division)
    criteria = ["buchholz_cut1", "buchholz", "sonneborn_berger"]
    theirs = oracle.computed_from(report, 5, *(oracle.NAMES[each] for each in criteria))
    for row in standings(event, criteria):
        number = event.entrants.index(row.entrant) + 1
        assert list(row.values) == [Fraction(str(v)) for v in theirs[number]["tiebreakScore"]]
    page = client_for(players[0]).get(tournament.get_absolute_url())
    assert "+ : −" in page.content.decode() or "− : +" in page.content.decode()
    told = client_for(None).get(f"/api/v1/tournaments/{tournament.pk}/rounds/").json()["rounds"]
    seats = [seat for made in told for each in made["fixtures"] for seat in each["seats"]]
    assert sum(seat["place"] is None for seat in seats) == forfeits.count()


class Season:
    """A season whose results are written in advance, by the names of the players."""

    def __init__(self, tournament: Tournament, now: datetime) -> None:
        self.tournament, self.now, self.chance = tournament, now, random.Random(1)

    def step(self, days: int = 0) -> None:
        """Let time pass and the workers look."""
        self.now += days * DAY
        flags.settle_flags(now=self.now)
        for _again in range(3):
            Tournament.objects.filter(status="running").update(due_at=self.now)
            running.advance_all(now=self.now, make_seed=lambda: "cd" * 32)
        self.tournament.refresh_from_db()

    def round(self, winners: set[str], absent: set[str]) -> None:
        """Let the winners win at the board, and the absent ones never move."""
        self.step()
        begun = list(Match.objects.running())
        for match in begun:
            people = {seat.player.name: seat.player for seat in match.seats.all()}
            if set(people) & absent:
                continue
            play_all(self.now, self.chance, only=lambda each, only=match: each == only)
            loser = next(name for name in people if name not in winners)
            matches.resign_match(match.pk, people[loser], now=self.now)
        for _turn in range(2):
            play_all(self.now, self.chance, only=lambda each: not awaited(each) & absent)
        while Match.objects.running().filter(pk__in=[each.pk for each in begun]).exists():
            self.step(4)


def awaited(match: Match) -> set[str]:
    """Return the names of those who are to move."""
    seats = match.seats.filter(awaited_since__isnull=False)
    return set(seats.values_list("player__name", flat=True))


@pytest.mark.long
def test_buchholz_cut_1_after_a_no_show_is_what_a_sheet_of_paper_says(hold, people, noon):
    one, two, three, four = (f"Player0{number}" for number in (1, 2, 3, 4))
    tournament = hold(people(4), format="swiss", rounds=3, tie_breaks=["buchholz_cut1", "buchholz"])
    season = Season(tournament, noon + DAY)
    season.round({one, two}, absent={three})  # 1 + – 3, 2 – 4 1 : 0
    season.round({one, three}, absent=set())  # 1 – 2, 3 – 4 1 : 0
    season.round({one, three}, absent=set())  # 1 – 4, 3 – 2 1 : 0
    season.step()
    assert tournament.status == "finished"
    names = dict(Entrant.objects.values_list("pk", "player__name"))
    rows = standings(event_of(tournament, tournament.divisions.get()), tournament.tie_breaks)
    shown: list[Any] = [(names[row.entrant], row.points, *row.values) for row in rows]
    assert shown == [
        (one, 3, 3, 3),  # dummy 2, capped by the score of 3; then 1 and 0, which is cut
        (three, 2, 1, 3),  # the round that 3 has missed (a dummy of 2) is cut first; then 0 and 1
        (two, 1, 5, 5),  # 0, which is cut, 3 and 2
        (four, 0, 5, 6),  # 1, which is cut, 2 and 3
    ]


@pytest.mark.long
def test_two_who_withdraw_before_they_meet_both_lose_without_a_half(hold, people, noon):
    players = people(4)
    tournament = hold(players)
    season = Season(tournament, noon + DAY)
    season.step()
    meeting = Fixture.objects.filter(round__number=3).order_by("board").first()
    gone = [seat.entrant.player for seat in meeting.seats.all()]
    season.round({player.name for player in gone}, absent=set())
    for player in gone:
        leaving.withdraw_and_resign(tournament.pk, player, now=season.now)
    season.step(60)
    while Match.objects.running().exists():
        season.round({players[0].name}, absent=set())
    season.step(60)
    assert tournament.status == "finished"
    meeting.refresh_from_db()
    assert meeting.kind == "forfeit"
    assert set(meeting.seats.values_list("place", flat=True)) == {None}
    made = points_of(event_of(tournament, tournament.divisions.get()))
    entrants = dict(Entrant.objects.values_list("player", "pk"))
    assert [made[entrants[player.pk]] for player in gone] == [0, 0]


def miss(now: datetime) -> None:
    """Let seat 1 of every running match give it up before anybody has moved."""
    for match in Match.objects.running():
        matches.resign_match(match.pk, match.seats.get(number=1).player, now=now)


def pages_work(tournament: Tournament, client: Any) -> str:
    """Return the page of a tournament; its files and what programs read work, too."""
    for name in ("tournament.json", "table.csv", "calendar.ics"):
        assert client.get(f"/tournaments/{tournament.pk}/{name}").status_code == 200
    for name in ("", "tables/", "rounds/"):
        assert client.get(f"/api/v1/tournaments/{tournament.pk}/{name}").status_code == 200
    answer = client.get(tournament.get_absolute_url())
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.long
def test_whoever_turns_up_goes_on_in_a_knock_out(hold, people, noon, client_for):
    tournament = hold(people(4), format="knockout", ruleset="traffic_lights.4x3", options={})
    season = Season(tournament, noon + DAY)
    season.step()
    there = set(Match.objects.filter(seats__number=0).values_list("seats__player", flat=True))
    miss(season.now)
    season.step()
    final = Fixture.objects.get(round__number=2)
    assert set(final.seats.values_list("entrant__player", flat=True)) == there
    miss(season.now)
    season.step()
    assert tournament.status == "finished"
    places = list(Entrant.objects.order_by("final_place").values_list("final_place", flat=True))
    assert places == [1, 2, 3, 3]
    assert "Bracket" in pages_work(tournament, client_for(None))


@pytest.mark.long
def test_whoever_misses_a_match_of_a_ladder_falls_off_it(hold, people, noon, client_for):
    players = people(4)
    tournament = hold(players, format="ladder")
    season = Season(tournament, noon + DAY)
    season.step()
    target = Entrant.objects.get(player=players[0])
    ladders.challenge(tournament.pk, players[2], target.pk, seed="ab" * 32, now=season.now)
    season.step(10)
    (fixture,) = Fixture.objects.all()
    assert sorted(fixture.seats.values_list("place", flat=True), key=str) == [1, None]
    gone = fixture.seats.get(place=None).entrant
    assert (gone.status, gone.number) == ("withdrawn", None)
    pages_work(tournament, client_for(None))


def test_at_a_table_of_three_whoever_is_left_alone_wins_and_the_others_have_nothing(
    hold, people, noon, client_for
):
    players = people(3)
    fields = {"format": "pods", "seats": 3, "least": 3, "rated": False, "rounds": 1}
    tournament = hold(players, ruleset="mensch", options={}, **fields)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pods, "steps", ())
        running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    for player in players[:2]:
        leaving.withdraw_and_resign(tournament.pk, player, now=noon + DAY)
    season = Season(tournament, noon + DAY)
    season.step()
    (fixture,) = Fixture.objects.all()
    places = dict(fixture.seats.values_list("entrant__player", "place"))
    assert places == {players[0].pk: None, players[1].pk: None, players[2].pk: 1}
    made = points_of(event_of(tournament, tournament.divisions.get()))
    assert sorted(made.values()) == [0, 0, 2]
    page = pages_work(tournament, client_for(None))
    assert sorted(wording.score_of(fixture).split(" – ")) == ["1.", "−", "−"]
    assert wording.score_of(fixture) in page


@pytest.mark.long
def test_a_board_that_nobody_sits_down_at_brings_neither_team_anything(
    hold, people, noon, client_for
):
    players = people(4)
    fields = {"format": "team_match", "boards": 2, "least": 2, "most": 2}
    tournament = hold([], **fields)
    for number, crew in enumerate((players[:2], players[2:])):
        key = f"{number}{'k' * 20}"
        teams.found_team(tournament.pk, crew[0], f"Crew {number}", key=key, now=noon)
        teams.join_team(key, crew[1], now=noon)
    season = Season(tournament, noon + DAY)
    season.step()
    season.step(2)
    running_now = Match.objects.running()
    assert running_now.count() == 2
    loser = running_now.first().seats.get(number=1).player
    matches.resign_match(running_now.first().pk, loser, now=season.now)
    results.forfeit_fixture(
        Fixture.objects.unsettled().get(),
        set(Fixture.objects.unsettled().get().seats.values_list("entrant", flat=True)),
        season.now,
    )
    season.step()
    event = event_of(tournament, tournament.divisions.get())
    assert sorted(sum(points) for points in event.results[0].boards) == [0, 1]
    assert sorted(points_of(event).values()) == [0, 2]
    pages_work(tournament, client_for(None))


@pytest.fixture
def late(hold, people, noon):
    """Return a round robin of three, one running match of it, and when its first flag fell."""
    tournament = hold(people(3))
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    match = Match.objects.running().order_by("pk").first()
    assert match is not None
    for number, text in enumerate(("b2", "a1")):
        play_turn(match.pk, number, text, seen=number, now=noon + DAY, source="page")
    seat = match.seats.get(number=0)
    assert seat.deadline_at is not None
    return tournament, match, seat.player, seat.deadline_at


def test_whoever_leaves_the_event_after_their_flag_has_lost_on_time(late):
    tournament, match, player, due = late
    leaving.withdraw_and_resign(tournament.pk, player, now=due + timedelta(seconds=30))
    match.refresh_from_db()
    assert match.ending == "timeout"


@pytest.mark.long
def test_where_a_flag_may_have_fallen_in_an_outage_leaving_waits_for_the_flag(late):
    tournament, match, player, due = late
    outages.record_heartbeat(now=due - timedelta(seconds=10))
    entrant = leaving.withdraw_and_resign(tournament.pk, player, now=due + timedelta(seconds=30))
    assert entrant.status == Entrant.Status.WITHDRAWN
    assert Match.objects.get(pk=match.pk).is_running
    at = due + timedelta(seconds=40)
    step = leaving.resign_next_withdrawn
    assert step(tournament, at, lambda: "cd" * 32) is False
    outages.record_heartbeat(now=at)
    assert step(tournament, at, lambda: "cd" * 32) is True
    assert Match.objects.get(pk=match.pk).ending == "timeout"
