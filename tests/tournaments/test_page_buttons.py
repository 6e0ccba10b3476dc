"""The buttons on the pages of events, calendars, and what is refused there."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from docs import verify_lots
from games.models import Match
from games.services.play.play import play_turn
from games.services.play.ties import offer_tie
from tests.tournaments.seeds import seeds
from tournaments.models import Absence, CalendarKey, Entrant
from tournaments.services.seasons import announcing, running
from tournaments.web.errors import page_of

pytestmark = pytest.mark.django_db


def test_nobody_announces_without_end_and_where_all_meet_all_there_is_a_most(
    hold, people, organiser, plan, noon
):
    from games.services.errors import Refused

    assert plan().most == 40
    with pytest.raises(Refused, match="bad_plan"):
        plan(most=41)
    for _number in range(10):
        announcing.cancel_tournament(hold([]).pk, organiser, now=noon)
    with pytest.raises(Refused, match="announced_enough"):
        hold([])


def test_absences_and_withdrawals_are_buttons(client_for, hold, people, noon):
    players = people(6)
    tournament = hold(players, format="swiss", rounds=3)
    client = client_for(players[0])
    url = reverse("tournaments:absence", args=[tournament.pk, 2])
    assert client.post(url).status_code == 303
    assert Absence.objects.get().round == 2
    assert (
        "Play in round 2 after all" in client.get(f"/tournaments/{tournament.pk}/").content.decode()
    )
    client.post(url, {"back": "1"})
    assert Absence.objects.count() == 0
    assert client.post(reverse("tournaments:absence", args=[tournament.pk, 9])).status_code == 409
    client.post(reverse("tournaments:withdraw", args=[tournament.pk]))
    assert Entrant.objects.playing().count() == 5


def test_only_the_organiser_announces_starts_and_calls_off(client_for, hold, people, organiser):
    players = people(3)
    tournament = hold(players)
    for verb in ("announce", "start", "call_off"):
        url = reverse(f"tournaments:{verb}", args=[tournament.pk])
        assert client_for(players[0]).post(url).status_code == 403
    started = client_for(organiser).post(reverse("tournaments:start", args=[tournament.pk]))
    assert started.status_code == 303
    tournament.refresh_from_db()
    assert tournament.is_running
    url = reverse("tournaments:call_off", args=[tournament.pk])
    assert client_for(organiser).post(url).status_code == 409


@pytest.mark.parametrize("page", ["/tournaments/9/", "/tournaments/9/table.csv", "/calendar/x.ics"])
def test_what_does_not_exist_is_a_plain_404(client_for, page):
    assert client_for(None).get(page).status_code == 404


def test_a_calendar_shows_deadlines_and_dies_with_its_address(client_for, hold, people, noon):
    players = people(3)
    tournament = hold(players, at_once=True)
    running.advance(tournament.pk, now=noon + timedelta(days=1), make_seed=seeds)
    client = client_for(players[0])
    client.post("/calendar/")
    key = CalendarKey.objects.get(player=players[0])
    feed = client_for(None).get(f"/calendar/{key.token}.ics")
    assert feed["Content-Type"].startswith("text/calendar")
    text = feed.content.decode()
    assert text.count("BEGIN:VEVENT") >= 3
    assert "BEGIN:VALARM" in text
    assert f"UID:round-{tournament.pk}-1" in text
    User.objects.filter(player=players[0]).update(is_active=False)
    assert client_for(None).get(f"/calendar/{key.token}.ics").status_code == 404
    User.objects.filter(player=players[0]).update(is_active=True)
    client.post("/calendar/")
    assert client_for(None).get(f"/calendar/{key.token}.ics").status_code == 404
    public = client_for(None).get(f"/tournaments/{tournament.pk}/calendar.ics").content.decode()
    assert public.count("BEGIN:VEVENT") == public.count("\r\nSEQUENCE:") == 3
    assert "METHOD:" not in public


def test_everybody_can_verify_the_random_draws_of_a_tournament(client_for, hold, people, run, noon):
    players = people(4)
    swiss = hold(players, format="swiss", rounds=2, tie_breaks=("buchholz", "lots"))
    cup = hold(players[:2], name="Final", format="knockout", through="lots", least=2)
    client, page = client_for(None), f"/tournaments/{swiss.pk}/lots"
    assert (
        "This will be shown when the tournament is over." in client.get(f"{page}/").content.decode()
    )
    early = client.get(f"{page}.txt").content.decode()
    assert "LotsSeed" not in early
    assert verify_lots.verify(early) is None
    now = noon + timedelta(days=1)
    running.advance(cup.pk, now=now, make_seed=seeds)
    match = Match.objects.get()
    play_turn(match.pk, 0, "b2", seen=0, now=now, source="page")
    for player in players[:2]:
        offer_tie(match.pk, player, now=now)
    running.advance_all(now=now, make_seed=seeds)
    run(swiss, now)
    shown = client.get(f"/tournaments/{cup.pk}/lots/").content.decode()
    assert "Round 1, board 1 ended in a draw" in shown
    shown += client.get(f"{page}/").content.decode()
    assert "numbers of the upper half start" in shown
    assert "Standings: entrants who are equal on everything else" in shown
    assert "<b>no</b>" not in shown
    record = client.get(f"{page}.txt").content.decode()
    assert verify_lots.verify(record) == 5
    body = record.partition("\n")[2].replace("lot 0 below 4: ", "lot 0 below 4: 9")
    forged = f'[Record "{hashlib.sha256(body.encode()).hexdigest()}"]\n{body}'
    with pytest.raises(verify_lots.Wrong):
        verify_lots.verify(forged)
    with pytest.raises(verify_lots.Wrong):
        verify_lots.verify(record.replace("lot 0", "lot 1"))


def test_a_refused_act_leads_back_to_its_tournament_or_team():
    assert page_of("/tournaments/7/start/") == "/tournaments/7/"
    assert page_of("/tournaments/teams/7/invite/") == "/tournaments/teams/7/"
    assert page_of("/tournaments/7/") == page_of("/tournaments/new/") == ""
