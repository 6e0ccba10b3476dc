"""Waiting in tests: the one place that looks at the clock, and the one limit."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = float(os.environ.get("TEST_PATIENCE", "120"))  # seconds until a test gives up waiting


class GaveUp(AssertionError):
    """What was waited for never came."""


def until(
    condition: Callable[[], T],
    what: str,
    *,
    said: Callable[[], str] | None = None,
    ignoring: tuple[type[Exception], ...] = (),
) -> T:
    """Ask again and again until the condition returns something true, and return that.

    Exceptions in ``ignoring`` mean "not yet", all others end the wait. ``said`` returns the log of
    the process that is waited for; its end is shown when nothing comes.
    """
    end, pause = time.monotonic() + PATIENCE, 0.002
    while True:
        late = time.monotonic() >= end
        try:
            if found := condition():
                return found
            last = f"last it was {found!r}"
        except ignoring as error:
            last = f"last it raised {error!r}"
        if late:
            log = f"\n{said()[-3000:]}" if said else ""
            raise GaveUp(f"never: {what}; {last}{log}")
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)
