"""Report files of team events, as pure values: what FIDE's engine makes of every record."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

import pytest

from tests.tournaments.team_reports import read_by_the_engine
from tournaments.standings.base import Event, EventEntrant, Fixture, Kind, Result, System
from tournaments.standings.teams import Meeting, board_points, event_of
from tournaments.standings.trf.sheet import PlayerCard, Sheet, TrfError
from tournaments.standings.trf.squads import MeetingLineUps, Squad, write_teams

WON, LOST = (board_points(places) for places in ((1, 2), (2, 1)))
SQUADS = tuple(
    Squad(team, f"Team {team}", place, tuple(10 * team + board for board in (1, 2, 3)))
    for team, place in ((1, 1), (2, 3), (3, 2))
)
FIRST = MeetingLineUps(1, (1, 2), ((11, 12), (21, 22)))
SECOND = MeetingLineUps(2, (3, 2), ((32, 31), (None, None)))
THIRD = MeetingLineUps(3, (1, 3), ((11, 12), (None, 33)))
MEETINGS = (
    Meeting(1, (1, 2), (WON, LOST)),
    Meeting(1, (3,)),
    Meeting(2, (3, 2), (WON, WON), played=False),
    Meeting(2, (1,)),
    Meeting(3, (1, 3), (WON, LOST)),
    Meeting(3, (2,)),
)


def teams(*meetings: Meeting, withdrawn: tuple[int, ...] = ()) -> Event:
    made = event_of([EventEntrant(number) for number in (1, 2, 3)], meetings, boards=2,
                    withdrawn=withdrawn)  # fmt: skip
    return type(made)(**{**vars(made), "system": System.SWISS})


def written(*, over: bool = True) -> str:
    """Three rounds: one played, one that a team did not come to, one with an empty place."""
    results = (
        Result(1, (11, 21), (1, 2)),
        Result(1, (22, 12), (1, 2)),
        Result(2, (32,), kind=Kind.FULL_BYE),
        Result(2, (31,), kind=Kind.FULL_BYE),
        Result(3, (11,), kind=Kind.FULL_BYE),
        *((Result(3, (33, 12), (1, 2)),) if over else ()),
    )
    members = [who for squad in SQUADS for who in squad.members]
    players = Event(tuple(map(EventEntrant, members)), results, scheduled=3)
    cards = {who: PlayerCard(name=f"Player {who}") for who in members}
    sheet = Sheet(players, cards, name="Cup", running=() if over else (Fixture(3, (33, 12)),))
    meetings = MEETINGS if over else (*MEETINGS[:4], MEETINGS[4]._replace(finished=False))
    return write_teams(sheet, teams(*meetings), SQUADS, (FIRST, SECOND, THIRD))


def test_the_records_of_teams_stand_in_their_columns():
    lines = written().splitlines()
    assert [line for line in lines if line[:3] not in ("001", "012", "062", "072", "142")] == [
        "092 Team Swiss-System",
        "082 3",
        "192 CUSTOM_TEAM_SWISS_MP",
        "352 WB",
        "362  W 2.0    D 1.0    L 0.0    A 0.0    P 2.0",
        "320  2.0  1.5   3   1   2",
        "330 +-   2   3   2",
        "300   2   3   2 0008 0007",
        "300   3   3   1 0000 0009",
        f"310   1 {'Team 1':<46}   4.0    3.5   1     1    2    3",
        f"310   2 {'Team 2':<46}   3.0    2.5   3     4    5    6",
        f"310   3 {'Team 3':<46}   5.0    4.5   2     7    8    9",
    ]


def test_names_of_teams_have_their_accents_in_their_letters():
    """Or else a record would be too long by them, and cut a name inside a letter."""
    name = unicodedata.normalize("NFD", "Équipe très élevée de Genève-Pré")
    players = Event((EventEntrant(11), EventEntrant(21)), ())
    cards = {who: PlayerCard(name=f"Player {who}") for who in (11, 21)}
    squads = (Squad(1, name, 1, (11,)), Squad(2, "Team 2", 2, (21,)))
    lines = write_teams(Sheet(players, cards), teams(), squads, ()).splitlines()
    (line,) = (line for line in lines if line.startswith("310   1"))
    assert line[8:40] == "Équipe très élevée de Genève-Pré"


def test_the_engine_reads_meetings_byes_and_forfeits_from_it():
    told = read_by_the_engine(written())
    found = {
        (each["round"], each["white"]["cid"], (each.get("black") or {}).get("cid") or 0)
        for each in told["matchList"]
    }
    assert found == {(1, 1, 2), (1, 3, 0), (2, 3, 2), (2, 1, 0), (3, 1, 3), (3, 2, 0)}


def test_the_engine_reads_a_board_that_both_teams_have_left_empty():
    squads = [Squad(n, f"Team {n}", n, (10 * n + 1, 10 * n + 2)) for n in (1, 2)]
    members = [who for squad in squads for who in squad.members]
    players = Event(tuple(map(EventEntrant, members)), (Result(1, (11, 21), (1, 2)),), scheduled=1)
    cards = {who: PlayerCard(name=f"Player {who}") for who in members}
    event = event_of(
        [EventEntrant(1), EventEntrant(2)],
        [Meeting(1, (1, 2), (WON, board_points((None, None))))],
        boards=2,
    )
    lines = (MeetingLineUps(1, (1, 2), ((11, None), (21, None))),)
    text = write_teams(Sheet(players, cards, name="Cup"), event, squads, lines)
    told = [line for line in text.splitlines() if line[:3] == "300"]
    assert told == ["300   1   1   2 0001 0000", "300   1   2   1 0003 0000"]
    (meeting,) = read_by_the_engine(text)["matchList"]
    assert (meeting["white"]["cid"], meeting["black"]["cid"]) == (1, 2)


def test_a_meeting_that_runs_stands_at_its_boards_alone():
    lines = written(over=False).splitlines()
    assert [line for line in lines if line[:3] == "300"] == ["300   2   3   2 0008 0007"]
    running = next(line for line in lines if line.startswith("001    9"))
    assert running[89:].split() == ["2", "w"]


def left_by_the_first(*running: Fixture) -> str:
    """Two rounds: the first team has won, then left with a third of its meetings finished."""
    results = (
        Result(1, (11, 21), (1, 2)),
        Result(1, (22, 12), (2, 1)),
        *((Result(2, (31, 11), (2, 1)),) if not running else ()),
        Result(2, (12, 32), (1, 2)),
        *(Result(3, (who,), kind=Kind.FULL_BYE) for who in (41, 42)),
    )
    squads = [Squad(n, f"Team {n}", n, (10 * n + 1, 10 * n + 2)) for n in (1, 2, 3, 4)]
    members = [who for squad in squads for who in squad.members]
    players = Event(tuple(map(EventEntrant, members)), results, scheduled=3)
    cards = {who: PlayerCard(name=f"Player {who}") for who in members}
    event = event_of([EventEntrant(n) for n in (1, 2, 3, 4)],
                     [Meeting(1, (1, 2), (WON, WON)), Meeting(2, (3, 1), finished=False),
                      Meeting(3, (4, 1), finished=False)], boards=2, withdrawn=(1,))  # fmt: skip
    assert {each.kind for each in event.results} == {Kind.WITHDRAWN}
    lines = (FIRST, MeetingLineUps(2, (3, 1), ((31, 32), (11, 12))),
             MeetingLineUps(3, (4, 1), ((41, 42), (None, None))))  # fmt: skip
    return write_teams(Sheet(players, cards, name="Cup", running=running), event, squads, lines)


def test_meetings_of_a_team_that_has_left_stand_in_the_file_as_they_were_played():
    """FIDE General Regulations for Competitions, art. 6.6: they count for ratings alone."""
    text = left_by_the_first()
    rows = [line.split() for line in text.splitlines()]
    assert ["330", "+-", "3", "4", "1"] in rows
    assert [row[4:7] for row in rows if row[0] == "310"] == [
        ["0.0", "0.0", "1"],
        ["2.0", "2.0", "2"],
        ["2.0", "2.0", "3"],
        ["2.0", "2.0", "4"],
    ]
    cells = {row[1]: row[4:] for row in rows if row[0] == "001"}
    assert cells["1"][2:] == ["3", "w", "1", "5", "b", "1"]
    assert cells["2"][2:] == ["4", "b", "1", "6", "w", "1"]
    told = read_by_the_engine(text, "Record 310 disagrees with the results of rounds 1")
    assert [each["matchPoints"] for each in told["competitors"]] == [0, 2, 2, 2]
    found = {
        (each["round"], each["white"]["cid"], each["white"]["result"], each["black"]["cid"])
        for each in told["matchList"]
    }
    assert found == {(1, 1, "W", 2), (2, 3, "L", 1), (3, 4, "W", 1)}


def test_a_board_at_which_a_team_that_has_left_still_plays_is_not_over():
    text = left_by_the_first(Fixture(2, (31, 11)))
    assert not [line for line in text.splitlines() if line.startswith(("300", "330   2"))]
    running = next(line for line in text.splitlines() if line.startswith("001    1"))
    assert running[89:].split() == ["3", "w", "1", "5", "b"]


def test_points_that_are_no_tenths_are_refused():
    event = event_of([EventEntrant(1), EventEntrant(2)], [Meeting(1, (1, 2), (WON,))], boards=1,
                     match_points=(Fraction(1, 3), 0, 0))  # fmt: skip
    squads = [Squad(1, "A", 1, (11,)), Squad(2, "B", 2, (21,))]
    sheet = Sheet(Event((EventEntrant(11), EventEntrant(21))))
    with pytest.raises(TrfError, match="points_need_tenths"):
        write_teams(sheet, event, squads, ())
