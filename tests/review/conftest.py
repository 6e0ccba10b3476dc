"""Tables, moves and threads for the tests of what went wrong once."""

from __future__ import annotations

from tests.chaos.conftest import at_once
from tests.games.conftest import play, start
from tests.tournaments.conftest import organiser, plan

__all__ = ["at_once", "organiser", "plan", "play", "start"]
