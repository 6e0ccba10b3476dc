"""Puts the rule book's cases for five in a row to the kernel."""

import pytest

from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove

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
        if text != "legal moves":
            (seat,) = RULES.awaited(state)
            state = RULES.play(state, seat, RULES.parse(text))
    for name, value in expect.items():
        CLAIMS[name](state, value)


def legal(state):
    """List the spelled legal moves of whoever is awaited."""
    return {RULES.spell(move) for seat in RULES.awaited(state) for move in RULES.moves(state, seat)}


def claim_result(state, result):
    """Compare how the match ended."""
    outcome = RULES.outcome(state)
    if result is None:
        assert outcome is None
        return
    winner = result["winner"]
    assert outcome.winners == (() if winner is None else (winner,))
    assert outcome.ending == REASONS.get(result["reason"], result["reason"])


def claim_includes(state, moves):
    """Look for moves among the legal ones."""
    assert set(moves) <= legal(state)


def claim_count(state, count):
    """Compare the number of legal moves."""
    assert len(legal(state)) == count


CLAIMS = {"result": claim_result, "includes": claim_includes, "count": claim_count}
