"""What can go wrong, made to go wrong: threads from one moment, processes killed in earnest."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection

from tests.games.conftest import play, start

__all__ = ["play", "start"]


@pytest.fixture
def at_once() -> Callable[[Sequence[Callable[[], Any]]], list[Any]]:
    """Return a runner of verbs, each in its own thread with its own connection, from one moment.

    It returns what each verb returned, or the exception that it raised.
    """

    def run(verbs: Sequence[Callable[[], Any]]) -> list[Any]:
        gate = threading.Barrier(len(verbs))
        answers: list[Any] = [None] * len(verbs)

        def one(number: int) -> None:
            try:
                connection.ensure_connection()
                gate.wait(30)
                answers[number] = verbs[number]()
            except Exception as error:
                answers[number] = error
            finally:
                connection.close()

        threads = [threading.Thread(target=one, args=(number,)) for number in range(len(verbs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in threads), "a thread hangs"
        return answers

    return run
