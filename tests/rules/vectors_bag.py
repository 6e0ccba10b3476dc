"""Puts the rule book's cases for the bag to the kernel.

P1 is the first chooser, P2 the second, who starts: seats 1 and 0 of the leg.
"""

from typing import Any

import pytest

from games.families.traffic_lights.bag import chips_to_letters
from games.families.traffic_lights.lines import COLOURS
from games.rules import registry
from games.rules.base import CHANCE, IllegalMove, MalformedMove
from games.rules.series import SeriesFrame, SeriesState, as_series

SEATS = {"P1": 1, "P2": 0, 0: 0, 1: 1, None: None}
NAMES = {0: "P2", 1: "P1"}
DRAWS = ("draw_order", "draws", "draw", "next_draw", "next", "lots")


def _letters(chips):
    """Read chips given as letters or as a table of counts."""
    if isinstance(chips, dict):
        return "".join(letter * number for letter, number in chips.items())
    return "".join(chips)


def _rest(seen):
    return "".join(letter * max(0, 8 - seen.count(letter)) for letter in COLOURS[1:])


def _position(leg, given):
    """Set up the case's board and chips; a draft begins with all of them in the bag."""
    if given.get("phase") == "draft":
        return leg.start(2, {})
    size = 4 if len(leg.leg.cells) == 12 and not leg.slides else 3
    board = given.get("board", given.get("main", "/".join(["..."] * size)))
    hands = given.get("hands", {})
    chips = [_letters(hands.get(name, "")) for name in ("P2", "P1")]
    pool = _letters(given.get("pool", "RY"))
    slid = given.get("last_non_pass_action", given.get("last_action")) == "slide"
    return leg.load(
        {
            "board": board,
            "turn": SEATS[given.get("turn", "P2")],
            "strip": given.get("strip", "..."),
            "side": given.get("side", "N"),
            "slid": slid,
            "hands": chips,
            "pool": pool,
            "bag": _letters(given.get("bag", _rest("".join([board, pool, *chips])))),
            "picks": 6,
            "passes": given.get("passes", 0),
            "redrafts": 0,
        }
    )


def _draws(given):
    named = next((given[name] for name in DRAWS if name in given), "")
    return [letter for letter in _letters(named) if letter in COLOURS[1:]]


def _settle_lots(rules, state, order):
    """Let the named chips come out of the bag, and where none is named any."""
    while rules.awaited(state) == {CHANCE}:
        lot = rules.parse(f"bag {order.pop(0)}") if order else rules.lots(state)[0][0]
        state = rules.play(state, CHANCE, lot)
    return state


def _forced(rules, state):
    """Give the pass that the server would make, or None."""
    moves = [
        rules.spell(move) for seat in rules.awaited(state) for move in rules.moves(state, seat)
    ]
    return "pass" if moves == ["pass"] else None


def check(vector):
    """Play what the case says and compare all it expects."""
    given, expect = vector["given"], dict(vector["expect"])
    rules = registry.get(f"traffic_lights.{vector['options']['variant']}.bag")
    leg = as_series(rules).inner
    totals = tuple(given.get("scores", (0, 0)))
    frame: SeriesFrame[Any] = SeriesFrame(
        0, 1, 2, totals, (), None, 2, 3, (("redraft_dead_start", False),)
    )
    if vector["options"]["variant"] in ("intro", "simple"):
        frame = frame._replace(legs=1, legs_total=1, max_extra_pairs=0)
    order = _draws(given)
    state = _settle_lots(rules, SeriesState(_position(leg, given), frame), order)
    do = vector["do"]
    for text in [do] if isinstance(do, str) else do or []:
        if text == "(auto)":
            while _forced(rules, state):
                state = _play(rules, state, "pass")
        elif "error" in expect:
            _check_refused(rules, state, text, expect)
            return
        else:
            state = _settle_lots(rules, _play(rules, state, text), order)
    _check(rules, state, expect)


def _play(rules, state, text):
    (seat,) = rules.awaited(state)
    name, _, rest = text.partition(" ")
    if name in SEATS:
        assert SEATS[name] == seat
        text = rest
    return rules.play(state, seat, rules.parse(text))


def _check_refused(rules, state, text, expect):
    expect.pop("error")
    before = rules.dump(state)
    with pytest.raises((IllegalMove, MalformedMove)):
        _play(rules, state, text)
    assert rules.dump(state) == before
    assert expect.pop("auto", None) == _forced(rules, state)
    assert not expect


def _check(rules, state, expect):
    ended = bool(state.finished)
    inner = state.finished[-1].final if ended else state.inner
    dumped = as_series(rules).inner.dump(inner)
    legal = [
        rules.spell(move) for seat in rules.awaited(state) for move in rules.moves(state, seat)
    ]
    facts = {
        "board": lambda: dumped["board"],
        "main": lambda: dumped["board"],
        "strip": lambda: dumped["strip"],
        "side": lambda: dumped["side"],
        "turn": lambda: NAMES[min(rules.awaited(state))],
        "phase": lambda: "draft" if inner.picks < 6 else "play",
        "passes": lambda: inner.passes,
        "scores": lambda: list(state.totals),
        "round_over": lambda: ended,
        "auto": lambda: _forced(rules, state),
        "moves": lambda: sorted(legal),
        "count": lambda: len(legal),
    }
    if "result" in expect:
        _check_result(rules.outcome(state), expect.pop("result"))
    for name, seat in (("P1", 1), ("P2", 0)):
        if name in expect.get("hands", {}):
            assert chips_to_letters(inner.hands[seat]) == _sorted(expect["hands"][name])
    expect.pop("hands", None)
    for name in ("pool", "bag"):
        if name in expect:
            assert dumped[name] == _sorted(expect.pop(name))
    if "includes" in expect:
        assert set(expect.pop("includes")) <= set(legal)
    for name, value in expect.items():
        assert facts[name]() == (sorted(value) if name == "moves" else value), name


def _sorted(chips):
    return "".join(sorted(_letters(chips), key=COLOURS.index))


def _check_result(outcome, result):
    if result is None:
        assert outcome is None
        return
    winner = SEATS[result["winner"]]
    assert outcome.winners == (() if winner is None else (winner,))
    assert outcome.ending == result["reason"]
