"""Reachability and owner of a TCP port (Linux)."""

from __future__ import annotations

import contextlib
import pwd
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

MAX_COMMAND_LENGTH = 80  # characters of a command line that are shown
TCP_LISTEN_STATE = "0A"


def is_loopback(host: str) -> bool:
    """Whether a server that listens there can be reached only from this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def find_free_port(wanted: int) -> int:
    """Return this port if it is free on loopback, otherwise any free one."""
    for port in (wanted, 0):
        with socket.socket() as probe, contextlib.suppress(OSError, OverflowError):
            probe.bind(("127.0.0.1", port))
            return int(probe.getsockname()[1])
    return wanted


def describe_listener(port: int, proc: Path = Path("/proc")) -> str:
    """Describe the process that listens on the port; empty if none is found."""
    for inode, owner in _listeners(port, proc):
        for process in sorted(_processes(proc), key=int):
            if _has_socket(proc / process, inode):
                return f"process {process} ({_command(proc / process)})"
        return f"a process of {_user_name(owner)}"
    return ""


def _listeners(port: int, proc: Path) -> Iterator[tuple[str, int]]:
    """Yield inode and owner of every socket that listens on the port, on any address."""
    for table in ("tcp", "tcp6"):
        with contextlib.suppress(OSError):
            for line in (proc / "net" / table).read_text().splitlines()[1:]:
                _number, local, _remote, state, *_rest = line.split()
                if state == TCP_LISTEN_STATE and int(local.rpartition(":")[2], 16) == port:
                    yield line.split()[9], int(line.split()[7])


def _processes(proc: Path) -> Iterator[str]:
    return (folder.name for folder in proc.iterdir() if folder.name.isdigit())


def _has_socket(process: Path, inode: str) -> bool:
    """Whether the process has the socket open; False without permission to look."""
    with contextlib.suppress(OSError):
        for handle in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                if str(handle.readlink()) == f"socket:[{inode}]":
                    return True
    return False


def _command(process: Path) -> str:
    """Return the start of the process's command line, else its name."""
    with contextlib.suppress(OSError):
        words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        name = words.strip() or (process / "comm").read_text().strip()
        return name if len(name) <= MAX_COMMAND_LENGTH else name[: MAX_COMMAND_LENGTH - 1] + "…"
    return "ended meanwhile"


def _user_name(owner: int) -> str:
    try:
        return f"the user {pwd.getpwuid(owner).pw_name}"
    except KeyError:
        return f"the user with number {owner}"
