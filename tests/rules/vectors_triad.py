"""Puts the rule book's cases for Triad to the kernel."""

import pytest

from games.families.triad.board import CELLS
from games.families.triad.rules import SIDES, die_name, triads_at
from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove
from games.rules.series import as_series

TRIAD = as_series(registry.get("triad")).inner
SEATS = {"B": 0, "O": 1, 0: 0, 1: 1, None: None}
SIGNS = {
    f"{side}{value}": sign
    for side, signs in zip(SIDES, ("123", "abc"), strict=True)
    for value, sign in zip("123", signs, strict=True)
}
REASONS = {
    "third_die": "triads",
    "three_dice": "triads",
    "three_triads": "triads",
    "third_triad": "triads",
    "threefold": "repetition",
    "third_repetition": "repetition",
    "three_repetitions": "repetition",
    "200_plies": "cap",
}


def position(given):
    """Set up the case's dice; what it leaves out is as after the rolls."""
    dice = dict(word.split(":") for word in given.get("dice", "").split())
    board = "".join(SIGNS[dice[cell]] if cell in dice else "." for cell in CELLS)
    turn = SEATS[given.get("turn", "B")]
    removed = given.get("removed", {"B": 0, "O": 0})
    plies = given.get("plies", given.get("ply", 0))
    return TRIAD.load(
        {
            "board": board,
            "turn": turn,
            "removed": [removed["B"], removed["O"]],
            "plies": plies,
            "seen": [f"{board}{turn}"] * given.get("occurrences", 1),
        }
    )


def dice_of(state):
    return {f"{cell}:{die_name(die)}" for cell, die in zip(CELLS, state.board, strict=True) if die}


def rolled(rolls):
    """Roll the dice of both sides as the case names them."""
    state = TRIAD.start(2, {})
    for side in SIDES:
        values = "".join(sorted(str(each) for each in rolls[side] if str(each).strip()))
        state = TRIAD.play(state, -1, TRIAD.parse(f"roll {values}"))
    return state


def legal(state):
    return {TRIAD.spell(move) for seat in TRIAD.awaited(state) for move in TRIAD.moves(state, seat)}


def check(vector):
    """Play what the case says and compare all it expects."""
    given, expect = vector["given"], dict(vector["expect"])
    rolls = given.get("rolls", given.get("roll"))
    state, triads = rolled(rolls) if rolls else position(given), []
    do = vector["do"]
    for text in [do] if isinstance(do, str) else do or []:
        if text == "legal moves":
            continue
        (seat,) = TRIAD.awaited(state)
        if "error" in expect:
            with pytest.raises((IllegalMove, MalformedMove)):
                TRIAD.play(state, seat, TRIAD.parse(text))
            expect.pop("error")
            assert not expect
            return
        move = TRIAD.parse(text)
        triads = formed(state, text)
        state = TRIAD.play(state, seat, move)
    compare(state, triads, expect)


def formed(state, text):
    """List the triads of the moved die before anything leaves, each in board order."""
    if "-" not in text:
        return []
    start, end = (CELLS.index(name) for name in text.split()[0].split("-"))
    board = bytearray(state.board)
    steps = max(abs(start % 6 - end % 6), abs(start // 6 - end // 6))
    board[start], board[end] = 0, board[start] & 4 | steps
    return [{CELLS[cell] for cell in triad} for triad in triads_at(bytes(board), end)]


def compare(state, triads, expect):
    facts = {
        "dice": lambda value: dice_of(state) == set(value.split()),
        "turn": lambda value: state.turn == SEATS[value],
        "removed": lambda value: list(state.removed) == [value["B"], value["O"]],
        "triads": lambda value: sorted(map(sorted, triads)) == sorted(map(sorted, value)),
        "moves": lambda value: legal(state) == set(value),
        "includes": lambda value: set(value) <= legal(state),
        "excludes": lambda value: not set(value) & legal(state),
        "count": lambda value: len(legal(state)) == value,
        "result": lambda value: ended_so(TRIAD.outcome(state), value),
    }
    for name, value in expect.items():
        assert facts[name](value), name


def ended_so(outcome, result):
    if result is None or outcome is None:
        return result is outcome
    winner = SEATS[result["winner"]]
    assert outcome.winners == (() if winner is None else (winner,))
    return outcome.ending == REASONS.get(result["reason"], result["reason"])
