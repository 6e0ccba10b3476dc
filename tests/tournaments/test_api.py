"""Programs read tournaments, enter and withdraw, with the refusals that the pages have."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.services import refusals as games_refusals
from tests.api.conftest import api, guest
from tests.api.test_docs import told
from tournaments.models import Absence, Entrant
from tournaments.services import refusals
from tournaments.services.seasons import announcing, running

pytestmark = pytest.mark.django_db
__all__ = ["api", "guest"]


def test_a_program_enters_is_absent_reads_tables_and_rounds_and_withdraws(
    api, guest, hold, people, organiser, plan, noon
):
    players = people(5)
    tournament = hold(players[:4], format="swiss", rounds=3, most=5)
    secret = announcing.draft_tournament(organiser, plan(name="Draft"), seed="ab" * 32, now=noon)
    one = f"tournaments/{tournament.pk}/"
    nobody, me = api(), api(players[4])

    assert [row["id"] for row in nobody.get("tournaments/").json["results"]] == [tournament.pk]
    assert nobody.get("tournaments/?status=running").json["results"] == []
    assert nobody.get("tournaments/?status=draft").brief == (400, "invalid")
    assert me.get("tournaments/?mine=true").json["results"] == []
    assert nobody.get("tournaments/?mine=true").brief == (401, "not_authenticated")
    for caller, seen in ((me, 404), (api(organiser), 200)):
        assert caller.get(f"tournaments/{secret.pk}/").status == seen
    assert nobody.get("tournaments/999999/rounds/").brief == (404, "no_such_tournament")

    assert nobody.post(one + "enter/").brief == (401, "not_authenticated")
    assert api(guest).post(one + "enter/").brief == (403, "guests_do_not_enter")
    assert me.post(one + "withdraw/").brief == (409, "not_entered")
    entered = me.post(one + "enter/").json
    assert entered["entry"]["status"] == "entered"
    assert [each["player"]["name"] for each in entered["entrants"]][-1] == "Player05"
    assert me.post(one + "enter/").brief == (409, "already_entered")
    assert me.get("tournaments/?mine=true").json["results"][0]["name"] == "Spring cup"

    assert me.post(one + "absence/", {"round": 2}).json["entry"]["absent_in"] == [2]
    assert me.post(one + "absence/", {"round": 4}).json["round"] == 4
    assert me.post(one + "absence/", {"number": 2}).brief == (400, "invalid")
    assert me.post(one + "absence/withdraw/", {"round": 2}).json["entry"]["absent_in"] == []
    assert not Absence.objects.exists()

    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    (first,) = nobody.get(one + "rounds/").json["rounds"]
    assert (first["number"], first["note"]) == (1, "")
    assert first["engine"].startswith("gacrux")
    assert sorted(len(fixture["seats"]) for fixture in first["fixtures"]) == [1, 2, 2]
    (table,) = nobody.get(one + "tables/").json["tables"]
    assert [len(row["tie_breaks"]) for row in table["rows"]] == [4] * 5
    assert me.post(one + "absence/", {"round": 1}).brief == (409, "round_not_ahead")
    gone = me.post(one + "withdraw/").json
    assert gone["entry"]["status"] == "withdrawn"
    assert gone["lots"]["seed"] is None


def test_a_program_climbs_a_ladder_and_chooses_its_next_season(api, hold, people, noon):
    players = people(3)
    tournament = hold(players, format="ladder")
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    one, me = f"tournaments/{tournament.pk}/", api(players[2])
    top = Entrant.objects.get(tournament=tournament, player=players[0])
    begun = me.post(one + "challenge/", {"entrant": top.pk})
    assert (begun.status, begun.json["status"]) == (201, "running")
    assert me.post(one + "challenge/", {"entrant": top.pk}).brief == (409, "playing_already")
    assert me.post(one + "challenge/", {"entrant": 10**18}).brief == (409, "not_on_ladder")
    assert me.post(one + "challenge/", {"entrant": True}).brief == (400, "invalid")
    assert me.post(one + "next-season/", {"again": False}).json["entry"]["next_season"] is False


def test_a_refusal_reads_in_the_callers_language(api, hold, people):
    players = people(3)
    tournament = hold(players)
    answer = api(players[0]).post(
        f"tournaments/{tournament.pk}/absence/", {"round": 1}, **{"Accept-Language": "de"}
    )
    assert answer.brief == (422, "absence_only_swiss")
    assert answer.json["detail"].startswith("Nur")


def test_every_refusal_of_this_package_is_told_with_its_status():
    table = told()
    for code in [*refusals.SENTENCES, "bad_plan"]:
        status = refusals.status_of(code) or games_refusals.status_of(code)
        assert status in table.get(code, set()), code
