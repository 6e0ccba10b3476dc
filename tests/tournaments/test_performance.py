"""Performance ratings against FIDE's own engine, and the scores that a target takes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gacrux import fidetables

from tests.sampling import at_length
from tests.tournaments import oracle, worlds
from tournaments.standings.base import Event, EventEntrant, Kind, Result, Scoring
from tournaments.standings.performance import Tally, needed_score, rating_difference, tallies


@pytest.mark.parametrize("make", [worlds.swiss, worlds.everybody])
def test_performances_are_those_of_the_engine(make):
    compared, seeds = 0, 40 if at_length() else 10
    for seed in range(seeds):
        event = make(seed)
        theirs = oracle.computed(event, "TPR")
        for who, tally in tallies(event).items():
            if tally.ratings:
                compared += 1
                assert int(theirs[who]["tiebreakScore"][0]) == tally.performance, (seed, who)
    assert compared > (150 if at_length() else 30)


def test_the_table_is_that_of_the_engine():
    for percent in range(101):
        assert rating_difference(Fraction(percent, 100)) == fidetables.ScoreToDp[percent]


@pytest.mark.parametrize(
    ("share", "expected"),
    [(Fraction(1, 3), -125), (Fraction(2, 3), 125), (Fraction(5, 8), 95), (Fraction(1, 200), -677)],
)
def test_shares_are_rounded_to_whole_percents_a_half_up(share, expected):
    assert rating_difference(share) == expected  # 33, 67, 62.5 -> 63, 0.5 -> 1 percent


def test_what_a_performance_takes_is_the_least_score_that_reaches_it():
    for games in range(1, 14):
        ratings = [1500 + 37 * each for each in range(games)]
        for target in range(900, 2700, 90):
            score = needed_score(ratings, target)
            scores = [Fraction(halves, 2) for halves in range(2 * games + 1)]
            enough = [
                each for each in scores if (Tally(tuple(ratings), each).performance or 0) >= target
            ]
            assert score == (enough[0] if enough else None)
    assert needed_score([], 1500) is None
    assert needed_score([1500] * 4, 1500) == 2
    assert needed_score([1500] * 4, 2301) is None


def test_only_rated_opponents_met_at_the_board_count_whatever_the_event_gives():
    results = (
        Result(1, (1, 2), (1, 2)),
        Result(2, (1, 3), (1, None), Kind.FORFEIT),
        Result(3, (1, 4), (1, 1), Kind.ADJUDICATED),
        Result(4, (1,), kind=Kind.PAIRED_BYE),
        Result(5, (1, 5), (2, 1)),
    )
    field = [
        EventEntrant(1, 1500),
        EventEntrant(2, 1400),
        EventEntrant(3, 2000),
        EventEntrant(4, 1601),
        EventEntrant(5),
    ]
    event = Event(tuple(field), results, scoring=Scoring(((Fraction(3), Fraction(0)),)))
    mine = tallies(event)[1]
    assert sorted(mine.ratings) == [1400, 1601]
    assert (mine.score, mine.average) == (Fraction(3, 2), 1501)
    assert mine.performance == 1501 + 193
    assert tallies(event)[3] == Tally()
    assert Tally().performance is None


def test_at_larger_tables_everybody_has_met_each_of_the_others():
    field = tuple(EventEntrant(number, 1500 + 100 * number) for number in (1, 2, 3, 4))
    event = Event(field, (Result(1, (1, 2, 3, 4), (2, 1, 2, 4)),))
    found = tallies(event)
    assert found[1] == Tally((1700, 1800, 1900), Fraction(3, 2))
    assert found[2].score == 3
    assert found[4].score == 0
