"""Rounds of a Swiss for which too few are there, and tables that keep to the number of rounds."""

from __future__ import annotations

import html
from datetime import timedelta
from random import Random

import pytest

from games.models import Match
from games.services.play.matches import resign_match
from notifications.models import Message
from tests.sampling import sampled
from tests.tournaments.conftest import play_all
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.services.entries import leaving, persons
from tournaments.services.files import calendar
from tournaments.services.rounds import pairing
from tournaments.services.seasons import running

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)


def advance(now) -> None:
    for _again in range(2):
        Tournament.objects.filter(status="running").update(due_at=now)
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)


def finish(now) -> None:
    """Let seat 1 lose whatever runs, at the board."""
    play_all(now, Random(1))
    for match in Match.objects.running():
        resign_match(match.pk, match.seats.get(number=1).player, now=now)


def kinds() -> list[tuple[int, str, int]]:
    """Return number, note and number of fixtures of every round."""
    return [(each.number, each.note, each.fixtures.count()) for each in Round.objects.all()]


def headlines() -> dict[str, list[str]]:
    """Return who has been told that rounds are skipped."""
    told: dict[str, list[str]] = {}
    for mail in Message.objects.filter(kind="tournament_news").order_by("player__name"):
        told.setdefault(mail.context["headline"], []).append(mail.player.name)
    return told


@pytest.mark.long
def test_a_round_for_which_too_few_are_there_is_skipped_and_the_next_one_is_played(
    hold, people, noon, client_for, organiser
):
    players = people(5)
    tournament = hold(players, format="swiss", rounds=3, round_days=10, least=2)
    now = noon + DAY
    advance(now)
    for player in players[1:]:
        persons.announce_absence(tournament.pk, player, 2, now=now)
    finish(now)
    advance(now)
    assert kinds() == [(1, "", 3), (2, "too_few", 0)]
    everybody = ["Olga", *(player.name for player in players)]
    assert headlines() == {"Spring cup: round 2 is skipped": everybody}
    page = html.unescape(client_for(None).get(tournament.get_absolute_url()).content.decode())
    assert "Skipped: too few players were available." in page
    assert b"Round 2 of Spring cup ends" not in calendar.tournament_calendar(tournament, now)

    advance(now + 9 * DAY)  # those who cannot play in this time are not paired in it
    assert Round.objects.count() == 2
    advance(now + 10 * DAY)
    assert kinds()[2] == (3, "", 3)
    finish(now + 10 * DAY)
    advance(now + 11 * DAY)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert Division.objects.get().unpaired_round is None
    assert not Fixture.objects.filter(kind="half_bye").exists()
    rounds = Round.objects.order_by("number")
    assert [made.engine.split()[:1] for made in rounds] == [["gacrux"], [], ["gacrux"]]
    for name in ("tournament.trf", "tournament.json", "table.csv"):
        assert client_for(None).get(f"/tournaments/{tournament.pk}/{name}").status_code == 200
    assert client_for(None).get(f"/api/v1/tournaments/{tournament.pk}/rounds/").status_code == 200


@pytest.mark.long
def test_two_who_have_met_do_not_end_an_event_whose_others_come_back(hold, people, noon):
    players = people(4)
    tournament = hold(players, format="swiss", rounds=3, round_days=10, least=2)
    now = noon + DAY
    advance(now)
    met = FixtureSeat.objects.filter(fixture__board=1).values_list("entrant__player", flat=True)
    for player in players:
        if player.pk not in met:
            persons.announce_absence(tournament.pk, player, 2, now=now)
    finish(now)
    advance(now)
    assert kinds()[1] == (2, "too_few", 0)
    advance(now + 10 * DAY)
    assert kinds()[2] == (3, "", 2)


def test_where_nobody_is_left_all_rounds_to_come_are_skipped_at_once_and_the_table_stands(
    hold, people, noon
):
    players = people(4)
    tournament = hold(players, format="swiss", rounds=4, round_days=10, least=2)
    now = noon + DAY
    advance(now)
    finish(now)
    for player in players[:3]:
        leaving.withdraw_and_resign(tournament.pk, player, now=now)
    advance(now)
    tournament.refresh_from_db()
    assert kinds() == [(1, "", 2), (2, "too_few", 0), (3, "too_few", 0), (4, "too_few", 0)]
    assert tournament.status == "finished"
    assert headlines() == {"Spring cup: rounds 2 to 4 are skipped": ["Olga", players[3].name]}
    assert None not in Entrant.objects.values_list("final_place", flat=True)


def test_tables_keep_to_the_number_of_rounds(hold, people, noon):
    fields = {"format": "pods", "seats": 3, "least": 3, "rated": False, "at_once": True}
    tournament = hold(people(6), ruleset="mensch", options={}, rounds=2, **fields)
    tables = []
    for days in (1, 40, 80):
        advance(noon + days * DAY)
        tables.append([each.fixtures.count() for each in Round.objects.order_by("number")])
    assert tables == [[2], [2, 2], [2, 2]]
    assert pairing.total_rounds(tournament, tournament.divisions.get()) == 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("rounds", "tables"), sampled([(None, [12]), (3, [3]), (4, [12]), (1, [3])], 2)
)
def test_a_design_is_played_where_it_has_as_many_rounds(hold, people, noon, rounds, tables):
    fields = {"format": "pods", "seats": 3, "least": 3, "rated": False, "at_once": True}
    hold(people(9), ruleset="mensch", options={}, rounds=rounds, **fields)
    advance(noon + DAY)
    assert Fixture.objects.count() == sum(tables)
