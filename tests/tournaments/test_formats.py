"""Formats: fair starters, play-offs out of groups, promotion, relegation, vacancies."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tournaments.errors import TournamentError
from tournaments.formats.seasons import (
    Finish,
    Level,
    finishes,
    levels_of,
    next_season,
    order_by_starts,
    playoff_seeds,
    separate_groups,
)
from tournaments.pairing.knockout import first_round
from tournaments.standings.base import Event, EventEntrant, Kind, Result, System
from tournaments.standings.table import standings


def division(*entrants, merit=0):
    return tuple(
        Finish(who, place, (Fraction(merit),)) for place, who in enumerate(entrants, start=1)
    )


def test_who_has_started_less_often_starts():
    assert order_by_starts(1, 2, {1: 2, 2: 1}) == (2, 1)
    assert order_by_starts(1, 2, {2: 1}) == (1, 2)
    assert order_by_starts(1, 2, {}) == (2, 1)


def test_a_table_compares_with_others_by_points_for_each_fixture():
    results = (
        Result(1, (1, 2), (1, 2)),
        Result(2, (1, 3), (1, 1)),
        Result(3, (2, 3), (1, None), Kind.FORFEIT),
        Result(4, (1,), kind=Kind.ZERO_BYE),
    )
    event = Event(tuple(map(EventEntrant, (1, 2, 3))), results, System.ROUND_ROBIN)
    rows = standings(event, ["direct_encounter", "wins"])
    assert finishes(event, rows, ["direct_encounter", "wins"]) == (
        Finish(1, 1, (Fraction(3, 4), Fraction(1))),
        Finish(2, 2, (Fraction(1, 2), Fraction(1))),
        Finish(3, 3, (Fraction(1, 4), Fraction(0))),
    )


def test_winners_are_seeded_before_seconds_and_one_group_stays_apart():
    groups = [division(1, 2, 3), division(11, 12, 13), division(21, 22, 23), division(31, 32)]
    seeds = separate_groups(playoff_seeds(groups, 2), groups)
    assert set(seeds[:4]) == {1, 11, 21, 31}
    assert set(seeds[4:]) == {2, 12, 22, 32}
    for one, two in (duel.seats for duel in first_round(seeds)):
        assert two is not None
        assert one // 10 != two // 10


def test_the_best_next_ones_are_found_by_merit():
    groups = [
        division(1, 2, 3, merit=1),
        division(11, 12, 13, merit=3),
        division(21, 22, 23, merit=2),
    ]
    seeds = playoff_seeds(groups, 1, 1)
    assert set(seeds) == {1, 11, 21, 12}
    assert seeds[3] == 12
    assert seeds == (11, 21, 1, 12)
    assert separate_groups(seeds, groups) == (21, 11, 1, 12)
    assert set(playoff_seeds(groups, 2, 2)) == {1, 2, 11, 12, 21, 22, 13, 23}


def test_a_group_with_fewer_sends_all_it_has():
    assert set(playoff_seeds([division(1), division(11, 12, 13)], 2, 3)) == {1, 11, 12, 13}


def test_seeds_of_one_group_meet_where_that_cannot_be_helped():
    groups = [division(1, 2)]
    assert separate_groups(playoff_seeds(groups, 2), groups) == (1, 2)


def test_winners_are_seeded_by_their_points_before_all_seconds():
    first = [Finish(51, 1, (Fraction(5),)), Finish(52, 2, (Fraction(4),)), Finish(53, 3)]
    second = [Finish(61, 1, (Fraction(6),)), Finish(62, 2, (Fraction(2),)), Finish(63, 3)]
    assert playoff_seeds([first, second], 2) == (61, 51, 52, 62)


def test_a_random_draw_decides_between_equals_and_can_be_drawn_again():
    groups = [division(1, 2), division(11, 12), division(21, 22)]
    drawn = {playoff_seeds(groups, 1, 1, f"{number:064x}")[3] for number in range(30)}
    assert drawn == {2, 12, 22}
    assert playoff_seeds(groups, 1, 1, "aa" * 32) == playoff_seeds(groups, 1, 1, "aa" * 32)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: playoff_seeds([division(1)], 0), "nobody_qualifies"),
        (lambda: next_season([], 1), "wrong_size"),
    ],
)
def test_what_cannot_be_is_refused_by_name(call, code):
    with pytest.raises(TournamentError) as caught:
        call()
    assert caught.value.code == code


def test_the_first_go_up_and_the_last_go_down():
    top, low = Level((division(1, 2, 3, 4, 5),)), Level((division(6, 7, 8, 9, 10),))
    assert next_season([top, low], 5) == (((1, 2, 3, 6, 7),), ((4, 5, 8, 9, 10),))


def test_a_level_of_two_divisions_feeds_one_above():
    top = Level((division(1, 2, 3, 4, 5, 6),), down=2)
    low = Level((division(7, 8, 9, 10, 11, 12), division(13, 14, 15, 16, 17, 18)), up=1)
    first, second = next_season([top, low], 6)
    assert [set(each) for each in first] == [{1, 2, 3, 4, 7, 13}]
    assert sorted(who for each in second for who in each) == [5, 6, *range(8, 13), *range(14, 19)]
    assert [len(each) for each in second] == [6, 6]
    assert {5, 6} & set(second[0])
    assert {5, 6} & set(second[1])


def test_levels_say_who_moves_up_and_down():
    top, low = Level((division(1, 2, 3, 4),), 1, 1), Level((division(5, 6, 7, 8),), 1, 1)
    levels = levels_of(next_season([top, low], 4))
    assert [who for who, level in levels.items() if level == 1] == [1, 2, 3, 5]
    assert {who for who, level in levels.items() if level == 2} == {4, 6, 7, 8}
    left = levels_of(next_season([top, low], 4, leaving={1}))
    assert [who for who, level in left.items() if level == 1] == [2, 3, 5, 6]


@given(
    st.lists(st.integers(3, 9), min_size=1, max_size=5),
    st.integers(0, 1),
    st.sets(st.integers(0, 44)),
)
def test_everybody_who_stays_has_one_level_and_higher_divisions_are_full(sizes, promoted, gone):
    numbers = iter(range(100))
    shape = [
        Level((division(*(next(numbers) for _ in range(size))),), promoted, promoted, size)
        for size in sizes
    ]
    levels = levels_of(next_season(shape, 9, leaving=gone))
    everyone = {each.entrant for level in shape for each in level.divisions[0]}
    assert set(levels) == everyone - gone
    left = len(levels)
    for number, size in enumerate(sizes, start=1):
        assert sum(level == number for level in levels.values()) == min(size, left)
        left -= min(size, left)


def test_vacancies_are_filled_by_extra_promotions():
    top, low = Level((division(1, 2, 3, 4, 5),)), Level((division(6, 7, 8, 9, 10),))
    first, second = next_season([top, low], 5, leaving={1, 3}, newcomers=[11, 12])
    assert first == ((2, 6, 7, 8, 9),)
    assert second == ((4, 5, 10, 11, 12),)


def test_who_leaves_from_the_last_places_saves_one_of_them():
    top, low = Level((division(1, 2, 3, 4, 5),)), Level((division(6, 7, 8, 9, 10),))
    first, second = next_season([top, low], 5, leaving={5})
    assert first == ((1, 2, 3, 6, 7),)
    assert second == ((4, 8, 9, 10),)


def test_when_nobody_is_left_below_fewer_go_down():
    top, low = Level((division(1, 2, 3, 4, 5),)), Level((division(6, 7),))
    assert next_season([top, low], 5, leaving={6, 7, 1}) == (((2, 3, 4, 5),),)
    assert next_season([top, low], 5, leaving={6, 7, 1}, newcomers=[8]) == (
        ((2, 3, 4, 5),),
        ((8,),),
    )


def test_the_lowest_level_splits_when_it_has_grown():
    only = Level((division(1, 2, 3, 4, 5, 6),))
    (level,) = next_season([only], 5, newcomers=[7, 8, 9, 10])
    assert level == ((1, 4, 5, 8, 9), (2, 3, 6, 7, 10))
    assert next_season([], 5, newcomers=[1, 2]) == (((1, 2),),)
    assert next_season([], 5) == ()


@given(
    st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=3), min_size=1, max_size=4),
    st.integers(2, 8),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 9),
    st.sets(st.integers(0, 60), max_size=20),
)
def test_nobody_is_lost_and_no_level_is_larger_than_its_size(sizes, size, up, down, fresh, leaving):
    numbers = iter(range(1000))
    levels = [
        Level(tuple(division(*(next(numbers) for _ in range(n))) for n in level), up, down)
        for level in sizes
    ]
    newcomers = [next(numbers) for _ in range(fresh)]
    season = next_season(levels, size, leaving=leaving, newcomers=newcomers)
    placed = [who for level in season for each in level for who in each]
    everyone = {f.entrant for level in levels for each in level.divisions for f in each} - leaving
    assert sorted(placed) == sorted(everyone | set(newcomers))
    for level, was in zip(season[:-1], levels, strict=False):
        assert sum(map(len, level)) <= size * len(was.divisions)
    for level in season:
        counts = [len(each) for each in level]
        assert max(counts) - min(counts) <= 1
