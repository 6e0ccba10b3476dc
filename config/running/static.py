"""Whether the collected static files are up to date."""

from __future__ import annotations

import hashlib
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders

STAMP = ".collected"


def fingerprint() -> str:
    """Return a hash over name, size and modification time of every source file."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            state = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def is_collected(root: Path) -> bool:
    """Whether ``root`` is up to date with the sources."""
    stamp = root / STAMP
    return stamp.exists() and stamp.read_text() == fingerprint()


def mark_collected(root: Path) -> None:
    """Record the state of the sources."""
    (root / STAMP).write_text(fingerprint())
