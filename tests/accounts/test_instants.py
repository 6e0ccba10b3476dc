"""Instants in requests are instants in UTC, or none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from accounts.times.instants import parse_instant


def test_an_instant_is_one_in_utc_whatever_its_offset():
    assert parse_instant("2026-03-02T13:00:00.5+01:00") == datetime(
        2026, 3, 2, 12, 0, 0, 500_000, tzinfo=UTC
    )


@pytest.mark.parametrize(
    "text",
    [
        *("", "tomorrow", "2026-03-02", "2026-03-02T12:00", "2026-02-30T12:00Z", "\x00"),
        *("0001-01-01T00:00+14:00", "9999-12-31T23:59-12:00"),
    ],
)
def test_what_utc_cannot_name_is_none(text):
    assert parse_instant(text) is None
