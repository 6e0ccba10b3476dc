"""Every computer player by key, and which of them play which ruleset."""

from collections.abc import Iterable

from games.bots import (
    ampel,
    chess,
    draughts,
    five,
    halma,
    mensch,
    mill,
    solitaire,
    traffic_lights,
    tri_plan,
    triad,
)
from games.bots.base import Strategy
from games.bots.random_bot import RandomBot

_EVERYWHERE: tuple[Strategy, ...] = (RandomBot(),)

_BY_FAMILY: dict[str, tuple[Strategy, ...]] = {
    "traffic_lights": traffic_lights.STRATEGIES,
    "mill": mill.STRATEGIES,
    "solitaire": solitaire.STRATEGIES,
    "five": five.STRATEGIES,
    "draughts": draughts.STRATEGIES,
    "mensch": mensch.STRATEGIES,
    "triad": triad.STRATEGIES,
    "ampel": ampel.STRATEGIES,
    "halma": halma.STRATEGIES,
    "chess": chess.STRATEGIES,
    "tri_plan": tri_plan.STRATEGIES,
}

_STRATEGIES: dict[str, Strategy] = {
    strategy.key: strategy
    for strategies in (_EVERYWHERE, *_BY_FAMILY.values())
    for strategy in strategies
}

# Who plays on for the absent: quick, and of even strength (6.8 names the one for the dice).
_CARETAKERS: dict[str, str] = {
    "mensch": "standing",
    "halma": "runner",
    "tri_plan": "tri_plan_settler",
}


def caretaker_for(ruleset_key: str) -> str:
    """Name the strategy that plays on for the absent."""
    return _CARETAKERS.get(ruleset_key.partition(".")[0], "random")


def get(key: str) -> Strategy:
    """Find a strategy; KeyError when there is none of this key."""
    return _STRATEGIES[key]


def keys() -> list[str]:
    """List the keys of all strategies, weakest first."""
    return list(_STRATEGIES)


def keys_for(rulesets: Iterable[str]) -> list[str]:
    """List the keys of the strategies that play all of these rulesets, weakest first."""
    plays = [set(for_ruleset(key)) for key in rulesets]
    return [key for key in _STRATEGIES if all(key in each for each in plays)]


def for_ruleset(ruleset_key: str) -> list[str]:
    """List the keys of the strategies that play a ruleset, weakest first."""
    own = _BY_FAMILY.get(ruleset_key.partition(".")[0], ())
    return [strategy.key for strategy in (*_EVERYWHERE, *own)]
