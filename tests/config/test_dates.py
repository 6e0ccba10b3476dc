"""Dates as readers of each language write them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format

from games.templatetags import times


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("fr", "1er décembre 2026", "2 décembre 2026"),
        ("de", "1. Dezember 2026", "2. Dezember 2026"),
        ("it", "1 dicembre 2026", "2 dicembre 2026"),
        ("en", "1 December 2026", "2 December 2026"),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_in_french(
    language: str, first: str, second: str
) -> None:
    with translation.override(language):
        assert date_format(date(2026, 12, 1)) == first
        assert date_format(date(2026, 12, 2)) == second


def test_instants_too() -> None:
    at = datetime(2026, 12, 1, 11, tzinfo=UTC)
    with translation.override("fr"):
        assert "mardi 1er décembre" in str(times.moment(at, at))
