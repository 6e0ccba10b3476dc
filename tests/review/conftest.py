"""Matches and moves for the tests of what went wrong once."""

from __future__ import annotations

from tests.games.conftest import play, start
from tests.tournaments.conftest import organiser, plan

__all__ = ["organiser", "plan", "play", "start"]
