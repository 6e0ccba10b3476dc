"""The computer players: legal, repeatable, and each clearly stronger than the one before."""

from random import Random

import pytest

from games.bots.search import Search, SearchRun, compute_lead
from games.families import strategies as bots
from games.families.registry import family_of
from games.families.traffic_lights import bots as traffic_lights
from games.rules import registry
from tests.rules.table import leg_of
from tests.sampling import at_length, sampled

ALL = [key for key in registry.keys() if key.startswith("traffic_lights.")]  # noqa: SIM118
KEYS = [key for key in ALL if not key.endswith(".bag")]
STRATEGIES = ["random", *(each.key for each in traffic_lights.STRATEGIES)]
PAIRED = {"legs": 2, "max_extra_pairs": 0}
MATCHES = 100


def play(rules, options, strategies, seed):
    """Play one match; every choice is checked against the legal moves."""
    chance = Random(seed)
    state = rules.start(2, options)
    while awaited := rules.awaited(state):
        (seat,) = awaited
        move = bots.get(strategies[seat]).choose(rules, state, seat, chance)
        assert move in rules.moves(state, seat)
        state = rules.play(state, seat, move)
    return state


def duel(rules, weaker, stronger):
    """Count wins, ties and losses of the stronger over matches with changing seats."""
    wins = ties = 0
    for seed in range(MATCHES):
        seats = (weaker, stronger) if seed % 2 else (stronger, weaker)
        ranks = rules.outcome(play(rules, PAIRED, seats, seed)).ranks
        own = ranks[seats.index(stronger)]
        ties += ranks[0] == ranks[1]
        wins += own == 1 and ranks[0] != ranks[1]
    return wins, ties, MATCHES - wins - ties


@pytest.mark.parametrize("key", sampled(["simple", "slider"], 1))
def test_the_search_of_the_bag_skips_only_draws_that_decide_nothing(key):
    leg = leg_of(f"{key}.bag")
    chance = Random(4)
    state = leg.start(2, {})
    for _ in range(30):
        if not leg.awaited(state):
            break
        (seat,) = leg.awaited(state)
        if seat >= 0:
            quick, thorough = (
                Search("probe", 2, lots_decide=decide).choose(leg, state, seat, Random(1))
                for decide in (False, True)
            )
            assert quick == thorough
        state = leg.play(state, seat, chance.choice(leg.moves(state, seat)))


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("weaker", "stronger"), [("random", "greedy"), ("greedy", "two_ply")])
def test_every_player_beats_the_one_before_it_by_a_wide_margin(key, weaker, stronger):
    wins, ties, losses = duel(registry.get(key), weaker, stronger)
    print(f"{key}: {stronger} over {weaker} {wins} won, {ties} tied, {losses} lost of {MATCHES}")
    assert wins >= 75
    assert losses <= 5


EVERY = [(strategy, key) for strategy in STRATEGIES for key in KEYS]
PAIRS = list(zip(STRATEGIES, KEYS[::-1], strict=True))


@pytest.mark.parametrize(("strategy", "key"), sampled(EVERY, PAIRS))
def test_a_player_finishes_series_with_tie_breaks_by_legal_moves_alone(key, strategy):
    rules = registry.get(key)
    for seed in range(5 if at_length() else 2):
        options = {"legs": 4, "max_extra_pairs": 3}
        state = play(rules, options, (strategy, "two_ply"), seed)
        assert rules.outcome(state) is not None


@pytest.mark.long
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_same_chance_plays_the_same_match(strategy):
    rules = registry.get("traffic_lights.slider")
    first, again, other = (play(rules, {}, (strategy, strategy), seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("strategy", ["greedy", "two_ply"])
def test_thinking_players_take_the_best_line_in_reach(strategy):
    leg = leg_of("4x3")
    state = leg.load({"board": "YYR/.../R../R..", "turn": 0})
    for seed in range(20 if at_length() else 5):
        move = bots.get(strategy).choose(leg, state, 0, Random(seed))
        assert leg.spell(move) == "c4"


def test_greedy_gives_no_yellow_line_away_but_overlooks_cheaper_ones():
    leg = leg_of("4x3")
    state = leg.load({"board": "Y../.../Y../...", "turn": 0})
    greedy = bots.get("greedy")
    chosen = {leg.spell(greedy.choose(leg, state, 0, Random(seed))) for seed in range(200)}
    assert "a3" not in chosen
    cheaper = leg.load({"board": "R../.../.../...", "turn": 0})
    chosen = {leg.spell(greedy.choose(leg, cheaper, 0, Random(seed))) for seed in range(200)}
    assert {"a3", "a2", "b4"} <= chosen


def test_two_ply_gives_a_line_away_only_when_it_must():
    leg = leg_of("simple")
    state = leg.load({"board": "RR./.../Y..", "turn": 0})
    for seed in range(50 if at_length() else 10):
        own = bots.get("two_ply").choose(leg, state, 0, Random(seed))
        assert leg.spell(own) == "c3"


def test_the_search_likes_a_win_sooner_and_a_loss_later():
    leg = leg_of("simple")
    ended = leg.load({"board": "RRR/.../...", "turn": 1})
    wide = (-(10**6), 10**6)
    won = [SearchRun(leg).value(ended, 0, plies_left, wide) for plies_left in (0, 1, 2)]
    lost = [SearchRun(leg).value(ended, 1, plies_left, wide) for plies_left in (0, 1, 2)]
    assert won == sorted(set(won))
    assert lost == sorted(set(lost), reverse=True)
    assert min(won) > 0 > max(lost)


def _exhaustive(rules, state, seat, depth):
    if compute_lead(rules, state, seat) or depth == 0:
        return compute_lead(rules, state, seat)
    return max(
        -_exhaustive(rules, rules.play(state, seat, move), 1 - seat, depth - 1)
        for move in rules.moves(state, seat)
    )


@pytest.mark.parametrize("variant", ["simple", "4x3", "slider"])
def test_the_search_finds_what_looking_at_everything_finds(variant):
    leg = leg_of(variant)
    chance = Random(5)
    for _ in range(20 if at_length() else 5):
        state, seat = leg.start(2, {}), 0
        for _ in range(chance.randrange(3, 12)):
            if leg.awaited(state):
                (seat,) = leg.awaited(state)
                state = leg.play(state, seat, chance.choice(leg.moves(state, seat)))
        if not leg.awaited(state):
            continue
        (seat,) = leg.awaited(state)
        move = Search("probe", 3).choose(leg, state, seat, chance)
        after = leg.play(state, seat, move)
        assert -_exhaustive(leg, after, 1 - seat, 2) == _exhaustive(leg, state, seat, 3)


@pytest.mark.parametrize(
    "key", [key for key in registry.offered_keys() if min(registry.get(key).seats) > 1]
)
def test_every_game_of_skill_has_four_levels_in_the_order_of_their_strength(key):
    family = family_of(key)
    own = ["random", *(each.key for each in family.strategies)]
    assert len(own) == (1 if registry.get(key).pool is None else 4)
    for figures in family.measured.values():
        assert set(figures) == set(own)
        assert [figures[each] for each in own] == sorted(figures.values())


def test_every_ruleset_has_players_from_weak_to_strong():
    for key in ALL:
        assert bots.for_ruleset(key) == ["random", "greedy", "two_ply", "far_sighted"]
    with pytest.raises(KeyError):
        bots.for_ruleset("ludo")
    with pytest.raises(KeyError):
        bots.get("perfect")
