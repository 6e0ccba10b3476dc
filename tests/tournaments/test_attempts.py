"""Steps that fail, hang or are long: they stand behind the others and are tried again."""

from __future__ import annotations

import signal
import threading
from datetime import timedelta

import pytest

from games.models import Match
from notifications.models import Message
from tests.patience import PATIENCE
from tests.sampling import at_length, sampled
from tests.tournaments.conftest import hand_over
from tournaments.errors import TimeLimitExceeded
from tournaments.models import Fixture, Round, Tournament
from tournaments.services.rounds import boards, pairing
from tournaments.services.seasons import attempts, running
from tournaments.services.seasons.time_limit import time_limit

pytestmark = pytest.mark.django_db
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def run(now):
    return running.advance_all(now=now, make_seed=lambda: "cd" * 32)


class Trouble(dict):
    """What is raised for which tournament, and which were asked for."""

    def __init__(self):
        super().__init__()
        self.asked: list[int] = []


@pytest.fixture
def trouble(monkeypatch):
    """Let the pairing of some tournaments raise, and count how often it is asked for each."""

    errors = Trouble()
    real = pairing.next_rounds

    def next_rounds(tournament, division, now):
        errors.asked.append(tournament.pk)
        error = errors.get(tournament.pk) or errors.get((tournament.pk, division.number))
        if error is not None:
            raise error
        return real(tournament, division, now)

    monkeypatch.setattr(pairing, "next_rounds", next_rounds)
    return errors


def news_of(tournament):
    found = Message.objects.filter(kind="tournament_news", thread=tournament.thread)
    return [each.context["headline"] for each in found.order_by("pk")]


FAULTS = [RuntimeError("unknown"), TimeLimitExceeded()]
TRIED = (1, 3, 7, 15, 31, 63, 123, 183)  # minutes after the first time
LOOKED = range(1, 200) if at_length() else sorted({*TRIED, *(each - 1 for each in TRIED[1:])})


@pytest.mark.parametrize("error", sampled(FAULTS, 1), ids=["fails", "takes too long"])
def test_a_step_that_fails_or_hangs_is_tried_again_with_back_off_and_lets_others_pass(
    error, hold, people, organiser, noon, trouble
):
    crew = people(4)
    bad, good = hold(crew), hold(crew, name="Autumn cup")
    trouble[bad.pk] = error
    now = noon + DAY
    run(now)
    assert Match.objects.count() == 2
    assert set(Round.objects.values_list("division__tournament", flat=True)) == {good.pk}
    assert news_of(bad) == ["Spring cup is delayed"]
    told = Message.objects.get(kind="tournament_news", thread=bad.thread)
    assert told.player == organiser

    tried = []
    for minute in LOOKED:
        asked = trouble.asked.count(bad.pk)
        run(now + minute * MINUTE)
        tried += [minute] * (trouble.asked.count(bad.pk) - asked)
    assert tried == [*TRIED]
    assert news_of(bad) == ["Spring cup is delayed"]

    hand_over(now + 242 * MINUTE)
    del trouble[bad.pk]
    run(now + 243 * MINUTE)
    assert Match.objects.count() == 4
    assert news_of(bad) == ["Spring cup is delayed", "Spring cup continues"]
    bad.refresh_from_db()
    assert (bad.attempts, bad.held_until, bad.held_since) == (0, None, None)


@pytest.mark.long
def test_what_has_failed_before_stands_behind_what_is_due_later(hold, people, noon, trouble):
    crew = people(4)
    bad = hold(crew)
    trouble[bad.pk] = RuntimeError()
    run(noon + DAY)
    hold(crew, name="Autumn cup", starts_at=noon + DAY + MINUTE)
    trouble.asked.clear()
    run(noon + DAY + MINUTE)
    assert len(trouble.asked) > 1
    assert trouble.asked[-1] == bad.pk


class Killed(BaseException):
    """A worker is gone, with no time for anything."""


def test_a_worker_that_dies_of_a_step_leaves_it_behind_the_others(hold, people, noon, trouble):
    crew = people(4)
    bad, good = hold(crew), hold(crew, name="Autumn cup")
    trouble[bad.pk] = Killed()
    now = noon + DAY
    with pytest.raises(Killed):
        run(now)
    with pytest.raises(Killed):
        run(now)
    assert set(Round.objects.values_list("division__tournament", flat=True)) == {good.pk}
    assert news_of(bad) == []
    asked = trouble.asked.count(bad.pk)
    run(now)
    assert trouble.asked.count(bad.pk) == asked
    with pytest.raises(Killed):
        run(now + MINUTE)
    assert news_of(bad) == ["Spring cup is delayed"]


@pytest.mark.long
def test_a_division_that_cannot_be_paired_lets_the_others_play(hold, people, noon, trouble, run):
    tournament = hold(people(8), format="swiss", rounds=2)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    one = tournament.divisions.get()
    two = tournament.divisions.create(number=2)
    ours = list(tournament.entrants.order_by("number")[4:])
    for entrant in ours:
        entrant.division = two
        entrant.save()
    Fixture.objects.filter(seats__entrant__in=ours).delete()
    trouble[tournament.pk, 1] = RuntimeError()
    end = noon + DAY + timedelta(days=30)
    Round.objects.filter(division=one).update(closed_at=end)
    Tournament.objects.update(due_at=end)
    running.advance_all(now=end, make_seed=lambda: "cd" * 32)
    assert Round.objects.filter(division=one).count() == 1
    assert Round.objects.filter(division=two).count() == 1
    assert news_of(tournament) == ["Spring cup is delayed"]


def test_a_match_that_cannot_start_lets_the_others_start(hold, people, noon, monkeypatch):
    tournament = hold(people(4), at_once=True)
    real = boards.start_board

    def start(tournament, fixture, now, seed):
        if fixture.round.number == 1 and fixture.board == 1:
            raise RuntimeError
        return real(tournament, fixture, now, seed)

    monkeypatch.setattr(boards, "start_board", start)
    now = noon + DAY
    run(now)
    assert Match.objects.count() == 5
    assert news_of(tournament) == ["Spring cup is delayed"]
    monkeypatch.setattr(boards, "start_board", real)
    run(now + MINUTE)
    assert Match.objects.count() == 6


@pytest.mark.long
def test_many_matches_start_in_slices_beside_those_of_others(hold, people, noon, monkeypatch):
    crew = people(6)
    large, small = hold(crew, at_once=True), hold(crew[:2], name="Autumn cup", least=2)
    monkeypatch.setattr(running, "SLICE_SECONDS", 0.0)
    order = []
    real = boards.start_board

    def start(tournament, *more):
        order.append(tournament.pk)
        return real(tournament, *more)

    monkeypatch.setattr(boards, "start_board", start)
    now = noon + DAY
    run(now)
    assert order.count(large.pk) == 15
    assert order.index(small.pk) <= 2
    assert Match.objects.count() == 16


@pytest.mark.long
def test_a_run_ends_within_its_time_and_the_next_one_goes_on(hold, people, noon, monkeypatch):
    hold(people(6), at_once=True)
    clock = 0.0  # on which nothing but starting a match takes time
    monkeypatch.setattr(running, "monotonic", lambda: clock)
    monkeypatch.setattr(running, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(running, "RUN_SECONDS", 4.0)
    real = boards.start_board

    def slowly(*all_of_it):
        nonlocal clock
        clock += 1
        return real(*all_of_it)

    monkeypatch.setattr(boards, "start_board", slowly)
    found = []
    while Match.objects.count() < 15:
        run(noon + DAY)
        found.append(Match.objects.count())
    assert found == [4, 8, 12, 15]


def test_the_longest_run_fits_into_the_limit_of_its_task():
    from tournaments.tasks import run_tournaments

    assert (run_tournaments.soft_time_limit or 0) > running.RUN_SECONDS + running.MAX_STEP_SECONDS


def test_a_step_that_never_ends_is_cut_short(hold, people, noon, monkeypatch):
    tournament = hold(people(4))

    def forever(*_args):
        signal.setitimer(signal.ITIMER_REAL, 0.01)  # all of the limit but this has passed
        while True:
            pass

    monkeypatch.setattr(pairing, "next_rounds", forever)
    run(noon + DAY)
    assert news_of(tournament) == ["Spring cup is delayed"]
    tournament.refresh_from_db()
    assert tournament.is_open


def test_a_limit_within_a_limit_ends_first_and_leaves_the_other_one():
    def both():
        with time_limit(0.3):
            with pytest.raises(TimeLimitExceeded), time_limit(0.05):
                threading.Event().wait(PATIENCE)
            ended.append("inner")
            threading.Event().wait(PATIENCE)
            ended.append("never")

    ended: list[str] = []
    with pytest.raises(TimeLimitExceeded):
        both()
    assert ended == ["inner"]


def test_a_block_that_ends_in_time_leaves_no_alarm_behind():
    alarm_of_the_test = signal.setitimer(signal.ITIMER_REAL, 0)
    handler = signal.getsignal(signal.SIGALRM)
    try:
        with time_limit(PATIENCE):
            assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getsignal(signal.SIGALRM) == handler
    finally:
        signal.setitimer(signal.ITIMER_REAL, *alarm_of_the_test)


def test_waiting_grows_to_an_hour():
    assert [attempts.retry_delay(count) / MINUTE for count in (0, 1, 2, 3, 7, 8, 60_000)] == [
        1, 1, 2, 4, 60, 60, 60,
    ]  # fmt: skip


@pytest.mark.long
def test_everybody_sees_on_the_page_that_a_tournament_is_held_up(
    hold, people, noon, trouble, client_for
):
    tournament = hold(people(4))
    trouble[tournament.pk] = RuntimeError()
    url = tournament.get_absolute_url()
    run(noon + DAY)
    assert "Delayed since" in client_for(None).get(url).content.decode()
    trouble.clear()
    run(noon + DAY + MINUTE)
    assert "Delayed since" not in client_for(None).get(url).content.decode()
