"""Stories about links and meetings of teams; told as those of ``waiting_events``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.tournaments.test_cancelled_team_rounds import cancel
from tests.tournaments.waiting_acts import new_team
from tests.tournaments.waiting_events import DAY, HOUR, about, advance
from tournaments.models import Round, Team, Tournament
from tournaments.services.emails import team_pairings
from tournaments.services.entries import persons, teams


def founded(world: Any) -> tuple[Team, Any]:
    captain, _mate = new_team(world, 3)
    return Team.objects.select_related("captain").get(), about("founded", captain)


def link_renewed(world: Any) -> Iterator[Any]:
    team, message = founded(world)
    yield message
    teams.renew_link(team.pk, team.captain, key="Blue" * 5)
    yield f"/{'Blue' * 5}/"
    assert "Reds" * 5 not in world.sent()


def team_gone(world: Any) -> Iterator[Any]:
    team, message = founded(world)
    yield message
    teams.withdraw_team(team.pk, team.captain, now=world.noon + HOUR)
    yield None


def link_renewed_by_another_captain(world: Any) -> Iterator[Any]:
    team, message = founded(world)
    yield message
    persons.withdraw(team.tournament_id, team.captain, now=world.noon + HOUR)
    team.refresh_from_db()
    teams.renew_link(team.pk, team.captain, key="Blue" * 5)
    yield None


def play_of_teams(world: Any) -> tuple[Tournament, list[Any]]:
    """Let two teams of two boards and two alternates begin; return the players of the first."""
    event = world.hold([], format="team_match", boards=2, alternates=2)
    players = world.people(8)
    for crew, name in ((players[:4], "Reds"), (players[4:], "Blues")):
        teams.found_team(event.pk, crew[0], name, key=name * 5, now=world.noon)
        for player in crew[1:]:
            teams.join_team(name * 5, player, now=world.noon)
    advance(event, world.start)
    return event, players[:4]


def sat_out_a_cancelled_round(world: Any) -> Iterator[Any]:
    """Publish a second round without meetings, and cancel it."""
    event, players = play_of_teams(world)
    first = event.divisions.get().rounds.get()
    days = {"opens_at": world.start + 9 * DAY, "closes_at": world.start + 19 * DAY}
    Round.objects.create(division=first.division, number=2, published_at=world.start, **days)
    team_pairings.notify_paired(first.division, 2, now=world.start)
    yield about("sitting_out", players[3])
    cancel(event, world.organiser, 2, world.start + HOUR)
    yield None


STORIES = (
    link_renewed,
    team_gone,
    link_renewed_by_another_captain,
    sat_out_a_cancelled_round,
)
