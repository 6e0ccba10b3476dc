"""Triad, ruling by ruling, beside a second implementation with plain coordinates."""

from itertools import combinations, product
from random import Random

import pytest

from games.families.triad.board import CELLS
from games.families.triad.rules import CAP, SIDES
from games.management.commands.rules import count_plies
from games.rules import registry
from games.rules.base import CHANCE, BadState, IllegalMove, MalformedMove
from tests.rules.table import random_match
from tests.rules.vectors_triad import SIGNS, TRIAD, dice_of, legal, rolled

SERIES = registry.get("triad")


def at(dice, *, turn=0, removed=(0, 0), plies=0, seen=()):
    stand = dict(word.split(":") for word in dice.split())
    board = "".join(SIGNS[stand[cell]] if cell in stand else "." for cell in CELLS)
    facts = {"board": board, "turn": turn, "removed": list(removed), "plies": plies}
    return TRIAD.load({**facts, "seen": list(seen) or [f"{board}{turn}"]})


def after(state, *moves):
    for text in moves:
        (seat,) = TRIAD.awaited(state)
        state = TRIAD.play(state, seat, TRIAD.parse(text))
    return state


def refusal(state, text):
    with pytest.raises(IllegalMove) as error:
        after(state, text)
    return error.value.code


def test_tr_1_each_row_ascends_from_its_owners_left():
    state = rolled({"B": "112223", "O": "112233"})
    assert TRIAD.letters(state).split("\n")[0] == "6  O3 O3 O2 O2 O1 O1"
    assert TRIAD.letters(state).split("\n")[5] == "1  B1 B1 B2 B2 B2 B3"
    assert TRIAD.awaited(state) == {0}


def test_tr_2_rolls_weigh_as_many_as_the_ways_to_throw_them():
    weights = {TRIAD.spell(roll): weight for roll, weight in TRIAD.lots(TRIAD.start(2, {}))}
    thrown = ["roll " + "".join(map(str, sorted(each))) for each in product((1, 2, 3), repeat=6)]
    assert weights == {text: thrown.count(text) for text in set(thrown)}
    assert TRIAD.parse("roll 322121") == TRIAD.parse("roll 112223")


def test_tr_3_in_a_series_the_starter_alternates_and_every_leg_is_rolled_again():
    states, _ = random_match(SERIES, {"legs": 4}, 1)
    assert {state.starter for state in states} == {0, 1}
    fresh = [state for state in states if state.inner == TRIAD.start(2, {})]
    assert len(fresh) == 4
    assert all(SERIES.awaited(state) == {CHANCE} for state in fresh)
    assert SERIES.rateable({})
    assert SERIES.pool == "triad"


# The only black die shows 2: its neighbours are taken, and so are the cells three steps away.
STUCK = "a1:B2 a2:O1 b1:O1 b2:O3 a4:O3 d1:O2 d4:O2 f6:O1"


def test_tr_4_only_who_has_no_regular_move_may_turn_on_the_spot_or_keep_the_value():
    assert refusal(at("a1:B1 f6:O3"), "a1=3") == "regular_move_exists"
    assert refusal(at("a1:B1 f6:O3"), "a1-a2") == "same_value"
    state = at(STUCK)
    assert legal(state) == {"a1=1", "a1=3"}
    assert refusal(state, "a1=2") == "same_value"
    free = at("a1:B1 a3:O1 b2:O3 c1:O3 f6:O1 b1:O2")
    assert legal(free) == {"a1-a2", "a1=2", "a1=3"}


def test_tr_5_turning_makes_no_triad_but_moving_by_the_same_value_does():
    turned = after(at("a1:B2 a2:O1 a3:O1 b1:O3 b2:O3 f6:O3"), "a1=1")
    assert turned.removed == (0, 0)
    moved = after(at("a1:B1 a3:O1 a4:O1 b2:O3 c1:O3 f6:O1 b1:O2"), "a1-a2")
    assert moved.removed == (1, 0)


def test_tr_6_dice_with_a_gap_between_them_are_no_triad():
    state = after(at("a1:B1 b3:O2 e3:O2 f6:O3"), "a1-c3")
    assert state.removed == (0, 0)
    assert "c3:B2" in dice_of(state)


def test_tr_7_the_player_only_chooses_which_die_leaves():
    state = at("a1:B1 b3:B1 d3:O3 f6:O3")
    assert refusal(state, "a1-c3") == "remove_which"
    assert refusal(state, "a1-c3 xd3") == "not_removable"
    assert {"a1-c3 xb3", "a1-c3 xc3"} <= legal(state)
    only = at("a1:B1 b3:O2 d3:O2 f6:O3")
    assert after(only, "a1-c3") == after(only, "a1-c3 xc3") == after(only, "A1C3:c3")


def test_the_third_removed_die_wins_at_once():
    state = after(at("a1:B1 b3:O2 d3:O2 f6:O3", removed=(2, 1)), "a1-c3")
    outcome = TRIAD.outcome(state)
    assert (outcome.ranks, outcome.points, outcome.ending) == ((1, 2), (1, 0), "triads")
    with pytest.raises(IllegalMove):
        TRIAD.play(state, 1, TRIAD.parse("f6-f5"))
    second = after(at("f6:O1 d4:B2 a4:B1 e4:O2", turn=1, removed=(0, 2)), "f6-f4 xf4")
    assert TRIAD.outcome(second).ranks == (2, 1)


def test_tr_8_the_third_repetition_is_a_tie():
    once = at("a1:B3 f6:O3")
    back_and_forth = ("a1-b1", "f6-e6", "b1-d1", "e6-c6", "d1-a1", "c6-f6")
    state = after(once, *back_and_forth)
    assert dice_of(state) == dice_of(once)
    assert TRIAD.outcome(state) is None
    state = after(state, *back_and_forth)
    assert TRIAD.outcome(state).ending == "repetition"
    assert TRIAD.outcome(state).ranks == (1, 1)


def test_tr_8_after_two_hundred_plies_the_match_is_a_tie():
    last = at("a1:B1 f6:O3", plies=CAP - 1)
    assert TRIAD.outcome(last) is None
    assert TRIAD.outcome(after(last, "a1-c3")).ending == "cap"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("f6-f5", "not_your_die"),
        ("b2-b3", "not_your_die"),
        ("a1-b3", "not_straight"),
        ("a1-e1", "not_straight"),
        ("a1-a4", "way_blocked"),
        ("a1-c3 xa1", "not_removable"),
        ("roll 111111", "not_now"),
    ],
)
def test_a_move_that_the_rules_forbid_is_refused_by_name(text, code):
    assert refusal(at("a1:B1 a3:O3 f6:O3"), text) == code


@pytest.mark.parametrize("text", ["a1", "a7-a1", "a1=4", "roll 11222", "roll 112224", "a1-a3 x"])
def test_text_that_is_no_move_is_refused(text):
    with pytest.raises(MalformedMove):
        TRIAD.parse(text)


@pytest.mark.parametrize(
    "broken",
    [
        {"board": "1"},
        {"board": "?" * 36},
        {"turn": 2},
        {"removed": [1]},
        {"plies": -3},
        {"seen": 3},
    ],
)
def test_a_dump_that_makes_no_sense_is_refused(broken):
    with pytest.raises(BadState):
        TRIAD.load({**TRIAD.dump(at("a1:B1 f6:O3")), **broken})


class PlainTriad:
    """The regular moves once more, with coordinates and loops over all triples of dice."""

    def __init__(self, state):
        self.turn = SIDES[state.turn]
        words = (word.split(":") for word in dice_of(state))
        self.dice = {(ord(cell[0]) - 96, int(cell[1])): die for cell, die in words}

    def moves(self):
        found = set()
        for start in [place for place, die in self.dice.items() if die[0] == self.turn]:
            for dx, dy, steps in product((-1, 0, 1), (-1, 0, 1), (1, 2, 3)):
                way = [(start[0] + dx * n, start[1] + dy * n) for n in range(1, steps + 1)]
                if (dx, dy) == (0, 0) or steps == int(self.dice[start][1]):
                    continue
                if all(1 <= x <= 6 and 1 <= y <= 6 for x, y in way) and not set(way) & set(
                    self.dice
                ):
                    found |= self.spelled(start, way[-1], steps)
        return found

    def spelled(self, start, end, steps):
        dice = {place: die for place, die in self.dice.items() if place != start}
        dice[end] = f"{self.turn}{steps}"
        own = set()
        for three in combinations(sorted(dice), 3):
            (ax, ay), (bx, by), (cx, cy) = three
            step = (bx - ax, by - ay)
            straight = step == (cx - bx, cy - by) and max(map(abs, step)) == 1
            if end in three and straight and self.triad([dice[place] for place in three]):
                own |= {place for place in three if dice[place][0] == self.turn}
        word = f"{self.name(start)}-{self.name(end)}"
        return {f"{word} x{self.name(place)}" for place in own} if len(own) > 1 else {word}

    @staticmethod
    def triad(dice):
        values = {die[1] for die in dice}
        return len({die[0] for die in dice}) == 2 and len(values) in (1, 3)

    @staticmethod
    def name(place):
        return f"{'abcdef'[place[0] - 1]}{place[1]}"


@pytest.mark.long
def test_a_second_implementation_finds_the_same_moves_in_random_matches():
    for seed in range(15):
        for state in random_match(TRIAD, {}, seed)[0]:
            if TRIAD.awaited(state) in ({0}, {1}):
                assert legal(state) == PlainTriad(state).moves()


def test_the_number_of_ply_sequences_from_the_rule_books_example():
    state = rolled({"B": "112223", "O": "112233"})
    first = PlainTriad(state).moves()
    second = sum(len(PlainTriad(after(state, text)).moves()) for text in first)
    assert [count_plies(TRIAD, state, depth) for depth in (1, 2)] == [len(first), second]
    assert count_plies(TRIAD, TRIAD.start(2, {}), 2) == 28 * 28


@pytest.mark.long
def test_random_moves_take_about_as_many_plies_as_the_rule_book_measured():
    lengths = []
    for seed in range(150):
        chance, state = Random(seed), TRIAD.start(2, {})
        while awaited := TRIAD.awaited(state):
            (seat,) = awaited
            moves = TRIAD.moves(state, seat)
            way = chance.choice(sorted({move % 1296 if seat >= 0 else move for move in moves}))
            move = next(each for each in moves if each == way or each % 1296 == way)
            state = TRIAD.play(state, seat, move)
        lengths.append(state.plies)
    assert 36 <= sorted(lengths)[75] <= 52
