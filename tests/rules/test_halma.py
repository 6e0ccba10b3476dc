"""Halma: every ruling, the star board, and a second, slower implementation."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from games.families.halma.board import (
    COORDINATES,
    CORNER_MASKS,
    INDEX,
    POINTS,
    ROW_LENGTHS,
    TIP,
    distance,
    mask_of,
    points_of,
)
from games.families.halma.jumps import SPAN, moves_of, occupancy_of
from games.families.halma.rules import PASS, zobrist_key
from games.management.commands.rules import count_plies
from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove
from tests.sampling import at_length, sampled

HALMA: Any = registry.get("halma")
SOUTH = "n1 n2 n3 n4 o1 o2 o3 p1 p2 q1"
ALL_POINTS = range(len(POINTS))


def at(*men, turn=0, **others):
    """Set men on points by name, a text a seat."""
    masks = [mask_of(names) for names in men]
    dumped = HALMA.dump(HALMA.start(len(men), {}))
    names = [" ".join(POINTS[point] for point in points_of(mask)) for mask in masks]
    return HALMA.load({**dumped, "men": names, "turn": turn, "seen": [], **others})


def go(state, *texts):
    """Play moves by whoever is awaited."""
    for text in texts:
        (seat,) = HALMA.awaited(state)
        state = HALMA.play(state, seat, HALMA.parse(text))
    return state


def refused(state, text):
    """Give the code with which a move is refused."""
    with pytest.raises(IllegalMove) as refusal:
        go(state, text)
    return refusal.value.code


def ends_of(occupied, start):
    """Give as bits where the man on a point can go."""
    return sum(1 << move % SPAN for move in moves_of(occupancy_of((occupied,)), 1 << start))


def reach(state, start):
    """List where a man can go."""
    return sorted(POINTS[p] for p in points_of(ends_of(sum(state.men), INDEX[start])))


def test_the_star_has_121_points_in_a_hexagon_and_six_corners_of_ten():
    assert len(POINTS) == sum(ROW_LENGTHS) == 121
    corners = [set(points_of(mask)) for mask in CORNER_MASKS.values()]
    assert [len(corner) for corner in corners] == [10] * 6
    assert len(set.union(*corners)) == 60
    assert (POINTS[TIP["NW"]], POINTS[TIP["SE"]], POINTS[TIP["NE"]], POINTS[TIP["SW"]]) == (
        "e1",
        "m13",
        "e13",
        "m1",
    )


@given(st.sampled_from(ALL_POINTS), st.sampled_from(ALL_POINTS))
def test_neighbours_are_mutual_and_one_step_apart(one, other):
    near = ends_of(1 << one, one) >> other & 1
    assert near == ends_of(1 << other, other) >> one & 1
    assert bool(near) == (distance(one, other) == 1)


@settings(max_examples=60)
@given(st.sets(st.sampled_from(ALL_POINTS), min_size=1, max_size=40), st.data())
def test_a_move_can_always_be_taken_back(points, data):
    occupied = sum(1 << point for point in points)
    start = data.draw(st.sampled_from(sorted(points)))
    for end in points_of(ends_of(occupied, start)):
        after = occupied ^ (1 << start) ^ (1 << end)
        assert ends_of(after, end) >> start & 1


def test_two_sit_opposite_and_three_at_every_second_corner_ha_1():
    assert HALMA.start(2, {}).men == (CORNER_MASKS["N"], CORNER_MASKS["S"])
    assert HALMA.start(3, {}).men == (CORNER_MASKS["N"], CORNER_MASKS["SE"], CORNER_MASKS["SW"])


def test_turns_go_clockwise_ha_2():
    state = go(HALMA.start(3, {}), "d1-e5", "j10-j9")
    assert HALMA.awaited(state) == {2}
    assert HALMA.awaited(go(state, "j1-j2")) == {0}


def test_steps_and_jumps_are_not_mixed_and_a_chain_may_stop_anywhere_ha_3():
    state = at("i5", "i4 i2")
    assert reach(state, "i5") == ["h5", "h6", "i1", "i3", "i6", "j5", "j6"]
    assert "i6" not in reach(at("i3", "i4"), "i3")


def test_a_man_does_not_jump_over_the_place_it_has_left():
    assert reach(at("i5", "q1"), "i5") == ["h5", "h6", "i4", "i6", "j5", "j6"]


def test_foreign_corners_may_be_used_and_the_target_left_again_ha_3():
    assert "e4" in reach(at("e5", "q1"), "e5")
    assert "m5" in reach(at("n1", "a1"), "n1")


def test_all_ten_men_in_the_corner_across_win():
    state = at(SOUTH.replace("n1", "m5"), "a1 b1 b2 c1 c2 c3 d1 d2 d3 e7")
    outcome = HALMA.outcome(go(state, "m5-n1"))
    assert (outcome.ranks, outcome.points, outcome.ending) == ((1, 2), (1, 0), "home")


def test_a_target_corner_kept_full_by_others_counts_as_home_with_seven_own_men_ha_4():
    own = "n2 n3 n4 o1 o2 o3 m5 e7 e8 e9"
    state = at(own, "q1 p1 p2")
    assert HALMA.outcome(go(state, "m5-n1")).ending == "home_blocked"
    assert HALMA.outcome(go(state._replace(anti_block=False), "m5-n1")) is None
    six = at(own.replace("n2", "e6"), "q1 p1 p2 n2")
    assert HALMA.outcome(go(six, "m5-n1")) is None


def test_a_corner_is_judged_only_after_the_own_move_ha_4():
    own = "n1 n2 n3 n4 o1 o2 o3 e7 e8 e9"
    state = go(at(own, "q1 p1 m6", turn=1), "m6-l6")
    assert HALMA.outcome(state) is None


def test_with_three_the_first_home_ends_the_match_and_the_others_share_second_ha_5():
    few = at("m5 n2", "a1")
    assert HALMA.outcome(go(few, "m5-n1")) is None
    state = at(SOUTH.replace("n1", "m5"), "j10", "j1")
    outcome = HALMA.outcome(go(state, "m5-n1"))
    assert (outcome.ranks, outcome.points) == ((1, 2, 2), (1, 0, 0))


def test_who_cannot_move_passes_ha_6():
    wall = "b1 b2 c1 c2 c3"
    state = at("a1", wall)
    assert HALMA.moves(state, 0) == (PASS,)
    assert HALMA.awaited(go(state, "pass")) == {1}
    assert refused(HALMA.start(2, {}), "pass") == "cannot_pass"


def test_the_third_repetition_is_a_tie_ha_7():
    state = HALMA.start(2, {})
    there_and_back = ("d1-e5", "n1-m5", "e5-d1", "m5-n1")
    state = go(state, *there_and_back)
    assert HALMA.outcome(state) is None
    outcome = HALMA.outcome(go(state, *there_and_back))
    assert (outcome.ranks, outcome.points, outcome.ending) == ((1, 1), (0, 0), "repetition")


def test_after_200_moves_each_the_men_at_home_count_then_their_way_ha_7():
    ahead = at("n1 n2 i5", "d1 q1 i9", plies=399, turn=1)
    assert HALMA.outcome(go(ahead, "i9-h9")).ranks == (1, 2)
    nearer = at("n1 k5", "d1 i9", plies=399, turn=1)
    assert HALMA.outcome(go(nearer, "i9-j9")).ranks == (1, 2)
    assert HALMA.outcome(go(nearer, "i9-j9")).ending == "turn_limit"
    mirror = at("n1 i4", "d1 j5", plies=399, turn=1)
    assert HALMA.outcome(go(mirror, "j5-i5")).ranks == (1, 1)


def test_a_seat_that_leaves_keeps_its_men_on_the_board_ha_8():
    state = HALMA.retire(HALMA.start(3, {}), 0)
    assert HALMA.awaited(state) == {1}
    assert state.men[0] == CORNER_MASKS["N"]
    state = go(state, "j10-j9", "j1-j2")
    assert HALMA.awaited(state) == {1}
    outcome = HALMA.outcome(HALMA.retire(state, 2))
    assert (outcome.ranks, outcome.ending) == ((2, 1, 2), "last_left")


def test_leaving_is_no_move_that_could_win_ha_8():
    state = at("n2 n3 n4 o1 o2 o3 p1 e7 e8 e9", "j10", "n1 p2 q1")
    state = HALMA.retire(state, 0)
    assert HALMA.outcome(state) is None
    assert HALMA.awaited(state) == {1}


def test_refusals_name_the_fault():
    state = HALMA.start(2, {})
    assert refused(state, "n1-m5") == "not_your_man"
    assert refused(state, "a1-b1") == "point_taken"
    assert refused(state, "d1-f5") == "out_of_reach"
    with pytest.raises(MalformedMove) as refusal:
        HALMA.parse("d1-d9")
    assert refusal.value.code == "no_such_point"
    assert HALMA.parse("D1 E5") == HALMA.parse("d1–e5") == HALMA.parse("d1-e5")


def test_the_mark_of_a_position_is_kept_up_to_date_move_by_move():
    chance, state = Random(1), HALMA.start(3, {})
    for _ in range(60):
        (seat,) = HALMA.awaited(state)
        state = HALMA.play(state, seat, chance.choice(HALMA.moves(state, seat)))
        assert state.seen[-1] == zobrist_key(state.men, state.turn)


def test_the_board_is_drawn_as_in_the_rule_book():
    drawn = HALMA.letters(HALMA.start(3, {})).split("\n")
    assert drawn[0] == "a             Y"
    assert drawn[4] == "e . . . . . . . . . . . . ."
    assert drawn[12] == "m R R R R . . . . . B B B B"


# The star once more, as cubes whose three coordinates add up to nothing.
def _cube(place):
    x, row = place
    r = row - 8
    q = (x - r) // 2
    return q, r, -q - r


CUBES = {_cube(place): POINTS[point] for point, place in enumerate(COORDINATES)}
WAYS = [(1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1)]


def _plus(one, way):
    return tuple(a + b for a, b in zip(one, way, strict=True))


def plain_moves(own, others):
    """List the moves of a side by walking over the cubes with sets."""
    found = set()
    for man in own:
        board = (own | others) - {man}
        ends = {_plus(man, way) for way in WAYS} & set(CUBES) - board
        chain = [man]
        seen = {man}
        for here in chain:
            for way in WAYS:
                over = _plus(here, way)
                to = _plus(over, way)
                if over in board and to in CUBES and to not in board and to not in seen:
                    seen.add(to)
                    chain.append(to)
        found |= {(man, end) for end in (ends | seen) - {man}}
    return found


def _cubes(mask):
    return {_cube(COORDINATES[point]) for point in points_of(mask)}


def plain_count(men, turn, depth):
    """Count sequences of plies with sets of cubes."""
    own = men[turn]
    others = set().union(*(m for seat, m in enumerate(men) if seat != turn))
    moves = plain_moves(own, others)
    if depth == 1:
        return len(moves)
    total = 0
    for start, end in moves:
        after = [set(m) for m in men]
        after[turn] = own - {start} | {end}
        total += plain_count(after, (turn + 1) % len(men), depth - 1)
    return total


def test_the_cubes_describe_the_star():
    assert all(sum(cube) == 0 for cube in CUBES)
    assert all(min(map(abs, cube)) <= 4 and max(map(abs, cube)) <= 8 for cube in CUBES)


SEQUENCES = [
    (2, [14, 196, 4760]),
    (3, [14, 196, 2744]),
    (2, [14, 196, 4760, 115600]),
    (3, [14, 196, 2744, 66640]),
]


@pytest.mark.parametrize(("seats", "known"), sampled(SEQUENCES, 2))
def test_both_implementations_count_the_same_sequences(seats, known):
    start = HALMA.start(seats, {})
    men = [_cubes(mask) for mask in start.men]
    depths = range(1, len(known) + 1)
    assert [count_plies(HALMA, start, depth) for depth in depths] == known
    assert [plain_count(men, 0, depth) for depth in depths] == known


def test_both_implementations_agree_throughout_random_matches():
    for seed in range(6 if at_length() else 2):
        chance, state = Random(seed), HALMA.start(2 + seed % 2, {})
        for _ in range(150):
            seat = state.turn
            others = set().union(*(_cubes(m) for s, m in enumerate(state.men) if s != seat))
            expected = {
                f"{CUBES[start]}-{CUBES[end]}"
                for start, end in plain_moves(_cubes(state.men[seat]), others)
            }
            assert {HALMA.spell(move) for move in HALMA.moves(state, seat)} == expected
            state = HALMA.play(state, seat, chance.choice(HALMA.moves(state, seat)))
            if state.ending:
                break
