"""The players of the families, measured against random play over seeded matches."""

from dataclasses import replace
from random import Random

import pytest

from games.families import strategies as bots
from games.rules import registry
from tests.sampling import at_length, sampled

MATCHES = 40 if at_length() else 15
# Ruleset, options, player; each plays here with a small part of its budget, to save time.
DUELS = [
    ("chess", {}, "chess_search", 400),
    ("draughts", {}, "draughts_search", 300),
    ("draughts", {"capture_rule": "huff"}, "draughts_search", 300),
    ("five", {}, "five_builder", None),
    ("five", {"size": 15}, "five_builder", None),
    ("mill", {}, "mill_search", 300),
    ("triad", {}, "triad_search", 300),
    ("mill", {"mill_protection": "tournament"}, "mill_search", 300),
]


def play(rules, options, players, seed):
    """Play one match between two players and give the ranks."""
    chance = Random(seed)
    state = rules.start(2, options)
    while awaited := rules.awaited(state):
        (seat,) = awaited
        player = players[seat] if seat >= 0 else bots.get("random")
        state = rules.play(state, seat, player.choose(rules, state, seat, chance))
    return rules.outcome(state).ranks


def weaker(player, budget):
    """Give the same player with a smaller budget, where it has one."""
    return replace(player, nodes=budget) if budget else player


EASY = [duel for duel in DUELS if duel[0] == "five"]  # the others under --long


@pytest.mark.parametrize(("key", "options", "name", "budget"), sampled(DUELS, EASY[:1]))
def test_a_fraction_of_the_player_beats_random_play_by_a_wide_margin(key, options, name, budget):
    thinker, other = weaker(bots.get(name), budget), bots.get("random")
    wins = ties = 0
    for seed in range(MATCHES):
        seat = seed % 2
        ranks = play(registry.get(key), options, [other, thinker][:: 1 if seat else -1], seed)
        ties += ranks[0] == ranks[1]
        wins += ranks[seat] == 1 and ranks[0] != ranks[1]
    lost = MATCHES - wins - ties
    print(f"{key} {options}: {name} ({budget}) {wins} won, {ties} tied, {lost} lost of {MATCHES}")
    assert wins >= 0.9 * MATCHES


PLAIN = [duel for duel in DUELS if not duel[1]]


@pytest.mark.parametrize(("key", "options", "name", "budget"), sampled(DUELS, PLAIN))
def test_a_small_part_of_the_player_answers_legally_and_repeatably(key, options, name, budget):
    rules, chance = registry.get(key), Random(3)
    player = weaker(bots.get(name), budget and 40)
    state = rules.start(2, options)
    for ply in range(46):
        if not (awaited := rules.awaited(state)):
            break
        (seat,) = awaited
        moves = rules.moves(state, seat)
        if ply % 10 == 5 and seat >= 0:
            move = player.choose(rules, state, seat, Random(ply))
            assert move == player.choose(rules, state, seat, Random(ply))
            assert move in moves
        else:
            move = chance.choice(moves)
        state = rules.play(state, seat, move)


@pytest.mark.long
@pytest.mark.parametrize(("key", "options", "name", "budget"), DUELS)
def test_the_whole_player_answers_legally_and_repeatably(key, options, name, budget):
    rules, player, chance = registry.get(key), bots.get(name), Random(3)
    state, plies = rules.start(2, options), 0
    while (awaited := rules.awaited(state)) and plies < 46:
        (seat,) = awaited
        if plies % 10 == 5 and seat >= 0:
            move = player.choose(rules, state, seat, Random(plies))
            assert move == player.choose(rules, state, seat, Random(plies))
            assert move in rules.moves(state, seat)
        else:
            move = chance.choice(rules.moves(state, seat))
        state, plies = rules.play(state, seat, move), plies + 1
