"""The list by which a player drafts: the colours from the one wanted most to the last (2.8)."""

from typing import Final

from games.rules.base import MalformedMove

COLOURS: Final = "RYG"


def parse_preference(text: str) -> str:
    """Read a draft preference such as "RYG", best first; `MalformedMove` unless all three once."""
    letters = "".join(text.split()).upper()
    if sorted(letters) != sorted(COLOURS):
        raise MalformedMove("bad_preference", text=text.strip()[:40], colours=COLOURS)
    return letters
