"""Report files: what is written can be read again, errors are named by line and column."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings, strategies as st

from tests.sampling import examples
from tests.tournaments import worlds
from tests.tournaments.trf_small import FOOTBALL, SMALL, is_complete, small
from tournaments.standings.base import Event, EventEntrant, Fixture, Kind, Result, Scoring, System
from tournaments.standings.trf.reader import read
from tournaments.standings.trf.report import TRF_16, write_report
from tournaments.standings.trf.sheet import ForbiddenGroup, PlayerCard, Sheet, TrfError
from tournaments.standings.withdrawal import withdraw


def same(one, two):
    assert set(one.results) == set(two.results)
    assert len(one.results) == len(two.results)
    assert replace(one, results=()) == replace(two, results=())


@examples(10, 125)
@given(st.integers(0, 10**6), st.sampled_from((Scoring(), FOOTBALL)))
def test_what_is_written_is_read_again(seed, scoring):
    made = worlds.everybody(seed) if seed % 2 else worlds.swiss(seed)
    assume(is_complete(made))
    event = replace(made, scoring=scoring)
    cards = {
        who: PlayerCard(f"Player {who}", "f", "WIM", "AUT", str(who), "2001/02/03")
        for who in event.entrants
    }
    sheet = Sheet(
        event, cards, "Cup", "Graz", "AUT", "2026/03/01", "2026/05/01", "Nobody", "3 d", initial="b"
    )
    text = write_report(sheet)
    back = read(text)
    same(back.event, event)
    assert replace(back, event=event) == sheet
    assert write_report(back) == text


@settings(max_examples=settings().max_examples // 4)
@given(st.integers(0, 10**6))
def test_the_older_format_is_read_again_too(seed):
    event = worlds.swiss(seed)
    assume(is_complete(event))
    initial = read(write_report(Sheet(event))).initial or "w"
    text = write_report(
        Sheet(event, initial=initial, forbidden=(ForbiddenGroup((1, 2)), ForbiddenGroup((3, 4)))),
        year=TRF_16,
    )
    back = read(text)
    assert "XXR" in text
    assert "142" not in [line[:3] for line in text.splitlines()]
    same(back.event, event)
    assert (back.initial, back.forbidden, back.remarks) == (
        initial,
        (ForbiddenGroup((1, 2)), ForbiddenGroup((3, 4))),
        (),
    )


def test_every_column_stands_where_the_format_has_it():
    sheet = read(SMALL)
    line = next(line for line in write_report(sheet).splitlines() if line.startswith("001    1"))
    assert line == SMALL.splitlines()[5]
    assert (line[4:8], line[9], line[10:13], line[48:52]) == ("   1", "m", " GM", "2100")
    assert (line[53:56], line[57:68], line[69:79]) == ("SUI", "     123456", "1990/01/31")
    assert (line[80:84], line[85:89]) == (" 1.5", "   1")
    assert (line[91:95], line[96], line[98]) == ("   3", "w", "1")
    assert (line[101:105], line[106], line[108]) == ("   2", "b", "=")


def test_a_small_file_means_what_it_says():
    sheet = read(SMALL)
    assert sheet.name == "Spring Cup"
    assert sheet.cards[1] == PlayerCard("Ada", "m", "GM", "SUI", "123456", "1990/01/31")
    assert sheet.event == Event(
        (EventEntrant(1, 2100), EventEntrant(2, 1900), EventEntrant(3), EventEntrant(4, 1700)),
        (
            Result(1, (1, 3), (1, 2)),
            Result(1, (4, 2), (None, 1), Kind.FORFEIT),
            Result(2, (2, 1), (1, 1)),
            Result(2, (3,), kind=Kind.PAIRED_BYE),
            Result(2, (4,), kind=Kind.HALF_BYE),
        ),
        rounds=2,
        scheduled=3,
    )
    assert (sheet.initial, sheet.remarks) == ("w", ())


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("\n", "\r\n"),
        SMALL.replace("\n", "\r"),
        "\ufeff" + SMALL,
        SMALL.replace("0000 - H", "0000 - h").replace("1 b 0", "1 B 0"),
        SMALL.replace(" 1.5 ", " 1,5 "),
        SMALL.replace("0000 - U", "     - U"),
        SMALL.replace("0000 - U", "0000 - U" + " " * 60),
        SMALL.replace("062 4", "062 4 (2)"),
        "\n\n" + SMALL + "\n   \n### a comment\n",
        SMALL.replace("142 3", "XXR 3").replace("152 W", "XXC white1"),
        SMALL.replace("  0000 - H", "") + "240 H   2    4\n",
    ],
)
def test_what_can_only_mean_one_thing_is_taken(text):
    assert replace(read(text), remarks=()) == read(SMALL)


def test_a_file_may_hold_byes_to_come_and_fixtures_still_running():
    text = small(
        line_6=("2 b =", "2 b =     4 w"),
        line_9=("0000 - H", "0000 - H     1 b"),
        line_7=("1 w =", "1 w =  0000 - Z"),
    )
    sheet = read(text)
    assert sheet.running == (Fixture(3, (1, 4)),)
    assert sheet.absences == (Result(3, (2,), kind=Kind.ZERO_BYE),)
    assert sheet.event == replace(read(SMALL).event, running=sheet.running)
    assert sheet.event.rounds == 2
    assert read(write_report(sheet)) == sheet
    absent = read(SMALL + "XXZ 1 3\n").absences
    assert [(each.round, each.seats) for each in absent] == [(3, (1,)), (3, (3,))]


def test_points_of_another_scoring_are_found_out():
    scored = SMALL
    for usual, football in ((" 1.5 ", " 4.0 "), (" 1.0 ", " 3.0 "), (" 0.5 ", " 1.0 ")):
        scored = scored.replace(usual, football)
    sheet = read(scored)
    assert sheet.event.scoring == Scoring(((Fraction(3), Fraction(0)),), tie=Fraction(1))
    assert sheet.remarks == ()


def test_oddities_are_told_but_do_not_stop_anybody():
    text = small(line_2=("062 4", "062 5"), line_6=(" 1.5 ", " 2.5 ")) + "299 H 1\nABC x\n"
    told = [(each.line, each.code, each.expected) for each in read(text).remarks]
    assert told == [
        (10, "changes_pairings", ""),
        (11, "unknown_record", ""),
        (2, "number_of_players", "4"),
        (6, "points_differ", "3/2"),
    ]


@pytest.mark.parametrize(
    ("changes", "code", "line", "column", "found"),
    [
        ({"line_6": ("3 w 1", "3 w 9")}, "wrong_result", 6, 99, "9"),
        ({"line_6": ("3 w 1", "3 x 1")}, "wrong_colour", 6, 97, "x"),
        ({"line_6": ("3 w 1", "3 b 1")}, "wrong_colour", 6, 97, "b"),
        ({"line_6": ("3 w 1", "3 w =")}, "contradiction", 6, 99, "=0"),
        ({"line_6": ("3 w 1", "7 w 1")}, "unknown_opponent", 6, 92, "7"),
        ({"line_6": ("3 w 1", "1 w 1")}, "unknown_opponent", 6, 92, "1"),
        ({"line_6": ("3 w 1", "4 w 1")}, "one_sided", 6, 92, "4"),
        ({"line_6": ("   3 w", "  3a w")}, "not_a_number", 6, 92, "  3a"),
        ({"line_6": ("     3 w 1", "    3 w 1 ")}, "misaligned", 6, 96, "w"),
        ({"line_8": ("0000 - U", "0000 - 1")}, "wrong_bye", 8, 109, "1"),
        ({"line_7": ("001    2", "001    1")}, "number_twice", 7, 5, "1"),
        ({"line_7": ("001    2", "001     ")}, "no_pairing_number", 7, 5, "    "),
        ({"line_7": ("001    2", "001   x2")}, "not_a_number", 7, 5, "  x2"),
        ({"line_7": ("1900", "19oo")}, "not_a_number", 7, 49, "19oo"),
        ({"line_7": (" 1.5 ", " one ")}, "not_points", 7, 81, "one"),
        ({"line_5": ("152 W", "152 green")}, "wrong_colour", 5, 5, "green"),
        ({"line_4": ("142 3", "142 three")}, "not_a_number", 4, 5, "three"),
        ({"line_6": ("     3 w 1", "\t3 w 1")}, "tab", 6, 90, "a tab"),
        ({"line_1": ("012 Spring Cup", "310   1 Graz")}, "team_event", 1, 1, "310"),
        ({"line_3": ("092 Swiss-System", "092 Team\n013 Graz")}, "team_event", 4, 1, "013"),
        ({"line_1": ("012 Spring Cup", "240 X   1    4")}, "wrong_bye", 1, 5, "X"),
        ({"line_1": ("012 Spring Cup", "240 H")}, "no_round", 1, 6, "H"),
        ({"line_1": ("012 Spring Cup", "240 H 1 9")}, "unknown_player", 1, 9, "9"),
        ({"line_1": ("012 Spring Cup", "260   1   3   1 12")}, "unknown_player", 1, 17, "12"),
        ({"line_1": ("012 Spring Cup", "XXP 1 12")}, "unknown_player", 1, 7, "12"),
        ({"line_1": ("012 Spring Cup", "162  W 0.0")}, "wrong_scoring", 1, 6, "W 0.0"),
        ({"line_1": ("012 Spring Cup", "162  W 1e999")}, "wrong_scoring", 1, 6, "W 1e999"),
        ({"line_1": ("012 Spring Cup", "162  W nan")}, "wrong_scoring", 1, 6, "W nan"),
        ({"line_1": ("012 Spring Cup", "162  W 3.00")}, "not_points", 1, 8, "3.00"),
        ({"line_1": ("012 Spring Cup", "162  D 2.0")}, "wrong_scoring", 1, 6, "D 2.0"),
        ({"line_1": ("012 Spring Cup", "250      1.0   1")}, "no_round", 1, 15, "1.0   1"),
        ({"line_1": ("012 Spring Cup", "250      x.0   1   2    1")}, "not_points", 1, 10, "x.0"),
        ({"line_1": ("012 Spring Cup", "XXA    1  inf")}, "not_points", 1, 11, "inf"),
        ({"line_1": ("012 Spring Cup", "XXS W=3 D")}, "wrong_scoring", 1, 9, "D"),
        (
            {"line_1": ("012 Spring Cup", "260   3   1    1    2")},
            "no_round",
            1,
            5,
            "3   1    1    2",
        ),
        ({"line_1": ("012 Spring Cup", "012 Spring\0Cup")}, "no_text", 1, 11, "'\\x00'"),
        ({"line_4": ("142 3", "142 100")}, "too_many_rounds", 4, 5, "100"),
    ],
)
def test_faults_name_line_column_what_stands_there_and_what_would_be_right(
    changes, code, line, column, found
):
    with pytest.raises(TrfError) as caught:
        read(small(**changes))
    told = caught.value.params
    assert (caught.value.code, told["line"], told["column"]) == (code, line, column)
    assert told["found"] == found
    assert told["expected"]


def test_a_forfeit_may_leave_open_who_would_have_had_white():
    first, second = sorted(
        read(SMALL.replace("4 b +", "4 - +").replace("2 w -", "2 - -")).event.results,
        key=lambda each: each.round,
    )[:2]
    assert {first.seats, second.seats} == {(1, 3), (2, 4)}


def test_games_that_a_withdrawal_struck_stand_in_the_file_as_they_were_played():
    """FIDE General Regulations for Competitions, art. 6.6: they count for ratings alone."""
    won = Result(1, (1, 2), (1, 2))
    event = Event(tuple(EventEntrant(who) for who in range(1, 6)), withdraw(
        [won], [Fixture(2, (1, 3)), Fixture(3, (4, 1)), Fixture(4, (1, 5))], {1}
    ), system=System.ROUND_ROBIN)  # fmt: skip
    rows = [
        line[80:].split() for line in write_report(Sheet(event)).splitlines() if line[:3] == "001"
    ]
    gone, beaten, *_others = rows
    assert (gone[0], " ".join(gone[2:])) == ("0.0", "2 w 1 3 w - 4 b - 5 w -")
    assert (beaten[0], " ".join(beaten[2:])) == ("1.0", "1 b 0")


def test_two_who_both_lost_at_the_board_have_nothing():
    first = read(small(line_6=("3 w 1", "3 w 0"))).event.results[0]
    assert first == Result(1, (1, 3), (None, None))


def test_a_file_without_players_says_what_it_lacks():
    with pytest.raises(TrfError) as caught:
        read("012 Empty\n")
    assert (caught.value.code, caught.value.params["expected"]) == ("no_players", "records 001")
