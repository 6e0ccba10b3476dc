"""Reading uploaded files."""

from __future__ import annotations


def decode_upload(raw: bytes) -> str:
    """Return the text of a file; old ones are not in UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
