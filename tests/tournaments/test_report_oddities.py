"""Report files that say what few do: other points, wishes, records that contradict each other."""

from __future__ import annotations

import unicodedata

import pytest

from tournaments.reports.answers import ReportRequest, evaluate_report
from tournaments.services.reports import words
from tournaments.standings.base import Kind
from tournaments.standings.trf.reader import read
from tournaments.standings.trf.report import write_report

HEAD = "012 Cup\n092 Individual: Swiss-System\n142 5\n152 W\n"


def file_of(*rows, head=""):
    """Return a file whose players, the strongest first, have these rounds."""
    lines = [
        f"001 {number:>4}      {chr(64 + number):<33} {2100 - 100 * number:>4}".ljust(89) + rounds
        for number, rounds in enumerate(rows, start=1)
    ]
    return HEAD + head + "\n".join(lines) + "\n"


def paired(text, **ask):
    return evaluate_report(text, ReportRequest(pair=True, **ask))["pair"]


def test_without_points_for_the_allocated_bye_it_brings_those_of_a_win():
    event = read(file_of("     2 w 1", "     1 b 0", "  0000 - U", head="BBW 3.0\nBBD 1.0\n")).event
    assert list(event.scoring.for_two) == [3, 1, 0, 3]


def test_a_bye_for_the_coming_round_is_a_request():
    text = file_of("     2 w 1  0000 - U", "     1 b 0", "  0000 - Z")
    sheet = read(text)
    assert sheet.event.rounds == 1
    assert [(each.round, each.seats, each.kind) for each in sheet.absences] == [
        (2, (1,), Kind.PAIRED_BYE)
    ]
    found = paired(text)
    assert (found["round"], found["pairs"], found["byes"]) == (2, [[2, 3]], [1])
    again = paired(write_report(sheet))
    assert (again["pairs"], again["byes"]) == ([[2, 3]], [1])


def test_a_bye_beside_games_that_are_running_was_allocated():
    text = file_of("     2 w  ", "     1 b  ", "  0000 - U")
    assert read(text).event.rounds == 1


@pytest.mark.parametrize(
    ("rows", "code", "said"),
    [
        (("  0000 - F",) * 3, "no_bye_left", "nobody is left who may have the bye"),
        (
            ("     2 w 1", "     1 b 0", "     4 w 1", "     3 b 0"),
            "no_legal_pairing",
            "those left have met or are kept apart",
        ),
    ],
)
def test_why_a_round_cannot_be_paired_is_said(rows, code, said):
    error = paired(file_of(*rows, head="XXP 1 3 4\nXXP 2 3 4\n" if len(rows) == 4 else ""))["error"]
    assert error["code"] == code
    assert said in words.error_sentence(error)


SIX = ("     4 w 1", "     5 b 1", "  0000 - Z", "     1 b 0", "     2 w 0", "  0000 - Z")
ABSENT = "162 W 1.0 D 0.5 L 0.0 A 0.5 P 1.0\n"


@pytest.mark.parametrize(
    "head", [ABSENT, "BBZ 0.5\nBBF 0.5\n", "XXS ZPB=0.5\n", "XXS W=1 D=0.5\nXXS ZPB=0.5 FL=0.5\n"]
)
def test_absence_may_bring_points(head):
    text = file_of(*SIX, head=head)
    assert paired(text)["pairs"] == [[2, 1], [3, 6], [4, 5]]
    assert paired(text)["engine"] == "gacrux"
    sheet = read(text)
    assert paired(write_report(sheet))["pairs"] == [[2, 1], [3, 6], [4, 5]]
    assert read(write_report(sheet)).event.scoring == sheet.event.scoring


def test_whoever_is_absent_next_does_not_disturb_the_points_of_absence():
    rows = [row + "  0000 - Z" if who in (3, 4) else row for who, row in enumerate(SIX, start=1)]
    found = paired(file_of(*rows, head=ABSENT))
    assert (found["pairs"], found["engine"]) == ([[2, 1], [6, 5]], "gacrux")
    assert sorted(found["absent"]) == ["3", "4"]


BY_COLOUR = "XXS WW=3 BW=4 WD=1 BD=2 WL=0 BL=1 HPB=1.5 FPB=2 PAB=2.5 ZPB=0.5 FW=2 FL=0.2\n"


def test_points_may_depend_on_colour_and_kind_of_bye():
    rows = (
        "     2 w 1     3 b 1     4 w +  0000 - U",
        "     1 b 0     4 w =  0000 - F  0000 - Z",
        "     4 w 0     1 w 0  0000 - H     4 w 1",
        "     3 b 1     2 b =     1 b -     3 b 0",
    )
    sheet = read(file_of(*rows, head=BY_COLOUR))
    points = {row["number"]: row["points"] for row in rows_of(write_report(sheet))}
    assert points == {1: "23/2", 2: "9/2", 3: "9/2", 4: "36/5"}
    assert read(write_report(sheet)).event.scoring == sheet.event.scoring


def rows_of(text):
    return evaluate_report(text, ReportRequest(table=True))["table"]["rows"]


def test_scores_by_colour_part_the_groups_that_meet():
    rows = ("     4 w 1", "     5 b 1", "     6 b 1", "     1 b 0", "     2 w 0", "     3 w 0")
    usual, other = (file_of(*rows, head=head) for head in ("", "XXS WW=1 BW=2 WD=0.5 BD=0.5\n"))
    assert {2, 1} in map(set, paired(usual)["pairs"])
    found = paired(other)
    assert found["engine"] == "gacrux"
    assert {2, 3} in map(set, found["pairs"])


def remarks_of(head, rows=("     2 w 1", "     1 b 0")):
    told = evaluate_report(file_of(*rows, head=head), ReportRequest())["remarks"]
    return [(each["line"], words.remark_sentence(each)) for each in told]


@pytest.mark.parametrize(
    ("head", "line", "said"),
    [
        ("142 7\n", 5, "Line 5: record 142 appears here again; line 3 counts."),
        ("202 BH\n202 SB\n", 6, "Line 6: record 202 appears here again; line 5 counts."),
        ("042 2026/02/30\n", 5, "Line 5: the date 2026/02/30 does not exist."),
        ("052 31.4.2026\n", 5, "Line 5: the date 31.4.2026 does not exist."),
        ("162 W 2.0 D 1.5\n", 5, "Line 5: two draws are worth more points than a win and a loss."),
        ("BBW 3.0\nBBD 0.0\n", 5, "Line 5: a draw is worth as many points as a win or a loss."),
        (
            "XXS WW=1 BW=1 WD=0.5 BD=0.9\n",
            5,
            "Line 5: two draws are worth more points than a win and a loss.",
        ),
        (
            "XXS WW=1 BW=1 WD=0.5 BD=0\n",
            5,
            "Line 5: a draw is worth as many points as a win or a loss.",
        ),
    ],
)
def test_oddities_are_told_by_line(head, line, said):
    assert remarks_of(head) == [(line, said)]


@pytest.mark.parametrize(
    "head",
    [
        *("042 2026/02/28\n", "042 28/02/2026\n", "042 in May\n", "162 W 3.0 D 1.0 P 1.0\n"),
        "XXS WW=1 BW=2 WD=0.5 BD=1\n",
    ],
)
def test_what_may_be_is_not_told(head):
    assert remarks_of(head) == []


def test_the_first_of_repeated_records_counts():
    sheet = read(file_of("     2 w 1", "     1 b 0", head="142 9\n152 B\n162 W 3.0\n162 W 2.0\n"))
    assert (sheet.event.scheduled, sheet.initial) == (5, "w")
    assert sheet.event.scoring.win() == 3


def test_a_birth_without_a_day_is_no_oddity_but_the_thirtieth_of_february_is():
    text = file_of("     2 w 1", "     1 b 0")
    born = [
        line[:69] + day + line[79:] if line.startswith("001") else line
        for line, day in zip(
            text.splitlines(), [""] * 4 + ["1990/00/00", "1990/02/30"], strict=True
        )
    ]
    told = evaluate_report("\n".join(born), ReportRequest())["remarks"]
    assert [(each["line"], each["found"]) for each in told] == [(6, "1990/02/30")]


@pytest.mark.parametrize("as_written", [str, lambda text: unicodedata.normalize("NFD", text)])
def test_accents_beside_their_letters_are_put_into_them(as_written):
    """Columns count letters in some files, characters in others."""
    name = "Dvořák, Zoë"
    text = as_written(file_of("     2 w 1", "     1 b 0").replace("A          ", name, 1))
    by_characters = file_of("     2 w 1", "     1 b 0").replace(
        "A" + " " * len(unicodedata.normalize("NFD", name)[1:]),
        unicodedata.normalize("NFD", name),
        1,
    )
    for each in (text, by_characters):
        sheet = read(each)
        assert sheet.cards[1].name == name
        assert sheet.event.entered[0].rating == 2000


@pytest.mark.parametrize(
    ("head", "code", "found"),
    [
        ("132 " + " " * 87 + "  26/02/30\n", "impossible_date", "26/02/30"),
        ("132 " + " " * 87 + "  30/01/26\n", None, ""),
        ("042 2026/03/10\n052 2026/03/01\n", "ends_before_start", "2026/03/01"),
        ("042 2026/03/10\n052 2026/03/10\n", None, ""),
        ("XXS W=1 FOO=1\n", "unknown_points", "FOO"),
        ("BBW 3.0\nBBD 1.0\nBBW 1.0\n", "repeated", "BBW"),
    ],
)
def test_what_is_odd_at_the_head_is_told(head, code, found):
    sheet = read(file_of(*SIX, head=head))
    told = [each for each in sheet.remarks if each.code not in ("points_differ",)]
    assert [(each.code, each.found) for each in told] == ([(code, found)] if code else [])
    if code == "repeated":
        assert sheet.event.scoring.win() == 3
    assert all("%" not in words.remark_sentence(each._asdict()) for each in told)


def test_a_rewritten_file_names_the_same_tie_breaks():
    sheet = read(file_of(*SIX, head="202 BH/C1,SB,WIN\n"))
    assert "\r\n202 BH/C1,SB,WIN\r\n" in write_report(sheet)
    assert read(write_report(sheet)).tie_breaks == sheet.tie_breaks == ("BH-C1", "SB", "WIN")


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("212 PTS,BH/C1,SB\n", ("PTS", "BH-C1", "SB")),
        ("212 PTS; BHC1; PTS\n", ("PTS", "BH-C1")),
        ("212 PTS BH:C1 SB\n", ("PTS", "BH-C1", "SB")),
        ("212 PTS,SB\n202 BH/C1,WIN\n", ("BH-C1", "WIN")),
        ("", ()),
    ],
)
def test_tie_breaks_are_those_of_202_or_else_of_212(head, named):
    assert read(file_of(*SIX, head=head)).tie_breaks == named
