"""Two programs at the same moment: real threads on a real database."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*calls: Any) -> list[Any]:
    """Make all calls in threads of their own that start together; return the answers."""
    start = threading.Barrier(len(calls))
    answers: list[Any] = []

    def run(call: Any) -> None:
        start.wait()
        try:
            answers.append(call())
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_the_same_move_sent_twice_exactly_one_lands(api: Any, alice: Any, table: Any) -> None:
    caller = api(alice)
    body = {"move": "b2", "seen": 0}
    calls = [lambda: caller.post(f"matches/{table.pk}/moves/", body) for _ in range(4)]
    answers = at_once(*calls)
    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]
    assert len(caller.get(f"matches/{table.pk}/plies/").json) == 1


def test_of_two_who_accept_the_same_open_challenge_exactly_one_gets_it(
    api: Any, alice: Any, bob: Any, carol: Any
) -> None:
    made = api(alice).post("challenges/", {"kind": "seek", "ruleset": "traffic_lights.4x3"}).json
    callers = [api(bob), api(carol)]
    path = f"challenges/{made['id']}/accept/"
    answers = at_once(*[lambda caller=caller: caller.post(path) for caller in callers])
    assert sorted(answer.status for answer in answers) == [201, 409]
