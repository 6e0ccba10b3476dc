"""Report files of our own events: every division, a play-off too, whatever has happened there."""

from __future__ import annotations

import html
import io
import zipfile
from datetime import timedelta

import pytest

from tests.sampling import at_length, sampled
from tests.tournaments.test_half_rule import advance, beat
from tournaments.models import Division, Entrant, Fixture, Round, Tournament
from tournaments.pairing import dutch
from tournaments.services.entries import leaving
from tournaments.services.files import trf_files
from tournaments.services.tables.events import event_of
from tournaments.standings.base import System
from tournaments.standings.table import standings
from tournaments.standings.trf import reader

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def files_in(answer) -> dict[str, str]:
    """Return the files of an archive."""
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    return {name: archive.read(name).decode() for name in archive.namelist()}


def points_in(text: str) -> list[tuple[str, float]]:
    """Return names and points of a file that our reader takes without a remark."""
    sheet = reader.read(text)
    assert sheet.remarks == ()
    rows = {row.entrant: float(row.points) for row in standings(sheet.event)}
    return [(sheet.cards[who].name, rows[who]) for who in sheet.event.entrants]


def points_of(division: Division) -> list[tuple[str, float]]:
    event = event_of(division.tournament, division)
    rows = {row.entrant: float(row.points) for row in standings(event)}
    names = dict(Entrant.objects.values_list("pk", "player__name"))
    return [(names[who], rows[who]) for who in event.entrants]


def test_a_league_has_a_file_for_every_division(hold, people, noon, client_for):
    players = people(9 if at_length() else 8)
    apart = [[players[0].pk, players[1].pk], [players[0].pk, players[-1].pk]]
    league = hold(players, division_size=4, at_once=True, least=4)
    Tournament.objects.update(forbidden=apart)
    now = noon + DAY
    advance(now)
    beat(league, players[0], 1, now)
    leaving.withdraw_and_resign(league.pk, players[-1], now=now)
    advance(now)
    divisions = list(Division.objects.order_by("number"))
    client = client_for(None)
    address = f"/tournaments/{league.pk}/tournament.trf"
    files = files_in(client.get(address))
    assert list(files) == [
        f"tournament-{league.pk}-division-{each.number}.trf" for each in divisions
    ]
    for division, (name, text) in zip(divisions, files.items(), strict=True):
        assert points_in(text) == points_of(division)
        assert f"012 Spring cup, Division {division.number}\r\n" in text
        assert "\r\n192 FIDE_ROUNDROBIN\r\n" in text
        for wanted in (str(division.number), f"division-{division.number}"):
            alone = client.get(address, {"division": wanted})
            assert alone.content.decode() == text
            assert alone["Content-Disposition"] == f'attachment; filename="{name}"'
    assert files_in(client.get(address)) == files
    page = client.get(league.get_absolute_url()).content.decode()
    assert page.count("tournament.trf") == 1 + len(divisions)
    refused = client.get(address, {"division": str(divisions[-1].pk + 1)})
    assert refused.status_code == 404
    assert "Choose one of these: 1, 2" in html.unescape(refused.content.decode())


@pytest.mark.long
@pytest.mark.parametrize("wanted", ["9" * 9, "playoff", "0", "x", "-1", "1' or 1", "９"])
def test_a_division_that_is_not_there_is_refused_with_those_that_are(
    hold, people, noon, client_for, wanted
):
    league = hold(people(6), division_size=3, least=4)
    advance(noon + DAY)
    answer = client_for(None).get(f"/tournaments/{league.pk}/tournament.trf", {"division": wanted})
    assert answer.status_code == 404
    assert "Choose one of these: 1, 2" in html.unescape(answer.content.decode())


@pytest.mark.long
def test_a_play_off_and_its_groups_have_files_too(hold, people, run, noon, client_for):
    cup = hold(people(8), format="groups", division_size=4, qualifiers=2)
    run(cup, noon)
    client = client_for(None)
    address = f"/tournaments/{cup.pk}/tournament.trf"
    files = files_in(client.get(address))
    assert sorted(files) == sorted(
        f"tournament-{cup.pk}-{key}.trf" for key in ("division-1", "division-2", "playoff")
    )
    tree = Division.objects.get(stage="playoff")
    text = client.get(address, {"division": "playoff"}).content.decode()
    assert text == files[f"tournament-{cup.pk}-playoff.trf"]
    assert "092 Knock-Out\r\n" in text
    assert "192 CUSTOM_KNOCKOUT\r\n" in text
    assert points_in(text) == points_of(tree)
    assert reader.read(text).event.system is System.ROUND_ROBIN  # nothing to pair as a Swiss
    places = {
        line[14:47].strip(): int(line[85:89]) for line in text.splitlines() if line[:3] == "001"
    }
    stored = Entrant.objects.filter(playoff=tree).values_list("player__name", "final_place")
    assert places == dict(stored)


@pytest.mark.long
def test_one_division_is_one_file_whatever_has_happened(hold, people, noon, client_for):
    players = people(5)
    cup = hold(players, round_days=7)
    now = noon + DAY
    advance(now)
    leaving.withdraw_and_resign(cup.pk, players[0], now=now)
    advance(now)
    assert Fixture.objects.unsettled().filter(seats__entrant__player=players[0]).exists()
    answer = client_for(None).get(f"/tournaments/{cup.pk}/tournament.trf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert points_in(answer.content.decode()) == points_of(cup.divisions.get())
    again = client_for(None).get(f"/tournaments/{cup.pk}/tournament.trf", {"division": "1"})
    assert again.content == answer.content


CODES = [
    ({"format": "swiss"}, dutch.ENGINE, "FIDE_DUTCH_2026"),
    ({"format": "swiss", "accelerated": True}, dutch.ENGINE, "FIDE_DUTCH_2026_BAKU"),
    ({"format": "swiss"}, "fallback", "CUSTOM_SWISS"),
    ({"format": "double"}, "", "FIDE_DOUBLEROUNDROBIN"),
    ({"format": "swiss", "accelerated": True}, "fallback", "CUSTOM_SWISS"),
    ({"format": "swiss"}, "", "FIDE_DUTCH_2026"),  # nothing is paired by a program
    ({"format": "mcmahon", "bands": (1500,)}, "", "CUSTOM_SWISS"),
]


@pytest.mark.parametrize(("fields", "engine", "code"), sampled(CODES, 4))
def test_record_192_says_how_an_event_is_paired(hold, people, noon, fields, engine, code):
    rounds = {} if fields["format"] == "double" else {"rounds": 3}
    hold(people(4), **fields, **rounds)
    advance(noon + DAY)
    Round.objects.update(engine=engine)
    division = Division.objects.select_related("tournament").get()
    text = trf_files.build_report(division.tournament, division, several=False)
    assert f"\r\n192 {code}\r\n" in text
