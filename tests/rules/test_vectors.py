"""The rule book's cases, read from the file `RULE_VECTORS` names (default: the one beside this).

Every case of a ruleset on offer is run; the games not on offer yet are listed here by name.
"""

import json
import os
from pathlib import Path

import pytest

from games.rules import registry
from games.rules.base import BadOption, IllegalMove, MalformedMove
from games.rules.series import LegResult, SeriesFrame, SeriesState, advance_frame, as_series
from tests.rules import (
    vectors_ampel,
    vectors_bag,
    vectors_chess,
    vectors_draughts,
    vectors_five,
    vectors_goose,
    vectors_halma,
    vectors_mensch,
    vectors_mill,
    vectors_solitaire,
    vectors_tri_plan,
    vectors_triad,
)

VECTORS = Path(os.environ.get("RULE_VECTORS") or Path(__file__).with_name("vectors.json"))

NOT_YET_OFFERED: set[str] = set()

# One adapter a family: how the file's cases are put to the kernel and what they expect.
ADAPTERS: dict = {
    "halma": vectors_halma.check,
    "schach": vectors_chess.check,
    "gaensespiel": vectors_goose.check,
    "madn": vectors_mensch.check,
    "madn_team": vectors_mensch.check,
    "dame": vectors_draughts.check,
    "fuenf": vectors_five.check,
    "solitaire": vectors_solitaire.check,
    "muehle": vectors_mill.check,
    "ampel": vectors_ampel.check,
    "triad": vectors_triad.check,
    "tri_plan": vectors_tri_plan.check,
    "traffic_lights.bag": vectors_bag.check,
}

ENDINGS = {"tie_after_extra_rounds": "tie_after_extra_legs"}
GAUGES = {"N": "above", "E": "right of", "S": "below", "W": "left of"}


def _family(vector):
    bag = vector["game"] == "traffic_lights" and vector["options"].get("bag")
    return "traffic_lights.bag" if bag else vector["game"]


def _cases(family):
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    return [pytest.param(each, id=each["id"]) for each in cases if _family(each) == family]


def test_every_game_of_the_file_is_run_or_listed_as_not_yet_offered():
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    assert {_family(each) for each in cases} <= NOT_YET_OFFERED | {"traffic_lights", *ADAPTERS}


def test_no_game_is_listed_as_missing_once_it_is_on_offer():
    offered = set(registry.keys()) | {key.partition(".")[0] for key in registry.keys()}  # noqa: SIM118
    bags = {key for key in offered if key.endswith(".bag")}
    assert not NOT_YET_OFFERED & (offered | ({"traffic_lights.bag"} if bags else set()))


@pytest.mark.parametrize("vector", _cases("traffic_lights"))
def test_traffic_lights_behaves_as_the_rule_book_says(vector):
    given, expect = dict(vector["given"]), dict(vector["expect"])
    series = as_series(registry.get(f"traffic_lights.{vector['options']['variant']}"))
    options = _options(series, vector["options"])
    if "rounds" in given:
        _check_refused_agreement(series, given, expect)
    elif given.get("cell_map"):
        _check_cell_map(series.inner, expect)
    elif given.get("round_just_ended"):
        _check(_after_round(series, options, given), series, expect)
    else:
        _check_action(series, options, given, vector["do"], expect)


@pytest.mark.parametrize("vector", [case for game in ADAPTERS for case in _cases(game)])
def test_a_game_of_the_collection_behaves_as_the_rule_book_says(vector):
    ADAPTERS[_family(vector)](vector)


def _options(series, options):
    named = {"legs": options.get("rounds"), "max_extra_pairs": options.get("max_extra_pairs")}
    return {name: value for name, value in named.items() if value is not None}


def _check_refused_agreement(series, given, expect):
    assert "rounds" in expect.pop("error")
    with pytest.raises(BadOption) as refusal:
        series.start(2, {"legs": given["rounds"]})
    assert refusal.value.name == "legs"
    assert not expect


def _check_cell_map(leg, expect):
    for index, side in enumerate("NESW"):
        state = leg.load(_position({"main": ".../.../...", "strip": "...", "side": side}))
        grid = leg.layout(state)
        at = {cell: (x, y) for y, row in enumerate(grid) for x, cell in enumerate(row)}
        dx, dy = ((0, 1), (-1, 0), (0, -1), (1, 0))[index]
        beside = {place: cell for cell, place in at.items()}
        for strip, words in expect.pop(side).items():
            x, y = at[strip]
            assert f"{GAUGES[side]} {beside[x + dx, y + dy]}" == words
    assert not expect


def _frame(options, series, *, leg, totals, starter):
    """Give the book of a match whose earlier legs brought these totals."""
    agreed = {name: option.default for name, option in series.options.items()} | options
    legs, pairs = agreed["legs"], agreed["max_extra_pairs"]
    total = legs if leg <= legs else leg + leg % 2
    return SeriesFrame(starter, leg, total, tuple(totals), (), None, legs, pairs)


def _after_round(series, options, given):
    played, starter = given["round"], given.get("starter_of_round_1", 0)
    assert starter == 0, "seat 0 starts leg 1"
    points = [tuple(given["scores"]) if leg == played else (0, 0) for leg in range(1, played + 1)]
    finished = tuple(
        LegResult(leg, (leg - 1) % 2, each, "line", (), 0) for leg, each in enumerate(points, 1)
    )
    frame = _frame(options, series, leg=played, totals=given["scores"], starter=(played - 1) % 2)
    return SeriesState(series.inner.start(2, {}), advance_frame(frame._replace(finished=finished)))


def _position(given):
    position = {"board": given.get("board", given.get("main")), "turn": given.get("turn", 0)}
    if "strip" in given:
        last = given.get("last_action", given.get("last_non_pass_action"))
        position |= {"strip": given["strip"], "side": given["side"], "slid": last == "slide"}
    return position


def _check_action(series, options, given, do, expect):
    leg = given.get("round", 1)
    starter = (leg - 1) % 2
    seat = given.get("turn", 0)
    inner = series.inner.load(_position({**given, "turn": seat ^ starter}))
    totals = given.get("scores", (0, 0))
    state = SeriesState(inner, _frame(options, series, leg=leg, totals=totals, starter=starter))
    earlier = state
    for text in [do] if isinstance(do, str) else do or []:
        if "error" in expect and text == do:
            _check_refused(series, state, text, expect)
            return
        earlier, state = state, series.play(state, *_action(series, state, text))
    _check(state, series, expect, earlier)


def _action(series, state, text):
    (seat,) = series.awaited(state)
    return seat, series.parse(text)


def _check_refused(series, state, text, expect):
    expect.pop("error")
    before = series.dump(state)
    with pytest.raises((IllegalMove, MalformedMove)):
        series.play(state, *_action(series, state, text))
    assert series.dump(state) == before
    assert not expect


def _check(state, series, expect, earlier=None):
    """Compare everything the case expects; an expectation nobody knows is a failure."""
    ended = earlier is not None and len(state.finished) > len(earlier.finished)
    board = state.finished[-1].final if ended else state.inner
    facts = {
        "board": lambda: series.inner.dump(board)["board"],
        "main": lambda: series.inner.dump(board)["board"],
        "strip": lambda: series.inner.dump(board)["strip"],
        "side": lambda: series.inner.dump(board)["side"],
        "last_action": lambda: "slide" if series.inner.dump(board)["slid"] else "chip",
        "turn": lambda: min(series.awaited(state)),
        "round_over": lambda: ended,
        "scores": lambda: list(state.totals),
        "scored_points": lambda: sum(state.finished[-1].points) if ended else 0,
        "round": lambda: state.leg,
        "rounds_total": lambda: state.legs_total,
        "starter": lambda: state.starter,
        "moves": lambda: sorted(_legal(series, state)),
        "legal": lambda: sorted(_legal(series, state)),
        "count": lambda: len(_legal(series, state)),
    }
    if "result" in expect:
        _check_result(series.outcome(state), expect.pop("result"))
    if "includes" in expect:
        assert set(expect.pop("includes")) <= set(_legal(series, state))
    for name, value in expect.items():
        found = facts[name]()
        assert found == (sorted(value) if name in ("moves", "legal") else value), name


def _check_result(outcome, result):
    if result is None or outcome is None:
        assert outcome is result
        return
    for name, value in result.items():
        if name == "winner":
            assert outcome.winners == (() if value is None else (value,))
        elif name == "reason":
            assert outcome.ending == ENDINGS.get(value, value)
        else:
            assert name == "scores"
            assert list(outcome.points) == value


def _legal(series, state):
    return [
        series.spell(move) for seat in series.awaited(state) for move in series.moves(state, seat)
    ]
