"""Puts the rule book's cases for the Gänsespiel to the kernel."""

from games.families.goose.rules import MOVE_DUE, PASS, ROLL, State
from games.rules import registry

RULES = registry.get("goose")


def position(vector):
    """Set up the geese where the case has them, with `turn` to act."""
    given = vector["given"]
    squares = tuple(given["positions"])
    misses = tuple(bool(each) for each in given.get("miss", [0] * len(squares)))
    out = tuple(seat for seat, gone in enumerate(given.get("eliminated", [])) if gone)
    release = vector["options"].get("release", "roll_again")
    return State(squares, misses, out, given.get("turn", 0), MOVE_DUE, 0, release)


def play_turn(state, rolls):
    """Play one turn with these rolls, which must all be used."""
    seat, left = state.turn, list(rolls)
    act = PASS if PASS in RULES.moves(state, seat) else ROLL
    state = RULES.play(state, seat, act)
    while RULES.lots(state) and left:
        state = RULES.play(state, -1, left.pop(0))
    assert not left or act == PASS, "the turn is over before all rolls are used"
    return state


def facts(state):
    """List what a case may expect."""
    outcome = RULES.outcome(state)
    seats = range(len(state.squares))
    return {
        "positions": list(state.squares),
        "eliminated": [seat in state.out for seat in seats],
        "winner": outcome.winners[0] if outcome else None,
        "miss": [int(each) for each in state.misses],
        "lock": [{27: 6, 33: 4}.get(square, 0) for square in state.squares],
        "turn": min(RULES.awaited(state), default=None),
        "next": min(RULES.awaited(state), default=None),
        "result": {"winner": outcome.winners[0], "reason": outcome.ending} if outcome else None,
    }


def check(vector):
    """Play the case's turn and compare all it expects."""
    assert vector["do"] in ("turn", "roll", "throw")
    found = facts(play_turn(position(vector), vector["given"].get("rolls", ())))
    for name, value in vector["expect"].items():
        if name == "result" and value:
            assert value.items() <= found["result"].items()
        else:
            assert found[name] == value, name
