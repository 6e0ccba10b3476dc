"""Usual terms of a club: initial values of the form for its next event, by field name."""

from __future__ import annotations

from collections.abc import Mapping

from games import clocks
from games.rules import registry
from games.rules.base import JSON
from games.services.errors import Refused
from tournaments import formats
from tournaments.models import Club, Tournament

NUMBER_RANGES: Mapping[str, tuple[int, int]] = {
    "round_days": (1, 366),
    "rounds": (1, 30),
    "least": (2, 500),
    "most": (2, 500),
}
CHOICE_TERMS = ("format", "ruleset", "control", "access")
BOOLEAN_TERMS = ("rated", "late_entry", "bots_welcome")
TERM_NAMES = (*CHOICE_TERMS, *NUMBER_RANGES, *BOOLEAN_TERMS)


def term_choices(name: str) -> list[str]:
    if name == "format":
        return [str(key) for key in Tournament.Format.values if formats.get_format(key).seats]
    if name == "ruleset":
        return list(registry.offered_keys())
    if name == "control":
        return [key for key, each in clocks.PRESETS.items() if not each.untimed]
    return [str(each) for each in Tournament.Access.values]


def clean_terms(given: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return the terms without empty values; refuses ``bad_club_terms`` with the wrong one."""
    terms: dict[str, JSON] = {}
    for name, value in given.items():
        if value is None or value == "":
            continue
        if not _is_valid(name, value):
            raise Refused("bad_club_terms", term=name)
        terms[name] = value
    if terms.get("most") and terms["most"] < terms.get("least", 0):
        raise Refused("bad_club_terms", term="most")
    return terms


def _is_valid(name: str, value: JSON) -> bool:
    if name in CHOICE_TERMS:
        return isinstance(value, str) and value in term_choices(name)
    if name in NUMBER_RANGES:
        low, high = NUMBER_RANGES[name]
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    return name in BOOLEAN_TERMS and isinstance(value, bool)


def initial_values(club: Club) -> dict[str, JSON]:
    """Return the initial values of the organiser's form, without games no longer offered."""
    terms = {name: value for name, value in club.terms.items() if _is_valid(name, value)}
    return {**terms, "club": club.key}
