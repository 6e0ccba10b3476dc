"""Ampel, ruling by ruling, beside a second implementation of its movement."""

from random import Random

import pytest

from games.families import strategies as bots
from games.families.ampel.rules import DISCS, MAX_QUIET_TURNS, SUPPLY
from games.families.ampel.trigrid import INDEX, INSIDE, OFF, POINTS, destinations
from games.management.commands.rules import count_plies
from games.rules import registry
from games.rules.base import CHANCE, BadState, IllegalMove, MalformedMove
from tests.rules.table import random_match
from tests.rules.vectors_ampel import discs_of, position
from tests.sampling import at_length, sampled

RULES = registry.get("ampel")
SHEET = {"Y": "c2 e4 f3 h6 i4", "R": "d1 g4 i2 j6", "G": "g1 i8 k4"}


def at(discs, *, yellow=5, **given):
    return position({"given": {"discs": discs, **given}, "options": {"yellow": yellow}})


def after(state, *moves):
    for text in moves:
        (seat,) = RULES.awaited(state)
        state = RULES.play(state, seat, RULES.parse(text))
    return state


def legal(state):
    (seat,) = RULES.awaited(state)
    return {RULES.spell(move) for move in RULES.moves(state, seat)}


def refusal(state, text):
    with pytest.raises(IllegalMove) as error:
        after(state, text)
    return error.value.code


def reach(discs, start):
    return {POINTS[point] for point in destinations(at(discs).board, INDEX[start])}


def test_am_1_the_board_has_66_points_of_which_36_lie_inside():
    assert len(POINTS) == 66
    assert [point for point in POINTS if point[0] == "k"] == [f"k{n}" for n in range(1, 12)]
    assert len(INSIDE) == 36
    assert legal(after(RULES.start(2, {}), "start R")) == {f"+{POINTS[p]}" for p in INSIDE}


def test_the_movement_figure_of_the_rule_sheet_has_its_seventeen_destinations():
    expected = [
        "c1",
        "e1",
        "e5",
        "f4",
        "f5",
        "g2",
        "g3",
        "g5",
        "g6",
        "g7",
        "h1",
        "h4",
        "i5",
        "i7",
        "j5",
        "j7",
        "k5",
    ]
    assert reach(SHEET, "g4") == set(expected)


@pytest.mark.parametrize("yellow", range(5, 11))
def test_am_2_the_setup_ends_with_the_agreed_number_of_yellow_discs(yellow):
    state = after(RULES.start(2, {"yellow": yellow}), "start R")
    setup = [POINTS[point] for point in INSIDE[:yellow]]
    for number, point in enumerate(setup):
        assert state.step == 0
        assert RULES.awaited(state) == {number % 2}
        state = after(state, f"+{point}")
    # The player of the last disc but one begins; without discs on the board they can only add.
    assert (state.step, state.turn) == (3, yellow % 2)


def test_am_3_seat_0_is_red_and_a_random_draw_decides_who_starts_the_setup():
    start = RULES.start(2, {})
    assert RULES.awaited(start) == {CHANCE}
    assert [(RULES.spell(lot), weight) for lot, weight in RULES.lots(start)] == [
        ("start R", 1),
        ("start G", 1),
    ]
    assert RULES.awaited(after(start, "start G")) == {1}
    assert RULES.awaited(after(start, "start R")) == {0}


def test_am_4_a_step_is_compulsory_if_it_can_be_made_and_skipped_if_not():
    state = at({"R": "e3", "G": "h4", "Y": "c2"})
    assert refusal(state, "+a1") == "move_first"
    assert refusal(after(state, "e3-f3"), "+a1") == "move_first"
    alone = after(at({"R": "e3", "Y": "c2"}), "e3-f3")
    assert alone.step == 3
    assert refusal(alone, "f3-g3") == "add_now"


def test_am_5_the_cylinder_guards_a_disc_only_against_the_other_player():
    state = at({"R": "e3", "G": "h4 k1", "Y": "c2"}, cylinder={"R": "e3", "G": "h4"})
    moved = after(state, "e3-f3")
    assert POINTS[moved.cylinders[0]] == "f3"
    assert refusal(moved, "h4-i4") == "cylinder"
    assert all(step.startswith("k1-") for step in legal(moved))


def test_am_6_a_blocked_first_point_cannot_be_used_to_turn_at_once():
    assert reach({"R": "a1", "G": "b1 b2"}, "a1") == set()
    # Two discs lie on the line through b1: turning at once would reach c2 or c3.
    assert reach({"R": "a1", "Y": "b1"}, "a1") == {"b2"}


def test_am_7_a_disc_turns_only_at_an_obstacle_and_cannot_stop_early():
    assert reach({"R": "a1", "Y": "e1", "G": "h1"}, "a1") == {"d1", "b2"}
    assert reach({"R": "a1", "Y": "d1 h1", "G": "k1"}, "a1") == {"c3", "e3", "b2"}


def test_am_8_a_route_may_pass_its_origin_but_not_end_there():
    assert {"f4", "g3", "h4"} <= reach(SHEET, "g4")
    assert refusal(at(SHEET), "g4-g4") == "no_route"


def test_am_9_a_signal_made_with_the_opponents_disc_belongs_to_the_player_on_turn():
    state = at({"R": "f2", "Y": "f3", "G": "e4"}, step=2)
    taken = after(state, "e4-f4")
    assert taken.taken == (1, 0)
    assert discs_of(taken) == {"R": set(), "Y": set(), "G": set()}
    assert taken.supply == (SUPPLY, SUPPLY)
    assert taken.step == 3


def test_conjoined_signals_share_the_moved_disc_and_all_leave_together():
    state = at({"R": "e2", "Y": "f3 g3", "G": "f4 h4"}, yellow=10)
    made = after(state, "e2-f2")
    assert made.taken == (2, 0)
    assert discs_of(made) == {"R": set(), "Y": set(), "G": set()}


def test_am_10_without_a_disc_or_a_point_nothing_is_added_and_the_cylinder_leaves():
    state = at({"R": "e3", "G": "h4", "Y": "c2"}, hand={"R": 0}, cylinder={"R": "e3"})
    passed = after(state, "e3-f3", "h4-i4")
    assert (passed.turn, passed.step) == (1, 1)
    assert passed.cylinders[0] == OFF


def test_am_11_a_cylinder_on_a_removed_disc_returns_to_its_owner():
    state = at({"R": "e2", "Y": "f3", "G": "f4 k9"}, cylinder={"R": "e2", "G": "f4"})
    made = after(state, "e2-f2")
    assert made.cylinders == (OFF, OFF)


@pytest.mark.parametrize(("yellow", "half"), [(5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)])
def test_am_12_half_of_the_yellow_discs_wins_at_once(yellow, half):
    near = {"R": half - 1, "G": 0}
    state = at({"R": "e2", "Y": "f3", "G": "f4"}, taken=near, yellow=yellow)
    won = after(state, "e2-f2")
    outcome = RULES.outcome(won)
    assert outcome is not None
    assert outcome[:3] == ((1, 2), (half, 0), "half_of_yellow")
    earlier = at({"R": "e2", "Y": "f3", "G": "f4"}, taken={"R": half - 2, "G": 0}, yellow=yellow)
    assert RULES.outcome(after(earlier, "e2-f2")) is None


def test_am_13_sixty_turns_without_a_signal_end_the_match_by_yellow_discs():
    facts = {"quiet": MAX_QUIET_TURNS - 1, "taken": {"R": 0, "G": 1}}
    state = at({"R": "e3", "G": "h4", "Y": "c2"}, step=3, **facts)
    ended = after(state, "+k1")
    assert (RULES.outcome(ended).ranks, RULES.outcome(ended).ending) == ((2, 1), "quiet")
    level = at({"R": "e3", "G": "h4", "Y": "c2"}, step=3, quiet=MAX_QUIET_TURNS - 1)
    assert RULES.outcome(after(level, "+k1")).ranks == (1, 1)
    made = at({"R": "e2", "Y": "f3", "G": "f4"}, quiet=MAX_QUIET_TURNS - 1)
    assert RULES.outcome(after(made, "e2-f2", "+k1")) is None


def test_am_13_the_third_repetition_ends_the_match():
    state = at({"R": "e3", "G": "h4", "Y": "c2"}, hand={"R": 0, "G": 0})
    there, back = ("e3-f3", "h4-i4"), ("i4-h4", "f3-e3")
    for turn in (there, back) * 6:
        if RULES.outcome(state):
            break
        state = after(state, *turn)
    assert RULES.outcome(state).ending == "repetition"


def test_a_whole_turn_is_played_as_one_move_or_refused_as_a_whole():
    state = at({"R": "e3", "G": "h4", "Y": "c2"})
    steps = after(state, "e3-f3", "h4-i4", "+k1")
    assert after(state, "e3-f3 h4-i4 +k1") == steps
    assert RULES.awaited(steps) == {1}
    before = RULES.dump(state)
    assert refusal(state, "e3-f3 h4-h4 +k1") == "no_route"
    assert refusal(state, "e3-f3 h4-i4 +f3") == "point_taken"
    assert refusal(state, "e3-f3 h4-i4 +k1 i4-h4") == "too_many_steps"
    assert RULES.dump(state) == before


def test_a_skipped_step_may_be_written_or_left_out_and_a_win_leaves_the_rest_unplayed():
    alone = at({"R": "e3", "Y": "c2"})
    assert after(alone, "e3-f3 - +k1") == after(alone, "e3-f3 +k1")
    winning = at({"R": "e2", "Y": "f3", "G": "f4"}, taken={"R": 2, "G": 0})
    assert after(winning, "e2-f2 k1-k2 +k1") == after(winning, "e2-f2")


def test_an_added_disc_may_not_make_a_signal():
    state = at({"Y": "f3", "G": "f4", "R": "k1"}, step=3)
    assert refusal(state, "+f2") == "makes_signal"
    assert "+f2" not in legal(state)
    assert after(state, "+f5").cylinders[0] == INDEX["f5"]


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("E3 - F3", "e3-f3"),
        ("e3–f3 , h4-i4; + K1", "e3-f3 h4-i4 +k1"),
        ("- - +c2", "+c2"),
        ("- h6-e3 +c2", "h6-e3 +c2"),
        ("g4-g7 - +c2", "g4-g7 +c2"),
        ("Start g", "start G"),
    ],
)
def test_turns_are_read_with_blanks_dashes_and_skipped_steps(written, spelled):
    assert RULES.spell(RULES.parse(written)) == spelled


@pytest.mark.parametrize("text", ["-", "+", "a1-", "a2-b1", "+l1", "a1-b1-c1", "e3 f3", "start Y"])
def test_text_that_is_no_turn_is_refused(text):
    with pytest.raises(MalformedMove):
        RULES.parse(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("h4-i4", "other_disc"),
        ("a1-b1", "other_disc"),
        ("e3-k1", "no_route"),
        ("start R", "not_now"),
    ],
)
def test_a_step_that_the_rules_forbid_is_refused_by_name(text, code):
    assert refusal(at({"R": "e3", "G": "h4", "Y": "c2"}), text) == code


@pytest.mark.parametrize(
    ("text", "code"), [("+a1", "not_inside"), ("+e3", "point_taken"), ("e3-f3", "setup_first")]
)
def test_a_setup_disc_in_a_wrong_place_is_refused_by_name(text, code):
    assert refusal(after(RULES.start(2, {}), "start R", "+e3"), text) == code


@pytest.mark.parametrize(
    "broken",
    [
        {"board": "."},
        {"board": "x" * 66},
        {"turn": 2},
        {"step": 4},
        {"cylinders": ["a9", ""]},
        {"taken": [1]},
        {"supply": ["a", 1]},
        {"seen": ["zz"]},
    ],
)
def test_a_dump_that_makes_no_sense_is_refused(broken):
    with pytest.raises(BadState):
        RULES.load({**RULES.dump(at(SHEET)), **broken})


def _routes(discs, start):
    """Walk every single route of a disc with plain coordinates: (row, number), from 0 and 1."""
    taken = {(ord(name[0]) - 97, int(name[1:])) for name in discs if name != start}
    origin = (ord(start[0]) - 97, int(start[1:]))
    ways = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]

    def free(place):
        return 0 <= place[0] <= 10 and 1 <= place[1] <= place[0] + 1 and place not in taken

    def walk(place, way, left):
        if left == 0:
            return {place}
        ahead = (place[0] + ways[way][0], place[1] + ways[way][1])
        if free(ahead):
            return walk(ahead, way, left - 1)
        turns = [(way + turn) % 6 for turn in (1, 2, 4, 5)]
        ahead_of = {turn: (place[0] + ways[turn][0], place[1] + ways[turn][1]) for turn in turns}
        routes = [walk(to, turn, left - 1) for turn, to in ahead_of.items() if free(to)]
        return set().union(*routes)

    ends = set()
    for way, (down, right) in enumerate(ways):
        first = (origin[0] + down, origin[1] + right)
        if not free(first):
            continue
        line = {(origin[0] + n * down, origin[1] + n * right) for n in range(-10, 11)}
        ends |= walk(first, way, len(line & (taken | {origin})) - 1)
    return {f"{'abcdefghijk'[row]}{number}" for row, number in ends - {origin}}


def test_a_second_implementation_that_walks_every_route_finds_the_same_destinations():
    chance = Random(9)
    for _ in range(150 if at_length() else 50):
        points = chance.sample(POINTS, chance.randrange(3, 40))
        board = bytearray(66)
        for point in points:
            board[INDEX[point]] = chance.choice((1, 2, 3))
        found = {POINTS[end] for end in destinations(bytes(board), INDEX[points[0]])}
        assert found == _routes(points, points[0])


@pytest.mark.long
def test_discs_are_never_lost():
    for seed in range(10):
        for state in random_match(RULES, {}, seed)[0]:
            red, green = (state.board.count(DISCS.index(colour)) for colour in "RG")
            assert (red + state.supply[0], green + state.supply[1]) == (SUPPLY, SUPPLY)
            if state.step:
                assert state.board.count(3) + sum(state.taken) == state.yellow


def test_the_number_of_ply_sequences_of_the_setup():
    start = RULES.start(2, {})
    assert [count_plies(RULES, start, depth) for depth in (1, 2, 3)] == [2, 72, 2520]


@pytest.mark.long
@pytest.mark.parametrize("matches", sampled([6, 40], 1))
def test_the_player_of_signals_beats_random_play_by_a_wide_margin(matches):
    player, other = bots.get("ampel_signals"), bots.get("random")
    wins = ties = 0
    for seed in range(matches):
        chance, seat = Random(seed), seed % 2
        state = RULES.start(2, {"yellow": 5 + seed % 6})
        while awaited := RULES.awaited(state):
            (acting,) = awaited
            bot = player if acting == seat else other
            state = RULES.play(state, acting, bot.choose(RULES, state, acting, chance))
        ranks = RULES.outcome(state).ranks
        ties += ranks == (1, 1)
        wins += ranks[seat] == 1 and ranks != (1, 1)
    print(f"ampel: ampel_signals over random {wins} won, {ties} tied of {matches}")
    assert wins >= 0.9 * matches
