from __future__ import annotations

import codecs


def decode_upload(raw: bytes) -> str:
    """Decode a file: UTF-8, UTF-16 with a BOM, else Latin-1."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
