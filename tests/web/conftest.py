"""Tables to play at, as in the tests of games."""

from typing import Any

import pytest

from tests.games.conftest import play, start

__all__ = ["play", "start"]


@pytest.fixture
def decided(alice: Any, bob: Any, start: Any, play: Any, noon: Any) -> Any:
    """Return a maker of rated matches that Bob resigns after two plies."""
    from games.services.play import matches

    def decide(**given: Any) -> Any:
        match = start(alice, bob, **given)
        play(match, "b2,a1", noon)
        matches.resign_match(match.pk, bob, now=noon)
        match.refresh_from_db()
        return match

    return decide
