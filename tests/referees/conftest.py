"""Tables to play at and tournaments to judge, as in the tests of games and tournaments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from tests.api.conftest import api, guest, table, today
from tests.games.conftest import play, start
from tests.tournaments.conftest import hold, organiser, people, plan, run

__all__ = [
    "api",
    "guest",
    "hold",
    "organiser",
    "people",
    "plan",
    "play",
    "run",
    "start",
    "table",
    "today",
]


@pytest.fixture
def elsewhere(organiser: Any, plan: Callable[..., Any], noon: datetime) -> Any:
    """Return another tournament of the same organiser."""
    from tournaments.services.seasons import announcing

    return announcing.draft_tournament(organiser, plan(), seed="ef" * 32, now=noon)
