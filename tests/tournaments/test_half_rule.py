"""The half rule through the services: what counts is what was finished when somebody left."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.models import Match, Ply
from games.services.play.matches import resign_match
from tests.sampling import at_length, sampled
from tests.tournaments.conftest import play_all
from tournaments.models import Entrant, Fixture, FixtureSeat, Team, Tournament
from tournaments.services.entries import leaving, persons, teams
from tournaments.services.rounds import ladders
from tournaments.services.seasons import running
from tournaments.services.tables.events import event_of
from tournaments.standings.base import Kind
from tournaments.standings.table import standings

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def advance(now) -> None:
    for _again in range(2):
        Tournament.objects.filter(status="running").update(due_at=now)
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)


def lose(match: Match, loser: Any, now) -> None:
    """Let somebody lose at the board."""
    play_all(now, Random(1), only=match.__eq__)
    resign_match(match.pk, loser, now=now)


def beat(tournament: Any, winner: Any, wins: int, now) -> None:
    """Let a player win so many of the matches that run."""
    for match in Match.objects.running().filter(seats__player=winner).order_by("pk")[:wins]:
        lose(match, match.seats.exclude(player=winner).get().player, now)


def table(tournament: Any) -> dict[str, tuple[float, set[Kind]]]:
    """Return everybody's points, and of which kinds their fixtures are."""
    event = event_of(tournament, tournament.divisions.get())
    names = dict(Entrant.objects.values_list("pk", "player__name"))
    return {
        names[row.entrant]: (
            float(row.points),
            {each.kind for each in event.results if row.entrant in each.seats and not each.is_bye},
        )
        for row in standings(event)
    }


@pytest.mark.parametrize(("wins", "struck"), sampled([(1, True), (2, False), (3, False)], 1))
def test_all_at_once_what_is_resigned_on_leaving_was_not_finished(
    hold, people, run, noon, wins, struck
):
    players = people(5 if at_length() else 4)
    tournament = hold(players, at_once=True)
    now = noon + DAY
    advance(now)
    gone = players[0]
    beat(tournament, gone, wins, now)
    leaving.withdraw_and_resign(tournament.pk, gone, now=now)
    advance(now)
    points, kinds = table(tournament)[gone.name]
    assert points == (0 if struck else wins)
    assert (kinds == {Kind.WITHDRAWN}) == struck
    run(tournament, now + DAY)
    assert table(tournament)[gone.name][0] == points


@pytest.mark.long
@pytest.mark.parametrize(("wins", "struck"), sampled([(1, True), (2, False), (3, False)], 2))
def test_in_turn_what_is_lost_in_later_rounds_was_not_finished(
    hold, people, run, noon, wins, struck
):
    players = people(5)
    tournament = hold(players, round_days=7)
    gone, now, won = players[4], noon + DAY, 0
    while won < wins:
        advance(now)
        mine = Match.objects.running().filter(seats__player=gone).count()
        beat(tournament, gone, 1, now)
        won += mine
        now += 7 * DAY
    leaving.withdraw_and_resign(tournament.pk, gone, now=now)
    advance(now)
    for weeks in range(6):  # the rest is lost without play, round by round
        advance(now + 7 * weeks * DAY)
        points, kinds = table(tournament)[gone.name]
        assert points == (0 if struck else wins)
        assert (kinds == {Kind.WITHDRAWN}) == struck
    own = FixtureSeat.objects.filter(entrant__player=gone).exclude(fixture__kind="zero_bye")
    assert sorted(own.values_list("left_open", flat=True)) == [False] * wins + [True] * (4 - wins)


@pytest.mark.long
def test_games_missed_before_leaving_were_not_finished_either(hold, people, noon):
    players = people(5)
    tournament = hold(players, at_once=True)
    now = noon + DAY
    advance(now)
    gone = players[0]
    beat(tournament, gone, 1, now)
    missed = Match.objects.running().filter(seats__player=gone).order_by("pk").first()
    resign_match(missed.pk, gone, now=now)
    assert Fixture.objects.get(match=missed).kind == Fixture.Kind.FORFEIT
    leaving.withdraw_and_resign(tournament.pk, gone, now=now)
    assert table(tournament)[gone.name] == (0, {Kind.WITHDRAWN})


@pytest.mark.long
@pytest.mark.parametrize("fields", [{}, {"format": "swiss", "rounds": 3}, {"format": "ladder"}])
def test_a_worker_killed_after_the_withdrawal_leaves_nothing_undone(hold, people, noon, fields):
    players = people(4)
    tournament = hold(players, **({"at_once": True} if not fields else {}), **fields)
    now = noon + DAY
    advance(now)
    if tournament.format == "ladder":
        target = Entrant.objects.get(player=players[1])
        ladders.challenge(tournament.pk, players[2], target.pk, seed="ab" * 32, now=now)
    gone = players[1]
    running_before = Match.objects.running().filter(seats__player=gone).count()
    assert running_before
    persons.withdraw(tournament.pk, gone, now=now)  # and here the worker dies
    assert Match.objects.running().filter(seats__player=gone).count() == running_before
    running.advance_all(now=now + timedelta(minutes=1), make_seed=lambda: "cd" * 32)
    assert not Match.objects.running().filter(seats__player=gone).exists()
    assert (
        not Fixture.objects.unsettled()
        .filter(seats__entrant__player=gone, match__isnull=False)
        .exists()
    )
    again = leaving.withdraw_and_resign(tournament.pk, gone, now=now + DAY)
    assert again.status == Entrant.Status.WITHDRAWN


@pytest.mark.long
def test_at_a_table_of_three_the_others_play_on_when_the_leaver_s_worker_dies(hold, people, noon):
    players = people(3)
    fields = {"format": "pods", "seats": 3, "least": 3, "rated": False, "options": {"edge": 3}}
    tournament = hold(players, ruleset="tri_plan", **fields)
    advance(noon + DAY)
    persons.withdraw(tournament.pk, players[0], now=noon + DAY)
    advance(noon + DAY)
    match = Match.objects.get()
    assert match.is_running
    assert [seat.player_id for seat in match.seats.all() if seat.left_by] == [players[0].pk]
    assert Ply.objects.filter(match=match, source=Ply.Source.SERVER).exists()


@pytest.mark.long
def test_a_team_whose_last_member_leaves_has_not_finished_what_they_resign(hold, people, noon):
    players = people(6)
    fields = {"format": "team_league", "boards": 2, "boards_least": 1, "least": 3, "at_once": True}
    league = hold([], **fields)
    for number in range(0, 6, 2):
        key = f"{number}{'k' * 20}"
        teams.found_team(league.pk, players[number], f"Crew {number}", key=key, now=noon)
        teams.join_team(key, players[number + 1], now=noon)
    now = noon + DAY
    advance(now)
    now += 2 * DAY
    advance(now)
    assert Match.objects.running().count() == 6
    for player in players[:2]:
        leaving.withdraw_and_resign(league.pk, player, now=now)
    team = Team.objects.get(name="Crew 0")
    assert team.status == Team.Status.WITHDRAWN
    event = event_of(league, league.divisions.get())
    own = [each for each in event.results if team.pk in each.seats]
    assert [each.kind for each in own] == [Kind.WITHDRAWN] * 2
    assert all(each.truth is None for each in own)
