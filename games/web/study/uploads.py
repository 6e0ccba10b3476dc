"""Reading uploaded files."""

from __future__ import annotations

import codecs


def decode_upload(raw: bytes) -> str:
    """Return the text of a file; old ones are not in UTF-8, spreadsheets may write UTF-16."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
