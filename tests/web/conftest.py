"""Tables to play at, as in the tests of the games room."""

from tests.games.conftest import play, start

__all__ = ["play", "start"]
