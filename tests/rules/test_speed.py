"""How many plies a second the kernel plays: awaited, moves, play and outcome for each."""

import time

import pytest

from games.rules import registry
from games.rules.base import fitting_seats
from tests.rules.table import leg_of, random_match

# A floor far below what an idle machine does (about half a million and more): it catches a slip
# of the kernel into another order of magnitude, not a busy neighbour.
FLOOR = 50_000
BAG_FLOOR = 20_000  # with the bag every turn on offer is tried for lines first


def plies_per_second(rules, options, matches):
    """Time the best of three passes over recorded random matches."""
    parsed = [
        [(seat, rules.parse(text)) for seat, text in random_match(rules, options, seed)[1]]
        for seed in range(matches)
    ]
    awaited, moves, play, outcome = rules.awaited, rules.moves, rules.play, rules.outcome
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        for ledger in parsed:
            state = rules.start(fitting_seats(rules, options), options)
            for seat, move in ledger:
                awaited(state)
                moves(state, seat)
                state = play(state, seat, move)
                outcome(state)
        best = min(best, time.perf_counter() - begun)
    return sum(map(len, parsed)) / best


KEYS = [key for key in registry.keys() if key.startswith("traffic_lights.")]  # noqa: SIM118


@pytest.mark.parametrize("key", KEYS)
def test_the_kernel_is_fast_enough_for_bots_and_analysis(key):
    variant = key.partition(".")[2]
    match = plies_per_second(registry.get(key), {}, 400)
    leg = plies_per_second(leg_of(variant), {}, 400)
    print(f"{key}: {match:,.0f} plies/s as a match, {leg:,.0f} as a bare leg")
    floor = BAG_FLOOR if key.endswith(".bag") else FLOOR
    assert match > floor
    assert leg > floor


RACES = {"goose": {}, "mensch": {"mode": "four"}, "mensch.team": {}, "halma": {}}
RACE_FLOOR = 3_000


@pytest.mark.parametrize("key", RACES)
def test_the_races_are_fast_enough_for_playouts(key):
    speed = plies_per_second(registry.get(key), RACES[key], 5)
    print(f"{key}: {speed:,.0f} plies/s")
    assert speed > RACE_FLOOR


# Far below what an idle machine does: 60 to 200 thousand; moving stones on 15x15 lists 3000 moves.
FAMILIES = [
    ("mill", {}, 8_000),
    ("draughts", {}, 3_000),
    ("draughts", {"capture_rule": "huff"}, 1_500),
    ("five", {}, 3_000),
    ("five", {"size": 15}, 600),
    ("solitaire", {}, 15_000),
]


@pytest.mark.parametrize(("key", "options", "floor"), FAMILIES)
def test_the_kernels_of_the_collection_are_fast_enough(key, options, floor):
    speed = plies_per_second(registry.get(key), options, 20)
    print(f"{key} {options}: {speed:,.0f} plies/s")
    assert speed > floor
