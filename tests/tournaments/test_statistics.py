"""The statistics of a tournament, counted again from its rows by other means."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from statistics import mean
from typing import Any

import pytest

from games.models import Match
from tests.sampling import sampled
from tests.tournaments import large
from tests.tournaments.test_large_pages import MAX_QUERIES, announced
from tournaments.event_statistics import statistics_of
from tournaments.models import Entrant, Fixture, FixtureSeat, Tournament

__all__ = ["announced"]
pytestmark = pytest.mark.django_db
DP = {0: -800, 25: -193, 33: -125, 50: 0, 67: 125, 75: 193, 100: 800}  # FIDE B.02, table 8.1.1


def counted(event: Tournament) -> dict[str, Any]:
    """Count row by row what the two queries count."""
    fixtures = Fixture.objects.filter(round__division__tournament=event, settled_at__isnull=False)
    found = {"boards": 0, "forfeits": 0, "draws": 0, "starter_wins": 0, "played": 0}
    lengths, times, wins = [], [], []
    for each in fixtures:
        places = [seat.place for seat in each.seats.order_by("seat")]
        found["forfeits"] += each.kind == "forfeit"
        if each.kind not in ("played", "adjudicated"):
            continue
        found["boards"] += 1
        found["draws"] += places == [1, 1]
        found["starter_wins"] += places[0] == 1 and places != [1, 1]
        if each.kind != "played":
            continue
        found["played"] += 1
        match: Any = each.match
        plies = [ply for ply in match.plies.all() if ply.seat >= 0]
        lengths.append(len(plies))
        times.append((match.finished_at - match.started_at).total_seconds())
        if places != [1, 1] and plies and match.ending not in ("resigned", "timeout"):
            wins.append(len(plies))
    return {**found, "moves": mean(lengths), "seconds": mean(times), "fastest": min(wins)}


@pytest.mark.long
def test_figures_are_those_of_the_rows(hold, people, run, noon, client_for):
    event = hold(people(5), at_once=True)
    run(event, noon, whole=True)
    over = Fixture.objects.filter(kind="played").order_by("pk")
    lost, ruled = over[0], over[1]
    Fixture.objects.filter(pk=lost.pk).update(kind="forfeit")
    FixtureSeat.objects.filter(fixture=lost, seat=1).update(place=None)
    Fixture.objects.filter(pk=ruled.pk).update(kind="adjudicated")
    Match.objects.filter(fixture=over[2]).update(ending="timeout")
    expected, figures = counted(event), statistics_of(event)
    assert expected["forfeits"] == 1
    for name in ("boards", "played", "forfeits", "draws", "starter_wins"):
        assert getattr(figures, name) == expected[name], name
    assert figures.moves == pytest.approx(expected["moves"])
    assert figures.time.total_seconds() == pytest.approx(expected["seconds"])
    assert figures.fastest.moves == expected["fastest"]
    winner = FixtureSeat.objects.get(fixture__match=figures.fastest.match, place=1)
    assert figures.fastest.winner == winner.entrant.player.name
    page = client_for(None).get(f"/tournaments/{event.pk}/statistics/").text
    draws = round(100 * expected["draws"] / expected["boards"])
    assert f"<dd>{expected['draws']} ({draws}%)</dd>" in page
    assert f'<a href="/matches/{figures.fastest.match}/">' in page
    assert (
        f'href="/tournaments/{event.pk}/statistics/"'
        in client_for(None).get(f"/tournaments/{event.pk}/").text
    )


def test_before_anything_is_over_there_are_no_figures(hold, people, client_for):
    event = hold(people(3))
    assert statistics_of(event).draw_share is None
    page = client_for(None).get(f"/tournaments/{event.pk}/statistics/").text
    assert "No board is finished yet." in page


@pytest.fixture
def league(announced: Any, noon: Any) -> Tournament:
    """Return a division of four: of three rounds two are over."""
    return large.league(announced(division_size=4, promoted=1), 1, 4, noon)


def expected_performance(who: Entrant) -> int:
    """Work out a performance rating from the rows alone."""
    ratings, points = [], 0.0
    for seat in FixtureSeat.objects.filter(entrant=who, fixture__settled_at__isnull=False):
        other: Any = seat.fixture.seats.exclude(pk=seat.pk).get()
        ratings.append(int(other.entrant.rating / 100 + 0.5))
        points += 0.5 if seat.place == other.place else (seat.place or 9) < other.place
    percent = int(100 * points / len(ratings) + 0.5)
    return int(sum(ratings) / len(ratings) + 0.5) + DP[percent]


def test_performances_stand_in_the_table_the_files_and_the_api(league, client_for):
    entrants = {each.player.name: each for each in Entrant.objects.select_related("player")}
    expected = {name: expected_performance(who) for name, who in entrants.items()}
    own = client_for(None)
    text = own.get(f"/tournaments/{league.pk}/table.csv").content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert {each["player"]: int(each["performance"]) for each in lines} == expected
    rows = own.get(f"/api/v1/tournaments/{league.pk}/tables/").json()["tables"][0]["rows"]
    assert {each["name"]: each["performance"] for each in rows} == expected
    names = {each.pk: name for name, each in entrants.items()}
    plain = own.get(f"/tournaments/{league.pk}/tournament.json").json()["divisions"][0]["table"]
    assert {names[each["entrant"]]: each["performance"] for each in plain} == expected
    page = own.get(f"/tournaments/{league.pk}/").text.split('<table class="cross">')[0]
    for value in expected.values():
        assert f'<td class="num">{value}</td>' in page


def test_norms_count_those_met_and_those_paired(league, client_for):
    best = Entrant.objects.get(number=1)
    ratings = [int((each.rating or 0) / 100 + 0.5) for each in Entrant.objects.exclude(pk=best.pk)]
    page = client_for(None).get(f"/tournaments/{league.pk}/statistics/?target=2100").text
    line = page.split(">Player 000</a>")[1].split("</tr>")[0]
    assert '<td class="num">3</td>' in line, "two met, one paired"
    assert f'<td class="num">{int(sum(ratings) / 3 + 0.5)}</td>' in line
    assert '<td class="num">2</td>' in line, "two of three perform at 2000 + 125"
    page = client_for(None).get(f"/tournaments/{league.pk}/statistics/?target=4000").text
    assert "reached" not in page.split("<tbody>")[1].split("</tbody>")[0]
    page = client_for(None).get(f"/tournaments/{league.pk}/statistics/?target=100").text
    assert page.count("reached") >= 4
    usual = client_for(None).get(f"/tournaments/{league.pk}/statistics/").text
    assert "Needed for 2000" in usual, "the mean of 1999, 1998, 1997 and 2000 raised to hundreds"


@pytest.mark.parametrize("asked", sampled(["4001", "१५००", "0", "many", "-5", "99999999999"], 2))
def test_a_target_that_is_none_is_told(league, client_for, asked):
    answer = client_for(None).get(f"/tournaments/{league.pk}/statistics/?target={asked}")
    assert answer.status_code == 422
    assert "Enter a whole number from 100 to 4000." in answer.text


@pytest.mark.long
def test_statistics_of_large_events_take_few_queries(
    announced, noon, client_for, alice, django_assert_max_num_queries
):
    made = announced(name="League", division_size=10, promoted=1)
    league = large.league(made, 10, 10, noon + timedelta(days=1))
    browser = client_for(alice)
    with django_assert_max_num_queries(MAX_QUERIES):
        assert browser.get(f"/tournaments/{league.pk}/statistics/").status_code == 200
