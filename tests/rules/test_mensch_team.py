"""The team game of Mensch ärgere Dich nicht: every ruling."""

import pytest

from games.rules.base import IllegalMove
from tests.rules.mensch_table import AWAY, HOME, TEAM, go, moves, table


def team(turn="Y", roll=0, **pawns):
    return table(turn, roll, {}, TEAM, **pawns)


def test_a_lone_pawn_on_a_must_clear_it_but_not_with_a_six_and_not_a_wall_mt_1():
    assert moves(team(roll=2, Y=(0, 9, -1, -1)), TEAM) == ["0"]
    assert moves(team(roll=6, Y=(0, 9, -1, -1)), TEAM) == ["enter", "0", "9"]
    assert moves(team(roll=2, Y=(0, 9, -1, -1), R=(20, -1, -1, -1)), TEAM) == ["0", "9"]


def test_entering_makes_a_wall_of_two_but_never_of_three_mt_2():
    assert "enter" in moves(team(roll=6, R=(20, 5, -1, -1)), TEAM)
    assert moves(team(roll=6, Y=(0, 0, -1, -1)), TEAM) == ["0"]


def test_a_home_violation_is_thrown_out_only_by_an_entering_pawn_mt_3():
    state = team(roll=6, G=(30, 30, -1, -1))
    assert go(state, "enter", rules=TEAM).pawns == ((-1, -1, -1, 0), AWAY, AWAY, AWAY)
    assert moves(team(roll=6, Y=(40, 41, 42, 15), G=(30, 30, -1, -1)), TEAM) == ["15"]


def test_a_wall_must_be_broken_when_nothing_else_moves_mt_4_and_a_walled_in_player_passes_mt_5():
    assert moves(team(roll=2, Y=(5, 5, 42, 43)), TEAM) == ["5"]
    assert moves(team(roll=3, Y=(3, 41, 42, 43), G=(35, 35, -1, -1)), TEAM) == ["pass"]


def test_a_finished_player_is_skipped_and_does_not_roll_for_the_partner_mt_6():
    state = go(team("B", 1, Y=HOME, B=(5, -1, -1, -1)), "35", rules=TEAM)
    assert state.turn == 1


def test_there_are_no_walls_in_the_goal_mt_7():
    assert moves(team(roll=1, Y=(39, 40, 42, 43)), TEAM) == ["a"]


def test_huffing_takes_the_pawn_that_could_have_captured_mt_8():
    state = table("Y", 2, {"forced_capture": "huff"}, TEAM, Y=(5, 20, 42, 43), G=(37, -1, -1, -1))
    assert go(state, "20", rules=TEAM).pawns[0] == (-1, 22, 42, 43)


def test_the_team_whose_eight_pawns_are_home_first_wins():
    state = go(team("R", 1, Y=HOME, R=(39, 41, 42, 43), G=HOME), "19", rules=TEAM)
    assert TEAM.outcome(state)[:3] == ((1, 2, 1, 2), (1, 0, 1, 0), "home")
    with pytest.raises(IllegalMove):
        TEAM.retire(team(), 1)
