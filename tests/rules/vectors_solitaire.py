"""Puts the rule book's cases for peg solitaire to the kernel."""

import pytest

from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove

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
        CLAIMS[name](state, value, before)


def holes(state):
    """Give the holes that hold pegs."""
    return set(RULES.dump(state)["pegs"].split())


def check_that(claim):
    """Fail where a claim of the case does not hold."""
    assert claim


def legal(state):
    """List the spelled legal moves."""
    return {RULES.spell(move) for move in RULES.moves(state, 0)}


CLAIMS = {
    "removed": lambda state, hole, before: check_that(hole in before - holes(state)),
    "empty": lambda state, empty, before: check_that(not set(empty) & holes(state)),
    "pegs": lambda state, pegs, before: check_that(len(holes(state)) == pegs),
    "finished": lambda state, ended, before: check_that(bool(RULES.outcome(state)) == ended),
    "score": lambda state, score, before: check_that(RULES.outcome(state).points == (score,)),
    "moves": lambda state, moves, before: check_that(legal(state) == set(moves)),
    "includes": lambda state, moves, before: check_that(set(moves) <= legal(state)),
    "count": lambda state, count, before: check_that(len(legal(state)) == count),
}
