"""Programs that call, and tables to play at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.caller import Caller
from tests.games.conftest import play, start
from tests.keys import key_for

__all__ = ["play", "start"]


@pytest.fixture
def api(db: None, client_for: Callable[..., Any]) -> Callable[..., Caller]:
    """Return a maker of callers: with the player's key, as a seated guest, or as nobody."""

    def make(player: Any = None, scope: str = "organise") -> Caller:
        if player is None:
            return Caller()
        if player.user_id is None:
            return Caller(client=client_for(player))
        return Caller(key_for(player.user, scope))

    return make


@pytest.fixture
def guest(db: None, noon: Any) -> Any:
    """Return somebody who plays without a login."""
    from accounts.models import Player

    return Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)


@pytest.fixture
def today() -> Any:
    """Return the instant of the test: the API looks at the real clock."""
    from django.utils import timezone

    return timezone.now()


@pytest.fixture
def table(start: Callable[..., Any], alice: Any, bob: Any, today: Any) -> Any:
    """Return a rated match of Alice (first) and Bob that has just begun."""
    return start(alice, bob, now=today)
