"""Dumps that no match has written: whatever is changed in a real one, `load` says `BadState`."""

import copy
import json
from typing import Any

import pytest

from games.rules import registry
from games.rules.base import BadState, is_same_dump
from games.rules.series import as_series
from tests.rules.table import every_table, option_sets, random_match
from tests.sampling import at_length

STRANGE: Any = (
    None,
    True,
    False,
    1.5,
    -5,
    -2,
    10**6,
    10**30,
    "x",
    "\0",
    "ı",
    ["x"],
    [-5],
    {},
    {"x": 1},
)


def kernels():
    """List each kernel once, and the inner rules of every series, with the first options."""
    seen: dict[tuple[str, str], Any] = {}
    for rules, options in every_table():
        seen.setdefault((rules.key, type(rules).__name__), (rules, options))
    return list(seen.values())


def dumps(rules, options, matches):
    """List dumps from the course of random matches, as the database gives them back."""
    found = []
    for seed in range(matches):
        states = random_match(rules, options, seed)[0]
        step = max(1, len(states) // (5 if at_length() else 2))
        found += [json.loads(json.dumps(rules.dump(state))) for state in states[::step]]
    return found


def leaves(value, path=()):
    """Yield the way to everything inside a dump; of long lists the ends alone."""
    inside: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        numbered = list(enumerate(value))
        inside = [*numbered[:2], *numbered[-2:]]
    for name, each in inside:
        yield (*path, name)
        yield from leaves(each, (*path, name))


def changed(dump, path, value):
    """Give a dump with another value at the end of a way."""
    forged = copy.deepcopy(dump)
    at = forged
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    return forged


def without(dump, path):
    forged = copy.deepcopy(dump)
    at = forged
    for name in path[:-1]:
        at = at[name]
    del at[path[-1]]
    return forged


def of_type(value):
    return "number" if type(value) in (int, float) else type(value).__name__


ALIKE = ("intro", "simple", "4x3")  # boards like that with the slider


def telling():
    """List kernels without the boards of Traffic Lights that are told by another."""
    return [each for each in kernels() if not set(ALIKE) & set(each[0].key.split("."))]


KERNELS = [
    *((rules, options, 1) for rules, options in telling()),
    *(pytest.param((*each, 2), marks=pytest.mark.long) for each in kernels()),
]


def _name(of):
    rules, _, matches = of
    return f"{type(rules).__name__}:{rules.key}:{matches}"


@pytest.fixture(scope="module", params=KERNELS, ids=_name)
def kernel(request):
    """Return rules, and dumps of so many matches."""
    rules, options, matches = request.param
    return rules, dumps(rules, options, matches)


def refused(rules, forged):
    with pytest.raises(BadState):
        rules.load(forged)


def test_what_is_no_dump_at_all_is_refused(kernel):
    rules, _ = kernel
    wrong: tuple[Any, ...] = (
        None,
        True,
        0,
        1.5,
        "x",
        "",
        [],
        ["x"],
        {},
        {"x": 1},
        [[]],
        {"seen": []},
    )
    for forged in wrong:
        refused(rules, forged)


def test_a_dump_that_lacks_a_key_is_refused(kernel):
    rules, written = kernel
    for dump in written:
        for path in leaves(dump):
            if isinstance(path[-1], str):
                refused(rules, without(dump, path))


def test_a_dump_with_one_key_more_is_refused(kernel):
    rules, written = kernel
    for dump in written:
        refused(rules, {**dump, "more": 0})


def test_a_value_of_another_kind_is_refused(kernel):
    rules, written = kernel
    for dump in written:
        for path in leaves(dump):
            value = dump
            for name in path:
                value = value[name]
            for strange in STRANGE:
                if of_type(strange) != of_type(value):
                    refused_or_the_same(rules, dump, changed(dump, path, strange))


def refused_or_the_same(rules, dump, forged):
    """Refuse a forged dump, unless it is one that this very state may write."""
    try:
        state = rules.load(forged)
    except BadState:
        return
    again = rules.dump(state)
    if not forged.get("seen") or rules.key == "tri_plan":  # a position without its past
        again, forged = ({**each, "seen": []} for each in (again, forged))
    assert is_same_dump(again, forged)
    plays_on(rules, state)


def test_a_number_or_a_word_that_cannot_stand_there_is_refused(kernel):
    rules, written = kernel
    for dump in written:
        for path in leaves(dump):
            value = dump
            for name in path:
                value = value[name]
            if type(value) is int:
                for number in (-5, 10**6, 10**30, float(value)):
                    refused(rules, changed(dump, path, number))
            elif isinstance(value, str) and value:
                for word in (value + "x", "x", value * 2, value[:-1] + "?", f" {value}"):
                    refused(rules, changed(dump, path, word))


def test_whatever_loads_can_be_played_and_dumped_again(kernel):
    rules, written = kernel
    for dump in written:
        for path in leaves(dump):
            value = dump
            for name in path:
                value = value[name]
            for other in _others(value):
                refused_or_the_same(rules, dump, changed(dump, path, other))


def _others(value):
    """Yield values of the same kind that might stand there as well."""
    if type(value) is int:
        yield from (value + 1, value - 1, 0)
    elif type(value) is bool:
        yield not value
    elif isinstance(value, list):
        yield from ([], value[::-1], value[:1] * len(value), value + value[:1])
    elif value is None:
        yield 0


def plays_on(rules, state):
    """Play what comes first, and draw and dump it every time."""
    for _ply in range(30 if at_length() else 10):
        rules.letters(state)
        rules.dump(state)
        awaited = sorted(rules.awaited(state))
        assert bool(awaited) == (rules.outcome(state) is None)
        if not awaited:
            return
        state = rules.play(state, awaited[0], rules.moves(state, awaited[0])[0])


FORGED = [
    ("mill", {"turn": None}),
    ("mill", {"hands": [-5, 9]}),
    ("mill", {"hands": [9, 10]}),
    ("mill", {"plies": 10**6}),
    ("ampel", {"step": 2}),
    ("ampel", {"step": 4}),
    ("ampel", {"supply": [20, 10**6]}),
    ("ampel", {"cylinders": ["a1", ""]}),
    ("halma", {"men": [" ".join(["a1"] * 10), "q1 p1 p2 o1 o2 o3 n1 n2 n3 n4"]}),
    ("halma", {"out": ["x"]}),
    ("halma", {"winner": 1}),
    ("halma", {"ending": "home"}),
    ("mensch", {"places": ["x"]}),
    ("mensch", {"places": [0, 0]}),
    ("mensch", {"roll": 7}),
    ("mensch", {"left": 10**6}),
    ("mensch", {"pawns": [[0, 0, 0, 0]] * 4}),
    ("goose", {"squares": [61, 0], "turns": 9}),
    ("goose", {"squares": [3, 0], "turns": 9}),
    ("goose", {"squares": [62, 0]}),
    ("goose", {"misses": [True, False], "turns": 9}),
    ("tri_plan", {"credits": [10**6, 0, 0]}),
    ("tri_plan", {"prisoners": [-1, 0, 0]}),
    ("tri_plan", {"holder": 1}),
    ("tri_plan", {"late": [7]}),
    ("five", {"hands": [16, -5]}),
    ("five", {"moved": 3}),
    ("five", {"stones": [["a1"], ["a1"]]}),
    ("draughts", {"missed": ["c3"]}),
    ("draughts", {"corrected": True}),
    ("draughts", {"corrected": 0}),
    ("draughts", {"plies": 10**6}),
    ("chess", {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}),
    ("chess", {"seen": ["x"]}),
    ("solitaire", {"pegs": ""}),
]


@pytest.mark.parametrize(("key", "change"), FORGED)
def test_a_start_that_cannot_be_is_refused(key, change):
    rules = registry.get(key)
    seats = min(rules.seats)
    good = rules.dump(rules.start(seats, {}))
    assert rules.load(good) == rules.start(seats, {})
    refused(rules, {**good, **change})


def test_a_series_refuses_legs_that_are_out_of_place():
    for key in registry.keys():  # noqa: SIM118
        rules = registry.get(key)
        if as_series(rules) is None:
            continue
        options = option_sets(rules)[0]
        over = random_match(rules, options, 1)[0][-1]
        dump = json.loads(json.dumps(rules.dump(over)))
        refused(rules, {**dump, "finished": []})
        refused(rules, {**dump, "finished": dump["finished"] * 2})
        refused(rules, {**dump, "running": dump["finished"][0]})
