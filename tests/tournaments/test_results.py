"""Results: what each kind counts for, and the points that places bring."""

from fractions import Fraction

import pytest

from tournaments.errors import TournamentError
from tournaments.standings.base import BYES, Counts, Event, EventEntrant, Kind, Result, Scoring

FOOTBALL = Scoring(((Fraction(3), Fraction(0)),), tie=Fraction(1))


def points_of(result, scoring=None):
    return (scoring or Scoring()).points(result)


def of(kind):
    if kind in BYES:
        return Result(1, (1,), kind=kind)
    return Result(1, (1, 2), () if kind is Kind.ANNULLED else (1, None), kind)


@pytest.mark.parametrize(
    ("kinds", "counts"),
    [
        ((Kind.PLAYED, Kind.ADJUDICATED), (True, True, True, True)),
        ((Kind.FORFEIT, Kind.WITHDRAWN, *BYES), (True, False, False, False)),
        ((Kind.ANNULLED,), (False, False, False, False)),
    ],
)
def test_each_kind_says_what_it_counts_for(kinds, counts):
    for kind in kinds:
        assert of(kind).counts == Counts(*counts)


def test_where_the_table_says_otherwise_the_truth_counts_for_ratings_and_meetings():
    played = Result(1, (1, 2), (1, 2))
    struck = Result(1, (1, 2), (None, 1), Kind.WITHDRAWN, truth=played)
    assert struck.counts == Counts(True, True, True, True)
    assert struck.as_played == played
    assert points_of(struck) == (0, 1)


def test_an_unrated_result_counts_for_all_but_the_rating():
    assert Result(1, (1, 2), (1, 2), rated=False).counts == Counts(True, False, True, True)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (Fraction(1, 2), Fraction(1, 2))),
        ((1, None), (1, 0)),
        ((None, None), (0, 0)),
        ((1, 2, 3), (2, 1, 0)),
        ((1, 2, 2), (2, Fraction(1, 2), Fraction(1, 2))),
        ((1, 1, 3), (Fraction(3, 2), Fraction(3, 2), 0)),
        ((1, 1, 1), (1, 1, 1)),
        ((2, 1, None), (1, 2, 0)),
        ((4, 1, 1, 3), (0, Fraction(5, 2), Fraction(5, 2), 1)),
        ((2, 2, 1, 2), (1, 1, 3, 1)),
    ],
)
def test_places_bring_points_and_shared_places_share_them(places, points):
    result = Result(1, tuple(range(len(places))), places)
    assert points_of(result) == points


def test_a_contract_made_takes_all_points_of_the_table():
    assert points_of(Result(1, (1, 2, 3), (2, 1, 2), sweep=True)) == (0, 3, 0)


def test_an_event_may_choose_its_vectors():
    scoring = Scoring(((Fraction(5), Fraction(3), Fraction(2), Fraction(1)),))
    assert points_of(Result(1, (1, 2, 3, 4), (1, 1, 3, 4)), scoring) == (4, 4, 2, 1)
    assert points_of(Result(1, (1, 2), (1, 1)), FOOTBALL) == (1, 1)
    assert points_of(Result(1, (1, 2), (2, 1)), FOOTBALL) == (0, 3)


def test_byes_bring_what_the_event_says():
    scoring = Scoring(paired_bye=Fraction(1, 2))
    byes = {kind: scoring.bye(kind) for kind in BYES}
    assert byes == {
        Kind.FULL_BYE: 1,
        Kind.HALF_BYE: Fraction(1, 2),
        Kind.ZERO_BYE: 0,
        Kind.PAIRED_BYE: Fraction(1, 2),
    }
    assert Scoring().bye(Kind.PAIRED_BYE) == 1
    assert FOOTBALL.bye(Kind.HALF_BYE) == 1


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: Result(0, (1, 2), (1, 2)), "round_below_one"),
        (lambda: Result(1, (1, 1), (1, 2)), "wrong_seats"),
        (lambda: Result(1, (1,), (1,)), "wrong_seats"),
        (lambda: Result(1, (1, 2), (), Kind.HALF_BYE), "wrong_seats"),
        (lambda: Result(1, (1, 2), (1,)), "wrong_places"),
        (lambda: Result(1, (1, 2), (0, 1)), "wrong_places"),
        (lambda: Result(1, (1, 2), (1, 2), Kind.ANNULLED), "wrong_places"),
        (lambda: Result(1, (1, 2), (1, 2), legs=(Fraction(3),)), "wrong_legs"),
        (lambda: Scoring(((Fraction(0), Fraction(1)),)), "wrong_scoring"),
        (
            lambda: Scoring(((Fraction(1), Fraction(0)), (Fraction(2), Fraction(0)))),
            "wrong_scoring",
        ),
        (lambda: Scoring(()), "wrong_scoring"),
        (lambda: FOOTBALL.vector(3), "no_points_for_seats"),
        (lambda: Event((EventEntrant(1), EventEntrant(1))), "entered_twice"),
        (lambda: Event((EventEntrant(1),), (Result(1, (1, 2), (1, 2)),)), "not_entered"),
    ],
)
def test_values_that_do_not_belong_together_are_refused_by_name(call, code):
    with pytest.raises(TournamentError) as caught:
        call()
    assert caught.value.code == code
