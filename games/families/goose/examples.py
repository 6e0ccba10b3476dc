"""The positions that the page of rules shows; the rules play every roll in them."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import drawn_race_position


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings of the goose game: start, a square that sends on, counting back."""
    return {
        "start": drawn_race_position(key),
        "sent": drawn_race_position(key, "roll 5", squares=[4, 7]),
        "back": drawn_race_position(key, "roll 6", squares=[59, 40]),
        "caught": drawn_race_position(key, "roll 3", squares=[24, 30]),
    }


def cover(key: str) -> Diagram:
    return pictures(key)["sent"]
