"""Elo by hand, and the laws that every match keeps."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from games.ratings import (
    MILLION,
    START_RATING,
    BadResult,
    SeatRating,
    compute_changes,
    expected_score,
    is_provisional,
    k_factor,
)

values = st.integers(-50_000, 400_000)
games = st.integers(0, 60)
standings = st.builds(SeatRating, values, games)


def test_everybody_begins_at_1500_with_a_question_mark():
    assert SeatRating() == SeatRating(START_RATING, 0) == SeatRating(150_000, 0)
    assert is_provisional(19)
    assert not is_provisional(20)


@pytest.mark.parametrize(
    ("ahead", "share"),
    [
        (0, "0.5"),
        (100, "0.640065"),
        (200, "0.759747"),
        (400, "0.909091"),
        (800, "0.990099"),
        (-200, "0.240253"),
        (1_000_000, "1"),
        (-1_000_000, "0"),
    ],
)
def test_expectation_is_logistic_in_millionths(ahead, share):
    assert expected_score(START_RATING + ahead * 100, START_RATING) == Fraction(share) * MILLION


@given(values, values)
def test_two_expectations_sum_to_one_point(a, b):
    assert expected_score(a, b) + expected_score(b, a) == MILLION


@given(values, values, st.integers(0, 50_000))
def test_more_rating_expects_more(a, b, more):
    assert expected_score(a + more, b) >= expected_score(a, b)


@given(st.integers(-80_000, 80_000))
def test_exact_arithmetic_agrees_with_floating_point(ahead):
    assert abs(expected_score(ahead, 0) / MILLION - 1 / (1 + 10 ** (-ahead / 40_000))) < 1e-6


@pytest.mark.parametrize(
    ("value", "played", "opponent", "k"),
    [
        (150_000, 0, 50, 40),
        (150_000, 19, 0, 40),
        (230_000, 5, 50, 40),
        (150_000, 20, 20, 20),
        (219_999, 99, 20, 20),
        (220_000, 99, 20, 10),
        (150_000, 20, 19, 10),
        (220_000, 20, 19, 5),
    ],
)
def test_weight_of_a_game(value, played, opponent, k):
    assert k_factor(value, played, opponent) == k


def test_two_newcomers_exchange_twenty_points():
    assert compute_changes([SeatRating(), SeatRating()], [1, 2]) == (2000, -2000)
    assert compute_changes([SeatRating(), SeatRating()], [1, 1]) == (0, 0)


def test_the_favourite_wins_little_and_loses_much():
    pair = [SeatRating(170_000, 30), SeatRating(150_000, 30)]
    assert compute_changes(pair, [1, 2]) == (481, -481)
    assert compute_changes(pair, [2, 1]) == (-1519, 1519)
    assert compute_changes(pair, [1, 1]) == (-519, 519)


def test_a_newcomer_moves_four_times_as_far_as_their_established_opponent():
    assert compute_changes([SeatRating(150_000, 50), SeatRating()], [2, 1]) == (-500, 2000)


def test_three_equal_seats_share_as_two_half_games():
    table = [SeatRating(150_000, 30)] * 3
    assert compute_changes(table, [1, 2, 3]) == (1000, 0, -1000)
    assert compute_changes(table, [1, 2, 2]) == (1000, -500, -500)
    assert compute_changes(table, [1, 1, 1]) == (0, 0, 0)


def test_four_seats_by_hand():
    table = [SeatRating(160_000, 30)] + [SeatRating(150_000, 30)] * 3
    assert compute_changes(table, [1, 2, 3, 4]) == (720, 426, -240, -906)


def test_partners_gain_the_same_by_their_mean_rating():
    table = [SeatRating(value, 30) for value in (160_000, 150_000, 140_000, 150_000)]
    assert compute_changes(table, [1, 2, 1, 2], teams=[0, 1, 0, 1]) == (1000, -1000, 1000, -1000)
    strong = [SeatRating(value, 30) for value in (180_000, 150_000, 160_000, 150_000)]
    assert compute_changes(strong, [2, 1, 2, 1], teams=[0, 1, 0, 1]) == (-1519, 1519, -1519, 1519)


def test_a_team_weighs_the_mean_of_its_members():
    table = [SeatRating(150_000, 30), SeatRating(150_000, 30), SeatRating(150_000, 0), SeatRating()]
    assert compute_changes(table, [1, 2, 1, 2], teams=[0, 1, 0, 1]) == (1250, -1250, 1250, -1250)


@pytest.mark.parametrize(
    ("table", "ranks", "teams"),
    [
        ([SeatRating()], [1], None),
        ([], [], None),
        ([SeatRating()] * 2, [1], None),
        ([SeatRating()] * 2, [1, 2], [0]),
        ([SeatRating()] * 2, [1, 2], [0, 0]),
        ([SeatRating()] * 2, [1, 1], [0, 0]),
        ([SeatRating()] * 4, [1, 2, 3, 4], [0, 1, 0, 1]),
    ],
)
def test_what_does_not_belong_together_is_refused(table, ranks, teams):
    with pytest.raises(BadResult):
        compute_changes(table, ranks, teams)


@given(st.lists(values, min_size=2, max_size=4), st.data())
def test_nothing_is_made_or_lost_at_equal_weight(ratings, data):
    played = data.draw(st.sampled_from([0, 30]))
    table = [SeatRating(value if played == 0 else value % 220_000, played) for value in ratings]
    ranks = data.draw(st.lists(st.integers(1, 4), min_size=len(table), max_size=len(table)))
    assert sum(compute_changes(table, ranks)) == 0


@given(st.lists(standings, min_size=2, max_size=4), st.data())
def test_the_order_of_seats_does_not_matter(table, data):
    ranks = data.draw(st.lists(st.integers(1, 4), min_size=len(table), max_size=len(table)))
    order = data.draw(st.permutations(range(len(table))))
    change = compute_changes(table, ranks)
    turned = compute_changes([table[seat] for seat in order], [ranks[seat] for seat in order])
    assert turned == tuple(change[seat] for seat in order)


@given(standings, standings)
def test_winning_never_costs_and_losing_never_gains(one, other):
    won, lost = compute_changes([one, other], [1, 2])
    assert won >= 0 >= lost


@given(standings, standings, standings, standings)
def test_partners_always_change_alike(a, b, c, d):
    change = compute_changes([a, b, c, d], [1, 2, 1, 2], teams=[0, 1, 0, 1])
    assert change[0] == change[2]
    assert change[1] == change[3]


def test_a_whole_season_refolds_to_a_figure_known_in_advance():
    table = [SeatRating(), SeatRating(), SeatRating()]
    for turn in range(90):
        one, other = turn % 3, (turn + 1) % 3
        ranks = [(1, 2), (2, 1), (1, 1), (1, 2)][turn % 4]
        change = compute_changes([table[one], table[other]], ranks)
        for seat, delta in zip((one, other), change, strict=True):
            table[seat] = SeatRating(table[seat].value + delta, table[seat].games + 1)
    assert [standing.games for standing in table] == [60, 60, 60]
    assert [standing.value for standing in table] == [151_755, 149_164, 149_081]
