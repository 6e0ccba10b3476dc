"""Formats the first of a month as French does, “1er décembre”; Django has no such format."""

from __future__ import annotations

from django.utils import dateformat, translation

_number = dateformat.DateFormat.j


def install() -> None:
    """Patch Django's date formatting."""
    dateformat.DateFormat.j = _day  # type: ignore[assignment,method-assign]


def _day(formatted: dateformat.DateFormat) -> int | str:
    number = _number(formatted)
    return "1er" if number == 1 and (translation.get_language() or "")[:2] == "fr" else number
