"""The events that can be rehearsed, with their announcements."""

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

TEAM = (3, 1)  # boards and alternates
LEGS = {"legs": 2, "max_extra_pairs": 0}


def plan_of(event: str, entrants: int, divisions: int, seasons: int, now: datetime) -> Plan:
    """Return the plan of an event for so many entrants; divisions and seasons are the league's."""
    fields = EVENTS[event](entrants)
    if fields.pop("divides", False) and divisions > 1:
        fields |= {"division_size": -(-entrants // divisions)}
        fields |= {"promoted": 2 if entrants >= 5 * divisions else 1}
    ruleset, options = fields.pop("ruleset", showcase().at_once[-1]), fields.pop("options", LEGS)
    start, least = now + timedelta(days=1), fields.pop("least", entrants // 2)
    days = tuple(start + timedelta(days=day) for day in fields.pop("days", ()))
    control, seats = clocks.PRESETS[fields.pop("control", "day")], fields.get("seats", 2)
    return Plan.checked(
        now=now,
        name=f"Rehearsal of a {event}",
        terms=Terms.checked(ruleset, options, control, rated=True, seats=seats),
        starts_at=start,
        round_dates=days,
        least=max(3, seats, least),
        bots_welcome=True,
        repeats=seasons > 1,
        **fields,
    )


def _game_in_which(fits: Callable[[AnyRules], bool]) -> str:
    """Return the first ruleset on offer that is such a one."""
    return next(key for key in registry.offered_keys() if fits(registry.get(key)))


def _league(_entrants: int) -> PlanFields:
    """Divisions in which all meet all at once."""
    return {"format": "round_robin", "divides": True, "at_once": True, "round_days": 60}


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


def _pod_league(entrants: int) -> PlanFields:
    """Divisions of tables of three, by balanced designs where they fit."""
    fields = _pods(entrants)
    del fields["rounds"]
    return {**fields, "divides": True, "at_once": True}


def _dice(_entrants: int) -> PlanFields:
    """Tables of four with dice, all rounds at once."""
    return {
        "format": "pods",
        "ruleset": _game_in_which(lambda rules: rules.draws_during_play and 4 in rules.seats),
        "options": {},
        "seats": 4,
        "control": "dice",
        "at_once": True,
        "round_days": 90,
    }


def _swiss(entrants: int) -> PlanFields:
    """Nine rounds by points, fewer where few have entered."""
    return {"format": "swiss", "rounds": min(9, entrants // 2), "round_days": 7}


def _baku(entrants: int) -> PlanFields:
    """A Swiss in which the stronger half is paired with virtual points at first."""
    return {"format": "swiss", "accelerated": True, "rounds": min(9, entrants // 2)}


def _mcmahon(entrants: int) -> PlanFields:
    """Groups by rating; at the start all have the same one, so that only one group has any."""
    return {"format": "mcmahon", "bands": (1600, 1500), "rounds": min(7, entrants // 2)}


def _team_swiss(entrants: int) -> PlanFields:
    """Teams of three and an alternate, a day each way between the rounds."""
    teams = entrants // (TEAM[0] + TEAM[1])
    return {
        "format": "team_swiss",
        "boards": TEAM[0],
        "boards_least": 2,
        "alternates": TEAM[1],
        "rounds": min(6, teams - 2),
        "round_days": 10,
        "least": teams // 2,
    }


def _other_game() -> str:
    """Return a game of two without chance that has ratings of its own."""
    own = registry.get(showcase().at_once[-1]).pool

    def fits(rules: AnyRules) -> bool:
        rated = rules.pool is not None and rules.pool != own
        return 2 in rules.seats and rated and not rules.draws_lots

    return _game_in_which(fits)


def _mixed(entrants: int) -> PlanFields:
    """A Swiss whose rounds play two games in turn."""
    rounds = min(5, entrants // 2)
    return {"format": "swiss", "rounds": rounds, "further_games": (_other_game(),)}


def _thematic(_entrants: int) -> PlanFields:
    """All meet all, from a line of two moves."""
    game = _other_game()
    rules = registry.get(game)
    state, line = rules.start(2, {}), []
    for _move in range(2):
        seat = min(rules.awaited(state))
        move = rules.moves(state, seat)[-1]
        line.append(rules.spell(move))
        state = rules.play(state, seat, move)
    return {"format": "round_robin", "ruleset": game, "options": {}, "opening": " ".join(line)}


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


def _double(_entrants: int) -> PlanFields:
    """Two trees of single games, level ones decided at random."""
    return {"format": "double_elim", "through": "lots", "round_days": 30}


def _ladder(_entrants: int) -> PlanFields:
    """A ladder, until its organiser ends it."""
    return {"format": "ladder"}


EVENTS: dict[str, Callable[[int], PlanFields]] = {
    "league": _league,
    "pods": _pods,
    "pod_league": _pod_league,
    "dice": _dice,
    "swiss": _swiss,
    "baku": _baku,
    "mcmahon": _mcmahon,
    "team_swiss": _team_swiss,
    "mixed": _mixed,
    "thematic": _thematic,
    "days": _days,
    "knockout": _knockout,
    "double_elim": _double,
    "ladder": _ladder,
}
