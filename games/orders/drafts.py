"""Draft preferences: the colours from most to least wanted (2.8)."""

from typing import Final

from games.rules.base import MalformedMove

COLOURS: Final = "RYG"


def parse_preference(text: str) -> str:
    """Return a preference such as "RYG"; MalformedMove unless each colour occurs once."""
    letters = "".join(text.split()).upper()
    if sorted(letters) != sorted(COLOURS):
        raise MalformedMove("bad_preference", text=text.strip()[:40], colours=COLOURS)
    return letters
