"""The events that can be rehearsed: what each is announced as."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from games import clocks
from games.families.features import showcase
from games.rules import registry
from games.rules.base import AnyRules
from games.services.play.terms import Terms
from tournaments.formats.base import PlanFields
from tournaments.services.plans import Plan

LEGS = {"legs": 2, "max_extra_pairs": 0}


def plan_of(event: str, entrants: int, divisions: int, seasons: int, now: datetime) -> Plan:
    """Return the plan of an event for so many entrants; divisions and seasons are the league's."""
    fields = EVENTS[event](entrants)
    if divisions > 1 and event == "league":
        fields |= {"division_size": -(-entrants // divisions)}
        fields |= {"promoted": 2 if entrants >= 5 * divisions else 1}
    ruleset, options = fields.pop("ruleset", showcase().at_once[-1]), fields.pop("options", LEGS)
    start = now + timedelta(days=1)
    days = tuple(start + timedelta(days=day) for day in fields.pop("days", ()))
    control, seats = clocks.PRESETS[fields.pop("control", "day")], fields.get("seats", 2)
    return Plan.checked(
        now=now,
        name=f"Rehearsal of a {event}",
        terms=Terms.checked(ruleset, options, control, rated=True, seats=seats),
        starts_at=start,
        round_dates=days,
        least=max(3, seats, entrants // 2),
        bots_welcome=True,
        repeats=seasons > 1,
        **fields,
    )


def _game_in_which(fits: Callable[[AnyRules], bool]) -> str:
    """Return the first ruleset on offer that is such a one."""
    return next(key for key in registry.offered() if fits(registry.get(key)))


def _league(_entrants: int) -> PlanFields:
    """Divisions in which all meet all at once."""
    return {"format": "round_robin", "at_once": True, "round_days": 60}


def _pods(_entrants: int) -> PlanFields:
    """Tables of three."""
    return {
        "format": "pods",
        "ruleset": _game_in_which(lambda rules: min(rules.seats) == 3),
        "options": {},
        "seats": 3,
        "round_days": 60,
        "rounds": 3,
    }


def _dice(_entrants: int) -> PlanFields:
    """Tables of four with dice, all rounds at once."""
    return {
        "format": "pods",
        "ruleset": _game_in_which(lambda rules: rules.draws_on and 4 in rules.seats),
        "options": {},
        "seats": 4,
        "control": "dice",
        "at_once": True,
        "round_days": 90,
    }


def _swiss(entrants: int) -> PlanFields:
    """Nine rounds by points, fewer where few have entered."""
    return {"format": "swiss", "rounds": min(9, entrants // 2), "round_days": 7}


def _days(entrants: int) -> PlanFields:
    """A Swiss whose rounds begin on named days, some of them soon after another."""
    rounds = min(5, entrants // 2)
    days = (0, 10, 13, 27)[: rounds - 1]
    return {"format": "swiss", "rounds": rounds, "round_days": 7, "days": days}


def _knockout(_entrants: int) -> PlanFields:
    """Pairs of legs, then tie-break pairs, then lots."""
    options = {"legs": 2, "max_extra_pairs": 3}
    return {
        "format": "knockout",
        "ruleset": showcase().at_once[0],
        "options": options,
        "through": "lots",
        "round_days": 30,
    }


def _ladder(_entrants: int) -> PlanFields:
    """A ladder, until its organiser ends it."""
    return {"format": "ladder"}


EVENTS: dict[str, Callable[[int], PlanFields]] = {
    "league": _league,
    "pods": _pods,
    "dice": _dice,
    "swiss": _swiss,
    "days": _days,
    "knockout": _knockout,
    "ladder": _ladder,
}
