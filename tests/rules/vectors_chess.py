"""Puts the rule book's cases for chess to the kernel."""

from games.families.chess.rules import Chess
from games.management.commands.rules import count_plies
from games.rules.base import IllegalMove, MalformedMove

RULES = Chess()
SEATS = {"w": 0, "b": 1, "white": 0, "black": 1, 0: 0, 1: 1, None: None}
REASONS = {"threefold": "repetition", "fifty": "fifty_moves", "50_moves": "fifty_moves"}
# Cases spell pieces in German letters unless they name a language.
LANGUAGE = "language"


def play(state, text, language=None):
    """Play one move as the case writes it."""
    (seat,) = RULES.awaited(state)
    return RULES.play(state, seat, RULES.read(text, language))


def legal(state):
    """List the spelled legal moves of whoever is awaited."""
    return {RULES.spell(move) for seat in RULES.awaited(state) for move in RULES.moves(state, seat)}


def can(state, text, language=None):
    """Tell whether a move as the case writes it may be played."""
    try:
        play(state, text, language)
    except (IllegalMove, MalformedMove):
        return False
    return True


def squares(state, texts):
    """Write moves by their squares, however the case writes them."""
    after = {
        RULES.play(state, state.core.turn, move): RULES.spell(move)
        for move in RULES.moves(state, state.core.turn)
    }
    return {after[play(state, text)] for text in texts}


def check(vector):
    """Play what the case says and compare all it expects."""
    given, expect = vector["given"], dict(vector["expect"])
    state = RULES.load({"fen": given["fen"], "seen": []})
    language = given.get(LANGUAGE) or vector["options"].get(LANGUAGE)
    do = vector["do"]
    texts = (do.split("(")[0] if isinstance(do, str) else " ".join(do)).split()
    if do in ("legal moves", "state"):
        texts = []
    elif texts[0] == "perft":
        assert count_plies(RULES, state, int(texts[1])) == expect.pop("count")
        texts = []
    before = state
    for text in texts:
        if "error" in expect or expect.get("legal") is False:
            assert not can(state, text, language)
        else:
            state = play(state, text, language)
    expect.pop("error", None)
    expect.pop("legal", None)
    for text in expect.pop("alternatives", ()):
        assert can(before, text, language)
    if "result" in expect:
        check_result(RULES.outcome(state), expect.pop("result"))
    for name, value in expect.items():
        CLAIMS[name](state, value)


CLAIMS = {
    "count": lambda state, value: check_that(len(legal(state)) == value),
    "moves": lambda state, value: check_that(squares(state, value) == legal(state)),
    "includes": lambda state, value: check_that(all(can(state, text) for text in value)),
    "excludes": lambda state, value: check_that(not any(can(state, text) for text in value)),
    "fen": lambda state, value: check_that(
        RULES.dump(state)["fen"].split()[:4] == value.split()[:4]
    ),
}


def check_that(claim):
    """Fail where a claim of the case does not hold."""
    assert claim


def check_result(outcome, result):
    """Compare how the match ended."""
    if result is None:
        assert outcome is None
        return
    winner = SEATS[result["winner"]]
    assert outcome.winners == (() if winner is None else (winner,))
    if "reason" in result:
        assert outcome.ending == REASONS.get(result["reason"], result["reason"])
