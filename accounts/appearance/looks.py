"""Display options of boards, which players store in their profile and visitors in a cookie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

LETTERS, PATTERNS, CONTRAST, COLOURS = "letters", "patterns", "contrast", "colours"
LOOKS: Final = (LETTERS, PATTERNS, CONTRAST, COLOURS)
COOKIE: Final = "board_look"  # for visitors; players store it in their row
SEPARATOR: Final = "."


def valid_looks(names: Iterable[str]) -> list[str]:
    """Return the known options among these, in the order of LOOKS."""
    asked = set(names)
    return [look for look in LOOKS if look in asked]


def board_look_for(chosen: Iterable[str] | None, cookies: Mapping[str, str]) -> list[str]:
    """Return the options the player has chosen, else those in the browser's cookie."""
    return valid_looks(chosen or ()) or valid_looks(cookies.get(COOKIE, "").split(SEPARATOR))
