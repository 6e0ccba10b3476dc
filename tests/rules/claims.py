"""What most cases of the rule book claim about a position, for the adapters of the families."""

STATES = ("legal moves", "state")


def legal(rules, state):
    """List the spelled legal moves of whoever is awaited."""
    return {rules.spell(move) for seat in rules.awaited(state) for move in rules.moves(state, seat)}


def check_claim(rules, state, name, value):
    """Compare one common claim with the position; `KeyError` for a claim nobody knows."""
    claims = {
        "includes": lambda: set(value) <= legal(rules, state),
        "excludes": lambda: not set(value) & legal(rules, state),
        "moves": lambda: set(value) == legal(rules, state),
        "legal": lambda: set(value) == legal(rules, state),
        "count": lambda: len(legal(rules, state)) == value,
        "turn": lambda: seats_of(value) == rules.awaited(state),
        "finished": lambda: bool(rules.outcome(state)) == value,
    }
    assert claims[name](), (name, value)


def seats_of(turn):
    """Read a seat by its number or its colour."""
    return {"wb".index(turn) if isinstance(turn, str) else turn}
