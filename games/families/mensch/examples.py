"""Positions for the rules page; every move is played by the rules."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import drawn_race_position
from games.rules.base import JSONObject, Options


def pictures(key: str) -> dict[str, Diagram]:
    return _team_pictures() if key == TEAM else _four_player_pictures()


def cover(key: str) -> Diagram:
    return pictures(key)["violated" if key == TEAM else "captured"]


TEAM = "mensch.team"


def _four_player_pictures() -> dict[str, Diagram]:
    four: JSONObject = {"seats": 4, "options": {"mode": "four"}}
    on_the_way = [[-1, -1, 3, 17], [-1, -1, -1, 12], [-1, -1, -1, 5], [-1, -1, -1, 0]]
    near_home = [[-1, 10, 38, 40], [-1, -1, -1, 12], [-1, -1, -1, 5], [-1, -1, -1, 0]]
    pair = [[-1, -1, 4, 12], [-1, -1, 6, 6], [-1, -1, -1, 5], [-1, -1, -1, 0]]
    walled: Options = {"mode": "four", "barriers": True}
    return {
        "start": drawn_race_position("mensch", **four),
        "enter": drawn_race_position("mensch", "roll6", **four, pawns=on_the_way),
        "entered": drawn_race_position("mensch", "roll6 e", **four, pawns=on_the_way),
        "capture": drawn_race_position("mensch", "roll5", **four, pawns=on_the_way),
        "captured": drawn_race_position("mensch", "roll5 17", **four, pawns=on_the_way),
        "home": drawn_race_position("mensch", "roll3", **four, pawns=near_home),
        "homecoming": drawn_race_position("mensch", "roll3 38", **four, pawns=near_home),
        "barrier": drawn_race_position("mensch", "roll5", seats=4, options=walled, pawns=pair),
    }


def _team_pictures() -> dict[str, Diagram]:
    key = TEAM
    four: JSONObject = {"seats": 4}
    partners = [[-1, -1, 4, 12], [-1, -1, 0, 5], [-1, -1, -1, 32], [-1, -1, -1, 0]]
    violated = [[-1, -1, 4, 12], [-1, -1, -1, 30], [-1, -1, -1, 8], [-1, -1, -1, 10]]
    return {
        "start": drawn_race_position(key, **four),
        "wall": drawn_race_position(key, "roll3", turn=1, **four, pawns=partners),
        "violation": drawn_race_position(key, "roll6", **four, pawns=violated),
        "violated": drawn_race_position(key, "roll6 e", **four, pawns=violated),
    }
