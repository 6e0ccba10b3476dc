"""Where an organiser can begin: formats by name, and ready-made plans for well-known events."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

FORMATS = [
    ("round_robin", _("round robin: everybody meets everybody")),
    ("double", _("double round robin: home and away")),
    ("groups", _("groups, then a play-off for the best")),
    ("swiss", _("Swiss system: players with similar scores meet")),
    ("knockout", _("knock-out: losers are out")),
    ("pods", _("tables of three or four")),
    ("ladder", _("ladder: beat somebody above you to take their place")),
    ("team_match", _("team match: two teams, board against board")),
    ("team_league", _("team league: every team meets every other team")),
]
TEMPLATES: Mapping[str, Mapping[str, object]] = {
    "league": {
        "format": "round_robin",
        "at_once": True,
        "division_size": 7,
        "promoted": 2,
        "repeats": True,
        "round_days": 90,
        "control": "club",
    },
    "mini_cup": {
        "format": "knockout",
        "most": 8,
        "least": 8,
        "starts_when_full": True,
        "round_days": 21,
        "control": "day",
    },
    "team_match": {
        "format": "team_match",
        "boards": 4,
        "alternates": 2,
        "round_days": 60,
        "control": "three_days",
    },
    "team_league": {
        "format": "team_league",
        "boards": 4,
        "boards_least": 3,
        "alternates": 2,
        "least": 3,
        "division_size": 6,
        "promoted": 1,
        "repeats": True,
        "round_days": 60,
        "control": "three_days",
    },
    "open": {"format": "swiss", "rounds": 5, "least": 6, "round_days": 21, "late_entry": True},
}
