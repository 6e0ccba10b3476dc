"""Numbers in what people and programs send as text."""

from __future__ import annotations


def parse_number(text: str | None, digits: int = 18) -> int | None:
    """Return the whole number that a text is; None for anything else, or for more digits."""
    if not text or len(text) > digits or not (text.isascii() and text.isdigit()):
        return None
    return int(text)
