"""Puts the rule book's cases for peg solitaire to the kernel."""

import pytest

from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove
from tests.rules.claims import check_claim

RULES = registry.get("solitaire")


def check(vector):
    """Play what the case says and compare all it expects."""
    given, expect, do = vector["given"], dict(vector["expect"]), vector["do"]
    state = RULES.start(1, {})
    if "pegs" in given:
        state = RULES.load({"pegs": given["pegs"], "target": "none"})
    if "error" in expect:
        expect.pop("error")
        with pytest.raises((IllegalMove, MalformedMove)):
            RULES.play(state, 0, RULES.parse(do))
        do = []
    before = holes(state)
    for text in do.replace(",", " ").split() if isinstance(do, str) else do:
        if text not in ("state", "legal", "moves"):
            state = RULES.play(state, 0, RULES.parse(text))
    for name, value in expect.items():
        if name in CLAIMS:
            assert CLAIMS[name](state, value, before), (name, value)
        else:
            check_claim(RULES, state, name, value)


def holes(state):
    """Give the holes that hold pegs."""
    return set(RULES.dump(state)["pegs"].split())


CLAIMS = {
    "removed": lambda state, hole, before: hole in before - holes(state),
    "empty": lambda state, empty, before: not set(empty) & holes(state),
    "pegs": lambda state, pegs, before: len(holes(state)) == pegs,
    "score": lambda state, score, before: RULES.outcome(state).points == (score,),
}
