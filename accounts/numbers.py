"""Parsing numbers from user input."""

from __future__ import annotations


def parse_number(text: str | None, digits: int = 18) -> int | None:
    """Return the whole number in a text; None for anything else, or if it has more digits."""
    if not text or len(text) > digits or not (text.isascii() and text.isdigit()):
        return None
    return int(text)
