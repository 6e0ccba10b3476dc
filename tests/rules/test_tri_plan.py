"""TRI-Plan: one test per ruling, a slow second board, auctions and contracts."""

from random import Random

import pytest

from games.families import strategies as bots
from games.families.tri_plan.hexagon import name_of, neighbours, point_count, points_on
from games.families.tri_plan.rules import RESIGN, TriPlan
from games.families.tri_plan.turns import next_turns, points_of, start_turn
from games.rules.base import BadState, IllegalMove, MalformedMove
from games.rules.grid import bit_indexes
from tests.sampling import at_length, sampled

RULES = TriPlan()


def board(edge=3, turn=0, **more):
    stones = [more.pop(colour, "") for colour in "GYB"]
    start = RULES.dump(RULES.start(3, {"edge": edge}))
    return RULES.load(start | {"stones": stones, "turn": turn} | more)


def after(state, *texts):
    for text in texts:
        (seat,) = RULES.awaited(state)
        state = RULES.play(state, seat, RULES.parse(text))
    return state


def act(state, seat, text):
    return RULES.play(state, seat, RULES.parse(text))


def refused(state, text, seat=None):
    with pytest.raises(IllegalMove) as refusal:
        act(state, min(RULES.awaited(state)) if seat is None else seat, text)
    return refusal.value.code


def stones(state):
    return tuple(" ".join(sorted(each.split())) for each in RULES.dump(state)["stones"])


def contract(**more):
    return act(act(act(act(board(**more), 1, "resign"), 0, "bid 5"), 1, "bid 0"), 2, "bid 3")


# A second board: coordinates and sets instead of bits.


def plain_points(edge):
    rows = range(1, 2 * edge)
    return {
        (row, number)
        for row in rows
        for number in range(max(1, row - edge + 1), min(2 * edge - 1, row + edge - 1) + 1)
    }


def plain_beside(point, points):
    row, number = point
    steps = ((0, -1), (0, 1), (1, 0), (1, 1), (-1, 0), (-1, -1))
    return {(row + dr, number + dn) for dr, dn in steps} & points


def plain_group(colours, seed, points):
    """Give a group and what lies beside it, None for empty points."""
    found, open_ends = {seed}, [seed]
    while open_ends:
        for each in plain_beside(open_ends.pop(), points) - found:
            if colours.get(each) == colours[seed]:
                found.add(each)
                open_ends.append(each)
    return found, [colours.get(e) for p in found for e in plain_beside(p, points) - found]


def plain_set(colours, point, own, points):
    """Set a stone by the words of the rule book; None for suicide."""
    colours = {**colours, point: own}
    gone: set = set()
    for each in plain_beside(point, points):
        if colours.get(each, own) != own:
            group, touching = plain_group(colours, each, points)
            gone |= set() if None in touching else group
    group, touching = plain_group(colours, point, points)
    if not gone and None not in touching:
        if len(set(touching)) < 2:
            return None
        gone = group
    return {place: colour for place, colour in colours.items() if place not in gone}


@pytest.mark.parametrize("edge", sampled([3, 4], 1))
def test_a_second_implementation_agrees_on_every_stone_of_random_matches(edge):
    points = plain_points(edge)
    for seed in range(6 if at_length() else 2):
        chance, state = Random(seed), RULES.start(3, {"edge": edge})
        colours: dict = {}
        earlier: list = [{}]
        while not state.ending:
            own, turn = state.turn, start_turn(state)
            able = {}
            for row, number in points - colours.keys():
                left = plain_set(colours, (row, number), own, points)
                if left is not None and left not in earlier:
                    able[32 * (row - 1) + number] = left
            assert {point for point, _ in next_turns(state, turn)} == set(able)
            if not able or chance.random() < 0.05:
                state = after(state, "pass")
                continue
            point = chance.choice(sorted(able))
            state, colours = RULES.play(state, own, (point,)), able[point]
            earlier.append(colours)


@pytest.mark.parametrize(
    ("edge", "count"), [(3, 19), (4, 37), (5, 61), (6, 91), (9, 217), (12, 397)]
)
def test_every_size_has_its_points_and_only_neighbours_touch(edge, count):
    points = plain_points(edge)
    assert points_on(edge).bit_count() == point_count(edge) == count == len(points)
    assert count == len(RULES.moves(RULES.start(3, {"edge": edge}), 0)) - 1
    for row, number in points:
        found = bit_indexes(neighbours(1 << 32 * (row - 1) + number, points_on(edge)))
        assert {(n // 32 + 1, n % 32) for n in found} == plain_beside((row, number), points)


@pytest.mark.long
@pytest.mark.parametrize("edge", sampled([6, 9, 12], 1))
def test_three_players_finish_a_match_on_the_large_boards(edge):
    chance, state = Random(edge), RULES.start(3, {"edge": edge})
    player = bots.get("tri_plan_settler")
    while not state.ending:
        (seat,) = RULES.awaited(state)
        state = RULES.play(state, seat, player.choose(RULES, state, seat, chance))
    assert RULES.load(RULES.dump(state)) == state
    assert RULES.outcome(state).ending in ("count", "turn_cap")


def test_green_is_seat_0_and_begins():
    assert RULES.awaited(RULES.start(3, {})) == {0}
    assert stones(after(RULES.start(3, {}), "e5", "f6", "pass")) == ("e5", "f6", "")


def test_the_edge_has_no_colour_and_a_corner_is_dead_by_one_enemy():
    state = board(edge=3, Y="a1", G="a2 b1")
    taken = after(state, "b2")
    assert taken.prisoners == (1, 0, 0)
    assert taken.credits == (0, 0, 0)


def test_a_group_touched_by_both_enemies_is_expelled_and_earns_a_stone():
    state = board(edge=3, Y="a1", G="a2 b1", B="e5")
    assert stones(after(state, "b2"))[1] == ""
    mixed = board(edge=3, Y="a1", G="a2 b2", B="e5", turn=2)
    done = after(mixed, "b1")
    assert (done.credits, done.prisoners) == ((0, 1, 0), (0, 0, 0))
    assert stones(after(mixed, "b1 c3"))[2] == "b1 c3 e5"
    assert refused(mixed, "b1 c3 d4") == "no_stone_left"


def test_expelled_stones_are_set_in_the_next_turn_or_lapse():
    owed = board(edge=3, turn=1, credits=[0, 3, 0])
    assert stones(after(owed, "a1 c3 e5"))[1] == "a1 c3 e5"
    assert refused(owed, "a1 c3 e5 e4") == "no_stone_left"
    assert after(owed, "a1").credits == after(owed, "pass").credits == (0, 0, 0)


def test_a_turn_is_refused_as_a_whole():
    owed = board(edge=3, turn=1, credits=[0, 3, 0], G="c3")
    assert refused(owed, "a1 c3") == "point_taken"
    assert refused(owed, "a1 a9") == "no_such_point"
    assert stones(owed) == ("c3", "", "")


def test_suicide_is_refused_and_expelling_oneself_waits_for_the_next_turn():
    assert refused(board(edge=3, Y="a2 b1 b2"), "a1") == "suicide"
    done = after(board(edge=3, Y="a2 b1", B="b2"), "c3")
    gone = after(board(edge=3, G="a1", Y="b1 b3", B="b2 a3"), "a2")
    assert (gone.credits, gone.turn) == ((2, 0, 0), 1)
    assert stones(after(gone, "pass", "pass", "e5 d4"))[0] == "d4 e5"
    assert refused(after(done, "pass", "pass"), "a1") == "repetition"


def test_three_passes_count_stones_regions_and_prisoners():
    state = board(edge=3, G="a2 b1 b2", Y="e5", prisoners=[0, 0, 4])
    ended = after(state, "pass", "pass", "pass")
    outcome = RULES.outcome(ended)
    assert (outcome.points, outcome.ranks, outcome.ending) == ((4, 1, 4), (1, 3, 1), "count")
    assert not RULES.awaited(ended)


def test_an_empty_board_belongs_to_nobody():
    assert points_of(RULES.start(3, {})) == (0, 0, 0)


def test_after_six_turns_a_point_the_match_is_counted():
    state = board(edge=3, G="c3", turns=6 * 19 - 1)
    assert RULES.outcome(after(state, "a1")).ending == "turn_cap"


def test_maxima_are_secret_while_the_auction_runs():
    state = act(act(board(), 2, "resign"), 0, "bid 30")
    assert RULES.awaited(state) == {1, 2}
    for viewer in (None, 1, 2):
        seen = RULES.seen_by(state, viewer)
        assert "30" not in str(RULES.dump(seen)["auction"])
        assert RULES.awaited(seen) == {1, 2}
        assert RULES.load(RULES.dump(seen)) == seen
    assert RULES.seen_by(state, 0).auction.maxima == (30, -1, -1)
    other = act(act(board(), 2, "resign"), 0, "bid 7")
    assert RULES.seen_by(other, 1) == RULES.seen_by(state, 1)
    assert refused(state, "bid 31", 0) == "not_your_turn"
    assert refused(state, "e5", 1) == "bid_first"
    assert refused(state, "resign", 1) == "cannot_resign"


def test_play_goes_on_with_the_same_player_and_the_expelled_stones():
    state = contract(edge=3, turn=1, credits=[0, 2, 0])
    assert (state.holder, state.contract, state.auction) == (0, 3, None)
    assert RULES.awaited(state) == {1}
    assert stones(after(state, "a1 e5"))[1] == "a1 e5"
    assert RULES.load(RULES.dump(state)) == state


def test_without_bids_the_match_is_scored_and_the_resigning_player_is_last():
    state = act(board(edge=3, G="c3 c4", Y="a1"), 0, "resign")
    for seat in range(3):
        state = act(state, seat, "bid 0")
    outcome = RULES.outcome(state)
    assert (outcome.ending, outcome.ranks) == ("no_bids", (3, 1, 2))


@pytest.mark.parametrize(
    ("prisoners", "ranks", "ending"),
    [([3, 9, 9], (1, 2, 2), "contract_made"), ([2, 0, 0], (3, 1, 1), "contract_failed")],
)
def test_a_contract_alone_decides_who_has_won(prisoners, ranks, ending):
    state = after(contract(edge=3, prisoners=prisoners), "pass", "pass", "pass")
    outcome = RULES.outcome(state)
    assert (outcome.ranks, outcome.ending) == (ranks, ending)


def test_under_a_contract_resigning_is_giving_up():
    state = contract(edge=3)
    assert RULES.outcome(act(state, 0, "resign")).ranks == (3, 1, 1)
    alone = act(state, 1, "resign")
    assert RULES.outcome(alone) is None
    assert refused(alone, "resign", 1) == "cannot_resign"
    assert RULES.awaited(after(alone, "a1")) == {2}
    both = RULES.outcome(act(alone, 2, "resign"))
    assert (both.ranks, both.ending) == ((1, 2, 2), "opponents_resigned")


def test_an_open_auction_goes_round_until_two_are_out():
    start = RULES.start(3, {"edge": 3, "bidding": "open"})
    state = act(start, 1, "resign")
    assert RULES.awaited(state) == {0}
    state = after(state, "bid 5")
    assert refused(state, "bid 5") == "bid_out_of_range"
    state = after(state, "bid 6", "pass")
    assert RULES.spell(RULES.moves(state, 0)[1]) == "bid 6"
    state = after(state, "bid 6", "pass")
    assert (state.holder, state.contract, state.auction) == (0, 6, None)


def test_in_an_open_auction_the_last_one_may_still_bid():
    state = act(RULES.start(3, {"edge": 3, "bidding": "open"}), 0, "resign")
    last = after(state, "pass", "pass")
    assert RULES.awaited(last) == {2}
    assert after(last, "bid 1").holder == 2
    assert RULES.outcome(after(last, "pass")).ending == "no_bids"


def test_who_runs_out_of_time_is_last_and_passes():
    state = RULES.retire(board(edge=3, G="c3", Y="a1 a2", B="e5"), 1)
    assert RULES.awaited(after(state, "b2")) == {2}
    outcome = RULES.outcome(after(state, "pass", "pass"))
    assert (outcome.ranks, outcome.ending) == ((1, 3, 1), "count")
    assert RULES.outcome(RULES.retire(state, 0)).ranks == (2, 2, 1)
    assert RULES.retire(state, 1) == state


def test_out_of_time_in_an_auction_is_a_maximum_of_nothing():
    state = act(act(board(edge=3, turn=2), 0, "resign"), 0, "bid 9")
    state = RULES.retire(act(state, 1, "bid 4"), 2)
    assert (state.holder, state.contract) == (0, 4)
    assert RULES.awaited(state) == {0}
    failed = RULES.outcome(after(state, "pass", "pass"))
    assert failed.ending == "contract_failed"
    assert failed.ranks == (2, 1, 2)
    assert RULES.outcome(RULES.retire(state, 0)).ending == "holder_resigned"


def test_out_of_time_in_an_open_auction_takes_the_bid_back():
    state = act(RULES.start(3, {"edge": 3, "bidding": "open"}), 0, "resign")
    state = RULES.retire(after(state, "bid 5"), 0)
    assert RULES.awaited(state) == {1}
    assert after(state, "bid 1", "pass").contract == 1


def test_resigning_is_possible_out_of_turn_and_never_listed():
    state = board()
    for seat in range(3):
        assert RULES.can_resign(state, seat)
        assert RESIGN not in RULES.moves(state, seat)
        assert RULES.play(state, seat, RESIGN).auction.caller == seat
    assert refused(state, "bid 3") == "no_auction"


def test_every_listed_turn_of_several_stones_can_be_played():
    state = board(edge=3, turn=1, credits=[0, 2, 0], G="a1 b2", B="c3 d4")
    moves = RULES.moves(state, 1)
    assert max(map(len, moves)) == 2
    assert len({RULES.play(state, 1, move).mark for move in moves}) > 100
    large = board(edge=6, turn=1, credits=[0, 2, 0])
    assert max(map(len, RULES.moves(large, 1))) == 1
    assert stones(after(large, "a1 a2"))[1] == "a1 a2"


@pytest.mark.parametrize(
    "text", ["x9", "a0", "a24", "bid", "bid -1", "bid 1000", "e5 pass", "e5f6"]
)
def test_nonsense_is_refused_by_name(text):
    with pytest.raises(MalformedMove) as refusal:
        RULES.parse(text)
    assert refusal.value.code == "unreadable_move"


@pytest.mark.parametrize(
    "change",
    [
        {"stones": ["a1", "a1", ""]},
        {"stones": ["w9", "", ""]},
        {"edge": 7},
        {"turn": 3},
        {"credits": [0, 0]},
        {"prisoners": "abc"},
        {"seen": "xyz"},
        {"auction": {"caller": 1}},
        {"surplus": 1},
    ],
)
def test_a_dumped_state_that_cannot_be_is_refused(change):
    with pytest.raises(BadState):
        RULES.load(RULES.dump(RULES.start(3, {"edge": 3})) | change)


@pytest.mark.parametrize(("edge", "matches"), sampled([(3, 10), (3, 40), (4, 40), (6, 12)], 1))
def test_the_player_wins_against_two_random_ones(edge, matches):
    player, other, wins = bots.get("tri_plan_settler"), bots.get("random"), 0
    for seed in range(matches):
        chance, state = Random(seed), RULES.start(3, {"edge": edge})
        while not state.ending:
            (seat,) = RULES.awaited(state)
            mover = player if seat == seed % 3 else other
            state = RULES.play(state, seat, mover.choose(RULES, state, seat, chance))
        wins += RULES.outcome(state).ranks[seed % 3] == 1
    print(f"tri_plan edge {edge}: tri_plan_settler first in {wins} of {matches}")
    assert wins >= 0.7 * matches


def test_the_player_bids_what_it_holds():
    chance, player = Random(1), bots.get("tri_plan_settler")
    for bidding in ("proxy", "open"):
        state = act(RULES.start(3, {"edge": 3, "bidding": bidding}), 0, "resign")
        while state.auction is not None:
            seat = min(RULES.awaited(state))
            move = player.choose(RULES, state, seat, chance)
            assert move in RULES.moves(state, seat)
            state = RULES.play(state, seat, move)
        assert (state.holder, state.contract) == (0, 3)


def test_points_are_named_by_row_and_diagonal():
    names = {name_of(point) for point in bit_indexes(points_on(6))}
    assert {"a1", "a6", "f1", "f11", "k6", "k11"} <= names
    assert not {"a7", "k5", "b8"} & names
    assert RULES.letters(RULES.start(3, {})).splitlines()[5] == "f" + "   ." * 11
