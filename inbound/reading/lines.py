"""Lines of a message with layout information."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from inbound.reading.phrases import FREE_TEXT_KEYWORD, OWN_DELIMITER
from inbound.reading.text import fold_text

DELIMITER: Final = "-- "  # written by programs; people omit the blank
QUOTED: Final = re.compile(r"\s{0,6}(>|&gt;|\|(?=\s|$)|»\s|[A-Z]{1,4}>(?=\s|$))")
_MIN_WRAP_WIDTH: Final = 40  # programs rarely wrap shorter lines
_OPEN_END: Final = re.compile(r"[^\W\d_],?$")  # the end of a line within a sentence
_MAX_LENGTH: Final = 10_000  # characters of a line joined from wrapped ones
_MAX_CHECKED_CHARS: Final = 400  # characters of a line used to classify it
_LINKS: Final = re.compile(
    r"<(https?|mailto|cid|tel):[^<>]*>|\[(image|cid|bild|immagine): ?[^\[\]]*\]"
)
_EMPTY: Final = re.compile(r"^\s*\[[^\[\]]+\]\s*$")
_PICTURES: Final = re.compile(
    r"\[(image|cid|bild|immagine): ?[^\[\]]*\]|^\s*\[(?![\w+-]{1,12}\]\s*$)[^\[\]]+\]\s*$"
    r"|^\s*\[(logo|image|bild|photo|foto|immagine)\]\s*$",
    re.I,
)


class TextLine(NamedTuple):
    """A line of text.

    `rest`: everything below is quoted; `signed`: part of a signature; `width`: its length as sent,
    0 if the format does not wrap; `cut`: the program may have wrapped a longer line here.
    """

    text: str
    quoted: bool = False
    signed: bool = False
    rest: bool = False
    width: int = 0
    cut: bool = False

    @property
    def blank(self) -> bool:
        return not self.text

    @property
    def start(self) -> str:
        """The first characters, which suffice to classify the line."""
        return self.text[:_MAX_CHECKED_CHARS]

    @property
    def can_continue(self) -> bool:
        """Whether the sentence may continue on the next line."""
        words = self.text.count(" ") >= 5
        return words and self.width >= _MIN_WRAP_WIDTH and _OPEN_END.search(self.text) is not None


def parse_plain(text: str, *, flowed: bool, delsp: bool, typed: bool = False) -> list[TextLine]:
    """Parse text/plain: quote marks and soft line breaks (RFC 3676).

    ``typed``: there is no HTML alternative, so brackets around a move or link were typed by a
    person.
    """
    found: list[TextLine] = []
    soft = False
    for raw in _strip_pgp_frame(text).split("\n"):
        mark = QUOTED.match(raw)
        # A bar before our first line comes from a table; its next lines have no mark.
        quoted = mark is not None and not (
            mark[1] == "|" and OWN_DELIMITER.search(raw[:_MAX_CHECKED_CHARS])
        )
        goes_on = flowed and not quoted and raw.endswith(" ") and raw != DELIMITER
        shown = _strip_links(raw, typed=typed) if "<" in raw or "[" in raw else raw
        shown = shown.lstrip() if quoted or not goes_on else shown.lstrip()[: -1 if delsp else None]
        if soft and not quoted and shown and len(found[-1].text) < _MAX_LENGTH and raw != DELIMITER:
            found[-1] = found[-1]._replace(text=found[-1].text + shown)
        else:
            found.append(TextLine(shown, quoted, width=len(raw.rstrip()), cut=not flowed))
        soft = goes_on
    return [line._replace(text=_strip_ends(line.text)) for line in found]


def _strip_ends(text: str) -> str:
    return text if text == DELIMITER else text.strip()


def _strip_links(raw: str, *, typed: bool) -> str:
    """Remove links and image names that mail programs insert."""
    if typed and FREE_TEXT_KEYWORD.match(fold_text(raw[:_MAX_CHECKED_CHARS])):
        return _PICTURES.sub("", raw)
    return _PICTURES.sub("", _LINKS.sub("", raw)) if typed else _EMPTY.sub("", _LINKS.sub("", raw))


def _strip_pgp_frame(text: str) -> str:
    """Return the text of a PGP-signed message."""
    head, mark, body = text.partition("-----BEGIN PGP SIGNED MESSAGE-----\n")
    if not mark:
        return text
    body = body.partition("\n\n")[2].partition("-----BEGIN PGP SIGNATURE-----")[0]
    return head + re.sub(r"(?m)^- ", "", body)
