"""Tables of three and four: designs are balanced in meetings and seats, power pods part the met."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tournaments.pairing.base import Bye, PairingError, bye_results_of
from tournaments.pairing.designs import DESIGNS
from tournaments.pairing.pods import design, power_pods, sizes_with_design, table_sizes
from tournaments.standings.base import Kind, Result

MEETINGS = {
    "3p-4": 2, "3p-5": 3, "3p-6": 2, "3p-6 long": 4, "3p-7": 1, "3p-9": 1,
    "4p-5": 3, "4p-7": 2, "4p-8": 3, "4p-10": 2, "4p-13": 1, "4p-16": 1,
}  # fmt: skip


def rounds_of(key):
    head, _, rest = key.partition("p-")
    size, _, long = rest.partition(" ")
    return design(range(int(size)), int(head), long=bool(long))


def test_there_are_designs_for_the_numbers_of_players_that_events_offer():
    assert sizes_with_design(3) == (4, 5, 6, 7, 9)
    assert sizes_with_design(4) == (5, 7, 8, 10, 13, 16)


@pytest.mark.parametrize("key", DESIGNS)
def test_in_every_design_all_meet_equally_often_and_sit_everywhere_equally(key):
    drafts = rounds_of(key)
    tables = [pairing.seats for draft in drafts for pairing in draft.pairings]
    players = {who for table in tables for who in table}
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert met == Counter({frozenset(p): MEETINGS[key] for p in combinations(players, 2)})
    seats = len(tables[0])
    sat = Counter((who, seat) for table in tables for seat, who in enumerate(table))
    counts = [sat[who, seat] for who in players for seat in range(seats)]
    assert max(counts) - min(counts) <= 1
    if len(tables) % len(players) == 0:
        games = len(tables) * seats // len(players)
        assert games % seats or max(counts) == min(counts)
    for draft in drafts[1:]:
        assert sorted(who for p in draft.pairings for who in p.seats) == sorted(players)


def test_a_design_seats_the_entrants_it_is_given():
    (draft,) = design((7, 8, 9, 10), 3)
    seated = [p.seats for p in draft.pairings]
    assert seated == [(7, 8, 9), (8, 9, 10), (9, 10, 7), (10, 7, 8)]
    assert (draft.engine, draft.version) == ("design", "3p-4")


@pytest.mark.parametrize(
    ("players", "fewest", "most", "sizes"),
    [
        (12, 3, 4, (4, 4, 4)),
        (11, 3, 4, (4, 4, 3)),
        (10, 3, 4, (4, 3, 3)),
        (6, 3, 4, (3, 3)),
        (5, 3, 4, (4,)),
        (7, 3, 3, (3, 3)),
        (11, 4, 4, (4, 4)),
        (5, 2, 4, (3, 2)),
    ],
)
def test_tables_are_as_large_as_possible_and_leave_few_out(players, fewest, most, sizes):
    assert table_sizes(players, fewest, most) == sizes


def test_power_pods_seat_those_level_together_unless_they_have_met():
    first = power_pods(range(8), [], 1)
    assert [set(p.seats) for p in first.pairings] == [{0, 1, 2, 3}, {4, 5, 6, 7}]
    results = [Result(1, p.seats, (1, 2, 3, 4)) for p in first.pairings]
    second = power_pods(range(8), results, 2)
    for pairing in second.pairings:
        assert sorted(who // 4 for who in pairing.seats) == [0, 0, 1, 1]
    assert second == power_pods(range(8), results, 2)


@pytest.mark.long
@settings(deadline=None, max_examples=25)
@given(st.integers(3, 21), st.randoms(use_true_random=False))
def test_power_pods_over_six_rounds_seat_all_and_share_byes_and_seats(size, chance):
    results: list[Any] = []
    byes: Counter[int] = Counter()
    for number in range(1, 7):
        ranked = chance.sample(range(size), size)
        draft = power_pods(ranked, results, number)
        everyone = [who for p in draft.pairings for who in p.seats]
        assert sorted([*everyone, *(bye.entrant for bye in draft.byes)]) == list(range(size))
        assert len(draft.byes) <= (size in (5,))
        byes.update(bye.entrant for bye in draft.byes)
        results += [
            Result(number, p.seats, tuple(range(1, len(p.seats) + 1))) for p in draft.pairings
        ]
        results += bye_results_of(draft)
    counts = [byes[who] for who in range(size)]
    assert max(counts) - min(counts) <= 2 if size == 5 else not any(counts)
    sat = Counter(
        (who, seat) for r in results for seat, who in enumerate(r.seats) if len(r.seats) > 1
    )
    for who in range(size):
        assert max(sat[who, seat] for seat in range(3)) <= 4


def test_the_bye_goes_to_the_last_who_has_had_none():
    results = [Result(1, (4,), kind=Kind.PAIRED_BYE)]
    assert power_pods(range(5), results, 2).byes == (Bye(3, Kind.PAIRED_BYE),)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: design(range(8), 3), "no_design"),
        (lambda: design([1, 1, 2, 3], 3), "entered_twice"),
        (lambda: power_pods([1, 2], [], 1), "too_few"),
        (lambda: power_pods([1, 2, 2], [], 1), "entered_twice"),
        (lambda: table_sizes(6, 4, 3), "wrong_table_sizes"),
    ],
)
def test_what_cannot_be_seated_is_refused_by_name(call, code):
    with pytest.raises(PairingError) as caught:
        call()
    assert caught.value.code == code
