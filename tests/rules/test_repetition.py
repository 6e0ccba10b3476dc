"""Ties by length: what comes first, and where each begins."""

import pytest

from games.rules.repetition import PlyLimits, is_threefold_repetition, repetition_ending

LIMITS = PlyLimits(quiet=50, plies=400)


@pytest.mark.parametrize(
    ("seen", "third"),
    [
        ((), False),
        ((7,), False),
        ((7, 1, 7), False),
        ((7, 1, 7, 1, 7), True),
        ((7, 7, 7, 1), False),
    ],
)
def test_only_the_present_position_counts(seen, third):
    assert is_threefold_repetition(seen) is third


@pytest.mark.parametrize(
    ("seen", "quiet", "plies", "ending"),
    [
        ((1,), 49, 399, ""),
        ((1,), 50, 399, "quiet"),
        ((1,), 49, 400, "ply_cap"),
        ((1,), 50, 400, "quiet"),
        ((1, 2, 1, 2, 1), 50, 400, "repetition"),
        ((), 0, 0, ""),
    ],
)
def test_the_first_reason_that_holds_is_named(seen, quiet, plies, ending):
    assert repetition_ending(seen, quiet, plies, LIMITS) == ending
