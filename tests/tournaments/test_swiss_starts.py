"""Who starts in a Swiss round: what somebody is due, and which of two gets it."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.sampling import sampled
from tests.tournaments.swiss_events import play
from tournaments.pairing.base import Player, players_of
from tournaments.pairing.colours import Preference, preference, white_player
from tournaments.standings.base import Scoring


@pytest.mark.parametrize(
    ("colours", "due"),
    [
        ("", Preference()),
        ("w", Preference("b", 0 + 1)),
        ("wb", Preference("w", 0)),
        ("ww", Preference("b", 2)),
        ("wwbb", Preference("w", 2)),
        ("wbb", Preference("w", 2)),
        ("bwb", Preference("w", 1)),
        ("wwbwb", Preference("b", 1)),
        ("wwbww", Preference("b", 2)),
    ],
)
def test_what_somebody_is_due_follows_from_the_starts(colours, due):
    assert preference(colours) == due


@pytest.mark.parametrize(
    ("high", "low", "white"),
    [
        ("", "", 1),
        ("w", "b", 2),
        ("b", "", 1),
        ("", "b", 2),
        ("bwb", "wb", 1),
        ("wb", "bwb", 2),
        ("wb", "wb", 1),
        ("bw", "wb", 2),
        ("wbb", "bb", 2),
        ("wbwb", "bwwb", 1),
        ("bwwb", "wbwb", 2),
    ],
)
def test_of_two_who_are_due_the_same_the_rules_decide(high, low, white):
    one = Player(1, 1, score=Fraction(2), colours=high)
    two = Player(2, 2, score=Fraction(1), colours=low)
    assert white_player(one, two, "w").entrant == white
    assert white_player(two, one, "w").entrant == white


@pytest.mark.parametrize("seed", sampled(range(12, 24), [13, 18, 19, 21]))
def test_our_rules_of_who_starts_are_those_of_fides_engine(seed):
    event, drafts = play(seed, Scoring())
    for draft in drafts:
        so_far = tuple(result for result in event.results if result.round < draft.round)
        before = players_of(replace(event, results=so_far, rounds=draft.round - 1))
        known = {player.entrant: player for player in before}
        for one, two in (pairing.seats for pairing in draft.pairings):
            if known[one].colours or known[two].colours:
                assert white_player(known[one], known[two], "w").entrant == one


def test_without_any_starts_the_higher_number_decides_by_odd_and_even():
    players = [Player(number, number) for number in (1, 2, 3, 4)]
    assert white_player(players[0], players[2], "b").entrant == 3
    assert white_player(players[1], players[3], "b").entrant == 2


@given(st.lists(st.sampled_from("wb"), max_size=9), st.lists(st.sampled_from("wb"), max_size=9))
def test_exactly_one_of_two_has_white_whoever_is_named_first(high, low):
    one = Player(1, 1, colours="".join(high))
    two = Player(2, 2, colours="".join(low))
    assert white_player(one, two, "w") is white_player(two, one, "w")
