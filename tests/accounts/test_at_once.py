"""Two at once: one name is had once, the same days of leave are spent once (real threads)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import Leave, Player
from accounts.services import leave, registration
from accounts.services.errors import LeaveRefused, NameRefused, Refused

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
THREADS = 6


def all_at_once(verb: Callable[[int], Any]) -> list[Refused | None]:
    """Run the verb in several threads from the same moment; return each one's refusal."""
    start = threading.Barrier(THREADS)
    refusals: list[Refused | None] = []

    def run(number: int) -> None:
        try:
            start.wait()
            verb(number)
            refusals.append(None)
        except Refused as refusal:
            refusals.append(refusal)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refusals) == THREADS, "a thread ended with something else than a refusal"
    return refusals


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

    refusals = [refusal for refusal in all_at_once(enrol) if refusal is not None]
    assert len(refusals) == THREADS - 1
    assert all(isinstance(each, NameRefused) and each.code == "taken" for each in refusals)
    assert Player.objects.count() == 1


def test_days_of_leave_are_spent_once(alice: Player, noon: Any) -> None:
    day = noon.date() + timedelta(days=5)

    def book(_number: int) -> None:
        leave.book_leave(alice, day, day + timedelta(days=3), now=noon)

    refusals = [refusal for refusal in all_at_once(book) if refusal is not None]
    assert len(refusals) == THREADS - 1
    assert all(isinstance(each, LeaveRefused) and each.code == "overlap" for each in refusals)
    assert Leave.objects.count() == 1
