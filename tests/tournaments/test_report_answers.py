"""Foreign report files: paired as FIDE does whatever they leave out, ranked by what they name."""

from __future__ import annotations

import json
import re
import threading
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command

from tests.patience import PATIENCE
from tests.sampling import sampled
from tests.tournaments.trf_small import SMALL, played, small
from tournaments.reports import engine_criteria
from tournaments.reports.answers import ReportRequest, evaluate_report
from tournaments.reports.rounds import (
    BEYOND_ANNOUNCED,
    ROUNDS_MATTER,
    RUNNING_AS_TIES,
    WHITE_ASSUMED,
    pair_round,
)
from tournaments.services.reports import words
from tournaments.standings.acronyms import ACRONYMS, normalize_acronym
from tournaments.standings.base import Kind, Scoring
from tournaments.standings.trf.reader import read
from tournaments.standings.trf.report import write_report
from tournaments.standings.trf.sheet import Boost, ForbiddenGroup, Sheet

PAIR, TABLE = ReportRequest(pair=True), ReportRequest(table=True)
FOREIGN = """012 Club Cup
092 Individual: Swiss-System
142 5
001    2      Bea                               2000                             1.0    1     7 b 1
001    4      Cem                               1900                             1.0    2     9 w 1
001    7      Dora                              1800                             0.0    3     2 w 0
001    9      Ewa                               1700                             0.0    4     4 b 0
"""


def told(text, **ask):
    return evaluate_report(text, ReportRequest(**ask))


def lines_of(text, *codes):
    return "\n".join(line for line in text.splitlines() if line[:3] not in codes) + "\n"


def as_of(text, rounds):
    """Return a file as it was before a round, with the byes that were asked for it."""
    width = 89 + 10 * rounds
    cut = []
    for line in text.splitlines():
        if line.startswith("001"):
            ahead = line[width : width + 10]
            line = line[:width].ljust(width) + (ahead if ahead.strip()[-1:] in ("H", "Z") else "")
        cut.append(line)
    return "\n".join(cut)


EVENTS = [(seed, left_out) for left_out in ((), ("142", "152")) for seed in range(1, 9)]


@pytest.mark.parametrize(("seed", "left_out"), sampled(EVENTS, [EVENTS[0], EVENTS[-1]]))
def test_every_round_of_an_event_is_paired_again_from_the_file_up_to_it(seed, left_out):
    event, drafts, initial = played(seed)
    text = write_report(Sheet(event, initial=initial))
    compared = 0
    for draft in drafts:
        if draft.round == 1 and left_out:
            continue
        found = told(lines_of(as_of(text, draft.round - 1), *left_out), pair=True)["pair"]
        if left_out and draft.round == event.scheduled and ROUNDS_MATTER in found["notes"]:
            continue
        assert found["round"] == draft.round
        assert found["pairs"] == [list(each.seats) for each in draft.pairings]
        byes = [bye.entrant for bye in draft.byes if bye.kind is Kind.PAIRED_BYE]
        assert found["byes"] == byes
        compared += 1
    assert compared


# After four of five rounds two have three points of four: in the last one they are topscorers.
LEADERS = """142 5
152 W
001    1      A                                                                  0.0    8     5 w 0     3 b 0     2 w 0     6 w 0
001    2      B                                                                  1.5    6     6 b 0     8 w 0     1 b 1     3 w =
001    3      C                                                                  1.5    6     7 w 0     1 w 1     8 b 0     2 b =
001    4      D                                                                  2.5    3     8 b 1     6 w 1     7 b 0     5 b =
001    5      E                                                                  3.0    1     1 b 1     7 w =     6 b 1     4 w =
001    6      F                                                                  2.0    5     2 w 1     4 b 0     5 w 0     1 b 1
001    7      G                                                                  2.5    3     3 b 1     5 b =     4 w 1     8 w 0
001    8      H                                                                  3.0    1     4 w 0     2 b 1     3 w 1     7 b 1
"""  # noqa: E501 (columns of the format)


def test_without_a_number_of_rounds_the_answer_says_where_that_matters():
    last = told(LEADERS, pair=True)["pair"]
    assert (last["pairs"], last["notes"]) == ([[8, 5], [4, 2], [7, 1], [3, 6]], [])
    unknown = told(lines_of(LEADERS, "142"), pair=True)["pair"]
    assert unknown["pairs"] == [[8, 5], [2, 7], [4, 1], [3, 6]]
    assert unknown["notes"] == [ROUNDS_MATTER]
    assert told(lines_of(LEADERS, "142"), pair=True, rounds=5)["pair"] == last
    assert told(LEADERS.replace("142 5", "142 6"), pair=True)["pair"]["notes"] == []
    days = LEADERS.replace("142 5", "132" + " " * 88 + "  26/01/01" * 5)
    assert told(days, pair=True)["pair"] == last


@pytest.mark.parametrize(
    ("first", "told_by", "initial"),
    [
        ("     3 w", "", "w"),
        ("     3 b", "", "b"),
        ("     3 b", "XXC white1\n", "b"),
        ("     3 b", "152 W\n", "w"),
        ("", "XXC rank black1\n", "b"),
        ("", "", ""),
    ],
)
def test_the_initial_colour_is_told_or_seen_in_round_one(first, told_by, initial):
    text = lines_of(SMALL, "152")
    if first:
        text = text.replace("     3 w 1", f"{first} 1")
        other = "b" if "w" in first else "w"
        text = text.replace("     1 b 0", f"     1 {other} 0")
    else:
        text = "\n".join(line[:90] for line in text.splitlines()) + "\n"
    sheet = read(text + told_by)
    assert sheet.initial == initial
    assert (WHITE_ASSUMED in pair_round(sheet).notes) == (not initial)


def test_gaps_between_the_numbers_stay_and_the_engine_pairs():
    sheet = read(FOREIGN)
    assert list(sheet.numbers) == [2, 4, 7, 9]
    draft = pair_round(sheet).draft
    assert (draft.engine, draft.note) == ("gacrux", "")
    assert sorted(who for each in draft.pairings for who in each.seats) == [2, 4, 7, 9]
    again = read(write_report(sheet))
    assert (again.event.results, again.numbers) == (sheet.event.results, sheet.numbers)


@pytest.mark.parametrize("record", ["260   2   4    2    4", "260 2 4 2 4", "XXP 2 4"])
def test_who_is_kept_apart_goes_to_the_engine_in_the_rounds_that_are_named(record):
    assert told(FOREIGN, pair=True)["pair"]["pairs"] == [[2, 4], [9, 7]]
    found = told(FOREIGN + record + "\n", pair=True)["pair"]
    assert {2, 4} not in map(set, found["pairs"])
    assert (found["engine"], found["notes"]) == ("gacrux", [])
    late = told(FOREIGN + "260   3   4    2    4\n", pair=True)["pair"]
    assert late["pairs"] == [[2, 4], [9, 7]]
    assert read(FOREIGN + "260   2   2    2    4\n").forbidden == (ForbiddenGroup((2, 4), 2, 2),)


@pytest.mark.parametrize(
    "records", ["250       1.0   1   2    2    4", "XXA    2  1.0  1.0\nXXA    4  1.0  1.0"]
)
def test_virtual_points_are_read_and_written(records):
    sheet = read(FOREIGN + records + "\n")
    points = {
        (who, round_)
        for boost in sheet.boosts
        for who in boost.members
        for round_ in range(boost.first, boost.last + 1)
        if boost.points == 1
    }
    assert points == {(2, 1), (2, 2), (4, 1), (4, 2)}
    assert not sheet.remarks
    again = read(write_report(sheet)).boosts
    assert sum(len(each.members) * (1 + each.last - each.first) for each in again) == len(points)
    whole = read(FOREIGN + "250       1.0   1   2    2    9\n").boosts
    assert whole == (Boost(Fraction(1), 1, 2, (2, 4, 7, 9)),)


def test_records_162_say_the_points_and_are_left_out_where_they_say_the_usual():
    football = small(line_1=("012 Spring Cup", "162  W 3.0    D 1.0"))
    assert read(football).event.scoring == Scoring(((Fraction(3), Fraction(0)),), tie=Fraction(1))
    for line in ("XXS W=3 D=1 PAB=3", "BBW 3.0\nBBD 1.0\nBBU 3.0"):
        text = small(line_1=("012 Spring Cup", line))
        assert read(text).event.scoring == read(football).event.scoring
    usual = small(line_1=("012 Spring Cup", "162  W 1.0    D 0.5    L 0.0    P 1.0"))
    assert "162" not in [line[:3] for line in write_report(read(usual)).splitlines()]
    half = small(line_1=("012 Spring Cup", "162  P 0.5"))
    assert "162" in [line[:3] for line in write_report(read(half)).splitlines()]


def test_three_points_for_a_win_go_to_the_engine():
    text = FOREIGN.replace("142 5", "142 5\n162  W 3.0    D 1.0    L 0.0").replace(
        " 1.0    ", " 3.0    "
    )
    found = told(text, pair=True)["pair"]
    assert (found["engine"], found["notes"], found["pairs"]) == ("gacrux", [], [[2, 4], [9, 7]])


def test_byes_of_another_program_are_taken_as_they_are():
    text = small(line_9=("0000 - H", "0000 - H  0000 - H"))
    found = told(text, pair=True)["pair"]
    assert found["absent"] == {"4": "half_bye"}
    assert found["engine"] == "gacrux"


def test_a_round_beyond_the_announced_last_is_paired_and_said():
    text = small(line_4=("142 3", "142 1"))
    found = told(text, pair=True)
    assert found["pair"]["notes"] == [BEYOND_ANNOUNCED]
    assert [each["code"] for each in found["remarks"]] == ["more_rounds"]


def club(name, *members):
    return f"013 {name:<32}" + " ".join(f"{each:>4}" for each in members) + "\n"


def test_clubs_in_records_013_do_not_make_a_team_event_and_are_kept():
    clubs = club("Graz", 1, 2) + club("Wien", 3, 4)
    sheet = read(SMALL + clubs)
    assert [each.code for each in sheet.remarks] == ["clubs_only"]
    assert write_report(sheet).count("\r\n013 ") == 2
    teams = club("Graz", 1, 4) + club("Wien", 3, 2)
    one_round = "\n".join(line[:99] for line in SMALL.splitlines()) + "\n"
    assert told(one_round + teams)["error"]["code"] == "team_event"


def test_a_game_without_a_result_counts_as_a_tie_and_that_is_said():
    text = small(line_6=("2 b =", "2 b  "), line_7=("1 w =", "1 w ?"))
    found = told(text, pair=True)["pair"]
    assert found["notes"] == [RUNNING_AS_TIES]


def test_any_round_can_be_paired_again():
    event, drafts, initial = played(3)
    text = write_report(Sheet(event, initial=initial))
    for draft in drafts:
        found = told(text, pair=True, round=draft.round)["pair"]
        assert found["pairs"] == [list(each.seats) for each in draft.pairings]


def test_the_table_follows_the_tie_breaks_that_the_file_names():
    text = SMALL + "202 DE,BH/C1,BHC2,WON,BPG,XYZ\n"
    found = told(text, table=True)
    assert found["table"]["criteria"] == ["DE", "BH-C1", "BH-C2", "WON", "BPG"]
    assert found["unknown"] == ["XYZ"]
    usual = told(SMALL, table=True)["table"]
    assert usual["criteria"] == ["BH-C1", "BH", "SB", "WIN"]
    asked = told(text, table=True, criteria=("sb", "ps"))["table"]
    assert asked["criteria"] == ["SB", "PS"]


@pytest.mark.parametrize(
    ("word", "acronym"),
    [("BH/C1", "BH-C1"), ("BH-C1", "BH-C1"), ("bhc1", "BH-C1"), ("BH C1", "BH-C1"), ("GE", "REP")],
)
def test_one_spelling_of_an_acronym(word, acronym):
    assert normalize_acronym(word) == acronym
    assert all(
        normalize_acronym(each) == each
        for each in (*ACRONYMS.values(), *engine_criteria.KNOWN_ACRONYMS)
    )


@pytest.mark.parametrize(
    "acronym",
    sampled(sorted(engine_criteria.KNOWN_ACRONYMS), sorted(engine_criteria.KNOWN_ACRONYMS)[::15]),
)
def test_tie_breaks_that_only_the_engine_knows_are_asked_of_it(acronym):
    event, _drafts, initial = played(4)
    text = write_report(Sheet(event, initial=initial))
    table = told(text, table=True, criteria=(acronym,))["table"]
    assert table["criteria"] == [acronym]
    values = [Fraction(row["values"][0]) for row in table["rows"]]
    points = [Fraction(row["points"]) for row in table["rows"]]
    pairs = list(zip(points, values, strict=True))
    assert pairs == sorted(pairs, reverse=True)
    assert any(values)


def test_direct_encounter_is_the_place_among_those_tied():
    rows = told(
        small(line_6=("2 b =", "2 b 1"), line_7=("1 w =", "1 w 0")), table=True, criteria=("DE",)
    )
    values = {row["number"]: row["values"][0] for row in rows["table"]["rows"]}
    assert set(values.values()) <= {"0", "1", "2"}


def command(*words):
    """Run the command; return its exit status and what it printed."""
    out = StringIO()
    try:
        call_command("trf", *words, stdout=out)
    except SystemExit as left:
        return left.code, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def files(tmp_path):
    """Three files: a good one with strange line ends, a bad one, and one that is not there."""
    good, bad, none = (tmp_path / name for name in ("good.trf", "bad.trf", "none.trf"))
    good.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode() + b"\x1a")
    bad.write_text(SMALL.replace("     3 w 1", "     3 w 9"), encoding="latin-1")
    return [str(good), str(bad), str(none)]


def test_the_command_pairs_every_file_and_names_the_faults(files):
    status, printed = command("pair", *files, "--json")
    good, bad, none = map(json.loads, printed.splitlines())
    assert status == 1
    assert good == {
        "file": files[0],
        "round": 3,
        "pairs": [[3, 2], [1, 4]],
        "byes": [],
        "absent": [],
        "engine": "gacrux",
        "note": "",
    }
    assert set(bad) == {"file", "error"}
    assert bad["error"]["text"].startswith("Line 6, column 99: ")
    assert {**bad["error"], "text": ""} == {
        "code": "wrong_result",
        "line": 6,
        "column": 99,
        "text": "",
    }
    assert none["error"]["code"] == "no_file"
    assert command("pair", files[0], "--json")[0] == 0


def test_the_command_ranks_and_checks(files):
    status, printed = command("table", files[0], "--json")
    found = json.loads(printed)
    assert status == 0
    assert found["criteria"] == ["BH-C1", "BH", "SB", "WIN"]
    assert found["rows"][0] == {
        "number": 1,
        "place": 1,
        "points": 1.5,
        "BH-C1": 1.5,
        "BH": 2.5,
        "SB": 1.75,
        "WIN": 1,
    }
    status, printed = command("check", *files, "--json")
    good, bad, _none = map(json.loads, printed.splitlines())
    assert (status, good["ok"], bad["ok"]) == (1, True, False)
    assert (good["players"], good["rounds"], good["announced"]) == (4, 2, 3)


@pytest.mark.parametrize("action", ["check", "table", "pair"])
def test_the_command_speaks_in_lines_too(files, action):
    status, printed = command(action, *files)
    assert status == 1
    assert re.search("Ada|4 players", printed)
    assert "Line 6, column 99" in printed


def test_a_file_that_takes_too_long_is_given_up(files, monkeypatch):
    def forever(_text, _ask):
        threading.Event().wait(PATIENCE)

    monkeypatch.setattr("tournaments.management.commands.trf.evaluate_report", forever)
    status, printed = command("pair", files[0], "--json", "--seconds", "1")
    assert status == 1
    assert json.loads(printed)["error"]["code"] == "out_of_time"


EVERYBODY_MEETS = """092 Individual: Round-Robin
202 BH-C1,SB,FB
001    1      A                                 2000                             2.0    1     3 w 1     2 b 1  0000 - Z
001    2      B                                 1900                             1.0    2  0000 - Z     1 w 0     3 b 1
001    3      C                                 1800                             0.0    3     1 b 0  0000 - Z     2 w 0
"""  # noqa: E501 (columns of the format)


@pytest.mark.parametrize(
    ("asked", "criteria", "unfit"),
    [
        ((), ["SB"], ["BH-C1", "FB"]),
        (("BH-C2", "BH-M1", "BHM2", "KS"), ["KS"], ["BH-C2", "BH-M1", "BH-M2"]),
        (("BH-C3", "AOB", "FB-M1"), ["DE", "SB", "WIN", "KS"], ["BH-C3", "AOB", "FB-M1"]),
    ],
)
def test_a_round_robin_leaves_out_what_says_nothing_there(asked, criteria, unfit):
    found = told(EVERYBODY_MEETS, table=True, criteria=asked)
    assert found["table"]["criteria"] == criteria
    assert (found["unfit"], found["unknown"]) == (unfit, [])
    (said,) = words.left_out_sentences(found)
    assert said.endswith(f"everybody meets everybody are left out: {', '.join(unfit)}.")


def test_a_check_says_which_tie_breaks_of_a_file_are_left_out_and_why(tmp_path, capsys):
    file = tmp_path / "foreign.trf"  # without record 192
    file.write_text(EVERYBODY_MEETS.replace("202 ", "202 XYZ,"))
    call_command("trf", "check", str(file))
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "Unknown tie-breaks are ignored: XYZ." in lines
    assert any(each.endswith("are left out: BH-C1, FB.") for each in lines)
    call_command("trf", "check", str(file), "--json")
    assert json.loads(capsys.readouterr().out)["left_out"] == ["XYZ", "BH-C1", "FB"]
