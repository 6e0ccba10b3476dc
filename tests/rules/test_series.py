"""Legs, starters, totals, tie-break pairs and what may be rated (rule book 2.4, TL-3, TL-9)."""

import pytest

from games.families.traffic_lights.legs import Leg
from games.families.traffic_lights.lines import MAIN_CELLS, PATTERNS
from games.rules import registry
from games.rules.base import BadState, IllegalMove, Option, Outcome
from games.rules.series import (
    LegResult,
    Series,
    SeriesFrame,
    advance_frame,
    as_series,
    legs_ended_between,
)
from tests.rules.table import leg_of

SIMPLE = registry.get("traffic_lights.simple")
WIDE = registry.get("traffic_lights.4x3")

# The starter completes RRR with the fifth action, or the other seat with the fourth.
STARTER_WINS = "a1 b1 a2 b1 a3"
OTHER_WINS = "a1 a2 c2 a3"

EMPTY = {"board": ".../.../.../...", "turn": 0}
RED_ROW = {"board": "RRR/.../.../...", "turn": 1}


def play(rules, state, text):
    for word in text.split():
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, rules.parse(word))
    return state


def match(rules, options, *legs):
    return play(rules, rules.start(2, options), " ".join(legs))


def test_seat_0_starts_the_first_leg_and_the_starters_alternate():
    state = WIDE.start(2, {"legs": 4})
    starters = []
    for _ in range(4):
        assert WIDE.awaited(state) == {state.starter}
        starters.append(state.starter)
        state = play(WIDE, state, STARTER_WINS)
    assert starters == [0, 1, 0, 1]


def test_a_single_leg_ends_with_its_own_reason_and_line():
    outcome = SIMPLE.outcome(match(SIMPLE, {}, OTHER_WINS))
    assert (outcome.ranks, outcome.points, outcome.ending) == ((2, 1), (0, 1), "line")
    assert outcome.lines[0].cells == ("a3", "a2", "a1")


def test_a_pair_of_small_legs_that_ends_one_all_is_a_tie():
    state = match(SIMPLE, {"legs": 2}, STARTER_WINS, STARTER_WINS)
    assert SIMPLE.outcome(state) == Outcome((1, 1), (1, 1), "tie_after_legs")
    assert SIMPLE.outcome(state).winners == ()


def test_winning_both_legs_of_a_pair_wins_the_match():
    state = match(SIMPLE, {"legs": 2}, STARTER_WINS, OTHER_WINS)
    assert SIMPLE.outcome(state) == Outcome((1, 2), (2, 0), "points")
    assert SIMPLE.outcome(state).winners == (0,)


def test_points_are_booked_to_the_seats_of_the_match_not_of_the_leg():
    state = match(WIDE, {"legs": 2}, OTHER_WINS, STARTER_WINS)
    assert [result.points for result in state.finished] == [(0, 1), (0, 1)]
    assert state.totals == (0, 2)
    assert WIDE.outcome(state).ranks == (2, 1)


def test_a_tie_after_the_agreed_legs_brings_two_more():
    before = match(WIDE, {"legs": 2}, STARTER_WINS)
    assert (before.legs_total, before.tie_break) == (2, False)
    state = play(WIDE, before, STARTER_WINS)
    assert (state.leg, state.legs_total, state.starter, state.tie_break) == (3, 4, 0, True)
    assert WIDE.outcome(state) is None


def test_a_tie_break_pair_is_played_to_its_end_and_then_decides():
    state = match(WIDE, {"legs": 2}, STARTER_WINS, STARTER_WINS, STARTER_WINS)
    assert WIDE.outcome(state) is None
    state = play(WIDE, state, OTHER_WINS)
    assert WIDE.outcome(state) == Outcome((1, 2), (3, 1), "points")
    assert len(state.finished) == 4


@pytest.mark.parametrize("pairs", [0, 1, 2, 3])
def test_a_match_still_level_after_the_last_allowed_pair_is_a_tie(pairs):
    legs = [STARTER_WINS] * (2 + 2 * pairs)
    state = match(WIDE, {"legs": 2, "max_extra_pairs": pairs}, *legs)
    ending = "tie_after_extra_legs" if pairs else "tie_after_legs"
    assert WIDE.outcome(state) == Outcome((1, 1), (1 + pairs, 1 + pairs), ending)


def test_a_lead_that_cannot_be_caught_does_not_shorten_the_agreed_legs():
    state = match(SIMPLE, {"legs": 4}, STARTER_WINS, OTHER_WINS, STARTER_WINS)
    assert state.totals == (3, 0)
    assert SIMPLE.outcome(state) is None


def test_a_finished_match_keeps_the_last_board_and_takes_no_more_moves():
    state = match(SIMPLE, {}, STARTER_WINS)
    assert state.inner == state.finished[-1].final
    assert (state.leg, SIMPLE.awaited(state)) == (1, frozenset())
    for seat in (0, 1):
        with pytest.raises(IllegalMove) as refusal:
            SIMPLE.play(state, seat, SIMPLE.parse("c3"))
        assert refusal.value.code == "match_over"


def test_the_news_of_a_finished_leg_is_read_from_two_states():
    before = WIDE.start(2, {})
    after = play(WIDE, before, STARTER_WINS)
    (ended,) = legs_ended_between(before, after)
    assert (ended.number, ended.starter, ended.points, ended.ending) == (1, 0, (1, 0), "line")
    assert [line.colours for line in ended.lines] == ["RRR"]
    assert legs_ended_between(after, after) == ()


def test_every_new_leg_begins_on_an_empty_board():
    state = play(WIDE, WIDE.start(2, {}), STARTER_WINS)
    assert state.inner == as_series(WIDE).inner.start(2, {})


def test_single_small_legs_are_unrated_and_pairs_are_rated():
    assert not SIMPLE.rateable({})
    assert not SIMPLE.rateable({"legs": 1})
    assert all(SIMPLE.rateable({"legs": legs}) for legs in (2, 4, 6, 8))
    assert WIDE.rateable({})
    assert not leg_of("4x3").rateable({})


def test_the_variants_share_one_rating_pool_without_and_another_with_the_bag():
    for variant in ("intro", "simple", "4x3", "slider"):
        assert registry.get(f"traffic_lights.{variant}").pool == "traffic_lights"
        assert registry.get(f"traffic_lights.{variant}.bag").pool == "traffic_lights_bag"


@pytest.mark.parametrize(
    "broken",
    [
        None,
        [],
        {},
        {"options": {}, "finished": 3, "running": EMPTY},
        {"options": [], "finished": [], "running": EMPTY},
        {"options": {"legs": 3}, "finished": [], "running": EMPTY},
        {"options": {}, "finished": [], "running": None},
        {"options": {}, "finished": [7], "running": None},
        {"options": {}, "finished": [EMPTY], "running": EMPTY},
        {"options": {}, "finished": [RED_ROW] * 2 + [EMPTY], "running": None},
        {"options": {"max_extra_pairs": 0}, "finished": [RED_ROW] * 3, "running": None},
        {"options": {}, "finished": [], "running": {"board": "R", "turn": 0}},
        {"options": {}, "finished": [], "running": {"board": 5, "turn": 2}},
        {"options": {}, "finished": [], "running": RED_ROW},
    ],
)
def test_a_dump_that_no_match_can_have_written_is_refused(broken):
    with pytest.raises(BadState):
        WIDE.load(broken)


def test_the_inner_options_hold_for_every_leg_and_survive_a_dump():
    class Opened(Leg):
        options = {"opened": Option("opened", "bool", False, (False, True))}

        def start(self, seats, options):
            state = super().start(seats, options)
            return self.play(state, 0, self.parse("c1")) if options["opened"] else state

    inner = Opened("opened", MAIN_CELLS, PATTERNS)
    rules = Series(inner)
    state = play(rules, rules.start(2, {"opened": True}), "a1 c2 b1")
    assert state.leg == 2
    assert inner.colours(state.inner)["c1"] == "R"
    assert rules.load(rules.dump(state)) == state


def test_one_point_more_is_enough():
    legs = tuple(LegResult(n, n - 1, (n - 1, 2 - n), "line", (), None) for n in (1, 2))
    for totals, ranks in (((2, 3), (2, 1)), ((3, 2), (1, 2))):
        ended = advance_frame(SeriesFrame(1, 2, 2, totals, legs, None, 2, 3)).final
        assert ended == Outcome(ranks, totals, "points")


def test_settling_asks_nothing_of_the_boards():
    legs = tuple(LegResult(n, (n - 1) % 2, (0, 0), "no_move", (), None) for n in (1, 2))
    frame = SeriesFrame(1, 2, 2, (0, 0), legs, None, 2, 1)
    assert advance_frame(frame).legs_total == 4
    assert advance_frame(frame._replace(max_extra_pairs=0)).final.ending == "tie_after_legs"
