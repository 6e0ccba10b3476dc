"""Puts the rule book's cases for five in a row to the kernel."""

import pytest

from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove
from tests.rules.claims import STATES, check_claim

RULES = registry.get("five")
REASONS = {"three_repetitions": "repetition", "threefold": "repetition", "cap": "relocations"}


def position(vector):
    """Set up the case's board; what it leaves out is as at the start of a match."""
    given = vector["given"]
    stones = given.get("stones", {})
    return RULES.load(
        {
            "size": vector["options"].get("size", 8),
            "stones": [stones.get(seat, "").split() for seat in ("0", "1")],
            "hands": given.get("in_hand", [16, 16]),
            "turn": given.get("turn", 0),
            "moved": given.get("relocations", 0),
            "seen": [],
        }
    )


def check(vector):
    """Play what the case says and compare all it expects."""
    state, expect = position(vector), dict(vector["expect"])
    do = [vector["do"]] if isinstance(vector["do"], str) else list(vector["do"])
    if "error" in expect:
        expect.pop("error")
        (seat,) = RULES.awaited(state)
        with pytest.raises((IllegalMove, MalformedMove)):
            RULES.play(state, seat, RULES.parse(do.pop()))
    for text in do:
        if text not in STATES:
            (seat,) = RULES.awaited(state)
            state = RULES.play(state, seat, RULES.parse(text))
    if "result" in expect:
        claim_result(state, expect.pop("result"))
    for name, value in expect.items():
        check_claim(RULES, state, name, value)


def claim_result(state, result):
    """Compare how the match ended."""
    outcome = RULES.outcome(state)
    if result is None:
        assert outcome is None
        return
    winner = result["winner"]
    assert outcome.winners == (() if winner is None else (winner,))
    assert outcome.ending == REASONS.get(result["reason"], result["reason"])
