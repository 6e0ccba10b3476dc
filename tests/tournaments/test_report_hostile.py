"""Files that mean harm, or are broken beyond repair: an error with its place, and soon."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from hypothesis import given, settings, strategies as st
from kombu.exceptions import OperationalError

from notifications import worker
from tests.patience import PATIENCE
from tests.sampling import at_length, examples, sampled
from tests.tournaments.trf_small import SMALL, small
from tests.work import calls
from tournaments.errors import TournamentError
from tournaments.models import ReportJob
from tournaments.reports.answers import ReportRequest, evaluate_report
from tournaments.services.reports import evaluation, files, jobs
from tournaments.standings.trf import reader
from tournaments.standings.trf.sheet import TrfError
from tournaments.tasks import run_reports

ADDRESS = "/tournaments/report-file/"
DIGITS = "9" * 5000
CODES = (
    *("001", "012", "013", "062", "092", "132", "142", "152", "162", "192", "202", "212"),
    *("240", "250", "260", "299", "310", "XXR", "XXC", "XXP", "XXZ", "XXA", "XXS", "BBW", "BBU"),
)
SIGNS = " 0123456789.,wb-+=WDLHFZUABPSX/:#\t\0é²٣½∞"


def records():
    """Make a file of records that look like some, with anything behind their codes."""
    line = st.builds(
        "{} {}".format, st.sampled_from(CODES), st.text(st.sampled_from(SIGNS), max_size=130)
    )
    return st.lists(line, max_size=12).map("\n".join)


@examples(10, 125)
@given(records(), st.booleans(), st.integers(0, 2**32))
def test_whatever_stands_in_a_file_is_read_or_refused_by_name(text, before, seed):
    lines = [*SMALL.splitlines(), *text.splitlines()]
    if before:
        Random(seed).shuffle(lines)
    named = told_by("\n".join(lines))
    assert named is None or {"line", "column", "found", "expected"} <= set(named)
    assert named is None or len(str(named["found"])) <= 40


def told_by(text):
    """Return what an error names, None for a file that can be read."""
    try:
        reader.read(text)
    except TrfError as error:
        return error.params
    return None


@settings(max_examples=settings().max_examples // 4)
@given(st.binary(max_size=400), st.sampled_from(["", SMALL]))
def test_whatever_bytes_come_there_is_an_answer_in_plain_values(raw, behind):
    told = evaluate_report(behind + raw.decode("latin-1"), ReportRequest(table=True))
    assert json.loads(json.dumps(told)).keys() == told.keys()
    assert "error" in told or "table" in told


@settings(max_examples=settings().max_examples // 4)
@given(records())
def test_what_can_be_read_can_be_ranked_paired_and_written(text):
    told = evaluate_report(SMALL + text, ReportRequest(table=True, pair=True, write=2026))
    if "error" in told:
        assert told["error"]["code"] != "failed"
        return
    assert told["pair"].get("engine") or told["pair"]["error"]["code"]
    assert reader.read(told["written"])


NUMERIC = [
    ({"line_4": ("142 3", f"142 {DIGITS}")}, 4, 5),
    ({"line_4": ("142 3", f"142{DIGITS}")}, 4, 5),
    ({"line_4": ("142 3", f"142 3\nXXR {DIGITS}")}, 5, 5),
    ({"line_1": ("012 Spring Cup", f"XXP {DIGITS}")}, 1, 5),
    ({"line_1": ("012 Spring Cup", f"XXZ 1 {DIGITS}")}, 1, 7),
    ({"line_1": ("012 Spring Cup", f"240 H {DIGITS}")}, 1, 7),
    ({"line_1": ("012 Spring Cup", f"240 H   3 {DIGITS}")}, 1, 11),
    ({"line_1": ("012 Spring Cup", f"260   1   2 {DIGITS}")}, 1, 13),
    ({"line_1": ("012 Spring Cup", f"260 {DIGITS}")}, 1, 5),
    ({"line_1": ("012 Spring Cup", f"162  W {DIGITS}")}, 1, 8),
    ({"line_1": ("012 Spring Cup", f"162  W 1.{DIGITS}")}, 1, 8),
    ({"line_1": ("012 Spring Cup", "162  W 1e999")}, 1, 6),
    ({"line_1": ("012 Spring Cup", "162  W inf")}, 1, 6),
    ({"line_1": ("012 Spring Cup", "162  W -1.0")}, 1, 6),
    ({"line_1": ("012 Spring Cup", f"XXS W={DIGITS}")}, 1, 7),
    ({"line_1": ("012 Spring Cup", f"BBW {DIGITS}")}, 1, 5),
    ({"line_1": ("012 Spring Cup", f"XXA {DIGITS}")}, 1, 5),
    ({"line_1": ("012 Spring Cup", f"XXA    1  {DIGITS}")}, 1, 11),
    ({"line_1": ("012 Spring Cup", f"250      {DIGITS}")}, 1, 10),
    ({"line_7": ("001    2", f"001 {DIGITS}")}, 7, 81),
    ({"line_6": ("2 b =", "2 b =" + "     2 w 1" * 98)}, 6, 1082),
]


@pytest.mark.parametrize(("changes", "line", "column"), NUMERIC)
def test_numbers_without_end_are_refused_with_their_place(changes, line, column):
    longer = {name: (old, new.replace(DIGITS, 2 * DIGITS)) for name, (old, new) in changes.items()}
    counted = []
    for each in (changes, longer):
        text = small(**each)
        told, count = calls(partial(evaluate_report, text, ReportRequest(table=True, pair=True)))
        assert (told["error"]["line"], told["error"]["column"]) == (line, column)
        counted.append(count)
    assert counted[1] <= 2.2 * counted[0]


MANY = 10**5 if at_length() else 10**4


@pytest.mark.parametrize(
    ("before", "part", "times", "behind"),
    [
        ("", "\0", 10**6, ""),
        ("", " ", 10**6, ""),
        ("", "\n", 10**6, ""),
        ("", "001\n", MANY, ""),
        (SMALL + "162 W", " ", 10**6, "x"),
        (SMALL + "202 A", " ", 10**6, "!"),
        (SMALL + "260   1   9 ", "    1", MANY, "    x"),
        ("", "x", 5 * 10**6, ""),
    ],
    ids=["nul", "blanks", "lines", "players", "162", "202", "260", "size"],
)
def test_megabytes_are_no_more_work_than_their_length(before, part, times, behind):
    """Function calls are counted; a pattern that went back and forth in them would never end."""
    counted = []
    for size in (times // 2, times):
        text = before + part * size + behind
        told, count = calls(partial(evaluate_report, text, ReportRequest()))
        assert "error" in told or told["players"] == 4
        counted.append(count)
    assert counted[1] <= 2.2 * counted[0]


def many(players, rounds):
    """Write an event in which many met, in so many rounds, by chance."""
    chance = Random(1)
    cells: list[list[Any]] = [[] for _ in range(players)]
    for _number in range(rounds):
        order = chance.sample(range(players), players)
        for white, black in zip(order[::2], order[1::2], strict=True):
            cells[white].append(f"  {black + 1:>4} w 1")
            cells[black].append(f"  {white + 1:>4} b 0")
    lines = [f"001 {who:>4}".ljust(89) + "".join(cells[who - 1]) for who in range(1, players + 1)]
    return "\n".join(lines)


def test_a_hundred_rounds_are_refused_at_once():
    error = evaluate_report(many(198, 100), ReportRequest(table=True, pair=True))["error"]
    assert (error["code"], error["line"], error["column"]) == ("too_many_rounds", 1, 1082)


@pytest.mark.long
def test_a_process_that_takes_too_long_or_too_much_is_ended():
    told = evaluation.evaluate(many(198, 98), ReportRequest(pair=True), 2)
    assert told["error"] == {"code": "out_of_time", "line": None, "column": None, "limit": 2}


def test_a_process_that_breaks_is_noted_and_the_answer_says_so(monkeypatch, caplog):
    monkeypatch.setattr(evaluation, "MAX_MEGABYTES", "x")
    told = evaluation.evaluate(SMALL, ReportRequest(), int(PATIENCE))
    assert told["error"]["code"] == "failed"
    assert "no answer about a report file" in caplog.text
    monkeypatch.setattr(evaluation, "MAX_MEGABYTES", 30)
    told = evaluation.evaluate(SMALL, ReportRequest(pair=True), int(PATIENCE))
    assert told["error"]["code"] in ("failed", "out_of_memory")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    sampled([*(small(**changes) for changes, _, _ in NUMERIC[::6]), "\0" * 9, "𝟛" * 99], 1),
)
def test_the_page_answers_each_with_a_sentence(client_for, alice, text):
    page = client_for(alice).post(ADDRESS, {"file": SimpleUploadedFile("e.trf", text.encode())})
    assert page.status_code == 422
    assert "The file cannot be read." in page.content.decode()


@pytest.fixture
def slow(monkeypatch):
    """Let no file be read at once."""
    monkeypatch.setattr(files, "PAGE_SECONDS", 0)


def put_aside(client, **given):
    answered = client.post(ADDRESS, {"text": SMALL, **given})
    assert answered.status_code == 302
    assert answered["Location"].startswith(ADDRESS)
    return answered["Location"]


@pytest.mark.django_db
def test_a_file_that_takes_longer_is_left_to_a_worker_and_its_page_shows_progress(
    client_for, alice, bob, slow
):
    client = client_for(alice)
    address = put_aside(client)
    page = client.get(address)
    html = page.content.decode()
    assert page.status_code == 200
    assert '<meta http-equiv="refresh" content="3">' in html
    assert "Waiting to be processed" in html
    assert page["Cache-Control"].startswith("max-age=0")
    ReportJob.objects.update(taken_at=timezone.now())
    assert "In progress for" in client.get(address).content.decode()
    ReportJob.objects.update(taken_at=None)
    run_reports()
    done = client.get(address).content.decode()
    assert "http-equiv" not in done
    assert "Carla – Bruno" in done
    assert client_for(bob).get(address).status_code == 404
    assert client_for().get(address).status_code == 302
    assert client.head(address).status_code == 200
    assert client.post(address).status_code == 405


@pytest.mark.long
@pytest.mark.django_db
def test_a_worker_writes_files_again_and_tells_faults_too(client_for, alice, slow):
    client = client_for(alice)
    written = put_aside(client, write="2016")
    broken = put_aside(client, text=SMALL.replace("     3 w 1", "     3 w 9"))
    run_reports()
    run_reports()
    assert "attachment" in client.get(written)["Content-Disposition"]
    page = client.get(broken)
    assert page.status_code == 422
    assert "Line 6, column 99" in page.content.decode()


@pytest.mark.django_db
def test_nobody_fills_the_queue(client_for, alice, slow):
    client = client_for(alice)
    for _ in range(jobs.MAX_WAITING):
        put_aside(client)
    refused = client.post(ADDRESS, {"text": SMALL})
    assert refused.status_code == 422
    assert "still being processed" in refused.content.decode()


@pytest.mark.long
@pytest.mark.django_db
def test_without_a_broker_the_file_waits_for_the_timetable(
    client_for, alice, slow, monkeypatch, django_capture_on_commit_callbacks
):
    def away(*_args, **_options):
        raise OperationalError

    monkeypatch.setattr("celery.current_app.send_task", away)
    monkeypatch.setattr(worker, "_silent_until", 0.0)
    client = client_for(alice)
    with django_capture_on_commit_callbacks(execute=True):
        address = put_aside(client)
    assert "Waiting to be processed" in client.get(address).content.decode()
    run_reports()
    assert "Carla – Bruno" in client.get(address).content.decode()


@pytest.mark.django_db
def test_a_killed_worker_leaves_its_file_to_another_but_not_for_ever(client_for, alice, slow):
    client, now = client_for(alice), timezone.now()
    address = put_aside(client)
    for attempt in (1, 2):
        taken = jobs._claim_next(now + attempt * jobs.CLAIM_EXPIRES_AFTER * 2)
        assert taken.attempts == attempt
        assert jobs._claim_next(now + attempt * jobs.CLAIM_EXPIRES_AFTER * 2) is None
    assert not jobs.run_next(now=now + jobs.CLAIM_EXPIRES_AFTER * 9)
    assert "was stopped" in client.get(address).content.decode()


@pytest.mark.django_db
def test_an_hour_later_nothing_is_kept(client_for, alice, slow):
    client = client_for(alice)
    address = put_aside(client)
    assert jobs.delete_old(now=timezone.now()) == 0
    assert jobs.delete_old(now=timezone.now() + timedelta(minutes=61)) == 1
    gone = client.get(address)
    assert gone.status_code == 404
    assert "deleted after an hour" in gone.content.decode()


@pytest.mark.long
@pytest.mark.django_db
def test_what_is_read_at_once_leaves_no_row(client_for, alice):
    assert client_for(alice).post(ADDRESS, {"text": SMALL}).status_code == 200
    assert not ReportJob.objects.exists()


def test_a_fault_of_the_core_is_told_in_plain_values(monkeypatch):
    def refuse(_text):
        raise TournamentError("odd", entrants=[1], line=3)

    monkeypatch.setattr(reader, "read", refuse)
    assert evaluate_report("x", ReportRequest())["error"] == {
        "code": "odd",
        "line": 3,
        "column": None,
    }
