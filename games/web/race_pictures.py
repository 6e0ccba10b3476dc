"""The drawings of the races for the pages of rules; the rules play every move they show."""

from __future__ import annotations

from typing import Any

from games.diagrams.base import Diagram
from games.web.positions import raced

OUT = [-1, -1, -1, -1]


def mensch() -> dict[str, Diagram]:
    """Return the drawings of the game for two to four: start, entering, capturing, coming home."""
    four: dict[str, Any] = {"seats": 4, "options": {"mode": "four"}}
    on_the_way = [[-1, -1, 3, 17], [-1, -1, -1, 12], [-1, -1, -1, 5], [-1, -1, -1, 0]]
    near_home = [[-1, 10, 38, 40], [-1, -1, -1, 12], [-1, -1, -1, 5], [-1, -1, -1, 0]]
    pair = [[-1, -1, 4, 12], [-1, -1, 6, 6], [-1, -1, -1, 5], [-1, -1, -1, 0]]
    walled = {"mode": "four", "barriers": True}
    return {
        "start": raced("mensch", **four),
        "enter": raced("mensch", "roll6", **four, pawns=on_the_way),
        "entered": raced("mensch", "roll6 e", **four, pawns=on_the_way),
        "capture": raced("mensch", "roll5", **four, pawns=on_the_way),
        "captured": raced("mensch", "roll5 17", **four, pawns=on_the_way),
        "home": raced("mensch", "roll3", **four, pawns=near_home),
        "homecoming": raced("mensch", "roll3 38", **four, pawns=near_home),
        "barrier": raced("mensch", "roll5", seats=4, options=walled, pawns=pair),
    }


def team() -> dict[str, Diagram]:
    """Return the drawings of the team game: a wall of partners, and one thrown out of A."""
    key = "mensch.team"
    four: dict[str, Any] = {"seats": 4}
    partners = [[-1, -1, 4, 12], [-1, -1, 0, 5], [-1, -1, -1, 32], [-1, -1, -1, 0]]
    violated = [[-1, -1, 4, 12], [-1, -1, -1, 30], [-1, -1, -1, 8], [-1, -1, -1, 10]]
    return {
        "start": raced(key, **four),
        "wall": raced(key, "roll3", turn=1, **four, pawns=partners),
        "violation": raced(key, "roll6", **four, pawns=violated),
        "violated": raced(key, "roll6 e", **four, pawns=violated),
    }


def goose() -> dict[str, Diagram]:
    """Return the drawings of the goose game: start, a square that sends on, counting back."""
    return {
        "start": raced("goose"),
        "sent": raced("goose", "roll 5", squares=[4, 7]),
        "back": raced("goose", "roll 6", squares=[59, 40]),
        "caught": raced("goose", "roll 3", squares=[24, 30]),
    }
