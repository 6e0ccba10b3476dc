"""Decodes and normalises text: mislabelled charsets, invisible characters."""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import Final

# Only text charsets: Python's other codecs (punycode, idna, hex …) are slow or not for text.
_CHARSETS: Final = re.compile(
    r"utf_(7|8|16|16_le|16_be|32|32_le|32_be)|utf_8_sig|ascii|iso8859_\d+|latin_1|cp\d+|koi8_[rut]"
    r"|mac_(roman|latin2|cyrillic|greek|turkish)|gb2312|gbk|gb18030|hz|big5(hkscs)?"
    r"|euc_(jp|kr|jis_2004)|shift_jis(_2004|x0213)?|iso2022_(jp(_\d|_ext|_2004)?|kr)|johab|tis_620"
)
_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf_8_sig"),
    (codecs.BOM_UTF32_LE, "utf_32"),
    (codecs.BOM_UTF32_BE, "utf_32"),
    (codecs.BOM_UTF16_LE, "utf_16"),
    (codecs.BOM_UTF16_BE, "utf_16"),
)
_WINDOWS: Final = {"latin_1": "cp1252", "iso8859_1": "cp1252", "ascii": "cp1252"}
_WIDE: Final = re.compile(r"utf_(7|16|32)|iso2022|hz")  # their bytes may all be ASCII

_BLANKS: Final = dict.fromkeys(
    (0xA0, 0x1680, 0x202F, 0x205F, 0x3000, 0x09, *range(0x2000, 0x200B)), " "
)
_BREAKS: Final = dict.fromkeys(map(ord, "\u2028\u2029\u0085\v\f"), "\n")
_OVERRIDE: Final = {0x202E: "\ufffd"}  # right-to-left override: displays text in another order
_TABLE: Final = {**_BLANKS, **_BREAKS, **_OVERRIDE}
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    "\u200b-\u200f\u202a-\u202d\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff]"
)
_LETTERS: Final = re.compile(r"[^ \n]?[^\x00-\x7f \n][^ \n]{0,119}")


def python_charset(label: str) -> str:
    """Return Python's name of a text charset, "" for other labels."""
    given = label.strip(" \"'").lower()[:40]
    for each in (given, given.removeprefix("x-").removesuffix("-i").removesuffix("-e")):
        try:
            name = codecs.lookup(each).name.replace("-", "_")
        except (LookupError, ValueError, UnicodeError):
            continue
        return name if _CHARSETS.fullmatch(name) else ""
    return ""


def decode_text(data: bytes, label: str) -> str:
    """Decode text whose charset label may be wrong; undecodable bytes become U+FFFD."""
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    name = python_charset(label)
    if name and _WIDE.match(name):
        return data.decode(name, "replace")
    if data.count(0) * 3 > len(data):
        return data.decode("utf_16_le" if data[1:2] == b"\0" else "utf_16_be", "replace")
    try:
        return data.decode("utf_8")
    except UnicodeDecodeError:
        name = _WINDOWS.get(name, name)
        return data.decode("cp1252" if name in ("", "utf_8") else name, "replace")


def clean_text(text: str) -> str:
    """Remove invisible characters and normalise blanks and line breaks."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_TABLE)
    return (
        text
        if text.isascii() and not _INVISIBLE.search(text)
        else _compose_accents(_INVISIBLE.sub("", text))
    )


def _compose_accents(text: str) -> str:
    """Apply NFC word by word, because long runs of accents are slow."""
    return _LETTERS.sub(lambda found: unicodedata.normalize("NFC", found[0]), text)


def to_one_line(text: str, longest: int) -> str:
    """Return header text on one line, truncated."""
    return " ".join(clean_text(text[: longest * 4]).split())[:longest]


def fold_text(text: str) -> str:
    """Return text for comparison: lower case, no accents, one apostrophe, single spaces."""
    if text.isascii():
        return " ".join(text.replace("`", "'").lower().split())
    text = text.replace("’", "'").replace("‘", "'").replace("`", "'").casefold()
    letters = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def squash_text(text: str) -> str:
    """Return only letters and digits, to compare two readings of a text."""
    return "".join(char for char in text.casefold() if char.isalnum())
