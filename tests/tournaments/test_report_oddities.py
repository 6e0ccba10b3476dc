"""Report files that say what few do: other points, wishes, records that contradict each other."""

from __future__ import annotations

import pytest

from tournaments.reports.answers import Ask, answer
from tournaments.services.reports import words
from tournaments.standings.base import Kind
from tournaments.standings.trf.reader import read
from tournaments.standings.trf.report import write

HEAD = "012 Cup\n092 Individual: Swiss-System\n142 5\n152 W\n"


def file_of(*rows, head=""):
    """Return a file whose players, the strongest first, have these rounds."""
    lines = [
        f"001 {number:>4}      {chr(64 + number):<33} {2100 - 100 * number:>4}".ljust(89) + rounds
        for number, rounds in enumerate(rows, start=1)
    ]
    return HEAD + head + "\n".join(lines) + "\n"


def paired(text, **ask):
    return answer(text, Ask(pair=True, **ask))["pair"]


def test_without_points_for_the_allocated_bye_it_brings_those_of_a_win():
    event = read(file_of("     2 w 1", "     1 b 0", "  0000 - U", head="BBW 3.0\nBBD 1.0\n")).event
    assert list(event.scoring.for_two) == [3, 1, 0, 3]


def test_a_bye_for_the_coming_round_is_a_wish():
    text = file_of("     2 w 1  0000 - U", "     1 b 0", "  0000 - Z")
    sheet = read(text)
    assert sheet.event.rounds == 1
    assert [(each.round, each.seats, each.kind) for each in sheet.absences] == [
        (2, (1,), Kind.PAIRED_BYE)
    ]
    found = paired(text)
    assert (found["round"], found["pairs"], found["byes"]) == (2, [[2, 3]], [1])
    again = paired(write(sheet))
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
    fault = paired(file_of(*rows, head="XXP 1 3 4\nXXP 2 3 4\n" if len(rows) == 4 else ""))["fault"]
    assert fault["code"] == code
    assert said in words.fault_in_words(fault)


SIX = ("     4 w 1", "     5 b 1", "  0000 - Z", "     1 b 0", "     2 w 0", "  0000 - Z")
ABSENT = "162 W 1.0 D 0.5 L 0.0 A 0.5 P 1.0\n"


@pytest.mark.parametrize("head", [ABSENT, "XXS ZPB=0.5\n", "XXS W=1 D=0.5\nXXS ZPB=0.5 FL=0.5\n"])
def test_absence_may_bring_points(head):
    text = file_of(*SIX, head=head)
    assert paired(text)["pairs"] == [[2, 1], [3, 6], [4, 5]]
    assert paired(text)["engine"] == "gacrux"
    sheet = read(text)
    assert paired(write(sheet))["pairs"] == [[2, 1], [3, 6], [4, 5]]
    assert read(write(sheet)).event.scoring == sheet.event.scoring


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
    points = {row["number"]: row["points"] for row in rows_of(write(sheet))}
    assert points == {1: "23/2", 2: "9/2", 3: "9/2", 4: "36/5"}
    assert read(write(sheet)).event.scoring == sheet.event.scoring


def rows_of(text):
    return answer(text, Ask(table=True))["table"]["rows"]


def test_scores_by_colour_part_the_groups_that_meet():
    rows = ("     4 w 1", "     5 b 1", "     6 b 1", "     1 b 0", "     2 w 0", "     3 w 0")
    usual, other = (file_of(*rows, head=head) for head in ("", "XXS WW=1 BW=2 WD=0.5 BD=0.5\n"))
    assert {2, 1} in map(set, paired(usual)["pairs"])
    found = paired(other)
    assert found["engine"] == "gacrux"
    assert {2, 3} in map(set, found["pairs"])
