"""Which boards of a tree change with an earlier result."""

from __future__ import annotations

from tournaments.pairing.double_elimination import PublishedBoard
from tournaments.pairing.trees import (
    count_boards,
    due_in_double_elimination,
    due_in_knockout,
    find_changes,
    places_after_end,
)

EIGHT = range(1, 9)
FIRST = {
    (1, 1): PublishedBoard((1, 8), 1),
    (1, 2): PublishedBoard((4, 5), 4),
    (1, 3): PublishedBoard((2, 7), 2),
    (1, 4): PublishedBoard((3, 6), 3),
}


def changed(facts, rounds, expected=due_in_knockout, seeded=EIGHT):
    found = find_changes(seeded, facts, range(1, rounds + 1), expected)
    return list(found.aside), dict(found.fresh)


def test_nothing_changes_as_long_as_everybody_belongs_where_they_sit():
    facts = FIRST | {
        (2, 1): PublishedBoard((1, 4), 1),
        (2, 2): PublishedBoard((2, 3)),
        (3, 1): PublishedBoard((1, 2)),
    }
    assert changed({key: facts[key] for key in facts if key != (3, 1)}, 2) == ([], {})
    assert [count_boards(5, number) for number in range(1, 5)] == [4, 2, 1, 0]


def test_a_changed_result_reaches_as_far_as_its_loser_has_come():
    facts = FIRST | {
        (2, 1): PublishedBoard((1, 4), 1),
        (2, 2): PublishedBoard((2, 3), 2),
        (3, 1): PublishedBoard((1, 2), 1),
    }
    facts[1, 1] = PublishedBoard((1, 8), 8)
    assert changed(facts, 3) == ([(2, 1), (3, 1)], {(2, 1): (4, 8)})
    facts[1, 1] = PublishedBoard((1, 8))
    assert changed(facts, 3) == ([(2, 1), (3, 1)], {})


def test_pairs_that_were_changed_by_hand_stay_where_everybody_has_come_through():
    by_hand = {(2, 1): PublishedBoard((1, 3), 1), (2, 2): PublishedBoard((2, 4))}
    assert changed(FIRST | by_hand, 2) == ([], {})
    after = FIRST | by_hand | {(1, 1): PublishedBoard((1, 8), 8)}
    assert changed(after, 2) == ([(2, 1)], {(2, 1): (3, 8)})


def test_a_second_final_that_is_no_longer_needed_does_not_count():
    facts = {
        (1, 1): PublishedBoard((1, 2), 1),
        (2, 1): PublishedBoard((1, 2), 2),
        (3, 1): PublishedBoard((2, 1)),
    }
    assert changed(facts, 3, due_in_double_elimination, (1, 2)) == ([], {})
    facts[2, 1] = PublishedBoard((1, 2), 1)
    assert changed(facts, 3, due_in_double_elimination, (1, 2)) == ([(3, 1)], {})


def test_byes_among_the_losers_change_hands_too():
    seeded = (1, 2, 3)
    facts = {(1, 1): PublishedBoard((1,)), (1, 2): PublishedBoard((2, 3), 2)}
    facts |= {(2, 1): PublishedBoard((1, 2)), (2, 2): PublishedBoard((3,))}
    assert changed(facts, 2, due_in_double_elimination, seeded) == ([], {})
    facts[1, 2] = PublishedBoard((2, 3), 3)
    fresh = {(2, 1): (1, 3), (2, 2): (2,)}
    assert changed(facts, 2, due_in_double_elimination, seeded) == ([(2, 1), (2, 2)], fresh)


def test_after_the_end_a_ruling_lets_nobody_pass_those_who_played_on():
    facts = {(1, 1): PublishedBoard((1, 4), 1), (1, 2): PublishedBoard((2, 3), 2)}
    facts |= {(2, 1): PublishedBoard((1, 2), 1), (2, 2): PublishedBoard((3, 4), 3)}
    facts |= {(3, 1): PublishedBoard((2, 3), 2), (4, 1): PublishedBoard((1, 2), 1)}
    assert places_after_end((1, 2, 3, 4), facts) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    facts[1, 1] = PublishedBoard((1, 4), 4)
    assert places_after_end((1, 2, 3, 4), facts) == [(1, 1), (2, 2), (3, 3), (4, 4)]
