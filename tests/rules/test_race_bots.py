"""The players of the races, measured against random play at tables of every size."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.families import strategies as bots
from games.families.mensch.pawns import State, legal_steps
from games.families.mensch.standing import choose_move
from games.rules import registry
from tests.sampling import at_length, sampled

# Ruleset, options, seats, player, matches, wins that are wanted (a fair share would be 1 / seats).
TABLES = [
    ("mensch", {"mode": "two_by_two"}, 2, "racer", 60, 0.8),
    ("mensch", {"mode": "two_colours"}, 2, "racer", 60, 0.65),
    ("mensch", {"mode": "neutral3"}, 3, "racer", 60, 0.7),
    ("mensch", {"mode": "four", "play_for_places": False}, 4, "racer", 60, 0.4),
    (
        "mensch",
        {"mode": "two_by_two", "barriers": True, "forced_capture": "huff"},
        2,
        "racer",
        40,
        0.8,
    ),
    ("mensch.team", {}, 4, "racer", 60, 0.55),
    ("mensch", {"mode": "two_by_two"}, 2, "standing", 60, 0.6),
    ("halma", {}, 2, "runner", 4, 1.0),
    ("halma", {}, 2, "runner", 40, 1.0),
    ("halma", {}, 3, "runner", 40, 1.0),
]
USUAL = [TABLES[0], *[table for table in TABLES if table[3] != "racer"][:2]]


def winners(rules, options, seats, players, seed):
    """Play one match and give the seats of the best rank."""
    chance, state = Random(seed), rules.start(seats, options)
    while awaited := rules.awaited(state):
        (seat,) = awaited
        if seat < 0:
            lots, weights = zip(*rules.lots(state), strict=True)
            move = chance.choices(lots, weights)[0]
        else:
            move = players[seat].choose(rules, state, seat, chance)
        state = rules.play(state, seat, move)
    return rules.outcome(state).winners


@pytest.mark.parametrize(
    ("key", "options", "seats", "name", "matches", "share"), sampled(TABLES, USUAL)
)
def test_the_player_beats_random_play_by_a_wide_margin(key, options, seats, name, matches, share):
    rules, player, other = registry.get(key), bots.get(name), bots.get("random")
    won = 0
    for seed in range(matches):
        own = seed % seats
        side = {own, own ^ 2} if key == "mensch.team" else {own}
        players = {seat: player if seat in side else other for seat in range(seats)}
        won += own in winners(rules, options, seats, players, seed)
    fair = "1/2" if key == "mensch.team" else f"1/{seats}"
    print(f"{key} {options}: {name} won {won} of {matches} (fair {fair})")
    assert won >= share * matches


@pytest.mark.parametrize(
    ("key", "name"),
    sampled([("mensch.team", "racer"), ("halma", "runner"), ("mensch", "racer")], 2),
)
def test_the_same_chance_plays_the_same_match(key, name):
    rules, player = registry.get(key), bots.get(name)

    def ledger(seed):
        chance, state = Random(seed), rules.start(min(rules.seats), {})
        spelled: list[str] = []
        while (awaited := rules.awaited(state)) and len(spelled) < 60:
            (seat,) = awaited
            if seat < 0:
                move = chance.choice(rules.moves(state, seat))
            else:
                move = player.choose(rules, state, seat, chance)
                assert move in rules.moves(state, seat)
            spelled.append(rules.spell(move))
            state = rules.play(state, seat, move)
        return spelled

    assert ledger(1) == ledger(1)
    assert ledger(1) != ledger(2)


def test_the_runner_passes_where_it_must_and_wins_where_it_can():
    halma, runner = registry.get("halma"), bots.get("runner")
    dumped = halma.dump(halma.start(2, {}))
    shut = halma.load({**dumped, "men": ["a1", "b1 b2 c1 c2 c3"], "seen": []})
    assert halma.spell(runner.choose(halma, shut, 0, Random(1))) == "pass"
    men = ["m5 n2 n3 n4 o1 o2 o3 p1 p2 q1", "d1"]
    near = halma.load({**dumped, "men": men, "seen": []})
    assert halma.spell(runner.choose(halma, near, 0, Random(1))) == "m5-n1"


@pytest.mark.long
def test_a_part_of_the_planner_beats_the_runner():
    halma, runner = registry.get("halma"), bots.get("runner")
    planner: Any = bots.get("planner")
    won = 0
    for seed in range(4):
        own = seed % 2
        players = {own: replace(planner, nodes=4_000), 1 - own: runner}
        won += winners(halma, {}, 2, players, seed) == (own,)
    print(f"halma: planner (4000) won {won} of 4 against the runner")
    assert won >= 3
    state = halma.start(2, {})
    for ply in range(24):
        state = halma.play(state, ply % 2, runner.choose(halma, state, ply % 2, Random(ply)))
    assert planner.choose(halma, state, 0, Random(1)) in halma.moves(state, 0)


def test_the_planner_runs_where_three_play():
    halma = registry.get("halma")
    state = halma.start(3, {})
    seeds = range(9 if at_length() else 3)
    moves = {halma.spell(bots.get("planner").choose(halma, state, 0, Random(s))) for s in seeds}
    assert moves <= set(map(halma.spell, halma.moves(state, 0)))


def rolled(words, roll, options=None, **pawns):
    """Give the move that words choose for yellow."""
    agreed = registry.get("mensch").start(4, {"mode": "four", **(options or {})}).table
    own = tuple(tuple(sorted(pawns.get(letter, (-1,) * 4))) for letter in "YGRB")
    state = State(agreed, own, 0)
    return choose_move(state._replace(roll=roll, steps=legal_steps(state, roll)), words.split())


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("hit", "5"),
        ("front", "b"),
        ("rear", "5"),
        ("home front", "b"),
        ("20", "20"),
        ("17 20", "20"),
        ("e 20", "20"),
        ("safe", "b"),
        ("hold front", None),
        ("17", None),
    ],
)
def test_standing_words_choose_the_first_that_applies(words, move):
    assert rolled(words, 2, Y=(5, 20, 30, 41), G=(37, -1, -1, -1), B=(16, -1, -1, -1)) == move


def test_standing_words_know_the_better_victim_the_safer_field_and_entering():
    foes = {"G": (37, 12, -1, -1)}
    assert rolled("hit", 2, Y=(5, 20, 30, 43), **foes) == "5"
    assert rolled("safe", 2, Y=(5, 18, 42, 43), G=(8, 34, -1, -1)) == "18"
    assert rolled("safe", 1, Y=(5, 20, 42, 43), R=(38, -1, -1, -1)) == "5"
    assert rolled("e", 6, {"forced_capture": "huff"}, Y=(5, -1, -1, -1), G=(1, 2, 3, 4)) == "enter"
    assert rolled("hold", 1, Y=(5, 41, 42, 43)) == "5"


def test_every_race_names_its_players():
    assert bots.for_ruleset("goose") == ["random"]
    assert bots.for_ruleset("mensch") == bots.for_ruleset("mensch.team")
    assert {"random", "standing", "racer"} < set(bots.for_ruleset("mensch"))
    assert {"random", "runner", "planner"} < set(bots.for_ruleset("halma"))
