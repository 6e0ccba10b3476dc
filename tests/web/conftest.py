"""Tables to play at, as in the tests of games."""

from tests.games.conftest import play, start

__all__ = ["play", "start"]
