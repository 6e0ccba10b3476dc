"""What can go wrong, made to go wrong: threads from one moment, processes killed in earnest."""

from __future__ import annotations

from tests.games.conftest import play, start

__all__ = ["play", "start"]
