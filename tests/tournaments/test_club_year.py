"""A year of a club through its pages alone: disturbed, mended there, run to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import time_machine

from games.models import Match
from tests.rehearsal.proofs import faults_of
from tests.tournaments.club_year import DAY, Club, day, has_begun, is_over
from tests.tournaments.team_reports import agrees
from tournaments.models import Division, Entrant, Fixture, TeamMeeting, Tournament

pytestmark = pytest.mark.django_db
GAME = "Traffic Lights: simple game"


class Size(NamedTuple):
    """How many play in each event, how many seasons of the league, and how many teams there are."""

    league: int
    division: int
    seasons: int
    swiss: int
    knockout: int
    pods: int
    teams: int
    boards: int


QUICK, WHOLE = Size(6, 3, 1, 5, 4, 3, 3, 2), Size(24, 8, 2, 15, 12, 9, 6, 3)


@pytest.fixture
def club(client_for: Any, noon: Any) -> Iterator[Club]:
    with time_machine.travel(noon, tick=False) as clock:
        yield Club(client_for, clock, noon)


@pytest.mark.long
@pytest.mark.parametrize(
    "size",
    [QUICK, pytest.param(WHOLE, marks=pytest.mark.timeout(1800))],
    ids=["quick", "whole"],
)
def test_a_year_of_a_club(size, club, person, organiser, office, noon):
    members = [person(f"Member{number:02}") for number in range(1, size.league + 1)]
    twin, late = person("Member03b"), person("Latecomer")
    first, second = office(person("Rita")), office(person("Ravi"))
    home = club.found(organiser, [*members, twin, late])
    shared: dict[str, Any] = {"legs": "2", "rated": True, "control": "three_days"}

    league = club.announce(
        organiser, home, "round_robin", GAME, **shared, name="Club league", promoted="1",
        division_size=str(size.division), repeats=True, round_days="14", starts_at=day(noon + DAY),
    )  # fmt: skip
    swiss = club.announce(
        organiser, home, "swiss", GAME, **shared, name="Open", rounds="4", round_days="14",
        late_entry=True, starts_at=day(noon + 300 * DAY),
    )  # fmt: skip
    cup = club.announce(
        organiser, home, "knockout", GAME, **shared, name="Cup", round_days="14",
        starts_at=day(noon + 2 * DAY),
    )  # fmt: skip
    tables = club.announce(
        organiser, home, "pods", "Halma", name="Tables", control="three_days", rounds="3",
        round_days="14", least="3", starts_at=day(noon + 3 * DAY),
    )  # fmt: skip
    crews = club.announce(
        organiser, home, "team_swiss", GAME, **shared, name="Crews", rounds="3", round_days="14",
        boards=str(size.boards), boards_least="2", alternates="1", least="3",
        starts_at=day(noon + 5 * DAY),
    )  # fmt: skip
    club.enter(league, members)
    club.enter(swiss, [*members[: size.swiss - 1], twin])
    club.enter(cup, members[-size.knockout :])
    club.enter(tables, members[: size.pods])
    for number in range(size.teams):
        club.team_up(crews, f"Crew {number + 1}", members[number :: size.teams])

    mend_the_date(club, organiser, swiss, noon + 4 * DAY)
    send_away_who_entered_twice(club, organiser, swiss, twin)
    club.absent.add((swiss, members[1].pk))
    go_to_the_referees(club, cup, first, second)
    withdraw(club, members[0], league)
    club.pass_time(until=has_begun(swiss))
    club.event(late, swiss).send("Enter tournament").sees("You have entered.")
    club.pass_time(until=is_over(league, swiss, cup, tables, crews))

    seasons = [league, *following_seasons(club, league, size.seasons)]
    last = Tournament.objects.get(previous=seasons[-1])
    club.event(organiser, last.pk).send("Cancel tournament")
    for pk in (*seasons, swiss, cup, tables, crews):
        event = Tournament.objects.get(pk=pk)
        assert event.status == "finished"
        assert list(faults_of(event)) == []
    assert Entrant.objects.get(tournament=swiss, player=late).first_round == 2
    missed = Fixture.objects.filter(round__division__tournament=swiss, kind="forfeit")
    assert missed.filter(seats__entrant__player=members[1]).exists()
    met = TeamMeeting.objects.filter(round__division__tournament=crews).exclude(away=None)
    assert met.count() == 3 * (size.teams // 2)
    report = club.event(organiser, crews).follow("TRF").raw
    agrees(report, Tournament.objects.get(pk=crews), Division.objects.get(tournament=crews))
    table = club.at(organiser, home).follow("All-time standings").page.text
    assert "Member02" in table


def mend_the_date(club: Club, organiser: Any, pk: int, right: Any) -> None:
    """Give an event that would start in a year its right day."""
    page = club.event(organiser, pk).follow("Change the tournament")
    page.send("Show what follows", starts_at=day(right)).sees("notified by e-mail")
    page.send("Make these changes")
    assert Tournament.objects.get(pk=pk).starts_at == right


def send_away_who_entered_twice(club: Club, organiser: Any, pk: int, twin: Any) -> None:
    page = club.event(organiser, pk).follow("Invite or remove players")
    page.follow(f"Remove {twin.name}").send("Remove player", reason="Entered twice.")
    assert Entrant.objects.get(tournament=pk, player=twin).status == "withdrawn"


def withdraw(club: Club, who: Any, pk: int) -> None:
    """Let somebody leave an event that runs."""
    club.event(who, pk).send("Withdraw from tournament")
    assert Entrant.objects.get(tournament=pk, player=who).status == "withdrawn"


def go_to_the_referees(club: Club, pk: int, first: Any, second: Any) -> None:
    """Let a referee decide a match, and another one the appeal against that."""
    club.pass_time(until=has_begun(pk))
    running = Match.objects.running().filter(fixture__round__division__tournament=pk)
    match = running.order_by("pk")[0]
    one, two = (seat.player for seat in match.seats.order_by("number").select_related("player"))
    club.held.add(match.pk)
    page = club.at(one, f"/matches/{match.pk}/").follow("Call a referee")
    page.send("Call a referee", kind="conduct", text="They say they will not play.")
    desk = club.at(first, "/referee/").follow("Case").send("Take case")
    desk.follow("Declare the match lost")
    desk.send("Preview ruling", seat="1", paragraph="C-11", reason="They refuse to play.")
    desk.send("Sign ruling")
    match.refresh_from_db()
    assert match.status == "finished"
    club.at(two, "/cases/").follow("Case").send("Appeal", text="I was ill, see my certificate.")
    bench = club.at(second, "/referee/").follow("Case").send("Take case")
    bench.follow("Reverse a ruling")
    bench.send("Preview ruling", paragraph="R-5", reason="They were ill.")
    bench.send("Sign ruling")
    match.refresh_from_db()
    assert match.status == "running"
    club.held.discard(match.pk)


def following_seasons(club: Club, league: int, seasons: int) -> list[int]:
    """Play the seasons after the first one; return their numbers."""
    played = [league]
    while True:
        following = Tournament.objects.get(previous=played[-1])
        climbs_and_falls(played[-1], following)
        if len(played) == seasons:
            return played[1:]
        club.pass_time(until=is_over(following.pk))
        played.append(following.pk)


def climbs_and_falls(season: int, following: Tournament) -> None:
    """See that the first have gone up, the last down, and that no level has a gap."""
    entered = Entrant.objects.filter(tournament=following).exclude(status="withdrawn")
    levels = dict(entered.values_list("player_id", "level"))
    divisions = list(Division.objects.filter(tournament=season).order_by("number"))
    for division in divisions:
        own = list(division.entrants.order_by("final_place"))
        stay = [each for each in own if each.status != "withdrawn"]
        places = [each.final_place for each in own]
        if division.number > 1 and places.count(1) == 1 and own[0] in stay:
            assert levels[own[0].player_id] == division.number - 1
        everybody = stay == own and places.count(places[-1]) == 1
        if division != divisions[-1] and everybody:
            assert levels[own[-1].player_id] == division.number + 1
    for number in range(1, len(divisions)):
        assert list(levels.values()).count(number) == following.division_size
