"""What counts as a whole number in what people and programs send."""

from __future__ import annotations

import pytest

from accounts.numbers import parse_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("007", 7), ("9" * 18, 10**18 - 1), ("0", 0)],
)
def test_digits_are_a_number(text, number):
    assert parse_number(text) == number


@pytest.mark.parametrize("text", [None, "", " 7", "-1", "+1", "1.0", "²", "٣", "9" * 19, "x"])
def test_everything_else_is_none(text):
    assert parse_number(text) is None


def test_the_number_of_digits_can_be_limited():
    assert parse_number("123456", 6) == 123456
    assert parse_number("1234567", 6) is None
