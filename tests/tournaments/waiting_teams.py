"""Stories about links, line-ups and meetings of teams; told as those of ``waiting_events``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from notifications.models import Message
from tests.tournaments.conftest import hand_over
from tests.tournaments.test_cancelled_team_rounds import cancel
from tests.tournaments.waiting_acts import new_team
from tests.tournaments.waiting_events import DAY, HOUR, about, advance
from tournaments.models import Entrant, Fixture, Round, Team, Tournament
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


def replace(players: list[Any], *numbers: int, now: Any) -> Any:
    """Let these team-mates play at the board of the second, in turn; return the opponent there."""
    captain, second = players[:2]
    board = Fixture.objects.get(board=2)
    team = Team.objects.get(captain=captain)
    for number in numbers:
        member = Entrant.objects.get(player=players[number])
        teams.name_substitute(team.pk, captain, board.pk, member.pk, now=now)
    assert second.name == "Player02"
    return board.seats.exclude(entrant__team=team).get().entrant.player


def replaced_again_and_again(world: Any) -> Iterator[Any]:
    """Tell the opponent once, of whoever plays, and of each change after that was sent."""
    _event, players = play_of_teams(world)
    opponent = replace(players, 2, now=world.start)
    message = about("substituted", opponent)
    yield message
    replace(players, 1, 2, 1, 2, now=world.start + HOUR)
    yield "Player03 replaces Player02"
    assert world.sent().count("replaces") == 1
    assert about("substituted", opponent) == message
    for hours, number in enumerate((1, 2), 1):
        replace(players, number, now=message.due_at + hours * HOUR)
        hand_over(message.due_at + hours * HOUR)
    told = Message.objects.filter(player=opponent, key__contains="instead").order_by("pk")
    named = [each.context["headline"].split()[0] for each in told]
    assert named == ["Player03", "Player02", "Player03"]


def replaced_by_somebody_else(world: Any) -> Iterator[Any]:
    """Tell the player who was replaced first, and the substitute who does not play nothing."""
    _event, players = play_of_teams(world)
    replace(players, 2, now=world.start)
    own = about("substituted", players[2])
    yield about("substituted", players[1])
    replace(players, 3, now=world.start + HOUR)
    yield "Player04 replaces Player02"
    own.refresh_from_db()
    assert own.state == Message.State.WITHDRAWN


def plays_after_all(world: Any) -> Iterator[Any]:
    _event, players = play_of_teams(world)
    opponent = replace(players, 2, now=world.start)
    yield about("substituted", opponent)
    replace(players, 1, now=world.start + HOUR)
    yield None


def replaced_in_a_cancelled_round(world: Any) -> Iterator[Any]:
    event, players = play_of_teams(world)
    opponent = replace(players, 2, now=world.start)
    yield about("substituted", opponent)
    cancel(event, world.organiser, 1, world.start + HOUR)
    yield None


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
    replaced_again_and_again,
    replaced_by_somebody_else,
    plays_after_all,
    replaced_in_a_cancelled_round,
    sat_out_a_cancelled_round,
)
