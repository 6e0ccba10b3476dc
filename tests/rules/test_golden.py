"""Recorded matches, at least one a ruleset: each must replay to its end for ever."""

import json
from pathlib import Path

import pytest

from games.rules import registry
from games.rules.series import as_series, legs_ended_between

GOLDEN = Path(__file__).with_name("golden")
HEADER = ("ruleset", "options", "seats")


def _recorded(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split(" ", 1) for line in lines if line]


def _leg_text(result):
    lines = " ".join(f"{'-'.join(line.cells)}={line.colours}" for line in result.lines)
    return f"{result.points[0]}:{result.points[1]} {lines}"


def _outcome_text(outcome):
    ranks = " ".join(map(str, outcome.ranks))
    return f"{outcome.ending} ranks {ranks} points {':'.join(map(str, outcome.points))}"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_the_recorded_match_replays_to_the_recorded_end(path):
    record = _recorded(path)
    facts = {word: rest for word, rest in record if word in HEADER}
    rules = registry.get(facts["ruleset"])
    seats = int(facts.get("seats", min(rules.seats)))
    state = rules.start(seats, json.loads(facts["options"]))
    ended: tuple = ()
    for word, rest in [line for line in record if line[0] not in HEADER]:
        if word == "leg":
            assert state.leg == int(rest)
        elif word == "ends":
            assert [_leg_text(result) for result in ended] == [rest]
        elif word == "outcome":
            assert _outcome_text(rules.outcome(state)) == rest
        else:
            assert rules.awaited(state) == {int(word)}
            before, state = state, rules.play(state, int(word), rules.parse(rest))
            ended = legs_ended_between(before, state) if as_series(rules) else ()
    assert rules.outcome(state) is not None


@pytest.mark.parametrize("key", registry.keys())
def test_every_ruleset_has_a_recorded_match_under_its_own_name(key):
    assert ["ruleset", key] in _recorded(GOLDEN / f"{key}.txt")
