"""How boards look to one reader: what they have switched on, as pages and cookies name it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

LETTERS, PATTERNS, CONTRAST, COLOURS = "letters", "patterns", "contrast", "colours"
LOOKS: Final = (LETTERS, PATTERNS, CONTRAST, COLOURS)
COOKIE: Final = "board_look"  # of visitors; players have it in their row
BETWEEN: Final = "."


def valid_looks(names: Iterable[str]) -> list[str]:
    """Return the known names among these, in our order."""
    asked = set(names)
    return [look for look in LOOKS if look in asked]


def look_of(chosen: Iterable[str] | None, cookies: Mapping[str, str]) -> list[str]:
    """Return the look for a request: what its player has chosen, or else this browser."""
    return valid_looks(chosen or ()) or valid_looks(cookies.get(COOKIE, "").split(BETWEEN))
