"""Puts the rule book's cases for draughts to the kernel."""

import pytest

from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove
from tests.rules.claims import STATES, check_claim

RULES = registry.get("draughts")
REASONS = {
    "three_repetitions": "repetition",
    "threefold": "repetition",
    "25_moves": "quiet",
    "no_moves": "blocked",
}


def position(vector):
    """Set up the case's board; what it leaves out is as at the start of a match."""
    given = vector["given"]
    return RULES.load(
        {
            "pieces": given.get("pieces", RULES.dump(RULES.start(2, {}))["pieces"]),
            "turn": "wb".index(given.get("turn", "w")),
            "quiet": given.get("plies_without_progress", 0),
            "plies": 0,
            "seen": [],
            "rule": vector["options"].get("capture_rule", "strict"),
            "missed": [],
            "before": None,
            "corrected": False,
        }
    )


def step(state, text):
    """Play one move of the case; a leading colour names who must be to move."""
    (seat,) = RULES.awaited(state)
    colour, _, rest = text.partition(" ")
    if colour in ("w", "b"):
        assert seat == "wb".index(colour)
        text = rest
    return RULES.play(state, seat, RULES.parse(text))


def check(vector):
    """Play what the case says and compare all it expects."""
    state, expect = position(vector), dict(vector["expect"])
    do = vector["do"]
    for text in [do] if isinstance(do, str) else do:
        if text in STATES:
            continue
        if "error" in expect and text == ([do] if isinstance(do, str) else do)[-1]:
            expect.pop("error")
            with pytest.raises((IllegalMove, MalformedMove)):
                step(state, text)
        else:
            state = step(state, text)
        check_huff(state, text, expect)
    for name, value in expect.items():
        if name in CLAIMS:
            CLAIMS[name](state, value)
        else:
            check_claim(RULES, state, name, value)


def check_huff(state, text, expect):
    """Compare the board right after a huff with the case's sentence about it."""
    if " huff " in f" {text} " and "after_huff" in expect:
        told = expect.pop("after_huff")
        moved, taken = told.split(" moved to ")[0], told.split(", ")[1].split(" ")[0]
        there = told.split(" moved to ")[1].split(",")[0]
        pieces = dict(word.split(":") for word in RULES.dump(state)["pieces"].split())
        assert there in pieces
        assert not {moved, taken} & set(pieces)
        assert expect.pop("then") == "black moves normally"
        assert RULES.awaited(state) == {1}


def claim_result(state, result):
    """Compare how the match ended."""
    outcome = RULES.outcome(state)
    if result is None:
        assert outcome is None
        return
    winner = None if result["winner"] is None else "wb".index(result["winner"])
    assert outcome.winners == (() if winner is None else (winner,))
    assert outcome.ending == REASONS.get(result["reason"], result["reason"])


def claim_pieces(state, pieces):
    """Compare the board."""
    assert set(RULES.dump(state)["pieces"].split()) == set(pieces.split())


CLAIMS = {"result": claim_result, "pieces": claim_pieces}
