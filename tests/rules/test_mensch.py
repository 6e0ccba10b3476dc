"""Mensch ärgere Dich nicht: every ruling."""

import pytest

from games.families.mensch.cross import COLOURS
from games.rules.base import BadOption, IllegalMove
from tests.rules.mensch_table import AWAY, HOME, MENSCH, go, moves, table


def refused(state, text, rules=MENSCH):
    """Give the code with which a move is refused."""
    with pytest.raises(IllegalMove) as refusal:
        go(state, text, rules=rules)
    return refusal.value.code


def test_the_match_begins_with_one_pawn_of_every_colour_on_a_and_a_roll():
    state = MENSCH.start(4, {})
    assert state.pawns == ((-1, -1, -1, 0),) * 4
    assert MENSCH.awaited(state) == {-1}
    assert [weight for _, weight in MENSCH.lots(state)] == [1] * 6


def test_the_mode_follows_the_seats_unless_it_is_chosen():
    assert [MENSCH.start(n, {}).table.mode for n in (2, 3, 4)] == ["two_by_two", "neutral3", "four"]
    assert MENSCH.start(2, {"mode": "two_colours"}).table.mode == "two_colours"
    with pytest.raises(BadOption) as refusal:
        MENSCH.start(3, {"mode": "four"})
    assert refusal.value.name == "seats"
    assert refusal.value.allowed == (4,)


def test_colours_move_clockwise_yellow_green_red_black_ma_1():
    state, order = MENSCH.start(4, {}), []
    for _ in range(4):
        order.append(COLOURS[state.turn])
        state = go(state, "roll 1")
        state = go(state, moves(state)[0])
    assert "".join(order) == "YGRB"


def test_a_roll_that_can_be_used_must_be_used_ma_2():
    state = table(roll=3, Y=(5, 41, 42, 43), R=(28, -1, -1, -1))
    assert moves(state) == ["5"]
    assert refused(state, "pass") == "cannot_pass"


def test_a_roll_that_cannot_be_used_leaves_exactly_the_pass():
    state = table(roll=3)
    assert moves(state) == ["pass"]
    assert refused(state, "enter") == "must_pass"
    assert go(state, "pass").turn == 1


def test_a_six_brings_a_pawn_in_and_rolls_again_without_limit_ma_14():
    state = table(roll=6)
    for _ in range(3):
        state = go(state, moves(state)[0])
        assert (state.turn, state.roll) == (0, 0)
        state = go(state, "roll 6")
    assert state.turn == 0


def test_the_pawn_on_a_leaves_first_and_only_if_it_cannot_another_move_is_free_ma_3():
    assert moves(table(roll=6, Y=(0, 3, -1, -1))) == ["0"]
    assert refused(table(roll=6, Y=(0, 3, -1, -1)), "3") == "must_clear_start"
    assert moves(table(roll=6, Y=(0, 6, 20, -1))) == ["6", "20"]
    assert refused(table(roll=6, Y=(3, -1, -1, -1)), "3") == "must_enter"


def test_a_six_that_cannot_be_used_still_rolls_again_ma_4():
    state = table(roll=6, Y=(39, 41, 42, 43))
    assert moves(state) == ["pass"]
    assert (go(state, "pass").turn, go(state, "pass").roll) == (0, 0)


def test_the_last_pawn_that_comes_home_with_a_six_does_not_roll_again():
    state = go(table(roll=6, Y=(34, 41, 42, 43)), "34")
    assert state.turn == 1
    assert state.places == (0,)


def test_the_pawn_on_a_moves_with_any_roll_ma_5():
    assert moves(table(roll=2, Y=(0, 20, -1, -1))) == ["0"]
    assert moves(table(roll=2, Y=(0, 2, -1, -1))) == ["2"]


def test_capturing_sends_back_and_is_voluntary():
    state = table(roll=2, Y=(5, 20, 41, 42), G=(37, -1, -1, -1))
    assert moves(state) == ["5", "20", "b"]
    assert go(state, "20").pawns[1] == (-1, -1, -1, 37)
    state = go(state, "5")
    assert state.pawns[1] == AWAY


def test_three_rolls_look_at_every_roll_and_the_jump_rule_ma_6():
    options = {"three_rolls": True}
    assert table(options=options, Y=(41, 43, -1, -1)).left == 1
    assert table(options={**options, "no_jump_home": True}, Y=(42, 43, -1, -1)).left == 3
    assert table(options=options, Y=(41, 42, 43, -1)).left == 3
    assert table(Y=(41, 42, 43, -1)).left == 1


def test_three_rolls_end_with_the_first_six_or_the_third_roll():
    state = table(options={"three_rolls": True})
    third = go(state, "roll 1", "pass", "roll 2", "pass")
    assert (third.turn, third.left) == (0, 1)
    assert go(third, "roll 3", "pass").turn == 1
    six = go(state, "roll 1", "pass", "roll 6", "enter")
    assert (six.turn, six.left, six.roll) == (0, 1, 0)


def test_three_rolls_are_not_needed_where_a_neutral_pawn_can_move_ma_16():
    options = {"three_rolls": True, "mode": "neutral3"}
    assert table(options=options, B=(3, -1, -1, -1)).left == 1
    assert table(options=options).left == 3


def test_own_duties_come_before_neutral_pawns_ma_7():
    options = {"mode": "neutral3"}
    assert moves(table(roll=6, options=options, Y=(3, -1, -1, -1))) == ["enter"]
    assert moves(table(roll=2, options=options, Y=(3, -1, -1, -1), B=(5, 0, -1, -1))) == [
        "3",
        "B30",
        "B35",
    ]
    assert "B enter" in moves(table(roll=6, options=options, Y=(3, 41, 42, 43)))


def test_a_neutral_pawn_captures_the_pawn_of_the_player_who_moves_it_ma_7():
    state = table(roll=1, options={"mode": "neutral3"}, Y=(5, 9, 20, 43), B=(14, -1, -1, -1))
    assert go(state, "B4").pawns[0] == (-1, 9, 20, 43)


def test_forced_capture_does_not_oblige_neutral_pawns_ma_17():
    options = {"mode": "neutral3", "forced_capture": "enforce"}
    state = table(roll=1, options=options, Y=(5, 9, 20, 43), B=(14, -1, -1, -1))
    assert set(moves(state)) == {"5", "9", "20", "B4"}


def test_nobody_wins_before_the_neutral_pawns_are_home_ma_7():
    options = {"mode": "neutral3", "play_for_places": False}
    state = table(roll=1, options=options, Y=(39, 41, 42, 43), B=(5, 41, 42, 43))
    state = go(state, "39")
    assert MENSCH.outcome(state) is None
    assert state.turn == 1
    alone = table(turn="G", roll=1, options=options, Y=HOME, B=(39, 41, 42, 43))
    assert MENSCH.outcome(go(alone, "B29")).winners == (0,)


def test_several_complete_players_yield_to_the_one_who_brings_the_last_neutral_home_ma_7():
    options = {"mode": "neutral3", "play_for_places": False}
    both = {"Y": HOME, "G": HOME, "B": (39, 41, 42, 43)}
    assert MENSCH.outcome(go(table("G", 1, options, **both), "B29")).winners == (1,)
    assert MENSCH.outcome(go(table("R", 1, options, **both), "B29")).winners == (0,)


def test_if_nobody_is_complete_the_first_to_be_so_afterwards_wins_ma_7():
    options = {"mode": "neutral3", "play_for_places": False}
    state = go(table("G", 1, options, Y=(39, 41, 42, 43), B=(39, 41, 42, 43)), "B29")
    assert MENSCH.outcome(state) is None
    state = state._replace(turn=0)
    assert MENSCH.outcome(go(state, "roll 1", "39")).winners == (0,)


def test_with_two_colours_each_both_must_be_home_ma_8():
    options = {"mode": "two_by_two"}
    state = go(table("R", 1, options, R=(39, 41, 42, 43), G=HOME, Y=(39, 41, 42, 43)), "19")
    assert MENSCH.outcome(state) is None
    state = go(state._replace(turn=0), "roll 1", "39")
    assert MENSCH.outcome(state).ranks == (1, 2)


def test_the_two_colours_of_one_player_capture_each_other():
    state = table(roll=1, options={"mode": "two_by_two"}, Y=(5, 41, 42, 43), R=(26, -1, -1, -1))
    assert go(state, "5").pawns[2] == AWAY


def test_backward_captures_start_on_the_track_and_stay_beyond_a_ma_9():
    options = {"capture_backwards": True}
    state = table(roll=2, options=options, Y=(5, 41, 42, 43), B=(13, -1, -1, -1))
    assert moves(state) == ["5", "5-"]
    assert go(state, "5-").pawns == ((3, 41, 42, 43), AWAY, AWAY, AWAY)
    assert "2-" not in moves(table(roll=2, options=options, Y=(2, 9, 42, 43), B=(10, 5, -1, -1)))
    assert "a-" not in moves(table(roll=1, options=options, Y=(40, 9, 42, 43), G=(29, 5, -1, -1)))


def test_a_barrier_stops_everybody_and_cannot_be_captured():
    options = {"barriers": True}
    foe = table(roll=4, options=options, Y=(3, 41, 42, 43), G=(35, 35, -1, -1))
    assert moves(foe) == ["pass"]
    assert moves(table(roll=2, options=options, Y=(3, 41, 42, 43), G=(35, 35, -1, -1))) == ["pass"]
    assert moves(table(roll=4, options=options, Y=(3, 5, 5, 43))) == ["5"]
    assert moves(table(roll=2, options=options, Y=(3, 5, 5, 43))) == ["5"]


def test_barriers_leave_the_duty_to_clear_a_as_it_is_ma_10():
    options = {"barriers": True}
    assert moves(table(roll=6, options=options, Y=(0, 9, -1, -1))) == ["0"]
    blocked = table(roll=6, options=options, Y=(0, 9, -1, -1), G=(33, 33, -1, -1))
    assert moves(blocked) == ["enter"]
    assert moves(table(roll=2, options=options, Y=(0, 0, 9, -1))) == ["0"]
    assert moves(table(roll=6, options=options, Y=(9, -1, -1, -1), G=(30, 30, -1, -1))) == ["9"]


def test_missed_captures_are_huffed_and_the_left_neighbour_chooses_ma_11():
    options = {"forced_capture": "huff"}
    one = table(roll=2, options=options, Y=(5, 20, 30, 43), G=(37, -1, -1, -1))
    assert go(one, "20").pawns[0] == (-1, 22, 30, 43)
    two = table(roll=2, options=options, Y=(5, 20, 30, 43), G=(37, 12, -1, -1))
    choice = go(two, "30")
    assert MENSCH.awaited(choice) == {1}
    assert moves(choice) == ["huff 20", "huff 5"]
    assert refused(choice, "20") == "choose_pawn"
    after = go(choice, "huff 5")
    assert (after.pawns[0], after.turn) == ((-1, 20, 32, 43), 1)


def test_a_pawn_that_moved_on_instead_of_capturing_is_found_where_it_stands():
    options = {"forced_capture": "huff", "capture_backwards": True}
    state = table(roll=2, options=options, Y=(5, 41, 42, 43), G=(33, -1, -1, -1))
    assert go(state, "5").pawns[0] == (-1, 41, 42, 43)


def test_a_forced_capture_comes_before_entering_and_clearing_ma_12():
    options = {"forced_capture": "enforce"}
    state = table(roll=6, options=options, Y=(5, 0, -1, -1), G=(1, -1, -1, -1))
    assert moves(state) == ["5"]
    assert refused(state, "0") == "must_capture"


def test_a_seat_that_leaves_takes_the_last_free_place_and_its_pawns_wait_ma_13():
    state = MENSCH.retire(table(roll=6, Y=(5, 6, 7, 8)), 0)
    assert (state.pawns[0], state.turn, state.roll) == (AWAY, 1, 0)
    state = MENSCH.retire(state, 2)
    assert MENSCH.outcome(state) is None
    state = MENSCH.retire(state, 3)
    assert (MENSCH.outcome(state).ranks, MENSCH.outcome(state).ending) == (
        (4, 1, 3, 2),
        "last_left",
    )
    assert MENSCH.retire(state, 1) == state


def test_when_the_one_who_chooses_leaves_the_most_advanced_pawn_goes_back_ma_13():
    options = {"forced_capture": "huff"}
    state = table(roll=2, options=options, Y=(5, 20, 30, 43), G=(37, 12, -1, -1))
    choice = go(state, "30")
    left = MENSCH.retire(choice, 1)
    assert (left.pawns[0], left.turn, left.huff) == ((-1, 5, 32, 43), 2, ())
    other = MENSCH.retire(choice, 3)
    assert MENSCH.awaited(other) == {1}
    assert other.huff == choice.huff
    mover = MENSCH.retire(choice, 0)
    assert (mover.turn, mover.huff) == (1, ())


def test_the_limit_of_turns_ranks_by_progress_ma_15():
    state = table(Y=(5, -1, -1, -1), G=(5, 3, -1, -1), R=(5, -1, -1, -1), B=(39, 40, 41, 42))
    state = go(state._replace(turns=3999), "roll 1", "5")
    assert (MENSCH.outcome(state).ranks, MENSCH.outcome(state).ending) == (
        (3, 2, 4, 1),
        "turn_limit",
    )


def test_others_play_on_for_the_places_or_not():
    on = go(table(roll=1, Y=(39, 41, 42, 43), G=HOME, R=(39, 41, 42, 43)), "39")
    assert MENSCH.outcome(on) is None
    assert on.turn == 2
    end = MENSCH.outcome(go(on, "roll 1", "19"))
    assert (end.ranks, end.points) == ((2, 1, 3, 4), (2, 3, 1, 0))
    off = go(table(roll=1, options={"play_for_places": False}, Y=(39, 41, 42, 43)), "39")
    assert MENSCH.outcome(off).ranks == (1, 2, 2, 2)


def test_a_roll_may_be_written_in_many_ways():
    assert MENSCH.parse(" E ") == "enter"
    assert MENSCH.parse("07") == "7"
    assert MENSCH.parse("b 17–") == "B17-"
    assert MENSCH.parse("Be") == "B enter"
