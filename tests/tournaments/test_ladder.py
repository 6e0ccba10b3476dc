"""The ladder: reach, rest between the same two, who steps where, limbo."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.base import PairingError
from tournaments.pairing.ladder import (
    Rung,
    after_match,
    check_challenge,
    join,
    leave,
    rank_of,
    reach,
    within_reach,
)

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def ladder(names, limbo=""):
    return tuple(Rung(ord(name), name in limbo) for name in names)


def names(rungs):
    return "".join(chr(rung.entrant) for rung in rungs)


def test_one_joins_at_the_bottom():
    assert names(join(ladder("abc"), ord("x"))) == "abcx"


@pytest.mark.parametrize(
    ("rank", "places"), [(1, 10), (24, 10), (25, 10), (27, 10), (28, 11), (50, 20), (99, 39)]
)
def test_one_may_challenge_ten_places_up_or_two_fifths_of_the_rank(rank, places):
    assert reach(rank) == places


def test_within_reach_are_those_above_who_do_not_leave():
    rungs = ladder("abcdefghijklmn", limbo="l")
    assert "".join(map(chr, within_reach(rungs, ord("n")))) == "mkjihgfed"
    assert within_reach(rungs, ord("l")) == ()
    assert within_reach(rungs, ord("a")) == ()


def test_a_winner_from_below_steps_directly_in_front_and_the_beaten_stays():
    rungs = ladder("abcdef")
    assert names(after_match(rungs, ord("e"), ord("b"))) == "aebcdf"
    assert names(after_match(rungs, ord("b"), ord("e"))) == "abcdef"
    assert names(after_match(rungs, None, None)) == "abcdef"


def test_a_time_out_is_the_end_on_the_ladder():
    rungs = ladder("abcdef")
    assert names(after_match(rungs, ord("e"), ord("b"), timed_out=True)) == "aecdf"
    assert names(after_match(rungs, ord("b"), ord("e"), timed_out=True)) == "abcdf"


def test_who_leaves_stays_in_limbo_until_the_last_match_has_ended():
    rungs = leave(ladder("abcd"), ord("c"), running=True)
    assert rungs == ladder("abcd", limbo="c")
    assert after_match(rungs, ord("c"), ord("a")) == rungs
    assert names(after_match(rungs, ord("d"), ord("c"))) == "abdc"
    assert names(leave(rungs, ord("c"), running=False)) == "abd"
    assert join(rungs, ord("c")) == ladder("abcd")


def test_who_has_left_meanwhile_changes_nothing_any_more():
    assert names(after_match(ladder("abc"), ord("x"), ord("a"))) == "abc"
    assert names(after_match(ladder("abc"), ord("c"), ord("x"), timed_out=True)) == "abc"


@pytest.mark.parametrize(
    ("challenge", "code"),
    [
        ({"challenged": "o"}, "not_above"),
        ({"challenged": "n"}, "not_above"),
        ({"challenged": "a"}, "out_of_reach"),
        ({"challenged": "l"}, "in_limbo"),
        ({"challenger": "l"}, "in_limbo"),
        ({"challenged": "z"}, "not_on_ladder"),
        ({"playing": True}, "playing_already"),
        ({"last_ended": NOON - timedelta(days=7) + timedelta(seconds=1)}, "met_recently"),
    ],
)
def test_challenges_the_ladder_does_not_allow_are_refused_by_name(challenge, code):
    terms = {"challenger": "n", "challenged": "d", "now": NOON} | challenge
    challenger, challenged = ord(terms.pop("challenger")), ord(terms.pop("challenged"))
    with pytest.raises(PairingError) as caught:
        check_challenge(ladder("abcdefghijklmno", limbo="l"), challenger, challenged, **terms)
    assert caught.value.code == code


def test_the_same_two_may_meet_again_after_seven_days():
    check_challenge(ladder("ab"), ord("b"), ord("a"), now=NOON, last_ended=NOON - timedelta(days=7))


def test_nobody_joins_twice_or_leaves_from_elsewhere():
    for call, code in (
        (lambda: join(ladder("ab"), ord("a")), "on_ladder_already"),
        (lambda: leave(ladder("ab"), ord("x"), running=False), "not_on_ladder"),
    ):
        with pytest.raises(PairingError) as caught:
            call()
        assert caught.value.code == code


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.booleans()), max_size=30))
def test_nobody_is_lost_or_doubled_and_only_winners_rise(matches):
    rungs = tuple(map(Rung, range(10)))
    gone = set()
    for winner, loser, timed_out in matches:
        if winner == loser or winner in gone:
            continue
        before = {rung.entrant: rank for rank, rung in enumerate(rungs)}
        rungs = after_match(rungs, winner, loser, timed_out=timed_out)
        gone |= {loser} if timed_out else set()
        assert {rung.entrant for rung in rungs} == set(range(10)) - gone
        assert len(rungs) == 10 - len(gone)
        others = [rung.entrant for rung in rungs if rung.entrant != winner]
        assert others == sorted(others, key=before.__getitem__)
        assert rank_of(rungs, winner) <= before[winner] + 1
