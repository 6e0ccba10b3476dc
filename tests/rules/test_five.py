"""Five in a row, ruling by ruling, and its lines against plain coordinates."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from games.families import strategies as bots
from games.families.five.bots import five_masks
from games.families.five.rules import FILES, STONES, has_five, rows_of_five
from games.management.commands.rules import count_plies
from games.rules import registry
from games.rules.base import BadState, IllegalMove, MalformedMove

RULES = registry.get("five")
PLACED = (
    "a1 a4 a7 b1 b4 c1 d1 d4 d5 d7 f5 f6 g5 h5 h7 h8",
    "a5 b5 b6 b7 c3 c7 c8 d3 d8 e4 e8 f1 g3 h1 h2 h6",
)


def at(first, second, *, turn=0, hands=None, size=8, moved=0):
    stones = [first.split(), second.split()]
    left = [STONES - len(own) for own in stones] if hands is None else list(hands)
    return RULES.load(
        {
            "size": size,
            "stones": stones,
            "hands": left,
            "turn": turn,
            "moved": moved,
            "seen": [],
        }
    )


def after(state, *moves):
    for text in moves:
        (seat,) = RULES.awaited(state)
        state = RULES.play(state, seat, RULES.parse(text))
    return state


def refusal(state, text):
    with pytest.raises(IllegalMove) as error:
        after(state, text)
    return error.value.code


@pytest.mark.parametrize("size", [8, 10, 15])
def test_fu_1_every_cell_of_the_board_may_be_taken_first(size):
    start = RULES.start(2, {"size": size})
    names = {RULES.spell(move) for move in RULES.moves(start, 0)}
    assert names == {f"{file}{row}" for file in FILES[:size] for row in range(1, size + 1)}


def test_fu_1_cells_beyond_a_small_board_are_refused():
    assert refusal(RULES.start(2, {}), "i1") == "no_such_cell"
    assert refusal(RULES.start(2, {}), "a9") == "no_such_cell"
    assert refusal(RULES.start(2, {"size": 10}), "o15") == "no_such_cell"


def test_fu_2_seat_0_starts_with_sixteen_stones_each():
    start = RULES.start(2, {})
    assert RULES.awaited(start) == {0}
    assert start.hands == (16, 16)


@pytest.mark.parametrize("row", ["d1 d2 d3 d5", "b3 c3 d3 f3", "b1 c2 e4 f5", "b5 c4 d3 f1"])
def test_five_in_any_direction_win(row):
    gap = {"d1": "d4", "b3": "e3", "b1": "d3", "b5": "e2"}[row[:2]]
    state = after(at(row, "h8 h7 h5 g8"), gap)
    outcome = RULES.outcome(state)
    assert (outcome.winners, outcome.ending, outcome.points) == ((0,), "five", (1, 0))
    assert set(outcome.lines[0].cells) == {*row.split(), gap}
    assert not RULES.awaited(state)


def test_fu_3_six_in_a_row_win_too_but_a_gap_does_not():
    six = RULES.outcome(after(at("a1 b1 c1 e1 f1", "a2 b2 c2 d2"), "d1"))
    assert six.ending == "five"
    assert len(six.lines[0].cells) == 6
    assert RULES.outcome(after(at("a1 b1 c1 d1", "a2"), "f1")) is None


def test_rows_do_not_run_round_the_edge():
    assert RULES.outcome(after(at("e1 f1 g1 h1", "a3"), "a2")) is None
    wide = at("l1 m1 n1 o1", "a3", size=15)
    assert RULES.outcome(after(wide, "a2")) is None
    assert RULES.outcome(after(at("l1 m1 n1 o1", "a3", size=15), "k1")).ending == "five"


def test_fu_4_a_stone_moves_only_when_none_is_in_hand():
    assert refusal(at("a1", "b2"), "a1-a2") == "place_first"
    state = at(*PLACED)
    assert refusal(state, "e1") == "hand_empty"
    assert refusal(state, "a5-e1") == "not_your_stone"
    assert refusal(state, "a1-a1") == "cell_taken"
    assert refusal(state, "a1-a5") == "cell_taken"
    assert len(RULES.moves(state, 0)) == 16 * 32


def test_fu_4_the_row_is_judged_after_the_stone_has_left():
    assert RULES.outcome(after(at(*PLACED), "a1-e1")) is None
    assert RULES.outcome(after(at(*PLACED), "a4-e1")).ending == "five"


def test_fu_5_the_third_occurrence_of_a_position_is_a_tie():
    state = after(at(*PLACED), "h8-g8", "h1-g1", "g8-h8")
    state = after(state, "g1-h1", "h8-g8", "h1-g1", "g8-h8")
    assert RULES.outcome(state) is None
    ended = RULES.outcome(after(state, "g1-h1"))
    assert (ended.ranks, ended.ending) == ((1, 1), "repetition")


def test_fu_5_two_hundred_moved_stones_are_a_tie_but_a_row_comes_first():
    assert RULES.outcome(after(at(*PLACED, moved=198), "h8-g8")) is None
    assert RULES.outcome(after(at(*PLACED, moved=199), "h8-g8")).ending == "relocations"
    assert RULES.outcome(after(at(*PLACED, moved=199), "a4-e1")).ending == "five"


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=60))
def test_rows_are_found_as_plain_coordinates_say(places):
    stones = sum(1 << 16 * row + column for column, row in places)
    expected = any(
        all((x + n * dx, y + n * dy) in places for n in range(5))
        for x, y in places
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    )
    assert has_five(stones) == expected
    assert bool(rows_of_five(stones)) == expected


@pytest.mark.parametrize(("size", "lines"), [(8, 96), (10, 192), (15, 572)])
def test_a_board_has_as_many_fives_as_geometry_gives(size, lines):
    assert len({mask for masks in five_masks(size).values() for mask in masks}) == lines


@pytest.mark.parametrize("text", ["", "p1", "a0", "a16", "a01", "a1-", "-a1", "a1-b2-c3", "a1b2"])
def test_what_is_no_move_is_malformed(text):
    with pytest.raises(MalformedMove):
        RULES.parse(text)


@pytest.mark.parametrize("move", [-1, 255, 15, 10**6, 257 << 8])
def test_a_number_that_is_no_move_is_refused(move):
    with pytest.raises(IllegalMove):
        RULES.play(RULES.start(2, {"size": 15}), 0, move)


@pytest.mark.parametrize(
    "broken",
    [{}, {"size": 9}, {"stones": [["a1"], ["a1"]]}, {"stones": [["i9"], []]}, {"turn": 2}],
)
def test_a_dump_that_makes_no_sense_is_refused(broken):
    whole = RULES.dump(RULES.start(2, {}))
    with pytest.raises(BadState):
        RULES.load({**whole, **broken} if broken else {})


def test_known_counts_of_ply_sequences():
    start = RULES.start(2, {})
    assert [count_plies(RULES, start, depth) for depth in (1, 2)] == [64, 64 * 63]


def test_the_player_completes_its_row_and_stops_the_other_one():
    player = bots.get("five_builder")
    for seed in range(5):
        own = at("a1 b1 c1 d1", "a2 b2 c2 d2")
        assert RULES.spell(player.choose(RULES, own, 0, Random(seed))) == "e1"
        other = at("a1 b1 h1 d8", "a2 b2 c2 d2")
        assert RULES.spell(player.choose(RULES, other, 0, Random(seed))) == "e2"
        placed = at(*PLACED)
        moved = RULES.play(placed, 0, player.choose(RULES, placed, 0, Random(seed)))
        assert RULES.outcome(moved).ending == "five"
