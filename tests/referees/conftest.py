"""Tables to play at and tournaments to judge, as in the tests of games and tournaments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from tests.api.conftest import api, guest, table, today
from tests.games.conftest import play, start
from tests.referees.desk_pages import DAY
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


@pytest.fixture
def now() -> datetime:
    return timezone.now()


@pytest.fixture
def begun(alice: Any, bob: Any, start: Any, play: Any, now: datetime) -> Any:
    """Return a rated match in which both have moved; Alice is to move."""
    match = start(alice, bob, now=now - DAY)
    play(match, "b2,a1", now - DAY)
    return match


@pytest.fixture
def called(begun: Any, bob: Any, referee: Any, now: datetime) -> Any:
    """Return a case that Bob has opened about their match with Alice."""
    from tournaments.referees.services import cases

    return cases.open_case(
        bob, kind="little_effort", text="At random.", match_id=begun.pk, now=now - DAY
    )
