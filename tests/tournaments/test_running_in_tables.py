"""A game that is running brings nothing yet: neither points nor a bye in any tie-break."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from fractions import Fraction

import pytest

from games.models import Match
from games.services.play.matches import resign_match
from tests.api.conftest import api
from tests.markup import text_of
from tests.tournaments.test_sitting_out import advance
from tournaments.reports.answers import ReportRequest, evaluate_report
from tournaments.services.reports import cli_output, words
from tournaments.standings.base import Event, EventEntrant, Fixture, Kind, Result, System
from tournaments.standings.table import progress_table, standings
from tournaments.standings.teams import Meeting, event_of
from tournaments.standings.trf.report import write_report
from tournaments.standings.trf.sheet import Sheet

__all__ = ["api"]
DAY = timedelta(days=1)
A, B, C, D = 1, 2, 3, 4
HALF = Fraction(1, 2)
RESULTS = (Result(1, (A, C), (1, 2)), Result(1, (B, D), (1, 2)), Result(2, (C, D), (1, 2)))
RUNNING = (Fixture(2, (B, A)),)


def event(results=RESULTS, running=RUNNING, **more) -> Event:
    entered = tuple(EventEntrant(who) for who in (A, B, C, D))
    return Event(entered, results, scheduled=3, running=running, **more)


def values(of: Event, *criteria: str) -> dict[int, list[Fraction | None]]:
    return {row.entrant: list(row.values) for row in standings(of, criteria)}


def test_by_hand_a_running_game_adds_nothing_to_buchholz_and_sonneborn_berger():
    """A beat C, B beat D, C beat D; A and B still play, and so have one opponent each."""
    found = values(event(), "buchholz", "sonneborn_berger", "buchholz_cut1")
    assert {who: each[0] for who, each in found.items()} == {A: 1, B: 0, C: 1, D: 2}
    assert {who: each[1] for who, each in found.items()} == {A: 1, B: 0, C: 0, D: 0}
    assert {who: each[2] for who, each in found.items()} == {A: 0, B: 0, C: 1, D: 1}


def test_who_plays_on_was_not_absent_after_a_requested_bye():
    """A met C and D and had a bye. C's bye of round 2 counts as a tie if C were absent to the end
    (article 16.3), but C plays on; D's bye of round 3 does. A's bye counts as three ties.
    """
    results = (
        Result(1, (A, C), (1, 2)),
        Result(1, (B, D), (1, 2)),
        Result(2, (A, D), (1, 2)),
        Result(2, (B,), kind=Kind.PAIRED_BYE),
        Result(2, (C,), kind=Kind.ZERO_BYE),
        Result(3, (A,), kind=Kind.PAIRED_BYE),
        Result(3, (D,), kind=Kind.ZERO_BYE),
    )
    found = values(event(results, (Fixture(3, (B, C)),), rounds=3), "buchholz")
    assert found[A] == [0 + HALF + 3 * HALF]


def test_koya_asks_for_half_of_what_could_be_made_so_far():
    """B made 1 of 2 possible points; with round 2 running 1 of 1. C made half of 2."""
    found = values(event(), "koya")
    assert found == {A: [1], B: [0], C: [0], D: [0]}


def test_tables_of_all_rounds_keep_the_running_one():
    marks = progress_table(event())[A]
    assert [(each.round, int(each.points), each.kind) for each in marks] == [
        (1, 1, Kind.PLAYED),
        (2, 0, None),
    ]


def test_a_meeting_of_teams_that_is_running_brings_nothing_either():
    entered = [EventEntrant(who) for who in (A, B, C, D)]
    two, none = ((Fraction(1), Fraction(0)),) * 2, ()
    meetings = [
        Meeting(1, (A, C), two),
        Meeting(1, (B, D), two),
        Meeting(2, (C, D), two),
        Meeting(2, (B, A), none, finished=False),
    ]
    made = event_of(entered, meetings, boards=2)
    assert made.running == (Fixture(2, (B, A)),)
    swiss = Event(
        made.entered, made.results, System.SWISS, made.scoring, boards=2, running=made.running
    )
    assert {who: each[0] for who, each in values(swiss, "buchholz").items()} == {
        A: 2,
        B: 0,
        C: 2,
        D: 4,
    }


def test_a_report_file_counts_alike_and_says_how_many_games_are_running():
    text = write_report(Sheet(event(), running=RUNNING))
    told = evaluate_report(text, ReportRequest(table=True, criteria=("BH",)))
    assert told["running"] == 1
    found = cli_output.to_json("table", "club.trf", told)
    assert {row["number"]: row["BH"] for row in found["rows"]} == {1: 1, 2: 0, 3: 1, 4: 2}
    assert found["running"] == 1
    said = list(cli_output.to_lines("table", "club.trf", told))
    assert said[-1] == "  1 game is running and does not count yet."


@pytest.mark.django_db
def test_page_csv_and_api_say_how_many_games_are_running(hold, people, noon, client_for, api):
    tournament = hold(people(4), format="swiss", rounds=3)
    now = noon + DAY
    advance(now)
    address = tournament.get_absolute_url()
    assert "running and" not in text_of(client_for(None).get(address))
    one, two = Match.objects.running()
    resign_match(one.pk, one.seats.get(number=1).player, now=now)
    assert "1 game is running and does not count yet." in text_of(client_for(None).get(address))
    text = client_for(None).get(f"{address}table.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert sorted(each["running"] for each in rows) == ["0", "0", "1", "1"]
    assert sorted(each["points"] for each in rows) == ["0", "0", "0", "1"]
    (table,) = api().get(f"tournaments/{tournament.pk}/tables/").json["tables"]
    assert (table["running"], sum(each["running"] for each in table["rows"])) == (1, 2)
    resign_match(two.pk, two.seats.get(number=1).player, now=now)
    assert "running and" not in text_of(client_for(None).get(address))


def test_what_the_engine_counts_wrong_while_games_run_is_left_out():
    """Of FB, AOB and REP it takes a running game for a bye; Buchholz is our own."""
    text = write_report(Sheet(event(), running=RUNNING))
    told = evaluate_report(text, ReportRequest(table=True, criteria=("AOB", "BH", "FB", "REP")))
    assert (told["table"]["criteria"], told["early"]) == (["BH"], ["AOB", "FB", "REP"])
    assert words.left_out_sentences(told) == [
        "Tie-breaks that cannot be computed while games are running are left out: AOB, FB, REP."
    ]
    over = evaluate_report(
        write_report(Sheet(event(running=()))), ReportRequest(table=True, criteria=("AOB",))
    )
    assert (over["table"]["criteria"], over["early"]) == (["AOB"], [])
