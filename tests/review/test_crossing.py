"""Two verbs that cross each other's way: no deadlock, nothing left behind (real threads)."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.db import transaction

from accounts.services import profile
from games import clocks
from games.models import Challenge, Intervention, Match, Rating, Seat
from games.services.audit import replay_matches
from games.services.challenges import challenges, closing
from games.services.play import flags, matches
from games.services.play.terms import Terms
from games.services.ratings.rating_replay import replay_ratings
from tests.patience import PATIENCE
from tests.threads import at_once, no_error
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import PreviewChanged, RulingRequest
from tournaments.referees.services.rulings_check import check_rulings

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ROUNDS = 5


@pytest.mark.long
def test_leave_is_booked_while_the_opponent_moves(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    tables = [start(bob, alice) for _ in range(ROUNDS)]
    for number, match in enumerate(tables):
        first = noon.date() + timedelta(days=3 * number)
        schedule: dict[str, Any] = {
            "time_zone": "UTC",
            "quiet_from": None,
            "quiet_to": None,
            "rest_days": [],
        }
        no_error(
            at_once(
                [
                    partial(play, match, "b2", noon + HOUR),
                    partial(flags.book_leave, alice, first, first + DAY, now=noon + HOUR),
                    partial(profile.change_schedule, alice, **schedule),
                ]
            )
        )
    assert list(replay_matches(Match.objects.all())) == []


def test_a_player_row_that_is_being_changed_keeps_nobody_from_writing_to_them(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(bob, alice)
    locked, done = Event(), Event()

    def change() -> None:
        with transaction.atomic():
            profile.change_schedule(
                alice, time_zone="UTC", quiet_from=None, quiet_to=None, rest_days=[]
            )
            locked.set()
            assert done.wait(PATIENCE), "the move waits for a row that it only points at"

    def move() -> None:
        assert locked.wait(PATIENCE)
        play(match, "b2", noon + HOUR)
        done.set()

    no_error(at_once([change, move]))


@pytest.mark.long
def test_an_account_is_closed_while_its_matches_end_elsewhere(
    person: Any, start: Any, play: Any, noon: Any
) -> None:
    for number in range(ROUNDS):
        closer, first, second = (person(f"{name}{number}") for name in ("C", "A", "B"))
        tables = [start(closer, first), start(closer, second), start(first, second)]
        for match in tables:
            play(match, "b2,a1", noon)
        no_error(
            at_once(
                [
                    partial(closing.close_account, each, now=noon + HOUR)
                    for each in (closer, first, second)
                ]
            )
        )
    assert replay_ratings() == []


def test_a_closed_account_leaves_no_running_match_behind(person: Any, noon: Any) -> None:
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    for number in range(ROUNDS):
        closer, other = person(f"C{number}"), person(f"A{number}")
        seek = challenges.issue_challenge(closer, terms, challenges.Offer(), now=noon)
        answers = at_once(
            [
                partial(closing.close_account, closer, now=noon + HOUR),
                partial(
                    challenges.accept_challenge, seek.pk, other, seed="5eed" * 16, now=noon + HOUR
                ),
            ]
        )
        assert not isinstance(answers[0], Exception), answers
        closer.refresh_from_db()
        assert closer.closed_at is not None
        assert not Match.objects.running().of(closer).exists()
        assert not Challenge.objects.open().filter(challenger=closer).exists()


@pytest.mark.long
def test_rated_matches_of_one_closing_lock_figures_in_one_order(
    person: Any, start: Any, play: Any, noon: Any
) -> None:
    for number in range(ROUNDS):
        first, second, closer = (person(f"{name}{number}") for name in ("A", "B", "C"))
        # The closer meets the second first, so that figures would be locked second before first.
        tables = [start(closer, second), start(closer, first), start(first, second)]
        for match in tables:
            play(match, "b2,a1", noon)
        no_error(
            at_once(
                [
                    partial(closing.close_account, closer, now=noon + HOUR),
                    partial(matches.resign_match, tables[2].pk, first, now=noon + HOUR),
                ]
            )
        )
    assert replay_ratings() == []
    assert Rating.objects.count() == 3 * ROUNDS
    assert not Seat.objects.exclude(deadline_at=None).exists()


@pytest.mark.long
def test_results_are_corrected_while_matches_of_their_pool_end(
    person: Any, office: Any, start: Any, play: Any, noon: Any
) -> None:
    def correct(match: Match, judge: Any, ranks: tuple[int, int]) -> None:
        params = {"rank_0": ranks[0], "rank_1": ranks[1]}
        order = RulingRequest("adjudicate", "C-11", "So it is.", params, match_id=match.pk)
        for _try in range(20):  # whatever is rated meanwhile changes the preview
            with suppress(PreviewChanged):
                rulings.preview_and_sign(order, judge, now=noon + DAY)
                return
        raise AssertionError("the preview never held")

    judges = [office(person(name)) for name in ("Rita", "Ravi")]
    for number in range(ROUNDS):
        a, b, c, d = (person(f"{name}{number}") for name in "ABCD")
        over = [start(a, b), start(c, d)]
        running = [start(*pair) for pair in ((b, c), (d, a), (c, a), (b, d))]
        for match in (*over, *running):
            play(match, "b2,a1", noon)
        for match, loser in zip(over, (a, c), strict=True):
            matches.resign_match(match.pk, loser, now=noon + HOUR)
        no_error(
            at_once(
                [
                    *(
                        partial(correct, match, judge, (1, 2))
                        for match, judge in zip(over, judges, strict=True)
                    ),
                    *(
                        partial(matches.resign_match, match.pk, loser, now=noon + DAY)
                        for match, loser in zip(running, (b, d, c, d), strict=True)
                    ),
                ]
            )
        )
    assert Intervention.objects.count() == 2 * ROUNDS
    assert list(check_rulings()) == []
