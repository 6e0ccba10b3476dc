"""Dumped states of the races: what cannot have been written is refused, what was is read."""

import json
from random import Random

import pytest

from games.rules import registry
from games.rules.base import BadState

RACES = {"goose": 4, "mensch": 3, "mensch.team": 4, "halma": 3}
NONSENSE: list[object] = [None, 7, "a1", [], {}, {"men": 3}, {"pawns": [[1]]}, {"squares": "x"}]


@pytest.mark.parametrize("key", RACES)
@pytest.mark.parametrize("written", NONSENSE, ids=repr)
def test_nonsense_is_no_state(key, written):
    with pytest.raises(BadState):
        registry.get(key).load(written)


@pytest.mark.parametrize("key", RACES)
def test_a_state_with_a_part_missing_or_of_the_wrong_kind_is_refused(key):
    rules = registry.get(key)
    dumped = rules.dump(rules.start(RACES[key], {}))
    first = next(iter(dumped))
    for written in ({**dumped, first: 5}, {**dumped, "turn": "x"}, {**dumped, first: None}):
        with pytest.raises(BadState):
            rules.load(written)


@pytest.mark.parametrize("key", RACES)
def test_every_state_of_a_full_table_survives_its_dump(key):
    rules, chance = registry.get(key), Random(4)
    state = rules.start(RACES[key], {})
    for _ in range(250):
        if not rules.awaited(state):
            break
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, chance.choice(rules.moves(state, seat)))
        again = rules.load(json.loads(json.dumps(rules.dump(state))))
        assert again == state
        for each in range(RACES[key]):
            assert rules.moves(again, each) == rules.moves(state, each)
