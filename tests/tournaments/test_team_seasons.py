"""Seasons of a league of teams with absences, members and teams that leave: nothing is lost."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta
from itertools import combinations

import pytest

from games.models import Match
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.play import flags
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import Message
from tests.tournaments.conftest import play_all
from tournaments.models import (
    Absence,
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Team,
    TeamMeeting,
    Tournament,
)
from tournaments.services.entrants.squads import open_line_ups
from tournaments.services.entries import leaving, persons, teams
from tournaments.services.seasons import running
from tournaments.services.tables import places

pytestmark = [pytest.mark.django_db, pytest.mark.long]
DAY = timedelta(days=1)


def playing_in(tournament):
    """Return the teams that play."""
    return list(Team.objects.playing().filter(tournament=tournament).select_related("tournament"))


def trouble(tournament, rng, now):
    """Let somebody be absent, withdraw, step in, or take a whole team out."""
    playing = Entrant.objects.playing().filter(tournament=tournament).select_related("player")
    members = list(playing.order_by("pk"))
    one = rng.choice(members)
    gone = Team.objects.filter(tournament=tournament, status=Team.Status.WITHDRAWN).count()
    try:
        match rng.randrange(12):
            case 0 | 1 | 2:
                persons.announce_absence(tournament.pk, one.player, rng.randrange(1, 7), now=now)
            case 3 if rng.random() < 0.3:
                leaving.withdraw_and_resign(tournament.pk, one.player, now=now)
            case 4 if gone < 1:
                team = one.team
                teams.withdraw_team(team.pk, team.captain, now=now)
            case 5 | 6 | 7:
                rows = [row for team in playing_in(tournament) for row in open_line_ups(team, now)]
                if rows:
                    row = rng.choice(rows)
                    free = rng.choice(row["free"])
                    captain, board = Team.objects.get(pk=free.team_id).captain, row["fixture"]
                    teams.name_substitute(free.team_id, captain, board.pk, free.pk, now=now)
    except Refused:
        pass


def check(tournament):
    """See that everybody met everybody, nobody sat twice, and tables are what boards say."""
    for division in Division.objects.filter(tournament=tournament):
        pks = list(Team.objects.filter(division=division).values_list("pk", flat=True))
        meetings = TeamMeeting.objects.filter(round__division=division)
        met = Counter(frozenset((each.home_id, each.away_id)) for each in meetings if each.away_id)
        assert met == Counter(map(frozenset, combinations(pks, 2)))
        fixtures = Fixture.objects.filter(round__division=division)
        assert not fixtures.filter(settled_at=None).exists()
        assert not fixtures.filter(meeting=None).exists()
        sat = Counter(
            FixtureSeat.objects.filter(fixture__round__division=division).values_list(
                "entrant", "fixture__round"
            )
        )
        assert set(sat.values()) == {1}
        rows = places.rows_of(tournament, division)
        stored = dict(Team.objects.filter(division=division).values_list("pk", "final_place"))
        assert {row.entrant: row.rank for row in rows} == stored
        assert sum(row.points for row in rows) <= 2 * len(met)
    assert (
        Match.objects.running().filter(fixture__round__division__tournament=tournament).count() == 0
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_leagues_of_teams_lose_nothing_whatever_happens(seed, hold, people, noon):
    rng = random.Random(seed)
    players = people(45)
    tournament = hold(
        [],
        format="team_league",
        boards=3,
        boards_least=2,
        alternates=2,
        least=4,
        division_size=5,
        promoted=1,
        repeats=True,
        round_days=14,
        rated=True,
    )
    for number in range(9):
        crew = players[5 * number : 5 * number + rng.randrange(2, 6)]
        key = f"{number}-{'k' * 20}"
        teams.found_team(tournament.pk, crew[0], f"Team {number}", key=key, now=noon)
        for player in crew[1:]:
            teams.join_team(key, player, now=noon)
    now = noon
    seasons: list[Tournament] = []
    seeds = random.Random(seed)
    while len(seasons) < 2 and now < noon + 500 * DAY:
        flags.settle_flags(now=now)
        running.advance_all(now=now, make_seed=lambda: seeds.randbytes(32).hex())
        tournament.refresh_from_db()
        if tournament.finished_at is not None:
            check(tournament)
            seasons.append(tournament)
            tournament = Tournament.objects.get(previous=tournament)
            continue
        if tournament.is_running and rng.random() < 0.4:
            trouble(tournament, rng, now)
        silent = rng.randrange(20)
        played = play_all(now, rng, only=lambda match, silent=silent: match.pk % 20 != silent)
        now += timedelta(hours=6 if played else 24)
    assert len(seasons) == 2
    assert list(replay_matches(Match.objects.all())) == []
    assert replay_ratings() == []
    happened = {
        "kinds": dict(Counter(Fixture.objects.values_list("kind", flat=True))),
        "matches": Match.objects.count(),
        "absences": Absence.objects.count(),
        "teams gone": Team.objects.filter(status="withdrawn", number__isnull=False).count(),
        "members gone": Entrant.objects.filter(status="withdrawn", number__isnull=False).count(),
        "substitutes": Message.objects.filter(key__contains="instead").count(),
        "days": (now - noon).days,
    }
    print(seed, happened)
    assert happened["absences"]
    assert happened["substitutes"]
