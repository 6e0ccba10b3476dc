"""Puts the rule book's cases for Mill to the kernel."""

import pytest

from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove
from tests.rules.claims import STATES, check_claim

RULES = registry.get("mill")
SEATS = {"w": 0, "b": 1, None: None}
REASONS = {"three_repetitions": "repetition", "threefold": "repetition", "100_plies": "quiet"}


def position(vector):
    """Set up the case's board; what it leaves out is as at the start of a match."""
    given = vector["given"]
    placed = 0 if given.get("stones") else 9
    hands = given.get("in_hand", {"w": placed, "b": placed})
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


def check(vector):
    """Play what the case says and compare all it expects."""
    state, expect = position(vector), dict(vector["expect"])
    do = [vector["do"]] if isinstance(vector["do"], str) else list(vector["do"])
    if "error" in expect:
        expect.pop("error")
        for text in do[:-1]:
            state = step(state, text)
        with pytest.raises((IllegalMove, MalformedMove)):
            step(state, do[-1])
        do = []
    for text in do:
        if text not in STATES:
            state = step(state, text)
    if "result" in expect:
        check_result(RULES.outcome(state), expect.pop("result"))
    for name, value in expect.items():
        check_claim(RULES, state, name, value)


def step(state, text):
    """Play one move of the case."""
    (seat,) = RULES.awaited(state)
    return RULES.play(state, seat, RULES.parse(text))


def check_result(outcome, result):
    """Compare how the match ended."""
    if result is None:
        assert outcome is None
        return
    winner = SEATS[result["winner"]]
    assert outcome.winners == (() if winner is None else (winner,))
    assert outcome.ending == REASONS.get(result["reason"], result["reason"])
