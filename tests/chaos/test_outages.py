"""Outages where several workers wake at once, and what a killed one leaves behind."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games.models import Heartbeat, Match, Outage, RatingEntry, Seat
from games.services.match import deadlines
from games.services.play import flags
from games.services.play.play import PlayedTurn, play_turn
from games.services.time import outages
from tests.sampling import sampled
from tests.threads import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def wake(now: Any) -> int:
    """Do what a worker's first task does."""
    outages.record_heartbeat(now=now)
    done = flags.settle_flags(now=now)
    deadlines.recompute_after_outages(now=now)
    return done


def test_workers_that_wake_at_once_credit_an_outage_once_and_settle_nothing(
    alice: Any, bob: Any, carol: Any, start: Any, play: Any, noon: Any
) -> None:
    games = [start(*pair) for pair in ((alice, bob), (bob, carol), (carol, alice))]
    for match in games:
        play(match, "b2,a1", noon)
    outages.record_heartbeat(now=noon + HOUR)
    back = noon + 4 * DAY
    settled = at_once([partial(wake, back + n * timedelta(seconds=1)) for n in range(6)])
    assert settled == [0] * 6
    assert Outage.objects.count() == 1
    assert Heartbeat.objects.count() == 1
    assert set(Match.objects.values_list("status", flat=True)) == {"running"}
    until = Outage.objects.get().until
    dues = Seat.objects.filter(awaited_since__isnull=False).values_list("deadline_at", flat=True)
    assert set(dues) == {noon + 3 * DAY + (until - (noon + HOUR))}
    assert not RatingEntry.objects.exists()


@pytest.mark.parametrize("rounds", sampled([2, 5], 1))
def test_a_late_move_that_meets_the_waking_timetable_counts(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any, rounds: int
) -> None:
    for _round in range(rounds):
        match = start(alice, bob)
        play(match, "b2,a1", noon)
        Outage.objects.all().delete()
        Heartbeat.objects.all().delete()
        outages.record_heartbeat(now=noon + HOUR)
        back = noon + 4 * DAY
        move = partial(play_turn, match.pk, alice, "c1", seen=2, now=back, source="page")
        answers = at_once([move, partial(wake, back), partial(wake, back)])
        assert isinstance(answers[0], PlayedTurn), answers
        assert Match.objects.get(pk=match.pk).is_running


def test_a_worker_killed_in_the_middle_of_noting_an_outage_leaves_the_silence_to_the_next(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any, monkeypatch: Any
) -> None:
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    outages.record_heartbeat(now=noon + HOUR)

    def killed(*_args: Any, **_kwargs: Any) -> None:
        raise SystemExit

    monkeypatch.setattr(Heartbeat, "save", killed)
    with pytest.raises(SystemExit):
        outages.record_heartbeat(now=noon + 4 * DAY)
    monkeypatch.undo()
    assert not Outage.objects.exists()
    assert flags.settle_flags(now=noon + 4 * DAY) == 0
    assert Match.objects.get(pk=match.pk).is_running
    assert outages.record_heartbeat(now=noon + 4 * DAY) is not None
