"""Positions for the rules page; every roll is played by the rules."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import drawn_race_position


def pictures(key: str) -> dict[str, Diagram]:
    return {
        "start": drawn_race_position(key),
        "sent": drawn_race_position(key, "roll 5", squares=[4, 7]),
        "back": drawn_race_position(key, "roll 6", squares=[59, 40]),
        "caught": drawn_race_position(key, "roll 3", squares=[24, 30]),
    }


def cover(key: str) -> Diagram:
    return pictures(key)["sent"]
