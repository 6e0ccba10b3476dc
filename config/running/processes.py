"""Processes that end with their parent, however it ends (Linux).

The kernel kills a child when its parent dies, if the child asked for that. It must ask again after
every fork, so whoever starts a program passes ``die_with``, and a program that forks by itself
calls ``children_die_with_us`` before its first fork. Between a fork and the request the parent may
be gone already: the child then sees another parent and leaves.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from functools import cache

PR_SET_PDEATHSIG = 1


@cache
def _libc() -> ctypes.CDLL | None:
    """Return the C library, loaded before the fork; None if the system has no such call."""
    return ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with(parent: int) -> Callable[[], None] | None:
    """Return a preexec function that makes the child end with the process ``parent``."""
    libc = _libc()
    if libc is None:
        return None

    def ask_kernel() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return ask_kernel


def children_die_with_us() -> None:
    """Make all descendants that this process will fork end with their parents.

    The kernel means the thread that forks: call it where the main thread does.
    """
    if _libc() is not None:
        os.register_at_fork(before=_remember_us, after_in_child=_tie_to_parent)


_parent = 0


def _remember_us() -> None:
    global _parent  # noqa: PLW0603 (read by the child, on the other side of the fork)
    _parent = os.getpid()


def _tie_to_parent() -> None:
    ask_kernel = die_with(_parent)
    if ask_kernel is not None:
        ask_kernel()
