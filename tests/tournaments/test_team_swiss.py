"""A Swiss of teams: pairing by match points, then board points; byes, tables, whole events."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from accounts.models import Player
from games.models import Match
from games.services.errors import Refused
from games.services.play.matches import resign_match
from tests.markup import text_of
from tests.tournaments.conftest import needless_fallbacks, play_all
from tests.tournaments.seeds import seeds
from tests.tournaments.team_reports import agrees
from tests.tournaments.test_rehearsal_checks import found, missed, played
from tournaments import formats
from tournaments.errors import PlanError
from tournaments.models import Absence, Fixture, Round, Team, TeamMeeting, Tournament
from tournaments.pairing import swiss, team_swiss
from tournaments.services.entries import teams as entering
from tournaments.services.files import interchange, lot_records
from tournaments.services.seasons import running
from tournaments.services.tables import team_events
from tournaments.services.tables.places import rows_of
from tournaments.standings.base import EventEntrant, Kind, Result
from tournaments.standings.table import standings
from tournaments.standings.teams import Meeting, board_points, event_of

DAY = timedelta(days=1)
HALF = Fraction(1, 2)
WON, TIED, LOST = (board_points(places) for places in ((1, 2), (1, 1), (2, 1)))
FORMAT: Any = formats.FORMATS["team_swiss"]


def five(*meetings):
    """A Swiss of five teams on three boards."""
    entered = [EventEntrant(number, 2000 - number) for number in range(1, 6)]
    event = event_of(entered, meetings, boards=3)
    return type(event)(**{**vars(event), "system": FORMAT.system})


FIRST = (
    Meeting(1, (1, 3), (WON, WON, WON)),
    Meeting(1, (4, 2), (LOST, WON, LOST)),
    Meeting(1, (5,)),
)


def test_a_bye_is_a_win_by_the_least_margin():
    event = five(*FIRST)
    rows: Any = {
        row.entrant: (row.points, row.values[0]) for row in standings(event, ["board_points"])
    }
    assert rows == {1: (2, 3), 2: (2, 2), 5: (2, 2), 4: (0, 1), 3: (0, 0)}
    on_four = event_of([EventEntrant(1)], [Meeting(1, (1,))], boards=4).results[0]
    assert (on_four.kind, on_four.legs) == (Kind.PAIRED_BYE, (2 + HALF,))


def test_those_of_equal_match_points_are_paired_in_the_order_of_board_points():
    event = team_swiss.number_by_board_points(five(*FIRST))
    assert event.entrants == (1, 2, 5, 4, 3)
    assert not event.boards
    running_still = Result(2, (3, 1), (1, 1))
    event = five(*FIRST)
    later = type(event)(**{**vars(event), "results": (*event.results, running_still), "rounds": 2})
    assert team_swiss.number_by_board_points(later).entrants == (1, 2, 5, 3, 4)


def test_board_points_decide_who_meets_whom():
    sides = ((1, 5), (6, 2), (3, 7), (8, 4))
    margins = ((WON, WON, WON), (LOST, LOST, TIED), (WON, WON, WON), (LOST, LOST, WON))
    first = [Meeting(1, *each) for each in zip(sides, margins, strict=True)]
    entered = [EventEntrant(number, 2000 - number) for number in range(1, 9)]
    event = event_of(entered, first, boards=3)
    event = type(event)(**{**vars(event), "system": FORMAT.system})
    draft = FORMAT.pair(swiss.PairingInput(event, 2, "w"))
    assert {frozenset((1, 2)), frozenset((3, 4))} < {
        frozenset(each.seats) for each in draft.pairings
    }
    by_number = swiss.pair(swiss.PairingInput(event, 2, "w"))
    assert frozenset((1, 4)) in {frozenset(each.seats) for each in by_number.pairings}
    assert swiss.repeat(draft) == draft


def test_the_olympiads_tie_break_weighs_board_points_by_match_points_without_the_lowest():
    event = five(
        *FIRST,
        Meeting(2, (2, 1), (WON, TIED, LOST)),
        Meeting(2, (5, 4), (WON, WON, LOST)),
        Meeting(2, (3,)),
    )
    rows = {row.entrant: row for row in standings(event, ["olympiad"])}
    made = {who: row.points for who, row in rows.items()}
    assert made == {5: 4, 1: 3, 2: 3, 3: 2, 4: 0}
    # 1: three boards off team 3 (2 points), one and a half off team 2 (3 points): the former falls
    assert rows[1].values[0] == 3 * Fraction(3, 2)
    # 2: team 4 has no points; one and a half off team 1
    assert rows[2].values[0] == 3 * Fraction(3, 2)


def test_a_plan_needs_rounds_and_takes_no_divisions(plan):
    with pytest.raises(Refused, match="bad_plan"):
        plan(format="team_swiss", boards=3)
    fields = plan(
        format="team_swiss", boards=3, rounds=4, twice=True, division_size=4, at_once=True
    )
    assert (fields.rounds, fields.twice, fields.division_size, fields.at_once) == (
        4,
        False,
        0,
        False,
    )
    assert fields.tie_breaks == ("board_points", "olympiad", "buchholz", "direct_encounter")
    with pytest.raises(Refused, match="bad_plan"):
        plan(format="swiss", rounds=4, tie_breaks=("olympiad",))
    with pytest.raises(PlanError):
        FORMAT.check(fields.__class__(**{**vars(fields), "boards": 1}), ())


@pytest.mark.long
@pytest.mark.django_db
def test_a_whole_event_of_five_teams_is_found_right_by_the_second_computation(noon, client):
    event = played("team_swiss", 20, noon, {})
    assert found(event) == []
    assert needless_fallbacks() == []
    meetings = TeamMeeting.objects.filter(round__division__tournament=event)
    pairs = Counter(frozenset((each.home_id, each.away_id)) for each in meetings if each.away_id)
    assert max(pairs.values()) == 1
    free = Counter(each.home_id for each in meetings if not each.away_id)
    assert set(free.values()) == {1}
    assert sum(free.values()) == event.rounds == 3
    engines = set(Round.objects.values_list("engine", flat=True))
    assert all(each.startswith("gacrux") for each in engines)
    for meeting in meetings.exclude(away=None):
        boards = meeting.fixtures.order_by("board")
        starts = [each.seats.get(seat=0).entrant.team_id for each in boards]
        assert starts == [meeting.home_id, meeting.away_id, meeting.home_id][: len(starts)]
    drawn = lot_records.get_draw_records(event)
    assert drawn[0].agrees
    assert "at home" in drawn[0].words
    page = text_of(client.get(event.get_absolute_url()))
    assert "Sonneborn–Berger of the olympiad" in page
    answer = client.get(f"/tournaments/{event.pk}/tournament.json")
    told = json.loads(answer.content)
    assert [row["team"] for row in told["divisions"][0]["table"]] == [
        row.entrant for row in rows_of(event, event.divisions.get())
    ]
    report = client.get(f"/tournaments/{event.pk}/tournament.trf").content.decode()
    assert "TRF</a>" in client.get(event.get_absolute_url()).content.decode()
    agrees(report, event, event.divisions.get())
    errors = {
        "another board won": (lambda _: lose_a_board(event), "the table shows"),
        "a bye that was none": (
            lambda _: meetings.filter(away=None, round__number=1).delete(),
            "published are",
        ),
    }
    assert missed(event, errors) == {}


def lose_a_board(event):
    """Turn a stored result of a board round."""
    board = Fixture.objects.filter(round__division__tournament=event, match__isnull=False).first()
    one, two = board.seats.order_by("seat")
    one.place, two.place = two.place, one.place
    one.save()
    two.save()


def crew_of(team: Team) -> set[Player]:
    return {each.player for each in team.members.select_related("player")}


def play_round(now, absent: Team | None = None) -> None:
    """Let all boards be decided by play; none of the absent team ever moves."""
    for match in Match.objects.running():
        players = [seat.player for seat in match.seats.order_by("number")]
        missing = [each for each in players if absent and each in crew_of(absent)]
        if not missing:
            for _turn in range(2):
                play_all(now, Random(1), only=lambda each, only=match: each == only)
        resign_match(match.pk, *(missing or players[1:]), now=now)


@pytest.fixture
def three(hold, people, noon):
    """Return a Swiss of three teams whose first round is published."""
    players = people(6)
    event = hold([], format="team_swiss", boards=2, rounds=3, least=2)
    for number in range(3):
        key = f"{number}-{'k' * 20}"
        entering.found_team(event.pk, players[2 * number], f"Team {number}", key=key, now=noon)
        entering.join_team(key, players[2 * number + 1], now=noon)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    return event


@pytest.mark.django_db
def test_three_teams_of_which_one_forfeits_play_all_rounds_and_have_byes_as_persons_do(three, noon):
    first = TeamMeeting.objects.exclude(away=None).get()
    free = TeamMeeting.objects.get(away=None).home
    for day in range(1, 20):
        now = noon + day * DAY
        Tournament.objects.filter(status="running").update(due_at=now)
        running.advance_all(now=now, make_seed=seeds)
        play_round(now, absent=first.away if Round.objects.count() == 1 else None)
    three.refresh_from_db()
    assert three.status == "finished"
    notes = list(Round.objects.order_by("number").values_list("note", flat=True))
    assert notes == ["", "", "no_bye_left"]
    meetings = TeamMeeting.objects.order_by("round__number")
    assert [each.home for each in meetings.filter(away=None)] == [free, first.away]
    pairs = [{each.home, each.away} for each in meetings.exclude(away=None)]
    assert pairs[:2] == [{first.home, first.away}, {first.home, free}]
    assert pairs[2:] in ([pairs[0]], [{first.away, free}])  # nobody has played the forfeited one
    assert rows_of(three, three.divisions.get())[0].points >= 4
    (drawn,) = [each for each in lot_records.get_draw_records(three) if "round 3" in each.words]
    (out,) = set(Team.objects.all()) - pairs[2]
    assert drawn.agrees
    assert out.name in drawn.words
    (report,) = interchange.to_trf(three).values()
    agrees(report, three, three.divisions.get())


@pytest.mark.long
@pytest.mark.django_db
def test_line_ups_stand_before_named_days_and_a_team_that_leaves_is_paired_no_more(
    hold, people, run, noon
):
    players = people(12)
    days = tuple(noon + DAY * day for day in (3, 15, 29))
    event = hold(
        [], format="team_swiss", boards=2, alternates=1, rounds=3, round_dates=days, round_days=14
    )
    for number in range(4):
        crew = players[3 * number : 3 * number + 3]
        key = f"{number}-{'k' * 20}"
        team = entering.found_team(event.pk, crew[0], f"Team {number}", key=key, now=noon)
        for player in crew[1:]:
            entering.join_team(key, player, now=noon)
    running.advance_all(now=noon + DAY, make_seed=seeds)
    event.refresh_from_db()
    assert event.rounds == 3
    first = Round.objects.get()
    assert first.opens_at == noon + 3 * DAY
    assert first.closes_at == noon + 13 * DAY
    Absence.objects.create(
        entrant=event.entrants.get(player=players[0]), round=2, announced_at=noon
    )
    running.advance_all(now=noon + 12 * DAY, make_seed=seeds)
    assert Round.objects.count() == 1
    entering.withdraw_team(team.pk, players[9], now=noon + 12 * DAY)
    running.advance_all(now=noon + 13 * DAY, make_seed=seeds)
    second = Round.objects.get(number=2)
    assert (second.published_at, second.opens_at) == (noon + 13 * DAY, noon + 15 * DAY)
    teams = {each for pair in second.meetings.values_list("home", "away") for each in pair if each}
    assert teams == set(Team.objects.exclude(pk=team.pk).values_list("pk", flat=True))
    seated = second.fixtures.values_list("seats__entrant__player__name", flat=True)
    assert "Player01" not in seated
    assert "Player03" in seated
    still = team_events.unfinished_meetings(event, event.divisions.get())
    assert {each.round for each in still} == {1, 2}
    run(event, noon + 13 * DAY)
    event.refresh_from_db()
    assert event.status == "finished"
    last = rows_of(event, event.divisions.get())
    assert {row.entrant for row in last} == set(Team.objects.values_list("pk", flat=True))
    assert Team.objects.get(pk=team.pk).final_place == 4
    (report,) = interchange.to_trf(event).values()
    agrees(report, event, event.divisions.get())
