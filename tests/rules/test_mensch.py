"""Mensch ärgere Dich nicht and its team game: every ruling, and a second, slower implementation."""

import json
from random import Random
from statistics import median
from typing import Any

import pytest

from games.families.mensch.cross import COLOURS
from games.families.mensch.pawns import State, agreed_steps, legal_steps, rolls_allowed
from games.rules import registry
from games.rules.base import BadOption, IllegalMove

MENSCH: Any = registry.get("mensch")
TEAM: Any = registry.get("mensch.team")
HOME = (40, 41, 42, 43)
AWAY = (-1, -1, -1, -1)
SEATS = {"four": 4, "two_by_two": 2, "two_colours": 2, "neutral3": 3}


def table(turn="Y", roll=0, options=None, rules=MENSCH, **pawns):
    """Set up pawns by colour letter (others wait), the colour to move and the roll in hand."""
    options = options or {}
    seats = 4 if rules is TEAM else SEATS[options.get("mode", "four")]
    agreed = rules.start(seats, {"mode": "four", **options} if rules is MENSCH else options).table
    all_pawns = tuple(tuple(sorted(pawns.get(letter, AWAY))) for letter in COLOURS)
    done = tuple(c for c, own in enumerate(all_pawns) if own[0] >= 40)
    colour = COLOURS.index(turn)
    left = rolls_allowed(agreed, all_pawns, colour)
    state = State(agreed, all_pawns, colour, left=left, done=done)
    return state._replace(roll=roll, steps=legal_steps(state, roll)) if roll else state


def moves(state, rules=MENSCH):
    """List what the awaited seat may do."""
    (seat,) = rules.awaited(state)
    return list(rules.moves(state, seat))


def go(state, *texts, rules=MENSCH):
    """Play moves by whoever is awaited."""
    for text in texts:
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, rules.parse(text))
    return state


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


def test_a_roll_may_be_written_in_many_ways():
    assert MENSCH.parse(" E ") == "enter"
    assert MENSCH.parse("07") == "7"
    assert MENSCH.parse("b 17–") == "B17-"
    assert MENSCH.parse("Be") == "B enter"


def plain_board(state):
    """Map track fields to the colours that stand there."""
    there: dict = {}
    for c, own in enumerate(state.pawns):
        for field in _fields(c, own):
            there.setdefault(field, []).append(c)
    return there


def plain_home(state, p, q):
    """Judge a pawn going on to the goal."""
    own = state.pawns[state.turn]
    jumped = state.table.no_jump_home and any(p < x < q for x in own if x >= 40)
    return None if q > 43 or q in own or jumped else "move"


def plain_way(state, there, p, q):
    """Judge one pawn going from p to q: None, "move" or "hit"."""
    t, me = state.table, state.turn
    walls = t.mode == "team" or t.barriers
    kin = {me, (me + 2) % 4} if t.mode == "team" else {me}
    way = range(p + 1, q) if q > p else range(q + 1, p)
    if walls and any(len(there.get((x + 10 * me) % 40, [])) == 2 for x in way if x < 40):
        return None
    if q >= 40:
        return plain_home(state, p, q)
    who = there.get((q + 10 * me) % 40, [])
    if set(who) & kin:
        return "move" if walls and len(who) == 1 else None
    if len(who) == 2:
        return "hit" if t.mode == "team" and p < 0 else None
    return "hit" if who else "move"


def plain_free(state, there, roll):
    """Map (text, start) of every pawn move that the board allows to "move" or "hit"."""
    me, found = state.turn, {}
    for p in state.pawns[me]:
        name = str((p + 10 * me) % 40) if p < 40 else "abcd"[p - 40]
        if p >= 0:
            found[name, p] = plain_way(state, there, p, p + roll)
            if state.table.capture_backwards and p < 40 and p - roll >= 1:
                hit = plain_way(state, there, p, p - roll) == "hit"
                found[name + "-", p] = "hit" if hit else None
        elif roll == 6:
            found["enter", p] = plain_way(state, there, -1, 0)
    return {key: kind for key, kind in found.items() if kind}


def plain_moves(state, roll):
    """List legal moves once more, on a dictionary of squares, rule by rule."""
    there, is_team = plain_board(state), state.table.mode == "team"
    found = plain_free(state, there, roll)
    hits = {name for (name, _), kind in found.items() if kind == "hit"}
    if state.table.forced_capture == "enforce" and hits:
        return hits
    free = {name for name, _ in found}
    if -1 not in state.pawns[state.turn] or (is_team and roll == 6):
        return free
    from_a = {name for name, p in found if p == 0}
    if from_a and (len(there[10 * state.turn]) == 1 or not is_team):
        return from_a
    return {"enter"} if roll == 6 and "enter" in free else free


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"barriers": True},
        {"capture_backwards": True, "no_jump_home": True},
        {"forced_capture": "enforce", "capture_backwards": True},
        {"barriers": True, "capture_backwards": True, "forced_capture": "enforce"},
        {"team": True},
    ],
    ids=json.dumps,
)
def test_a_second_implementation_lists_the_same_moves_throughout_random_matches(options):
    rules = TEAM if "team" in options else MENSCH
    compared = 0
    for seed in range(8):
        chance = Random(seed)
        state = rules.start(4, {name: v for name, v in options.items() if name != "team"})
        while awaited := rules.awaited(state):
            (seat,) = awaited
            if state.roll:
                expected = plain_moves(state, state.roll) or {"pass"}
                assert set(rules.moves(state, seat)) == expected
                compared += 1
            state = rules.play(state, seat, chance.choice(rules.moves(state, seat)))
            fields = [f for c, own in enumerate(state.pawns) for f in _fields(c, own)]
            limit = 2 if state.table.pairs else 1
            assert all(fields.count(f) <= limit for f in fields)
    assert compared > 2000


def _fields(colour, own):
    return [(p + 10 * colour) % 40 for p in own if 0 <= p < 40]


def test_a_match_takes_about_as_many_turns_as_the_rule_book_measured():
    firsts: list[int] = []
    team_turns: list[int] = []
    for rules, found, options in (
        (MENSCH, firsts, {"play_for_places": False}),
        (TEAM, team_turns, {}),
    ):
        for seed in range(40):
            chance, state = Random(seed), rules.start(4, options)
            while awaited := rules.awaited(state):
                (seat,) = awaited
                state = rules.play(state, seat, chance.choice(rules.moves(state, seat)))
            found.append(state.turns)
    print(f"first home after {median(firsts)} turns, a team after {median(team_turns)}")
    assert 250 < median(firsts) < 420
    assert 240 < median(team_turns) < 400


@pytest.mark.parametrize("mode", ["four", "two_by_two", "two_colours"])
def test_where_nothing_is_agreed_on_the_short_way_finds_what_the_long_one_does(mode):
    chance, state = Random(3), MENSCH.start(SEATS[mode], {"mode": mode})
    while not state.ending:
        (seat,) = MENSCH.awaited(state)
        state = MENSCH.play(state, seat, chance.choice(MENSCH.moves(state, seat)))
        for roll in range(1, 7):
            assert legal_steps(state, roll) == agreed_steps(state, roll)
