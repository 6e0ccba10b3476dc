"""Tables for spreadsheets: figures are numbers, and no name is taken for a formula."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from tournaments.web.exports import plain_number, safe_cell


@pytest.mark.parametrize(
    ("mark", "written"),
    [
        (None, ""),
        (3, "3"),
        (Fraction(3, 2), "1.5"),
        (Fraction(4), "4"),
        (Fraction(1, 4), "0.25"),
        (datetime(2026, 3, 2, 12, tzinfo=UTC), "2026-03-02T12:00:00+00:00"),
    ],
)
def test_figures_are_numbers(mark, written):
    assert str(plain_number(mark)) == written


@pytest.mark.parametrize("sign", "=+-@\t\r＝＋－＠")
def test_no_name_is_a_formula(sign):
    assert safe_cell(f"{sign}1+1") == f"'{sign}1+1"
    assert safe_cell(f"a{sign}") == f"a{sign}"
