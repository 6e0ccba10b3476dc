from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from tournaments.errors import TimeLimitExceeded


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeLimitExceeded` inside the block after this many seconds.

    Limits can be nested. It uses SIGALRM, so it works in the main thread only; elsewhere there is
    no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(_signal: int, _frame: object) -> None:
        raise TimeLimitExceeded

    begun, before = monotonic(), signal.signal(signal.SIGALRM, over)
    left, _interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (monotonic() - begun)))
