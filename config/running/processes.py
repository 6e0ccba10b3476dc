"""Processes that end with their parent, however it ends (Linux).

The kernel kills a child when its parent dies, if the child has asked for that. It must ask again
after every fork: in the preexec_fn when a program is started, and after each fork of a program that
forks by itself. If the parent dies between the fork and the request, the child sees another parent
and exits.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


@cache
def _libc() -> ctypes.CDLL | None:
    """Return the C library, loaded before the fork; None outside Linux."""
    return ctypes.CDLL(None) if sys.platform == "linux" else None


def kill_with_parent(parent: int) -> Callable[[], None] | None:
    """Return a preexec_fn that makes the child end with the process ``parent``."""
    libc = _libc()
    if libc is None:
        return None

    def ask_kernel() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return ask_kernel


def kill_children_on_exit() -> None:
    """Make all future forks of this process end with it.

    The kernel watches the thread that forks: fork from the main thread.
    """
    if _libc() is not None:
        os.register_at_fork(before=_remember_parent, after_in_child=_die_with_parent)


_parent = 0


def _remember_parent() -> None:
    global _parent  # noqa: PLW0603 (read by the child, on the other side of the fork)
    _parent = os.getpid()


def _die_with_parent() -> None:
    ask_kernel = kill_with_parent(_parent)
    if ask_kernel is not None:
        ask_kernel()


def become_subreaper() -> bool:
    """Adopt descendants that lose their parent; return whether the system supports it."""
    libc = _libc()
    return libc is not None and libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0


def reap_orphans(ours: set[int]) -> None:
    """Reap dead processes that we adopted without having started them."""
    with contextlib.suppress(ChildProcessError):
        while found := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            if found.si_pid in ours:
                return  # its exit code is still needed
            os.waitpid(found.si_pid, 0)


@dataclass
class AdoptedProcess:
    """A child that we did not start, with the interface of `subprocess.Popen`."""

    pid: int
    returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code; None while it runs."""
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                self.returncode = -signal.SIGKILL
            else:
                self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode
