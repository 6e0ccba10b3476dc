"""Puts the rule book's cases for Ampel to the kernel."""

import pytest

from games.families.ampel.rules import Position
from games.families.ampel.trigrid import INDEX, OFF, POINTS
from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove

RULES = registry.get("ampel")
SEATS = {"R": 0, "G": 1, 0: 0, 1: 1, None: None}
COLOURS = {"R": 1, "G": 2, "Y": 3}
REASONS = {
    "half": "half_of_yellow",
    "third_repetition": "repetition",
    "three_repetitions": "repetition",
    "threefold": "repetition",
    "60_turns": "quiet",
    "no_progress": "quiet",
}


def position(vector):
    """Set up the case's discs as they are, even where a step at hand could not be made."""
    given, yellow = vector["given"], vector["options"].get("yellow", 5)
    board = bytearray(OFF)
    discs = given.get("discs", {"Y": " ".join(given.get("placed", []))})
    for colour, points in discs.items():
        for point in points.split():
            board[INDEX[point]] = COLOURS[colour]
    stand = given.get("cylinder", {})
    cylinders = INDEX.get(stand.get("R", ""), OFF), INDEX.get(stand.get("G", ""), OFF)
    hand = given.get("hand", {})
    supply = hand.get("R", 20 - board.count(1)), hand.get("G", 20 - board.count(2))
    taken = given.get("taken", {}).get("R", 0), given.get("taken", {}).get("G", 0)
    turn = SEATS[given.get("turn", given.get("starter", "R"))]
    assert turn is not None
    step = 0 if given.get("phase") == "setup" else given.get("step", 1)
    quiet = given.get("quiet", given.get("turns_without_signal", 0))
    return Position(bytes(board), turn, step, cylinders, supply, taken, yellow, quiet)


def discs_of(state):
    """List the points of each colour."""
    return {
        side: {POINTS[point] for point, disc in enumerate(state.board) if disc == colour}
        for side, colour in COLOURS.items()
    }


def legal(state):
    return {RULES.spell(move) for seat in RULES.awaited(state) for move in RULES.moves(state, seat)}


def check(vector):
    """Play what the case says and compare all it expects."""
    state, expect, do = position(vector), dict(vector["expect"]), vector["do"]
    each = expect.pop("each", None)
    for text in [do] if isinstance(do, str) else do or []:
        if text == "legal moves":
            continue
        if each or "error" in expect:
            assert (each or expect)["error"] == "illegal"
            refused(state, text)
        else:
            state = RULES.play(state, state.turn, RULES.parse(text))
    expect.pop("error", None)
    compare(vector, state, expect)


def refused(state, text):
    with pytest.raises((IllegalMove, MalformedMove)):
        RULES.play(state, state.turn, RULES.parse(text))


def compare(vector, state, expect):
    facts = {
        "discs": lambda value: (
            discs_of(state) == {side: set(value.get(side, "").split()) for side in COLOURS}
        ),
        "hand": lambda value: dict(zip("RG", state.supply, strict=True)) == value,
        "taken": lambda value: dict(zip("RG", state.taken, strict=True)) == value,
        "cylinder": lambda value: (
            {
                side: POINTS[point]
                for side, point in zip("RG", state.cylinders, strict=True)
                if point != OFF
            }
            == {side: point for side, point in value.items() if point}
        ),
        "turn": lambda value: state.turn == SEATS[value],
        "phase": lambda value: (state.step == 0) == (value == "setup"),
        "step": lambda value: state.step == value or skipped(state, value),
        "moves": lambda value: legal(state) == set(value),
        "includes": lambda value: set(value) <= legal(state),
        "excludes": lambda value: not set(value) & legal(state),
        "count": lambda value: len(legal(state)) == value,
        "legal": lambda value: value is True,
        "route": lambda value: value.split("-")[0] + "-" + value.split("-")[-1] == vector["do"],
        "auto": lambda value: value == f"skip step {state.step}" and not legal(state),
        "result": lambda value: ended_so(RULES.outcome(state), value),
    }
    for name, value in expect.items():
        assert facts[name](value), name


def skipped(state, step):
    """Tell whether the step expected next has no legal move here, so that the server went on."""
    return step < state.step and not legal(state._replace(step=step))


def ended_so(outcome, result):
    if result is None or outcome is None:
        return result is outcome
    winner = SEATS[result["winner"]]
    assert outcome.winners == (() if winner is None else (winner,))
    return outcome.ending == REASONS.get(result["reason"], result["reason"])
