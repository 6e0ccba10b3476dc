"""Processes of their own on the test's database and Redis, to be killed in earnest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import connection

from tests.services import dying_with_parent


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a child: this very database, its own folder and Redis keys."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    address = urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))
    return {
        **os.environ,
        "DATABASE_URL": address,
        "VAR_DIR": str(folder),
        "REDIS_PREFIX": f"{folder.name}-",
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        "PYTHONPATH": os.pathsep.join([str(folder), str(settings.BASE_DIR)]),
        **more,
    }


def spawn(folder: Path, *command: str, **more: str) -> subprocess.Popen[bytes]:
    """Start Python with these arguments; it ends with us at the latest."""
    with (folder / "children.log").open("ab") as sink:
        return subprocess.Popen(
            dying_with_parent([sys.executable, *command], signal.SIGKILL),
            env=surroundings(folder, **more),
            cwd=folder,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )


def end(child: subprocess.Popen[bytes]) -> None:
    """End a child that a test no longer needs."""
    child.kill()
    child.wait()


def said(folder: Path) -> str:
    """Return what the children have written."""
    return (folder / "children.log").read_text(errors="replace")
