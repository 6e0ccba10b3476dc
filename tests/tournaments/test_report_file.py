"""The page that reads report files: table, next round as the engine pairs it, errors by place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.sampling import sampled
from tests.tournaments.trf_small import is_complete, played
from tests.tournaments.worlds import swiss as a_swiss
from tournaments.models import ReportJob
from tournaments.reports import rounds
from tournaments.reports.answers import evaluate_report
from tournaments.services.reports import files, words as report_words
from tournaments.standings.base import Kind
from tournaments.standings.trf import report
from tournaments.standings.trf.report import write_report
from tournaments.standings.trf.sheet import Sheet, TrfError

pytestmark = pytest.mark.django_db
ADDRESS = "/tournaments/report-file/"
TRF = Path(report.__file__).parent
SMALL = (Path(__file__).parent / "small.trf").read_text()


def cut(text, rounds):
    """Return a file as it was after so many rounds."""
    width = 89 + 10 * rounds
    return "\n".join(line[:width] if line.startswith("001") else line for line in text.splitlines())


@pytest.mark.parametrize("seed", sampled([5, 1], 1))
def test_a_file_cut_after_any_round_shows_the_pairing_of_the_next(seed):
    event, drafts, initial = played(seed)
    text = write_report(Sheet(event, initial=initial))
    compared = 0
    for draft in drafts[1:]:
        if any(bye.kind is not Kind.PAIRED_BYE for bye in draft.byes):
            continue
        told = evaluate_report(cut(text, draft.round - 1), files.ASK_ALL)
        assert told["pair"]["pairs"] == [list(each.seats) for each in draft.pairings]
        assert len(told["table"]["rows"]) == len(event.entrants)
        compared += 1
    assert compared


def test_the_page_shows_table_and_round_and_writes_the_file_again(client_for, alice):
    client = client_for(alice)
    assert "Show standings and next round" in client.get(ADDRESS).content.decode()
    page = client.post(ADDRESS, {"file": SimpleUploadedFile("e.trf", SMALL.encode())})
    assert page.status_code == 200
    assert not ReportJob.objects.exists(), "it was read at once"
    html = page.content.decode()
    report = files.Report(evaluate_report(SMALL, files.ASK_ALL))
    assert html.count('<td class="place">') == len(report.rows) + len(report.pairings)
    assert report.rows[0]["name"] in html
    event = a_swiss(3)
    assert is_complete(event)
    anew = client.post(ADDRESS, {"text": write_report(Sheet(event, initial="w")), "write": "2016"})
    assert "attachment" in anew["Content-Disposition"]
    assert "XXR" in anew.content.decode()


UNREADABLE = [
    ({}, "Choose a file, or paste its text."),
    ({"text": SMALL.replace("001    1", "001    x", 1)}, "Line 6, column 5"),
    ({"text": "x" * (files.MAX_LENGTH + 1)}, "thousand characters"),
    ({"file": SimpleUploadedFile("e.trf", b"\xff\xfe\x00")}, "The file cannot be read"),
    ({"text": "hello"}, "There are no players in this text"),
    ({"text": "001\0\ud7ff\x0b"}, "The file cannot be read"),
]


@pytest.mark.parametrize(("given", "words"), sampled(UNREADABLE, 4))
def test_what_cannot_be_read_is_named_with_its_place(client_for, alice, given, words):
    page = client_for(alice).post(ADDRESS, given)
    assert page.status_code == 422
    assert words in page.content.decode()


def test_visitors_log_in_first(client_for):
    assert client_for().get(ADDRESS).status_code == 302
    assert client_for().post(ADDRESS, {"text": SMALL}).status_code == 302


def test_every_fault_of_the_reader_has_a_sentence():
    reader = "".join(
        (TRF / f"{name}.py").read_text() for name in ("reader", "lines", "meetings", "settings")
    )
    codes = set(re.findall(r'error_at\(\s*"([a-z_]+)"', reader)) | {"no_players"}
    assert len(codes) > 12
    for code in codes:
        error = TrfError(code, line=3, column=4, found="?", expected="!")
        assert report_words.format_error(error).startswith("Line 3, column 4: ")
        assert not report_words.format_error(error).endswith(code)


def test_every_remark_and_every_note_has_a_sentence():
    reader = (TRF / "reader.py").read_text()
    codes = set(re.findall(r'(?:build_warning|FileWarning)\([^)]*?"([a-z_]+)"', reader))
    assert len(codes) > 6
    for code in codes:
        remark = {"code": code, "line": 3, "found": "?", "expected": "!"}
        words = report_words.remark_sentence(remark)
        assert words.startswith("Line 3: ")
        assert code not in words
    for note in (
        rounds.ROUNDS_MATTER,
        rounds.BEYOND_ANNOUNCED,
        rounds.RUNNING_AS_TIES,
        rounds.WHITE_ASSUMED,
    ):
        assert note not in report_words.note_sentence(note)
    assert "tenths" in report_words.note_sentence("points_need_tenths")
