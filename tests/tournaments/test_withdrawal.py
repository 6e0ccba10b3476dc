"""Withdrawal: the half rule, and that it does not matter who went first."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.worlds import OUTCOMES
from tournaments.pairing.round_robin import round_robin
from tournaments.standings.base import Event, EventEntrant, Fixture, Kind, Result, System
from tournaments.standings.table import standings
from tournaments.standings.withdrawal import withdraw

ROBIN = System.ROUND_ROBIN


def fixtures(size):
    return [Fixture(d.round, p.seats) for d in round_robin(range(1, size + 1)) for p in d.pairings]


def points(results, size):
    cup = Event(tuple(map(EventEntrant, range(1, size + 1))), tuple(results), ROBIN)
    return {row.entrant: row.points for row in standings(cup)}


def test_who_has_finished_less_than_half_loses_everything_in_the_table():
    all_fixtures = fixtures(5)
    done = [Result(f.round, f.seats, (1, 2)) for f in all_fixtures if 1 in f.seats][:1]
    running = [f for f in all_fixtures if f.seats not in {r.seats for r in done}]
    settled = withdraw(done, running, {1})
    assert len(settled) == 4
    assert {r.kind for r in settled} == {Kind.WITHDRAWN}
    assert points(settled, 5) == {1: 0, 2: 1, 3: 1, 4: 1, 5: 1}
    finished = [result for result in settled if result.truth]
    assert sorted((r.truth for r in finished), key=lambda r: r.round) == done
    assert all(result.counts.rating for result in finished)
    assert not any(result.counts.rating for result in settled if not result.truth)


@pytest.mark.parametrize("finished", [2, 3])
def test_who_has_finished_half_or_more_loses_only_the_rest(finished):
    all_fixtures = fixtures(5)
    mine = [f for f in all_fixtures if 1 in f.seats]
    done = [
        Result(f.round, f.seats, (1, 2) if f.seats[0] == 1 else (2, 1)) for f in mine[:finished]
    ]
    settled = withdraw(done, [f for f in all_fixtures if f not in mine[:finished]], {1})
    assert [r for r in settled if r.kind is Kind.PLAYED] == done
    assert points(settled, 5)[1] == finished
    assert sum(points(settled, 5).values()) == 4


def test_two_who_withdrew_get_nothing_from_each_other():
    settled = withdraw([], fixtures(3), {1, 2})
    assert points(settled, 3) == {1: 0, 2: 0, 3: 2}


def test_at_larger_tables_the_others_move_up_and_keep_their_order():
    done = [Result(1, (1, 2, 3, 4), (1, 2, 2, 4))]
    running = [Fixture(2, (1, 2, 5)), Fixture(2, (3, 4, 5)), Fixture(3, (1, 3, 5))]
    struck, open_one, _ = withdraw(done, running, {1})
    assert struck.places == (None, 1, 1, 3)
    assert open_one.places == (None, 1, 1)
    assert points([struck, open_one], 5)[2] == Fraction(5, 2) + Fraction(3, 2)


def test_who_is_no_longer_named_plays_on():
    all_fixtures = fixtures(4)
    done = [Result(f.round, f.seats, (1, 2)) for f in all_fixtures[:2]]
    settled = withdraw(done, all_fixtures[2:], {1, 3})
    assert withdraw(settled, [], set()) == tuple(sorted(done, key=lambda r: (r.round, r.seats)))


@given(st.integers(3, 7), st.integers(0, 2**32))
def test_the_order_of_withdrawals_does_not_matter(size, seed):
    chance = Random(seed)
    all_fixtures = fixtures(size)
    chance.shuffle(all_fixtures)
    cut = chance.randrange(len(all_fixtures) + 1)
    done = [Result(f.round, f.seats, chance.choice(OUTCOMES)) for f in all_fixtures[:cut]]
    running = all_fixtures[cut:]
    leaving = chance.sample(range(1, size + 1), chance.randrange(1, size))
    at_once = withdraw(done, running, leaving)
    results, gone = tuple(done), set()
    for who in leaving:
        gone.add(who)
        decided = {(r.round, r.seats) for r in results}
        left = [f for f in running if (f.round, f.seats) not in decided]
        results = withdraw(results, left, gone)
    assert results == at_once
    chance.shuffle(done)
    assert withdraw(done, running[::-1], leaving[::-1]) == at_once
    for result in at_once:
        assert result.kind is Kind.PLAYED or not result.is_bye
    real = {(r.round, r.seats): r for r in done}
    kept = {(r.round, r.seats): r.as_played for r in at_once if r.as_played in done}
    assert kept == real
