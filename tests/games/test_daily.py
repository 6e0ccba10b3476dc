"""The puzzle of the day: composed from a committed seed, solvable, tried once for its table."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from games import daily_queries, lots
from games.families.solitaire import puzzles
from games.models import DailyAttempt, DailyPuzzle, Match
from games.rules import registry
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.play import flags
from games.services.play.matches import resign_match
from games.services.play.play import play_turn
from games.services.solo import daily, solo
from notifications.models import Message
from tests.api.conftest import api
from tests.games.conftest import SEED
from tests.markup import text_of
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.services.rulings_check import check_rulings

__all__ = ["api"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
RULES = registry.get("solitaire")
SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_puzzle.py"
DAY = timedelta(days=1)


@pytest.fixture
def seeds():
    """Return a maker of seeds that are known to the test."""
    made: list[str] = []

    def fresh():
        made.append(f"{len(made) + 1:064x}")
        return made[-1]

    return fresh


def play_line(match, line, now):
    """Play these jumps; forced ones are played by the server."""
    for number, text in enumerate(line):
        seen = Match.objects.get(pk=match.pk).ply_count
        if seen == number:
            play_turn(match.pk, 0, text, seen=seen, now=now, source="page")


def solution_of(puzzle):
    return puzzles.compose(puzzle.seed, puzzle.jumps).solution


def attempt(player, now, line=None, *, mark_failed=False):
    """Let a player try today's puzzle: with a line, the solution unless one is named."""
    match = daily.start_attempt(player, seed=SEED, now=now)
    puzzle = DailyPuzzle.objects.get(day=now.date())
    play_line(match, solution_of(puzzle) if line is None else line, now + timedelta(minutes=1))
    if mark_failed:
        resign_match(match.pk, player, now=now + timedelta(minutes=2))
    return match


@pytest.mark.parametrize("jumps", puzzles.JUMPS_BY_WEEKDAY)
def test_composed_puzzles_are_solved_by_their_own_line_to_one_peg_in_the_centre(jumps):
    for number in range(20):
        puzzle = puzzles.compose(lots.digest(f"{number:064x}"), jumps)
        state = RULES.start(1, {"start": puzzle.start})
        for text in puzzle.solution:
            state = RULES.play(state, 0, RULES.parse(text))
        assert RULES.outcome(state).ending == "centre"
        assert len(puzzle.solution) == jumps == len(puzzle.start.split()) - 1


def test_sweeps_are_what_one_peg_jumps_without_a_break():
    line = ["d2-d4", "f3-d3", "d3-d5", "d5-b5", "d4-d2"]
    assert [len(each) for each in puzzles.sweeps(line)] == [1, 3, 1]
    assert puzzles.spell_sweep(puzzles.sweeps(line)[1]) == "f3-d3-d5-b5"
    assert puzzles.sweeps([]) == []


def test_anybody_composes_the_puzzle_again_with_the_script():
    seed = "5eed" * 16
    puzzle = puzzles.compose(seed, 20)
    call = [sys.executable, str(SCRIPT), seed, "20", lots.digest(seed)]
    said = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    assert f"Pegs      {puzzle.start}\n" in said
    assert f"Solution  {' '.join(puzzle.solution)}\n" in said
    assert subprocess.run([*call[:-1], "0" * 64], capture_output=True, check=False).returncode == 1


def test_digests_are_public_a_week_ahead_and_nothing_is_made_twice(noon, seeds):
    assert daily.prepare_puzzles(seeds, now=noon) == 8
    assert daily.prepare_puzzles(seeds, now=noon + timedelta(hours=1)) == 0
    assert daily.prepare_puzzles(seeds, now=noon + DAY) == 1
    days = list(DailyPuzzle.objects.order_by("pk"))
    assert [each.day for each in days] == [date(2026, 3, 2) + n * DAY for n in range(9)]
    assert [each.jumps for each in days[:7]] == list(puzzles.JUMPS_BY_WEEKDAY)  # from a Monday on
    assert all(each.committed_at < each.begins_at for each in days[1:])
    assert daily_queries.puzzle_on(date(2026, 3, 3), noon) is None  # its board is yet a secret
    assert daily_queries.next_digest(date(2026, 3, 2)) == (days[1].day, lots.digest(days[1].seed))


def test_the_table_goes_by_points_then_sweeps_then_time_and_only_first_attempts_count(
    alice, bob, carol, person, noon, seeds
):
    daily.prepare_puzzles(seeds, now=noon)
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    dora, emil = person("Dora"), person("Emil")
    puzzle = DailyPuzzle.objects.get(day=noon.date())
    line = solution_of(puzzle)
    first = attempt(alice, noon, line[:1], mark_failed=True)
    assert attempt(alice, noon).pk != first.pk  # better, but the second one
    attempt(bob, noon + timedelta(hours=1))
    attempt(carol, noon)
    attempt(guest, noon)
    gone = daily.start_attempt(dora, seed=SEED, now=noon)
    resign_match(gone.pk, dora, now=noon)  # without a jump it was no attempt
    attempt(dora, noon, line[:2], mark_failed=True)
    late = daily.start_attempt(emil, seed=SEED, now=noon)
    assert daily.start_attempt(emil, seed=SEED, now=noon + DAY / 4) == late  # one at a time
    play_line(late, line[:1], noon)
    assert late.seats.get().deadline_at == puzzle.ends_at
    flags.settle_flags(now=puzzle.ends_at)  # what is open then does not count
    rows = [
        (r.place, r.attempt.player.name, r.attempt.points)
        for r in daily_queries.daily_ranking(puzzle)
    ]
    assert rows == [
        (1, "Carol", 0),
        (1, "Guest 1", 0),
        (3, "Bob", 0),
        (4, "Dora", len(line) - 1),
        (5, "Alice", len(line)),
    ]
    assert list(replay_matches(Match.objects.all())) == []
    DailyAttempt.objects.filter(player=bob).update(sweeps=1)
    assert [error.what for error in replay_matches(Match.objects.all())] == ["attempt"]
    assert not Message.objects.exists()
    with pytest.raises(Refused, match="todays_puzzle"):
        solo.start_solo(bob, "solitaire", {"start": puzzle.start}, seed=SEED, now=noon)
    practice = solo.start_solo(
        bob, "solitaire", {"start": puzzle.start}, seed=SEED, now=puzzle.ends_at
    )
    assert practice.options["start"] == puzzle.start


@pytest.mark.long
def test_a_ruling_that_strikes_an_attempt_out_is_taken_back_whole(alice, referee, noon, seeds):
    daily.prepare_puzzles(seeds, now=noon)
    match = attempt(alice, noon)
    before = DailyAttempt.objects.values().get()
    assert before["counts"]
    beyond = {"rank_0": 1, "points_0": 99_999}
    why: Any = {"paragraph": "R-3", "reason": "A program."}
    for hour, (act, params) in enumerate(
        [("forfeit", {"seat": 0}), ("adjudicate", beyond), ("annul", {}), ("reopen", {"ply": 1})], 1
    ):
        now = noon + timedelta(hours=hour)
        order = RulingRequest(act, params=params, match_id=match.pk, **why)
        (ruling,) = rulings.preview_and_sign(order, referee, now=now)
        struck = DailyAttempt.objects.get()
        assert (struck.points, struck.sweeps, struck.counts) == (None, None, False), act
        assert list(replay_matches(Match.objects.all())) == []
        back = RulingRequest("undo", case_id=ruling.case_id, undoes=ruling.number, **why)
        rulings.preview_and_sign(back, referee, now=now)
        assert DailyAttempt.objects.values().get() == before
    assert list(check_rulings()) == []


@pytest.mark.long
def test_an_attempt_that_a_ruling_has_reopened_is_gone_on_with(
    alice, referee, client_for, noon, seeds
):
    daily.prepare_puzzles(seeds, now=noon)
    match = attempt(alice, noon)
    now = noon + timedelta(hours=1)
    why: Any = {"paragraph": "R-6", "reason": "An error of the site."}
    practice = daily.start_attempt(alice, seed=SEED, now=now)
    rulings.preview_and_sign(
        RulingRequest("reopen", params={"ply": 1}, match_id=match.pk, **why), referee, now=now
    )
    assert daily.start_attempt(alice, seed=SEED, now=now) == match  # it can count; practice waits
    day = DailyPuzzle.objects.get(day=noon.date()).get_absolute_url()
    for running in (match, practice):
        page = text_of(client_for(alice).get(day))
        assert "Continue your attempt" in page
        assert f'href="{running.get_absolute_url()}"' in page
        resign_match(running.pk, alice, now=now)
    assert "Continue your attempt" not in text_of(client_for(alice).get(day))


def test_a_visitor_plays_the_puzzle_of_the_day_without_any_worker(client, client_for, bob):
    page = text_of(client.get("/solo/daily/"))
    puzzle = DailyPuzzle.objects.get(day=timezone.now().astimezone(UTC).date())
    assert "No one has finished it yet." in page
    assert puzzle.digest in page
    assert puzzle.seed not in page
    sent = client.post("/solo/daily/start/")
    guest = Player.objects.get(kind=Player.Kind.GUEST)
    match = Match.objects.get()
    assert sent["Location"] == match.get_absolute_url()
    head = text_of(client.get(sent["Location"]))
    assert f'href="/solo/daily/{puzzle.day}/"' in head
    assert "Puzzle of the day, " in head
    assert client.post("/solo/daily/start/")["Location"] == sent["Location"]
    assert "Continue your attempt" in text_of(client.get("/solo/daily/"))
    play_line(match, solution_of(puzzle), timezone.now())
    page = text_of(client.get("/solo/daily/"))
    assert guest.name in page
    assert "Your place: 1, with 0 penalty points" in page
    assert 'class="badge">guest' in page
    assert "Play again for practice" in page
    assert client.get(f"/solo/daily/{puzzle.day + DAY}/").status_code == 404
    assert client.get("/solo/daily/2026-02-31/").status_code == 404
    assert client_for(bob).get(match.get_absolute_url()).status_code == 404
    for path in ("/", "/lobby/", "/rules/solitaire/"):
        assert 'href="/solo/daily/"' in text_of(client.get(path))


def test_when_the_day_is_over_seed_and_best_line_are_public(client, alice, bob, seeds):
    today = datetime.combine(timezone.now().astimezone(UTC).date(), datetime.min.time(), UTC)
    yesterday = today - DAY + timedelta(hours=12)
    daily.prepare_puzzles(seeds, now=yesterday - DAY)
    attempt(alice, yesterday)
    attempt(bob, yesterday, [], mark_failed=True)
    puzzle = DailyPuzzle.objects.get(day=yesterday.date())
    page = text_of(client.get(f"{puzzle.get_absolute_url()}?step={puzzle.jumps}"))
    assert "Best solution, by Alice" in page
    assert puzzle.seed in page
    assert "Bob" not in page
    assert "Play for practice" in page
    for step in ("0", "999", "x", "-1", "9" * 30):
        assert client.get(f"{puzzle.get_absolute_url()}?step={step}").status_code == 200
    before = DailyPuzzle.objects.get(day=yesterday.date() - DAY)
    assert "A sample solution" in text_of(client.get(before.get_absolute_url()))
    listed = text_of(client.get("/solo/daily/days/"))
    assert listed.index(puzzle.get_absolute_url()) < listed.index(before.get_absolute_url())
    assert client.post("/solo/", {"ruleset": "solitaire", "start": puzzle.start}).status_code == 302
    assert Match.objects.filter(event__isnull=True).count() == 1


def test_programs_start_games_for_one_and_the_puzzle_of_the_day(api, alice):
    nobody, caller = api(), api(alice)
    begun = caller.post("solo/", {"options": {"start": "cross"}})
    assert begun.status == 201
    assert len(begun.json["legal_moves"]) > 0
    assert caller.post("solo/", {"ruleset": "mill"}).brief == (422, "not_alone")
    for wrong in ("a1 b2", "d2", "d3 d2", ["d2"], None):
        assert caller.post("solo/", {"options": {"start": wrong}}).brief == (422, "bad_option")
    assert nobody.post("solo/daily/").status == 401
    shown = nobody.get("solo/daily/today/").json
    assert (shown["over"], shown["seed"], shown["solution"]) == (False, None, None)
    assert caller.post("solo/", {"options": {"start": shown["start"]}}).brief == (
        *(422, "todays_puzzle"),
    )
    match = caller.post("solo/daily/").json["id"]
    assert caller.post("solo/daily/").json["id"] == match
    puzzle = DailyPuzzle.objects.get(day=shown["day"])
    for seen, text in enumerate(solution_of(puzzle)):  # a jump that alone is possible plays itself
        caller.post(f"matches/{match}/moves/", {"move": text, "seen": seen})
    table = caller.get(f"solo/daily/{shown['day']}/").json
    assert [(row["place"], row["points"]) for row in table["table"]] == [(1, 0)]
    assert table["your_attempt"]["counts"]
    assert [day["day"] for day in nobody.get("solo/daily/").json["results"]] == [shown["day"]]
    for none in ((timezone.now() + DAY).date().isoformat(), "2026-13-01", "x", "20260302"):
        assert nobody.get(f"solo/daily/{none}/").brief == (404, "no_such_day")
