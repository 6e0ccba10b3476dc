"""Mill, ruling by ruling, and its geometry against plain coordinates."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from games.families import strategies as bots
from games.families.mill.board import MILLS, POINTS, count_closed_mills, mill_closing_points
from games.management.commands.rules import count_plies
from games.rules import registry
from games.rules.base import BadState, IllegalMove, MalformedMove
from games.rules.grid import bit_indexes
from tests.rules.table import random_match
from tests.sampling import at_length

RULES = registry.get("mill")


def at(stones, *, turn=0, hands=(0, 0), **more):
    facts = {"quiet": 0, "plies": 0, "seen": [], "protection": "absolute", **more}
    return RULES.load({"stones": stones, "turn": turn, "hands": list(hands), **facts})


def after(state, *moves):
    for text in moves:
        (seat,) = RULES.awaited(state)
        state = RULES.play(state, seat, RULES.parse(text))
    return state


def legal(state):
    return {RULES.spell(move) for seat in RULES.awaited(state) for move in RULES.moves(state, seat)}


def refusal(state, text):
    with pytest.raises(IllegalMove) as error:
        after(state, text)
    return error.value.code


def test_there_are_24_points_and_16_mills_and_every_point_lies_on_two():
    assert len(set(POINTS)) == 24
    assert len(set(MILLS)) == 16
    assert all(sum(point in names for names in MILLS) == 2 for point in POINTS)


def test_the_mills_are_what_plain_coordinates_say():
    found = set()
    for axis in (0, 1):
        for value in "abcdefg" if axis == 0 else "1234567":
            line = sorted(point for point in POINTS if point[axis] == value)
            halves = [line] if len(line) == 3 else [line[:3], line[3:]]
            found |= {tuple(half) for half in halves}
    assert {tuple(sorted(names)) for names in MILLS} == found


def _slow_takings(own, other, tournament):
    """List the stones that may be taken, by names."""
    held = {point for names in MILLS if set(names) <= other for point in names}
    return sorted(other - held) or (sorted(other) if tournament else [])


def _slow_moves(state):
    """List the moves by names and sets, as the rule book words them."""
    sides = [{POINTS[point] for point in bit_indexes(bits)} for bits in state.stones]
    own, other = sides[state.turn], sides[1 - state.turn]
    free, found = set(POINTS) - own - other, set()
    beside = {pair for a, b, c in MILLS for pair in ((a, b), (b, a), (b, c), (c, b))}
    for origin in [None] if state.hands[state.turn] else own:
        for to in free:
            if origin and len(own) > 3 and (origin, to) not in beside:
                continue
            after = own - {origin} | {to}
            text = f"{origin}-{to}" if origin else to
            closes = any(to in names and set(names) <= after for names in MILLS)
            taken = _slow_takings(after, other, state.tournament) if closes else []
            found |= {f"{text}x{point}" for point in taken} or {text}
    return found


@pytest.mark.parametrize("protection", ["absolute", "tournament"])
def test_a_slow_second_implementation_lists_the_same_moves_all_match_long(protection):
    flights = 0
    for seed in range(60 if at_length() else 20):
        for state in random_match(RULES, {"mill_protection": protection}, seed)[0][:-1]:
            assert legal(state) == _slow_moves(state)
            flights += not state.hands[state.turn] and state.stones[state.turn].bit_count() == 3
    assert flights > (200 if at_length() else 20)


def test_white_begins_with_nine_stones_each_and_may_place_anywhere():
    start = RULES.start(2, {})
    assert RULES.awaited(start) == {0}
    assert legal(start) == set(POINTS)
    assert start.hands == (9, 9)


def test_known_counts_of_ply_sequences():
    start = RULES.start(2, {})
    known = [24, 552, 12144, 255024][: 4 if at_length() else 3]
    assert [count_plies(RULES, start, depth) for depth in range(1, len(known) + 1)] == known


def test_mu_1_stones_in_a_closed_mill_are_protected():
    state = at("a1:w a4:w d1:b d2:b d3:b g7:b", hands=(6, 5))
    assert refusal(state, "a7xd1") == "stone_protected"
    assert after(state, "a7xg7").stones[1].bit_count() == 3


def test_mu_1_with_all_stones_in_mills_nothing_is_taken_or_anything():
    board = "a1:w a4:w d1:b d2:b d3:b"
    absolute = at(board, hands=(6, 6))
    assert "a7" in legal(absolute)
    assert refusal(absolute, "a7xd1") == "stone_protected"
    tournament = at(board, hands=(6, 6), protection="tournament")
    assert {"a7xd1", "a7xd2", "a7xd3"} <= legal(tournament)
    assert refusal(tournament, "a7") == "take_a_stone"
    assert RULES.start(2, {"mill_protection": "tournament"}).tournament


def test_mu_2_two_mills_closed_by_one_stone_take_one():
    state = at("a1:w a4:w d7:w g7:w d2:b f2:b f4:b", hands=(5, 5))
    closing = {text for text in legal(state) if text.startswith("a7")}
    assert closing == {"a7xd2", "a7xf2", "a7xf4"}
    assert after(state, "a7xd2").stones[1].bit_count() == 2


def test_mu_3_taking_is_compulsory_and_only_with_a_mill():
    state = at("a1:w a4:w d2:b", hands=(7, 7))
    assert refusal(state, "a7") == "take_a_stone"
    assert refusal(state, "a7xd3") == "no_stone_to_take"
    assert refusal(state, "a7xa1") == "no_stone_to_take"
    assert refusal(state, "g7xd2") == "no_mill"


def test_mu_4_and_mu_5_placing_moving_and_flying_follow_each_other():
    placing = at("a1:w d1:w g1:w a7:b d7:b", hands=(6, 7))
    assert refusal(placing, "a1-a4") == "place_first"
    moving = at("a1:w b2:w c3:w g7:w a7:b d7:b f6:b g1:b")
    assert refusal(moving, "a1-c4") == "not_adjacent"
    assert refusal(moving, "d5") == "hand_empty"
    assert refusal(moving, "a7-a4") == "not_your_stone"
    assert refusal(moving, "g7-d7") == "point_taken"
    flying = at("a1:w b2:w g7:w a7:b d7:b f6:b g1:b")
    assert "a1-c4" in legal(flying)


def test_a_mill_that_is_opened_and_closed_again_takes_again():
    state = at("a1:w a4:w b6:w d6:w a7:w g1:b g4:b f2:b e3:b c3:b")
    opened = after(state, "a7-d7", "g1-d1")
    assert {text for text in legal(opened) if text.startswith("d7-a7x")}


def test_mu_6_two_stones_lose_and_so_does_a_player_who_cannot_move():
    state = at("a1:w a4:w b6:w b2:b d3:b f4:b")
    ended = RULES.outcome(after(state, "b6-a7xb2"))
    assert (ended.winners, ended.ending, ended.points) == ((0,), "two_stones", (1, 0))
    shut = at("a1:b d1:b g1:b g4:b a4:w d2:w g7:w f4:w", turn=1)
    ended = RULES.outcome(shut)
    assert (ended.winners, ended.ending) == ((0,), "blocked")
    assert not RULES.awaited(shut)


def test_mu_7_the_third_occurrence_of_a_position_is_a_tie():
    state = at("a1:w b2:w c3:w g7:w a7:b b6:b f6:b g1:b")
    state = after(state, "a1-a4", "g1-d1", "a4-a1", "d1-g1")
    state = after(state, "a1-a4", "g1-d1", "a4-a1")
    assert RULES.outcome(state) is None
    ended = RULES.outcome(after(state, "d1-g1"))
    assert (ended.ranks, ended.ending) == ((1, 1), "repetition")


def test_mu_7_a_hundred_quiet_plies_are_a_tie_and_a_taking_starts_over():
    board = "a1:w a4:w b6:w d6:w a7:b b2:b f4:b g1:b"
    assert RULES.outcome(after(at(board, quiet=98), "a4-b4")) is None
    assert RULES.outcome(after(at(board, quiet=99), "a4-b4")).ending == "quiet"
    taking = at("a1:w a4:w b6:w d7:w b2:b d3:b f4:b g1:b", quiet=99)
    assert after(taking, "d7-a7xg1").quiet == 0
    assert RULES.outcome(after(at(board, plies=599), "a4-b4")).ending == "ply_cap"


@pytest.mark.parametrize("text", ["d2-d3", "d2 – d3", "D2-D3", " d2 - d3 "])
def test_a_move_has_one_spelling_and_several_readings(text):
    assert RULES.spell(RULES.parse(text)) == "d2-d3"
    assert RULES.spell(RULES.parse("d2-d3 : a7")) == "d2-d3xa7"


def test_a_point_that_does_not_exist_is_named():
    with pytest.raises(MalformedMove) as error:
        RULES.parse("a1-a2")
    assert (error.value.code, error.value.params["point"]) == ("no_such_point", "a2")


@pytest.mark.parametrize("move", [-1, 24, 31, 25 << 5, 25 << 10, 10**9])
def test_a_number_that_is_no_move_is_refused(move):
    with pytest.raises(IllegalMove):
        RULES.play(RULES.start(2, {}), 0, move)


@pytest.mark.parametrize(
    "broken",
    [{}, {"stones": "a2:w"}, {"stones": "a1:w a1:b"}, {"turn": 2}, {"protection": "none"}],
)
def test_a_dump_that_makes_no_sense_is_refused(broken):
    whole = RULES.dump(RULES.start(2, {}))
    with pytest.raises(BadState):
        RULES.load({**whole, **broken} if broken else {})


@given(st.integers(0, (1 << 24) - 1))
def test_closed_mills_are_counted_as_names_say(stones):
    names = {POINTS[point] for point in bit_indexes(stones)}
    assert count_closed_mills(stones) == sum(set(mill) <= names for mill in MILLS)
    gaps = {min(set(mill) - names) for mill in MILLS if len(set(mill) & names) == 2}
    assert {POINTS[point] for point in bit_indexes(mill_closing_points(stones))} == gaps


@pytest.mark.long
def test_the_player_takes_what_it_can_and_stops_an_open_mill():
    player = bots.get("mill_search")
    taking = at("a1:w a4:w d2:b f4:b", hands=(7, 7))
    assert RULES.spell(player.choose(RULES, taking, 0, Random(1))).startswith("a7x")
    threatened = at("a1:w a4:w d2:b", turn=1, hands=(7, 8))
    assert RULES.spell(player.choose(RULES, threatened, 1, Random(1))) == "a7"
