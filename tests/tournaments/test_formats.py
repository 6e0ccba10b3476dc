"""Play-offs, promotion and relegation."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import Finished, next_levels, qualified
from tournaments.standings.table import Row


def group(*points):
    return [
        Row(rank, 10 * int(points[0]) + rank, Fraction(each)) for rank, each in enumerate(points, 1)
    ]


def test_the_winners_of_all_groups_are_seeded_before_all_seconds():
    assert qualified([group(5, 4, 1), group(6, 2, 1)], 2) == (61, 51, 52, 62)


def test_the_first_move_up_and_the_last_move_down():
    top, low = (1, 2, 3, 4), (5, 6, 7, 8)
    stay = frozenset(top + low)
    levels = next_levels([Finished(top, stay), Finished(low, stay)], 1)
    assert [who for who, level in levels.items() if level == 1] == [1, 2, 3, 5]
    assert {who for who, level in levels.items() if level == 2} == {4, 6, 7, 8}


def test_a_vacancy_is_filled_by_an_extra_promotion():
    top, low = (1, 2, 3, 4), (5, 6, 7, 8)
    stay = frozenset(top + low) - {1}
    levels = next_levels([Finished(top, stay), Finished(low, stay)], 1)
    assert [who for who, level in levels.items() if level == 1] == [2, 3, 5, 6]


@given(
    st.lists(st.integers(3, 9), min_size=1, max_size=5),
    st.integers(0, 1),
    st.sets(st.integers(0, 44)),
)
def test_everybody_who_stays_has_one_level_and_higher_divisions_are_full(sizes, promoted, gone):
    everybody, divisions = iter(range(100)), []
    for size in sizes:
        order = tuple(next(everybody) for _ in range(size))
        divisions.append(Finished(order, frozenset(order) - gone))
    levels = next_levels(divisions, promoted)
    assert set(levels) == {who for each in divisions for who in each.stay}
    filled = [
        sum(level == number for level in levels.values()) for number in range(1, 1 + len(sizes))
    ]
    left = len(levels)
    for size, count in zip(sizes, filled, strict=True):
        assert count == min(size, left)
        left -= count
