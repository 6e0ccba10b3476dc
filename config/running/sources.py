"""When a source of the site was last changed, for ``manage.py up --reload``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

FOLDERS = (
    *("accounts", "config", "games", "inbound", "notifications", "tournaments"),
    *("locale", "static", "templates"),
)
KINDS = (".py", ".html", ".txt", ".mo", ".css", ".js", ".svg", ".json")


def newest_change(root: Path) -> float:
    """Return the time of the newest change; a file that goes changes its folder."""
    return max((entry.stat().st_mtime for entry in _entries(root)), default=0.0)


def _entries(root: Path) -> Iterator[os.DirEntry[str]]:
    waiting = [root / name for name in FOLDERS if (root / name).is_dir()]
    while waiting:
        with os.scandir(waiting.pop()) as found:
            for entry in found:
                if entry.name == "__pycache__":
                    continue
                if entry.is_dir():
                    waiting.append(Path(entry.path))
                if entry.is_dir() or entry.name.endswith(KINDS):
                    yield entry
