"""What referees order about an event of teams keeps everybody on their side."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match
from games.services.errors import Refused
from notifications.models import Message
from tests.referees.test_event_acts import carried_out, facts, request, taken_back
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Team
from tournaments.referees.services import rulings
from tournaments.services.entries import leaving, teams
from tournaments.services.seasons import running
from tournaments.services.tables import places as tables

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def players(people):
    return people(5)


@pytest.fixture
def tournament(hold, players, noon):
    """Return a team match of two teams, one of them with an alternate, before its start."""
    tournament = hold([], format="team_match", boards=2, alternates=1)
    for name, crew in (("Reds", players[:3]), ("Blues", players[3:])):
        teams.found_team(tournament.pk, crew[0], name, key=name * 5, now=noon)
        for player in crew[1:]:
            teams.join_team(name * 5, player, now=noon)
    return tournament


@pytest.mark.long
def test_a_captain_who_comes_back_leads_their_team_again(tournament, players, referee, noon):
    captain = Entrant.objects.get(player=players[0])

    def leads():
        return Team.objects.get(name="Reds").captain

    for now in (noon, noon + DAY):  # before the start, and when the season runs
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)
        before = facts(tournament, now)
        signed = carried_out(request(tournament, "exclude", entrant=captain.pk), referee, now)
        assert leads() == players[1]
        taken_back(signed, referee, now)
        assert leads() == players[0]
        assert facts(tournament, now) == before
    leaving.withdraw_and_resign(tournament.pk, players[0], now=now)
    assert leads() == players[1]
    gone = facts(tournament, now)
    signed = carried_out(request(tournament, "admit", newcomer=players[0].name), referee, now)
    assert leads() == players[0]
    told = Message.objects.filter(kind="ruling", key__startswith=f"ruling:{signed[-1].number}:")
    assert set(told.values_list("player", flat=True)) == {players[0].pk, players[1].pk}
    taken_back(signed, referee, now)
    assert facts(tournament, now) == gone


def test_referees_rule_about_a_team_match(tournament, players, person, referee, run, noon):
    outsider = person("Outsider")
    with pytest.raises(Refused, match="teams_enter"):
        rulings.preview_and_sign(
            request(tournament, "admit", newcomer=outsider.name), referee, now=noon
        )
    member = Entrant.objects.get(player=players[1])
    before = facts(tournament, noon)
    signed = carried_out(request(tournament, "exclude", entrant=member.pk), referee, noon)
    assert Entrant.objects.get(pk=member.pk).team is None
    taken_back(signed, referee, noon)
    assert facts(tournament, noon) == before
    assert Entrant.objects.get(pk=member.pk).team == Team.objects.get(name="Reds")
    now = noon + DAY
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    one, two = Fixture.objects.order_by("board")
    places = {seat.entrant.team_id: seat.pk for seat in FixtureSeat.objects.filter(fixture=one)}
    others = {seat.entrant.team_id: seat.pk for seat in FixtureSeat.objects.filter(fixture=two)}
    reds, blues = Team.objects.get(name="Reds").pk, Team.objects.get(name="Blues").pk
    across = request(tournament, "change_pairing", place=places[reds], other=others[blues])
    with pytest.raises(Refused, match="not_in_this_format"):
        rulings.preview_and_sign(across, referee, now=now)
    alternate = Entrant.objects.get(player=players[2])
    bye = request(tournament, "award_bye", entrant=alternate.pk, round=1, kind="full_bye")
    with pytest.raises(Refused, match="not_in_this_format"):
        rulings.preview_and_sign(bye, referee, now=now)
    within = request(tournament, "change_pairing", place=places[reds], other=others[reds])
    carried_out(within, referee, now)
    assert one.seats.get(entrant__team=reds).entrant_id == member.pk
    now += 2 * DAY
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    assert Match.objects.running().count() == 2
    carried_out(
        request(tournament, "substitute", entrant=member.pk, substitute=outsider.name), referee, now
    )
    assert Match.objects.running().filter(seats__player=outsider).count() == 1
    run(tournament, now)
    rows = tables.rows_of(tournament, Division.objects.get())
    assert sum(row.points for row in rows) == 2
    assert sum(row.values[0] or 0 for row in rows) == 2
