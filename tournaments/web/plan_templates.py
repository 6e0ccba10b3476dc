"""Starting points for organisers: formats, and ready-made plans for common events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

FORMATS = [
    ("round_robin", _("round robin: everybody meets everybody")),
    ("double", _("double round robin: home and away")),
    ("groups", _("groups, then a play-off for the best")),
    ("swiss", _("Swiss system: players with similar scores meet")),
    ("mcmahon", _("McMahon system: a Swiss in groups by rating")),
    ("knockout", _("knock-out: losers are out")),
    ("double_elim", _("double elimination: out after two defeats")),
    ("pods", _("multiplayer tables (3–4)")),
    ("ladder", _("ladder: beat someone above you to take their place")),
    ("team_match", _("team match: two teams, board against board")),
    ("team_league", _("team league: every team meets every other team")),
    ("team_swiss", _("team Swiss: teams with similar scores meet")),
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
    "home_and_away": {
        "format": "double",
        "at_once": True,
        "most": 6,
        "round_days": 90,
        "control": "club",
    },
    "groups": {
        "format": "groups",
        "division_size": 4,
        "qualifiers": 2,
        "least": 8,
        "most": 16,
        "round_days": 21,
        "control": "day",
    },
    "pods": {
        "format": "pods",
        "division_size": 5,
        "promoted": 1,
        "least": 5,
        "repeats": True,
        "at_once": True,
        "round_days": 60,
        "control": "three_days",
    },
    "ladder": {
        "format": "ladder",
        "most": 100,
        "control": "three_days",
        "rated": True,
    },
    "mini_cup": {
        "format": "knockout",
        "most": 8,
        "least": 8,
        "starts_when_full": True,
        "round_days": 21,
        "control": "day",
    },
    "second_chance": {
        "format": "double_elim",
        "least": 4,
        "most": 16,
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
    "team_swiss": {
        "format": "team_swiss",
        "boards": 4,
        "boards_least": 3,
        "alternates": 2,
        "least": 6,
        "rounds": 5,
        "round_days": 60,
        "control": "three_days",
    },
    "mcmahon": {
        "format": "mcmahon",
        "bands": "1700 1500 1300",
        "rounds": 5,
        "least": 8,
        "round_days": 21,
        "late_entry": True,
    },
    "quick_open": {
        "format": "swiss",
        "rounds": 5,
        "accelerated": True,
        "least": 16,
        "round_days": 14,
        "control": "day",
    },
    "open": {"format": "swiss", "rounds": 5, "least": 6, "round_days": 21, "late_entry": True},
}
CONTEST: Mapping[str, object] = {"fresh": "8 12 16 20", "round_days": 14, "least": 3}


class Card(NamedTuple):
    """A format with its name and a description in one line."""

    key: str
    name: _StrPromise
    line: _StrPromise


CARDS = (
    Card("round_robin", _("Round robin or league"), _("Everybody meets everybody.")),
    Card("double", _("Double round robin"), _("Everybody meets everybody twice, home and away.")),
    Card("swiss", _("Swiss system"), _("Players with similar scores meet; nobody is eliminated.")),
    Card(
        "mcmahon",
        _("McMahon system"),
        _("A Swiss in which strong players start with more points."),
    ),
    Card("knockout", _("Knock-out"), _("Losers are eliminated.")),
    Card(
        "double_elim",
        _("Double elimination"),
        _("After one defeat you play on among the losers; after two you are out."),
    ),
    Card("groups", _("Groups and play-off"), _("The best of each group play a knock-out.")),
    Card("pods", _("Multiplayer tables (3–4)"), _("Matches of three or four players.")),
    Card(
        "ladder",
        _("Ladder"),
        _("Beat someone above you to take their place; there is no fixed end."),
    ),
    Card("team_match", _("Team match"), _("Two teams, board against board.")),
    Card("team_league", _("Team league"), _("Every team meets every other team.")),
    Card("team_swiss", _("Team Swiss"), _("Teams with similar scores meet; nobody is eliminated.")),
)
TEMPLATE_LABELS = (
    ("league", _("Club league")),
    ("home_and_away", _("Home and away for up to six")),
    ("groups", _("Groups and play-off for up to sixteen")),
    ("mini_cup", _("Mini cup for eight")),
    ("second_chance", _("Cup with a second chance")),
    ("pods", _("Multiplayer league")),
    ("ladder", _("Club ladder")),
    ("open", _("Open Swiss")),
    ("mcmahon", _("Open in groups by rating")),
    ("quick_open", _("Accelerated Swiss for many")),
    ("team_match", _("Club team match")),
    ("team_league", _("Team league")),
    ("team_swiss", _("Team Swiss for many teams")),
)
