"""McMahon groups: start points by rating, in pairings, tables, tie-breaks, files and forms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.models import Match, Rating
from games.rules import registry
from games.services.errors import Refused
from games.services.play.matches import resign_match
from tests.markup import text_of
from tests.tournaments.test_half_rule import advance
from tests.tournaments.test_pages import FORM
from tests.tournaments.test_rehearsal_checks import DAY, found, played
from tournaments.models import Division, Entrant, Fixture, Round, Tournament
from tournaments.pairing import mcmahon
from tournaments.services.tables.events import event_of
from tournaments.standings.base import Event, EventEntrant, Kind, Result, Scoring
from tournaments.standings.scorecards import Scorecards
from tournaments.standings.table import standings
from tournaments.standings.tiebreaks import CRITERIA
from tournaments.standings.trf import reader

ENTERED = (
    EventEntrant(1, 1900),
    EventEntrant(2, 1650),
    EventEntrant(3, 1600),
    EventEntrant(4, None),
)
STARTS = mcmahon.starts(ENTERED, (1800, 1600), Scoring())


def test_every_threshold_that_is_reached_brings_a_win():
    assert STARTS == {1: 2, 2: 1, 3: 1, 4: 0}
    three = Scoring(vectors=((Fraction(3), Fraction(0)),))
    assert mcmahon.starts(ENTERED, (1800, 1600), three) == {1: 6, 2: 3, 3: 3, 4: 0}


def test_start_points_are_virtual_points_of_all_rounds_for_the_pairing():
    assert [
        (int(each.points), each.first, each.last, each.members)
        for each in mcmahon.boosts(STARTS, 5)
    ] == [
        (2, 1, 5, (1,)),
        (1, 1, 5, (2, 3)),
    ]


def test_the_table_and_what_opponents_are_worth_count_start_points():
    results = (
        Result(1, (1, 2), (2, 1)),
        Result(1, (3, 4), (1, 2)),
        Result(2, (2, 3), (1, 1)),
        Result(2, (1,), kind=Kind.PAIRED_BYE),
        Result(2, (4,), kind=Kind.ZERO_BYE),
    )
    event = Event(ENTERED, results, rounds=2, starts=STARTS)
    rows: dict[int, Any] = {
        row.entrant: row.points for row in standings(event, ("buchholz", "sosos"))
    }
    assert rows == {1: 3, 2: 2 + Fraction(1, 2), 3: 2 + Fraction(1, 2), 4: 0}
    book = Scorecards(event)
    # the bye of 1 counts against themselves, at most two draws above the start
    sums = CRITERIA["buchholz"].values(book, ())
    assert sums[1] == rows[2] + min(rows[1], Fraction(3))
    assert sums[2] == rows[1] + rows[3]
    of_opponents = CRITERIA["sosos"].values(book, ())
    assert of_opponents[2] == sums[1] + sums[3]
    assert of_opponents[4] == sums[3]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "bands", [(), (1500, 1500), (1400, 1500), (5000,), (0,), tuple(range(10, 0, -1))]
)
def test_thresholds_fall_from_the_bar(plan, bands):
    with pytest.raises(Refused) as refused:
        plan(format="mcmahon", rounds=3, bands=bands)
    assert refused.value.params["field"] == "bands"


@pytest.mark.django_db
def test_others_have_no_thresholds_and_defeats_bring_nothing(plan):
    assert plan(format="swiss", rounds=3, bands=(1500,)).bands == ()
    with pytest.raises(Refused) as refused:
        plan(format="mcmahon", rounds=3, bands=(1500,), points=(3, 1))
    assert refused.value.params["reason"] == "accelerated_needs_halves"


@pytest.mark.long
@pytest.mark.django_db
def test_the_form_takes_thresholds_and_tells_what_is_wrong(client_for, organiser):
    client = client_for(organiser)
    form = FORM | {"format": "mcmahon", "rounds": "5", "bands": "1700, 1500"}
    said = text_of(client.post("/tournaments/new/", form | {"step": "summary"}))
    assert "McMahon system, 3 groups, 5 rounds" in said
    for wrong in ("", "x", "1500 1700"):
        answer = client.post("/tournaments/new/", form | {"bands": wrong})
        assert answer.status_code == 422
        assert "bands" in answer.context["form"].errors
    answer = client.post("/tournaments/new/", form)
    assert answer.status_code == 303, answer.context["form"].errors
    assert Tournament.objects.get().bands == [1700, 1500]
    assert "Ratings for start points" in text_of(client.get(answer["Location"]))


@pytest.mark.django_db
def test_groups_meet_among_themselves_and_the_files_say_with_how_many_points(
    hold, people, noon, client_for
):
    players = people(8)
    swiss = hold(players, format="mcmahon", rounds=3, bands=(1800, 1600), round_days=2)
    pool = registry.get(swiss.ruleset).pool
    for place, player in enumerate(players):
        value = 200_000 - 20_000 * (place // 2)
        Rating.objects.update_or_create(player=player, pool=pool, defaults={"value": value})
    advance(noon + DAY)
    starts = event_of(Tournament.objects.get(), Division.objects.get()).starts
    assert sorted(starts.values()) == [0, 0, 1, 1, 2, 2, 2, 2]
    made = Round.objects.get()
    assert made.engine.startswith("gacrux")
    for fixture in Fixture.objects.all():
        assert len({starts[seat.entrant_id] for seat in fixture.seats.all()}) == 1
    match = Match.objects.running().order_by("pk").first()
    assert match is not None
    resign_match(match.pk, match.seats.get(number=0).player, now=noon + DAY)
    client = client_for(None)
    text = client.get(f"/tournaments/{swiss.pk}/tournament.trf").content.decode()
    sheet = reader.read(text)
    assert sheet.remarks == ()
    assert [each.points for each in sheet.boosts] == [2, 1]
    page = text_of(client.get(swiss.get_absolute_url()))
    assert ">Start<" in page
    told = client.get(f"/tournaments/{swiss.pk}/tournament.json").json()
    assert told["bands"] == [1800, 1600]
    assert {row["start"] for row in told["divisions"][0]["table"]} == {"0", "1", "2"}
    assert Entrant.objects.count() == 8


@pytest.mark.long
@pytest.mark.django_db
def test_a_rehearsal_computes_start_points_a_second_time(noon):
    tournament = played("mcmahon", 9, noon, {})
    assert found(tournament) == []
    Tournament.objects.update(bands=[1600])
    tournament.refresh_from_db()
    assert any("virtual points" in each for each in found(tournament))
