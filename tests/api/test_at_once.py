"""Two programs at the same moment: real threads on a real database."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.threads import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_the_same_move_sent_twice_exactly_one_lands(api: Any, alice: Any, table: Any) -> None:
    path, body = f"matches/{table.pk}/moves/", {"move": "b2", "seen": 0}
    answers = at_once([partial(api(alice).post, path, body) for _ in range(4)])
    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]
    assert len(api(alice).get(f"matches/{table.pk}/plies/").json) == 1


def test_of_two_who_accept_the_same_open_challenge_exactly_one_gets_it(
    api: Any, alice: Any, bob: Any, carol: Any
) -> None:
    made = api(alice).post("challenges/", {"kind": "seek", "ruleset": "traffic_lights.4x3"}).json
    callers = [api(bob), api(carol)]
    path = f"challenges/{made['id']}/accept/"
    answers = at_once([partial(caller.post, path) for caller in callers])
    assert sorted(answer.status for answer in answers) == [201, 409]
