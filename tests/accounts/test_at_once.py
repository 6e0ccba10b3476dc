"""Two at once: one name is had once, the same days of leave are spent once (real threads)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts.models import Leave, Player
from accounts.services import leave, registration
from accounts.services.errors import LeaveRefused, NameRefused, Refused
from tests.threads import at_once, no_error

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
THREADS = 6


def refusals(verb: Callable[[int], Any]) -> list[Refused]:
    """Run the verb in several threads from the same moment; return who was refused."""
    answers = at_once([partial(verb, number) for number in range(THREADS)])
    no_error([each for each in answers if not isinstance(each, Refused)])
    return [each for each in answers if isinstance(each, Refused)]


def test_of_many_who_want_one_name_one_gets_it(noon: Any) -> None:
    def enrol(number: int) -> None:
        registration.create_account(
            f"eve{number}@example.org",
            None,
            name="Eve" if number % 2 else "EVE",
            language="en",
            time_zone="UTC",
            now=noon,
        )

    refused = refusals(enrol)
    assert len(refused) == THREADS - 1
    assert all(isinstance(each, NameRefused) and each.code == "taken" for each in refused)
    assert Player.objects.count() == 1


def test_days_of_leave_are_spent_once(alice: Player, noon: Any) -> None:
    day = noon.date() + timedelta(days=5)

    def book(_number: int) -> None:
        leave.book_leave(alice, day, day + timedelta(days=3), now=noon)

    refused = refusals(book)
    assert len(refused) == THREADS - 1
    assert all(isinstance(each, LeaveRefused) and each.code == "overlap" for each in refused)
    assert Leave.objects.count() == 1
