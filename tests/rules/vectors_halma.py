"""Puts the rule book's cases for Halma to the kernel."""

import pytest

from games.families.halma.board import (
    COORDINATES,
    CORNER_MASKS,
    HOMES,
    INDEX,
    POINTS,
    mask_of,
    points_of,
    target_corner,
)
from games.families.halma.rules import State
from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove

RULES = registry.get("halma")
REASONS = {"threefold": "repetition", "three_repetitions": "repetition"}


def names(mask):
    """List the names of points."""
    return [POINTS[point] for point in points_of(mask)]


def position(vector):
    """Set up the case's men; a case that says nothing of a seat leaves it without men."""
    given, options = vector["given"], vector["options"]
    pieces = given.get("pieces", {})
    seats = options.get("players", max(2, len(pieces)))
    agreed = {"anti_block": options["anti_block"]} if "anti_block" in options else {}
    state = RULES.start(seats, agreed)
    if given.get("start"):
        return state
    men = tuple(mask_of(pieces.get(str(seat), "")) for seat in range(seats))
    loaded = {"men": [" ".join(names(mask)) for mask in men], "turn": given.get("turn", 0)}
    return RULES.load({**RULES.dump(state), **loaded, "seen": []})


def legal(state):
    """List the spelled legal moves of whoever is awaited."""
    return [RULES.spell(move) for seat in RULES.awaited(state) for move in RULES.moves(state, seat)]


def beside(start, end):
    """Tell whether two points are neighbours."""
    (ax, ay), (bx, by) = COORDINATES[INDEX[start]], COORDINATES[INDEX[end]]
    return (abs(ax - bx), abs(ay - by)) in {(2, 0), (1, 1)}


def check(vector):
    """Play what the case says and compare all it expects."""
    state, expect, do = position(vector), dict(vector["expect"]), vector["do"]
    if do == "seats":
        check_seats(state, expect)
        return
    if isinstance(do, str) and do.startswith("moves of "):
        check_reach(state, do.removeprefix("moves of "), expect)
        return
    if do != "legal moves":
        state = play(state, do, expect)
    check_moves(state, expect)
    if "result" in expect:
        check_result(state, expect.pop("result"))
    assert not expect


def play(state: State, do, expect):
    """Play the case's moves; a refused one leaves the state as it is."""
    for text in [do] if isinstance(do, str) else do:
        (seat,) = RULES.awaited(state)
        if "error" in expect:
            expect.pop("error")
            with pytest.raises((IllegalMove, MalformedMove)):
                RULES.play(state, seat, RULES.parse(text))
        else:
            state = RULES.play(state, seat, RULES.parse(text))
    return state


def check_seats(state, expect):
    """Compare who sits where and which corner is whose target."""
    count = len(state.men)
    assert list(HOMES[count]) == expect.pop("homes")
    assert [target_corner(count, seat) for seat in range(count)] == expect.pop("targets")
    for corner, points in expect.pop("home_points", {}).items():
        assert sorted(names(CORNER_MASKS[corner])) == sorted(points)
    assert not expect


def check_reach(state, start, expect):
    """Compare the steps and the jumps of one man."""
    ends = [text.split("-")[1] for text in legal(state) if text.split("-")[0] == start]
    steps = [end for end in ends if beside(start, end)]
    if "steps" in expect:
        assert sorted(steps) == sorted(expect.pop("steps"))
    if "jumps" in expect:
        assert sorted(set(ends) - set(steps)) == sorted(expect.pop("jumps"))
    if "includes" in expect:
        assert {end.split("-")[-1] for end in expect.pop("includes")} <= set(ends)
    if "excludes" in expect:
        assert not {end.split("-")[-1] for end in expect.pop("excludes")} & set(ends)
    assert not expect


def check_moves(state, expect):
    """Compare all legal moves, some of them, or their number."""
    if "moves" in expect:
        assert sorted(legal(state)) == sorted(expect.pop("moves"))
    if "includes" in expect:
        assert set(expect.pop("includes")) <= set(legal(state))
    if "excludes" in expect:
        assert not set(expect.pop("excludes")) & set(legal(state))
    if "count" in expect:
        assert len(legal(state)) == expect.pop("count")


def check_result(state, result):
    """Compare winner and reason; None stands for a match that goes on, or a tie."""
    outcome = RULES.outcome(state)
    if result is None:
        assert outcome is None
        return
    for name, value in result.items():
        if name == "winner":
            assert outcome.winners == (() if value is None else (value,))
        elif name == "reason":
            assert outcome.ending == REASONS.get(value, value)
        else:
            assert name == "places"
            assert list(outcome.ranks) == value
