"""Every value of a table is the sum of its addends, and a page lists them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from tests.sampling import sampled
from tests.tournaments import large, worlds
from tests.tournaments.test_large_pages import announced
from tests.tournaments.test_running_in_tables import event as four
from tests.tournaments.test_teams import gather
from tournaments.models import Entrant, Fixture, FixtureSeat, Tournament
from tournaments.services.seasons import running
from tournaments.services.wording import format_points
from tournaments.standings.base import Event, EventEntrant, Kind, Result
from tournaments.standings.contributions import sum_addends
from tournaments.standings.scorecards import Scorecards
from tournaments.standings.table import available_criteria, explain_values, standings
from tournaments.standings.tiebreaks import criteria_for

__all__ = ["announced", "gather"]
SEED = "5e" * 32
MEANS = {"average_rating"}


def of_teams(seed: int) -> Event:
    made = worlds.swiss(seed)
    met = [each for each in made.results if each.kind is Kind.PLAYED]
    boards = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    results = [replace(each, boards=boards, legs=(Fraction(2), Fraction(1))) for each in met]
    return Event(made.entered, tuple(results), boards=2, seed=SEED)


def tables_of_three() -> Event:
    results = (
        Result(1, (1, 2, 3), (1, 2, 3), legs=(Fraction(3), Fraction(1), Fraction(2))),
        Result(2, (4, 2, 3), (1, 3, 2), legs=(Fraction(2), Fraction(2), Fraction(1))),
    )
    return Event(tuple(map(EventEntrant, (1, 2, 3, 4))), results, seed=SEED)


WORLDS = [
    *(replace(worlds.swiss(seed), seed=SEED) for seed in range(12)),
    *(replace(worlds.everybody(seed), seed=SEED) for seed in range(8)),
    *(of_teams(seed) for seed in range(4)),
    tables_of_three(),
    four(seed=SEED),
]


@pytest.mark.parametrize("event", sampled(WORLDS, [*WORLDS[1:20:6], *WORLDS[21:23], *WORLDS[24:]]))
def test_every_value_of_the_table_is_the_sum_of_the_addends_that_are_shown(event):
    criteria = available_criteria(event)
    known, book = criteria_for(teams=bool(event.boards)), Scorecards(event)
    for row in standings(event, criteria):
        first, *others = explain_values(book, criteria, row.entrant)
        assert sum_addends(first.addends) == first.value == row.points
        assert [each.value for each in others] == list(row.values)
        for each in others:
            if each.value is None:
                assert each.addends == (), "nothing to part"
                continue
            counted = [addend.value for addend in each.addends if not addend.left_out]
            if each.key in MEANS:
                mean = sum(counted, Fraction()) / max(1, len(counted))
                assert abs(each.value - mean) <= Fraction(1, 2)
            else:
                assert sum(counted) == each.value
            assert known[each.key].total(each.addends) == each.value


def test_cuts_strike_opponents_and_leave_them_in_the_list():
    event = WORLDS[0]
    who = event.entrants[0]
    whole, cut, median = explain_values(
        Scorecards(event), ("buchholz", "buchholz_cut1", "median_buchholz2"), who
    )[1:]
    assert [each.value for each in whole.addends] == [each.value for each in cut.addends]
    assert sum(each.left_out for each in cut.addends) == 1
    lowest = min(each.value for each in whole.addends)
    assert [each.value for each in cut.addends if each.left_out] == [lowest]
    assert sum(each.left_out for each in median.addends) == min(4, len(whole.addends))


def test_a_running_game_is_no_addend():
    plays_on = explain_values(Scorecards(four()), ("buchholz",), 1)
    assert [each.round for each in plays_on[1].addends] == [1]


def test_less_than_nothing_is_written_with_its_own_fraction():
    written = [format_points(Fraction(halves, 2)) for halves in (-3, -2, -1, 0, 1)]
    assert written == ["-1½", "-1", "-½", "0", "½"]


@pytest.fixture
def swiss(announced: Any, noon: Any) -> Tournament:
    return large.swiss(announced(format="swiss", rounds=5), 8, 3, noon)


def page_of(client: Any, tournament: Tournament, key: int) -> Any:
    return client.get(f"/tournaments/{tournament.pk}/points/{key}/")


def section(page: str, key: str) -> str:
    return page.partition(f'id="{key}"')[2].partition("</section>")[0]


@pytest.mark.django_db
def test_the_points_in_the_table_lead_to_a_page_that_lists_the_addends(swiss, client_for):
    shown = client_for(None).get(swiss.get_absolute_url()).text
    places = re.findall(rf'href="(/tournaments/{swiss.pk}/points/\d+/)"><strong>', shown)
    assert len(places) == 8
    page = client_for(None).get(places[0]).text
    for key in swiss.tie_breaks:
        assert section(page, key), key
    buchholz = section(page, "buchholz_cut1")
    assert "<s>" in buchholz
    assert "left out" in buchholz
    assert "The lowest one is left out." in buchholz
    entrant = Entrant.objects.get(pk=places[0].rstrip("/").rpartition("/")[2])
    assert f"How the points of {entrant.player.name} add up" in page


@pytest.mark.django_db
def test_the_page_takes_few_queries_and_says_what_still_runs(
    swiss, client_for, django_assert_max_num_queries
):
    entrant = Entrant.objects.filter(tournament=swiss).first()
    client = client_for(None)
    page_of(client, swiss, entrant.pk)
    with django_assert_max_num_queries(12):
        page = page_of(client, swiss, entrant.pk).text
    assert "1 game is running and does not count yet." in page


@pytest.mark.django_db
def test_byes_and_forfeits_are_named_and_count_against_virtual_opponents(swiss, client_for):
    first, second = Fixture.objects.filter(round__number=1).order_by("board")[:2]
    Fixture.objects.filter(pk=first.pk).update(kind="paired_bye")
    Fixture.objects.filter(pk=second.pk).update(kind="forfeit")
    FixtureSeat.objects.filter(fixture=first, seat=1).delete()
    FixtureSeat.objects.filter(fixture=second, seat=0).update(place=1)
    FixtureSeat.objects.filter(fixture=second, seat=1).update(place=None)
    idle, winner = first.seats.get().entrant, second.seats.get(seat=0).entrant
    loser = second.seats.get(seat=1).entrant
    page = page_of(client_for(None), swiss, idle.pk).text
    assert "bye" in section(page, "points")
    assert "virtual opponent, bye" in section(page, "buchholz_cut1")
    page = page_of(client_for(None), swiss, winner.pk).text
    assert "A virtual opponent stands for a round without a game" in section(page, "buchholz_cut1")
    told = re.sub(r"<[^>]+>|\s+", " ", section(page, "points"))
    assert re.search(rf"{loser.player.name} *, forfeit", told), told


@pytest.mark.django_db
def test_teams_are_explained_by_their_meetings(hold, gather, client_for, people, noon):
    players = people(4)
    event = hold([], format="team_match", boards=2, alternates=0)
    reds = gather(event, "Reds", players[:2])
    gather(event, "Blues", players[2:])
    running.advance_all(now=noon + timedelta(days=1), make_seed=lambda: SEED)
    meeting = Fixture.objects.filter(meeting__isnull=False)
    meeting.update(settled_at=noon, kind="played")
    FixtureSeat.objects.filter(entrant__team=reds).update(place=1, points=3)
    FixtureSeat.objects.exclude(entrant__team=reds).update(place=2, points=1)
    page = page_of(client_for(None), event, reds.pk).text
    assert "Points: 2" in section(page, "points")
    assert "Board points (BP): 2" in section(page, "board_points")
    assert "Blues</a>" in section(page, "board_points")


@pytest.mark.django_db
def test_only_those_in_a_table_by_points_have_such_a_page(swiss, announced, client_for, noon):
    entrant = Entrant.objects.filter(tournament=swiss).first()
    other = announced(format="knockout")
    assert page_of(client_for(None), other, entrant.pk).status_code == 404
    assert page_of(client_for(None), swiss, 999_999).status_code == 404
    Entrant.objects.filter(tournament=swiss).update(tournament=other)
    assert page_of(client_for(None), other, entrant.pk).status_code == 404


@pytest.mark.django_db
def test_an_annulled_game_is_named_and_no_absence(swiss, client_for):
    Tournament.objects.filter(pk=swiss.pk).update(tie_breaks=["buchholz_cut1"])
    annulled = Fixture.objects.filter(round__number=1).order_by("board").first()
    Fixture.objects.filter(pk=annulled.pk).update(kind="annulled")
    who = annulled.seats.get(seat=0).entrant_id
    page = page_of(client_for(None), swiss, who).text
    assert "annulled" in section(page, "points")
    assert "absent" not in section(page, "points")
