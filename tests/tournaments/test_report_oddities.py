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
    assert event.scoring.for_two == (3, 1, 0, 3)


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
