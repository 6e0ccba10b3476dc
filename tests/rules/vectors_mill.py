"""Puts the rule book's cases for Mill to the kernel."""

import pytest

from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove

RULES = registry.get("mill")
SEATS = {"w": 0, "b": 1, None: None}
REASONS = {"three_repetitions": "repetition", "threefold": "repetition", "100_plies": "quiet"}


CLAIMS = {
    "includes": lambda legal, value: check_that(set(value) <= legal),
    "excludes": lambda legal, value: check_that(not set(value) & legal),
    "moves": lambda legal, value: check_that(set(value) == legal),
    "count": lambda legal, value: check_that(len(legal) == value),
}


def check_that(claim):
    """Fail where a claim of the case does not hold."""
    assert claim


def position(vector):
    """Set up the case's board; what it leaves out is as at the start of a match."""
    given = vector["given"]
    hands = given.get("in_hand", {"w": 0, "b": 0})
    return RULES.load(
        {
            "stones": given.get("stones", ""),
            "hands": [hands["w"], hands["b"]],
            "turn": SEATS[given.get("turn", "w")],
            "quiet": given.get("plies_without_capture", 0),
            "plies": 0,
            "seen": [],
            "protection": vector["options"].get("mill_protection", "absolute"),
        }
    )


def legal(state):
    """List the spelled legal moves of whoever is awaited."""
    return {RULES.spell(move) for seat in RULES.awaited(state) for move in RULES.moves(state, seat)}


def check(vector):
    """Play what the case says and compare all it expects."""
    state, expect = position(vector), dict(vector["expect"])
    do = vector["do"]
    for text in [do] if isinstance(do, str) else do:
        if text == "legal moves":
            continue
        (seat,) = RULES.awaited(state)
        if "error" in expect:
            with pytest.raises((IllegalMove, MalformedMove)):
                RULES.play(state, seat, RULES.parse(text))
            expect.pop("error")
        else:
            state = RULES.play(state, seat, RULES.parse(text))
    if "result" in expect:
        check_result(RULES.outcome(state), expect.pop("result"))
    for name, value in expect.items():
        CLAIMS[name](legal(state), value)


def check_result(outcome, result):
    """Compare how the match ended."""
    if result is None:
        assert outcome is None
        return
    winner = SEATS[result["winner"]]
    assert outcome.winners == (() if winner is None else (winner,))
    assert outcome.ending == REASONS.get(result["reason"], result["reason"])
