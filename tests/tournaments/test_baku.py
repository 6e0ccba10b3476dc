"""Accelerated Swiss: virtual points by C.04.7, in pairings, files, pages, and checked again."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.services.errors import Refused
from tests.api.conftest import api
from tests.markup import text_of
from tests.tournaments.test_half_rule import advance
from tests.tournaments.test_pages import FORM
from tests.tournaments.test_rehearsal_checks import DAY, found, played
from tests.web.filling import form_with
from tournaments.models import Division, Entrant, Fixture, Round, Tournament
from tournaments.pairing import baku
from tournaments.pairing.base import players_of
from tournaments.pairing.swiss import PairingInput, pair
from tournaments.services.entries import persons
from tournaments.services.revisions import terms
from tournaments.services.tables.events import boosts_of, event_of
from tournaments.standings.base import Event, EventEntrant, Result, Scoring
from tournaments.standings.trf import reader
from tournaments.standings.trf.sheet import Boost

HALF = Fraction(1, 2)
__all__ = ["api"]


def virtual(boosts, number, who):
    return sum(b.points for b in boosts if b.first <= number <= b.last and who in b.members)


@pytest.mark.parametrize(
    ("entrants", "upper"), [(1, 1), (2, 2), (5, 4), (8, 4), (9, 6), (161, 82), (160, 80)]
)
def test_the_upper_group_is_half_of_all_rounded_up_to_an_even_number(entrants, upper):
    assert baku.upper_half_size(entrants) == upper


@pytest.mark.parametrize(
    ("rounds", "points"),
    [(1, [1]), (2, [1, 0]), (4, [1, HALF, 0]), (9, [1, 1, 1, HALF, HALF, 0]), (11, [1] * 3)],
)
def test_half_of_the_rounds_are_accelerated_the_first_half_of_them_with_a_win(rounds, points):
    boosts = baku.boosts(range(1, 9), rounds, Scoring())
    assert [virtual(boosts, number, 1) for number in range(1, len(points) + 1)] == points
    assert [virtual(boosts, number, 5) for number in range(1, rounds + 1)] == [0] * rounds


def test_the_engine_gets_a_win_and_half_of_it_however_much_a_win_brings():
    scoring = Scoring(vectors=((Fraction(3), Fraction(0)),))
    event = Event(tuple(EventEntrant(each) for each in range(1, 9)), scoring=scoring, scheduled=5)
    call = PairingInput(event, 1, "w", boosts=baku.boosts(event.entrants, 5, scoring))
    draft = pair(call)
    assert (draft.engine, draft.note) == ("gacrux", "")
    assert (
        "\r\n250       1.0   1   2    1    4\r\n250       0.5   3   3    1    4\r\n" in draft.record
    )
    assert [set(each.seats) for each in draft.pairings] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]


def test_who_meets_somebody_of_equal_pairing_score_has_not_floated():
    entered = tuple(EventEntrant(each) for each in (1, 2))
    results = (Result(1, (1, 2), (2, 1)), Result(2, (2, 1), (1, 2)))
    boosts = (Boost(Fraction(1), 2, 2, (1,)),)
    plain = players_of(Event(entered, results, scheduled=4))
    boosted = players_of(Event(entered, results, scheduled=4), boosts)
    assert [each.floats for each in plain] == ["-u", "-d"]
    assert [each.floats for each in boosted] == ["--", "--"]
    assert [each.score for each in boosted] == [0, 2]


@pytest.mark.django_db
def test_only_a_swiss_with_draws_of_half_a_win_is_accelerated(plan):
    with pytest.raises(Refused) as refused:
        plan(accelerated=True)
    assert (refused.value.params["field"], refused.value.params["reason"]) == (
        "accelerated",
        "accelerated_only_swiss",
    )
    with pytest.raises(Refused) as refused:
        plan(format="swiss", rounds=3, accelerated=True, points=(3, 1))
    assert refused.value.params["reason"] == "accelerated_needs_halves"
    assert plan(format="swiss", rounds=3, accelerated=True, points=(3, 0)).accelerated


@pytest.mark.long
@pytest.mark.django_db
def test_an_organiser_ticks_it_and_reads_it_everywhere(client_for, organiser):
    client = client_for(organiser)
    address = "/tournaments/new/?format=swiss&ruleset=chess"
    assert 'name="accelerated"' in text_of(client.get(address))
    assert 'name="accelerated"' not in text_of(
        client.get("/tournaments/new/?format=pods&ruleset=tri_plan")
    )
    swiss = FORM | {"format": "swiss", "rounds": "5", "accelerated": "on"}
    said = text_of(client.post("/tournaments/new/", swiss | {"step": "summary"}))
    assert "Swiss system, accelerated, 5 rounds" in said
    answer = client.post("/tournaments/new/", swiss)
    assert answer.status_code == 303, answer.context["form"].errors
    page = text_of(client.get(answer["Location"]))
    assert "Accelerated (Baku system)" in page
    made = Tournament.objects.get()
    assert made.accelerated
    Tournament.objects.update(status="running", started_at=made.created_at)
    assert "Accelerated (Baku system)" in text_of(client.get(answer["Location"]))
    Tournament.objects.update(status="draft", started_at=None)
    answer = client.post("/tournaments/new/", swiss | {"points": "3 1"})
    assert "a draw is worth half a win" in text_of(answer)
    kept = form_with(client.get(f"/tournaments/{made.pk}/change/").content.decode(), "format")
    assert kept["accelerated"] in ("on", ["on"])


@pytest.mark.django_db
def test_the_border_stays_when_somebody_enters_late_and_files_tell_it(
    hold, people, person, noon, client_for, api
):
    swiss = hold(
        people(10), format="swiss", rounds=5, accelerated=True, late_entry=True, round_days=2
    )
    advance(noon + DAY)
    upper = {each.pk for each in Entrant.objects.filter(number__lte=6)}
    first = Fixture.objects.filter(round__number=1)
    assert all(
        len({seat.entrant_id for seat in each.seats.all()} & upper) in (0, 2) for each in first
    )
    assert "rounds" not in terms.revisable_terms(Tournament.objects.get())
    for number in range(2):
        persons.enter(swiss.pk, person(f"Late{number}"), now=noon + DAY)
    advance(noon + 4 * DAY)
    made = Round.objects.get(number=2)
    assert "250       1.0   1   2    1    6" in made.engine_input
    assert made.engine.startswith("gacrux")
    division = Division.objects.get()
    boosts = boosts_of(Tournament.objects.get(), division, event_of(division.tournament, division))
    assert {who for boost in boosts for who in boost.members} == upper
    client = client_for(None)
    sheet = reader.read(client.get(f"/tournaments/{swiss.pk}/tournament.trf").content.decode())
    assert sheet.remarks == ()
    assert [(each.points, each.first, each.last) for each in sheet.boosts] == [
        (1, 1, 2),
        (HALF, 3, 3),
    ]
    page = text_of(client.get(swiss.get_absolute_url()))
    assert "Rounds 1 to 2: for the pairing, numbers 1 to 6 get 1 extra point." in page
    assert "Round 3: for the pairing, numbers 1 to 6 get ½ extra point." in page
    assert api().get(f"tournaments/{swiss.pk}/").json["accelerated"] is True
    assert client.get(f"/tournaments/{swiss.pk}/tournament.json").json()["accelerated"] is True


@pytest.mark.long
@pytest.mark.django_db
def test_a_rehearsal_computes_virtual_points_a_second_time(noon, monkeypatch):
    tournament = played("baku", 9, noon, {})
    assert found(tournament) == []
    monkeypatch.setattr(baku, "upper_half_size", lambda entrants: entrants // 2)
    told = found(tournament)
    assert any("virtual points in round 1" in each for each in told)
    Tournament.objects.update(accelerated=False)
    tournament.refresh_from_db()
    assert any("should have 0" in each for each in found(tournament))
