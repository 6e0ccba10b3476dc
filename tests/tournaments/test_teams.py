"""Teams through the services: founding, line-ups, alternates, withdrawals, whole leagues."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from games.models import Match, Rating
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import Message
from tests.tournaments.seeds import seeds
from tests.tournaments.team_reports import read_by_the_engine
from tournaments.models import (
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Team,
    TeamInvitation,
    TeamMeeting,
    Tournament,
)
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entrants import team_ranks
from tournaments.services.entries import leaving, persons, teams
from tournaments.services.files import interchange
from tournaments.services.seasons import running
from tournaments.services.tables import places as tables

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def gather(noon):
    """Return a maker of teams: the first player founds it, the others join by its link."""

    def make(tournament, name, crew):
        key = f"{name}-{'k' * 20}"
        team = teams.found_team(tournament.pk, crew[0], name, key=key, now=noon)
        for player in crew[1:]:
            teams.join_team(key, player, now=noon)
        return Team.objects.get(pk=team.pk)

    return make


def rate(player, value):
    Rating.objects.create(pool="traffic_lights", player=player, value=value * 100)


def boards(meeting):
    """Return who sits at the boards of a meeting, the starter first."""
    found = meeting.fixtures.order_by("board")
    return [
        list(each.seats.order_by("seat").values_list("entrant__player__name", flat=True))
        for each in found
    ]


def test_a_captain_gathers_a_team_by_link_and_by_name(hold, people, person, noon, gather):
    players = people(8)
    tournament = hold([], format="team_match", boards=2, alternates=1)
    assert (tournament.least, tournament.most, tournament.points) == (2, 2, [2, 1, 0])
    with pytest.raises(Refused, match="teams_enter"):
        persons.enter(tournament.pk, players[0], now=noon)
    reds = gather(tournament, "Reds", players[:1])
    for alike in (" reds ", "R\u0435ds", "Reds!", "Reds ."):  # a Cyrillic letter
        with pytest.raises(Refused, match="team_name_taken") as refused:
            teams.found_team(tournament.pk, players[1], alike, key="x", now=noon)
        assert refused.value.params == {"name": "Reds"}
    with pytest.raises(Refused, match="bad_team_name"):
        teams.found_team(tournament.pk, players[1], "\u200b", key="x", now=noon)
    with pytest.raises(Refused, match="already_entered"):
        teams.found_team(tournament.pk, players[0], "Blues", key="x", now=noon)
    for player in players[1:3]:
        teams.invite_player(reds.pk, players[0], player, now=noon)
    with pytest.raises(Refused, match="not_your_team"):
        teams.invite_player(reds.pk, players[1], players[3], now=noon)
    teams.answer_invitation(reds.pk, players[1], accept=True, now=noon)
    teams.answer_invitation(reds.pk, players[2], accept=False, now=noon)
    with pytest.raises(Refused, match="not_invited"):
        teams.answer_invitation(reds.pk, players[2], accept=True, now=noon)
    with pytest.raises(Refused, match="has_declined"):
        teams.invite_player(reds.pk, players[0], players[2], now=noon)
    assert not TeamInvitation.objects.filter(accepted_at=None, declined_at=None).exists()
    teams.join_team(reds.key, players[2], now=noon)
    with pytest.raises(Refused, match="team_full"):
        teams.join_team(reds.key, players[3], now=noon)
    with pytest.raises(Refused, match="no_such_team"):
        teams.join_team("nonsense", players[3], now=noon)
    third = Entrant.objects.get(player=players[2])
    teams.move_up_member(reds.pk, players[0], third.pk)
    order = [each.player.name for each in team_ranks.ranked_members(tournament, reds)]
    assert order == ["Player01", "Player03", "Player02"]
    rate(players[1], 1800)
    order = [each.player.name for each in team_ranks.ranked_members(tournament, reds)]
    assert order == ["Player02", "Player01", "Player03"]
    with pytest.raises(Refused, match="order_by_rating"):
        teams.move_up_member(reds.pk, players[0], Entrant.objects.get(player=players[0]).pk)
    teams.remove_member(reds.pk, players[0], third.pk, now=noon)
    persons.withdraw(tournament.pk, players[0], now=noon)
    reds.refresh_from_db()
    assert reds.captain == players[1]
    gather(tournament, "Blues", players[3:5])
    greens = gather(tournament, "Greens", players[5:7])
    assert greens.status == Team.Status.WAITING
    teams.withdraw_team(reds.pk, players[1], now=noon)
    greens.refresh_from_db()
    assert greens.status == Team.Status.ENTERED
    assert not Team.objects.filter(pk=reds.pk).exists()
    said = Counter(Message.objects.values_list("context__headline", flat=True))
    for headline in (
        "You have created Reds",
        "Reds invites you",
        "Reds is complete",
        "You are no longer in Reds",
        "You are now the captain of Reds",
        "Spring cup: Greens now has a place",
    ):
        assert said[headline], (headline, said)


def test_two_teams_of_four_with_an_absence_an_alternate_and_a_withdrawal(
    hold, people, run, noon, gather, referee
):
    players = people(9)
    tournament = hold([], format="team_match", boards=4, alternates=2, twice=True)
    for value, player in zip((1900, 1800, 1700, 1600, 1500), players[:5], strict=True):
        rate(player, value)
    reds = gather(tournament, "Reds", players[:5][::-1])
    blues = gather(tournament, "Blues", players[5:9])
    now = noon + DAY
    running.advance_all(now=now, make_seed=seeds)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.rounds) == ("running", 2)
    first = TeamMeeting.objects.get()
    sides = {first.home_id: 0, first.away_id: 1}
    at_home = boards(first) if sides[reds.pk] == 0 else [pair[::-1] for pair in boards(first)]
    assert [pair[number % 2] for number, pair in enumerate(at_home)] == [
        "Player01",
        "Player02",
        "Player03",
        "Player04",
    ]
    assert Match.objects.count() == 0
    with pytest.raises(Refused, match="round_not_ahead"):
        persons.announce_absence(tournament.pk, players[0], 1, now=now)
    persons.announce_absence(tournament.pk, players[0], 2, now=now)
    persons.announce_absence(tournament.pk, players[5], 2, now=now)
    spare = Entrant.objects.get(player=players[4])
    board = Fixture.objects.get(seats__entrant__player=players[1])
    captain = Team.objects.get(pk=reds.pk).captain
    assert captain == players[4]
    leaving.withdraw_and_resign(tournament.pk, players[2], now=now)
    teams.name_substitute(reds.pk, captain, board.pk, spare.pk, now=now)
    with pytest.raises(Refused, match="not_free"):
        teams.name_substitute(reds.pk, captain, board.pk, spare.pk, now=now)
    now += 2 * DAY
    running.advance_all(now=now, make_seed=seeds)
    assert Match.objects.count() == 4
    with pytest.raises(Refused, match="board_has_begun"):
        teams.name_substitute(reds.pk, captain, board.pk, spare.pk, now=now)
    third = FixtureSeat.objects.get(entrant__player=players[1])
    assert third.fixture.board == 3
    run(tournament, now)
    second = TeamMeeting.objects.get(round__number=2)
    assert second.home_id == first.away_id
    kinds = list(second.fixtures.order_by("board").values_list("kind", flat=True))
    assert kinds == ["played", "played", "played"]
    played = set(
        FixtureSeat.objects.filter(fixture__meeting=second).values_list(
            "entrant__player__name", flat=True
        )
    )
    assert played == {"Player02", "Player04", "Player05", "Player07", "Player08", "Player09"}
    division = Division.objects.get()
    rows = tables.rows_of(tournament, division)
    assert sum(row.points for row in rows) == 4
    assert sum(row.values[0] or 0 for row in rows) == 7
    stored = dict(Team.objects.values_list("pk", "final_place"))
    assert stored == {row.entrant: row.rank for row in rows}
    places = set(Entrant.objects.filter(team=reds).values_list("final_place", flat=True))
    assert places == {stored[reds.pk]}
    assert blues.pk in stored
    assert list(replay_matches(Match.objects.all())) == []
    headlines = set(Message.objects.values_list("context__headline", flat=True))
    assert {"Player05 replaces Player02", "Player02 replaces Player03"} <= headlines
    closing = Message.objects.filter(kind="standings", player=players[0]).get()
    assert any(
        word in str(closing.context)
        for word in ("won the tournament.", "Your team finished in place 2 of 2.")
    )
    match = first.fixtures.order_by("board").first().match
    for ranks in ({"rank_0": 1, "rank_1": 2}, {"rank_0": 2, "rank_1": 1}):
        fields = RulingRequest(
            "adjudicate", params=ranks, match_id=match.pk, paragraph="C-11", reason="So."
        )
        rulings.preview_and_sign(fields, referee, now=tournament.finished_at + DAY)
        rows = tables.rows_of(tournament, division)
        stored = dict(Team.objects.values_list("pk", "final_place"))
        assert stored == {row.entrant: row.rank for row in rows}
        assert sum(row.values[0] or 0 for row in rows) == 7


@pytest.fixture
def short(hold, people, noon, gather):
    """Return a league of teams whose first round is out, its teams by name, and the time.

    The Reds have two players for three boards; the Owls have one, too few to start.
    """
    players = people(9)
    tournament = hold(
        [], format="team_league", boards=3, boards_least=2, least=3, most=4, round_days=20
    )
    crews = {
        "Reds": players[:2],
        "Blues": players[2:5],
        "Greens": players[5:8],
        "Owls": players[8:],
    }
    made = {name: gather(tournament, name, crew) for name, crew in crews.items()}
    now = noon + DAY
    running.advance_all(now=now, make_seed=seeds)
    tournament.refresh_from_db()
    assert tournament.rounds == 3
    return tournament, made, now


def test_a_short_team_loses_its_empty_boards_and_one_too_short_does_not_start(short):
    _tournament, made, _now = short
    owls = Team.objects.get(name="Owls")
    assert (owls.status, owls.number) == (Team.Status.WITHDRAWN, None)
    assert (
        Message.objects.filter(context__headline="Spring cup is starting without Owls").count() == 1
    )
    free = TeamMeeting.objects.get(away=None)
    meeting = TeamMeeting.objects.exclude(away=None).get()
    if made["Reds"].pk in (meeting.home_id, meeting.away_id):
        empty = Fixture.objects.get(kind="forfeit")
        assert (empty.board, empty.seats.get().place) == (3, 1)
    assert free.fixtures.count() == 0


@pytest.mark.long
def test_a_team_that_leaves_falls_under_the_half_rule(short, run):
    tournament, _made, now = short
    meeting = TeamMeeting.objects.exclude(away=None).get()
    gone, stays = meeting.home, meeting.away
    now += 2 * DAY
    running.advance_all(now=now, make_seed=seeds)
    teams.withdraw_team(gone.pk, gone.captain, now=now)
    with pytest.raises(Refused, match="not_entered"):
        teams.withdraw_team(gone.pk, gone.captain, now=now)
    assert Match.objects.running().count() >= 2
    run(tournament, now)
    rows = {row.entrant: row for row in tables.rows_of(tournament, Division.objects.get())}
    assert rows[gone.pk].points == 0
    assert rows[gone.pk].values[0] == 0
    others = [row for pk, row in rows.items() if pk != gone.pk]
    assert sum(row.points for row in others) == 2 + 2 + 2
    assert all((row.values[0] or 0) >= 3 for row in others)
    assert rows[stays.pk].rank < 3
    (report,) = interchange.to_trf(tournament).values()
    told = read_by_the_engine(report, "Record 310 disagrees")
    assert {each["matchPoints"] for each in told["competitors"]} == {
        row.points for row in rows.values()
    }
    assert not Match.objects.running().exists()
    assert replay_ratings() == []


def test_a_league_of_teams_of_bots_plays_itself_moves_up_and_down_and_goes_on(hold, run, noon):
    from games.services.bots.bots import create_bot

    for number in range(1, 13):
        create_bot(
            f"Robot {number}",
            "random",
            timetable="* * * * *",
            rulesets=["traffic_lights.simple"],
            now=noon,
        )
    tournament = hold(
        [],
        format="team_league",
        boards=2,
        least=6,
        most=6,
        division_size=3,
        promoted=1,
        bots_welcome=True,
        bots_fill=True,
        repeats=True,
        at_once=True,
        round_days=30,
    )
    run(tournament, noon)
    assert tournament.status == Tournament.Status.FINISHED
    meetings = TeamMeeting.objects.exclude(away=None)
    met = Counter(frozenset((each.home_id, each.away_id)) for each in meetings)
    assert (len(met), set(met.values())) == (6, {1})
    assert Fixture.objects.count() == Match.objects.count() == 12
    top, low = Division.objects.filter(tournament=tournament).order_by("number")
    for division in (top, low):
        rows = tables.rows_of(tournament, division)
        assert sum(row.points for row in rows) == 6
        assert sum(row.values[0] or 0 for row in rows) == 6
        assert {row.entrant: row.rank for row in rows} == dict(
            Team.objects.filter(division=division).values_list("pk", "final_place")
        )
    assert list(replay_matches(Match.objects.all())) == []
    assert replay_ratings() == []
    following = Tournament.objects.get(previous=tournament)
    levels = dict(Team.objects.filter(tournament=following).values_list("name", "level"))
    assert sorted(levels) == [f"Bots {number}" for number in range(1, 7)]
    up = Team.objects.filter(division=low).order_by("final_place").first()
    down = Team.objects.filter(division=top).order_by("final_place").last()
    assert (levels[up.name], levels[down.name]) == (1, 2)
    assert Entrant.objects.filter(tournament=following, team__isnull=False).count() == 12
    assert following.due_at is not None
    champion = Team.objects.get(division=top, final_place=1)
    assert Entrant.objects.filter(team=champion, final_place=1).count() == 2
