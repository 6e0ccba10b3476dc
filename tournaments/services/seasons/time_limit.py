"""A time limit for blocks of code."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from tournaments.errors import OutOfTime


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` inside the block once it has taken so long.

    Limits may be nested; each keeps its own end. It needs the alarm of the process, which rings in
    the main thread only: tasks have limits, what runs in another thread has none.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(_signal: int, _frame: object) -> None:
        raise OutOfTime

    begun, before = monotonic(), signal.signal(signal.SIGALRM, over)
    left, _interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (monotonic() - begun)))
