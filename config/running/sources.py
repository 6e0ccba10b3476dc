"""When a source of the site was last changed, for ``manage.py up --reload``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FOLDERS = (
    *("accounts", "config", "games", "inbound", "notifications", "tournaments"),
    *("locale", "static", "templates"),
)
SUFFIXES = (".py", ".html", ".txt", ".mo", ".css", ".js", ".svg", ".json")


def newest_change(root: Path) -> float:
    """Return the newest modification time; deleting a file changes its folder."""
    return max(_changes(root), default=0.0)


def _changes(root: Path) -> Iterator[float]:
    waiting = [str(root / name) for name in FOLDERS]
    while waiting:
        with suppress(FileNotFoundError), os.scandir(waiting.pop()) as found:
            for entry in found:
                if entry.name.startswith((".", "__pycache__")):  # an editor's, or Python's own
                    continue
                if entry.is_dir():
                    waiting.append(entry.path)
                if entry.is_dir() or entry.name.endswith(SUFFIXES):
                    with suppress(FileNotFoundError):  # gone since, or a link to nothing
                        yield entry.stat().st_mtime
