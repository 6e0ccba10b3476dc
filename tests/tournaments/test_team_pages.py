"""The pages of teams without a script: found, join, invite, line up, look, take home as files."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.urls import reverse

from games.models import Match
from tests.tournaments.test_pages import FORM
from tournaments.models import Entrant, Fixture, Team, Tournament
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
PLANS = {
    **FORM,
    "format": "team_match",
    "ruleset": "traffic_lights.simple",
    "boards": "2",
    "alternates": "1",
    "starts_when_full": "",
    "most": "",
    "least": "2",
}


def text(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def test_a_team_match_from_the_form_to_its_files(client_for, organiser, people, run, noon):
    host = client_for(organiser)
    page = text(host, "/tournaments/new/?template=team_league")
    assert 'value="team_league"' in page
    assert host.post("/tournaments/new/", PLANS | {"boards": "1"}).status_code == 422
    start = (noon + timedelta(days=9000)).strftime("%Y-%m-%dT%H:%M")
    assert host.post("/tournaments/new/", PLANS | {"starts_at": start}).status_code == 422
    host.post("/tournaments/new/", PLANS | {"starts_when_full": "on"})
    tournament = Tournament.objects.get()
    own = tournament.get_absolute_url()
    assert host.post(reverse("tournaments:announce", args=[tournament.pk])).status_code == 303
    players = people(5)
    clients = [client_for(player) for player in players]
    assert "No teams yet" in text(clients[0], own)
    assert clients[0].post(reverse("tournaments:enter", args=[tournament.pk])).status_code == 409
    found = reverse("tournaments:found", args=[tournament.pk])
    assert clients[0].post(found, {"name": "x"}).status_code == 422
    assert clients[0].post(found, {"name": "Reds"}).status_code == 303
    reds = Team.objects.get(name="Reds")
    page = text(clients[0], reds.get_absolute_url())
    link = reverse("tournaments:join", args=[reds.key])
    assert link in page
    assert reds.key not in text(clients[1], reds.get_absolute_url())
    assert "Join Reds" in text(clients[1], link)
    assert clients[1].post(link).status_code == 303
    assert client_for(None).get(link).status_code == 302
    invite = reverse("tournaments:invite", args=[reds.pk])
    assert clients[0].post(invite, {"player": "nobody"}).status_code in (404, 422)
    assert clients[0].post(invite, {"player": "player03"}).status_code == 303
    assert "Reds invites you" in text(clients[2], own)
    answer = reverse("tournaments:answer", args=[reds.pk])
    assert clients[2].post(answer, {"join": "1"}).status_code == 303
    third = Entrant.objects.get(player=players[2])
    up = reverse("tournaments:up", args=[reds.pk])
    assert clients[0].post(up, {"entrant": third.pk}).status_code == 303
    assert clients[1].post(up, {"entrant": third.pk}).status_code == 403
    assert clients[0].post(reverse("tournaments:link", args=[reds.pk])).status_code == 303
    assert clients[3].post(link).status_code == 404
    clients[3].post(found, {"name": "Blues"})
    blues = Team.objects.get(name="Blues")
    assert "1 player is missing" in text(clients[3], own)
    clients[4].post(reverse("tournaments:join", args=[blues.key]))
    tournament.refresh_from_db()
    assert tournament.due_at is not None
    now = tournament.due_at
    running.advance(tournament.pk, now=now, make_seed=lambda: "cd" * 32)
    page = text(clients[0], own)
    assert "board points" in page
    assert "Round 1" in page
    assert "running" in page
    page = text(clients[0], reds.get_absolute_url())
    assert "instead of Player03" in page
    hand_over = reverse("tournaments:captain", args=[reds.pk])
    assert clients[0].post(hand_over, {"entrant": third.pk}).status_code == 303
    assert clients[0].post(hand_over, {"entrant": third.pk}).status_code == 403
    own_entry = Entrant.objects.get(player=players[0])
    assert clients[2].post(hand_over, {"entrant": own_entry.pk}).status_code == 303
    board = Fixture.objects.get(seats__entrant=third)
    spare = Entrant.objects.get(player=players[1])
    fields = {"fixture": board.pk, "entrant": spare.pk}
    assert (
        clients[0].post(reverse("tournaments:substitute", args=[reds.pk]), fields).status_code
        == 303
    )
    run(tournament, now + timedelta(days=2))
    assert Match.objects.count() == 2
    reader = client_for(None)
    page = text(reader, own)
    assert "Cross table" in page
    assert "Player02" in page
    assert "Members" in text(reader, reds.get_absolute_url())
    champion = Team.objects.filter(final_place=1).first()
    assert champion is not None
    assert champion.name in text(reader, "/tournaments/fame/")
    plain = json.loads(text(reader, f"{own}tournament.json"))
    assert [each["name"] for each in plain["teams"]] == ["Reds", "Blues"]
    assert reds.key not in json.dumps(plain)
    boards = text(reader, f"{own}boards.csv").splitlines()
    assert len(boards) == 3
    assert text(reader, f"{own}table.csv").splitlines()[0].startswith("\ufeffdivision,place,team")
    assert "310   1 Reds" in text(reader, f"{own}tournament.trf")
    assert "Teams" in text(reader, "/tournaments/")
    assert "BEGIN:VCALENDAR" in text(reader, f"{own}calendar.ics")
