"""Finds where quotes begin and end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from inbound.reading.lines import TextLine
from inbound.reading.phrases import (
    ADDRESS,
    BARE_HEADER,
    DATE_OR_TIME,
    FORWARDED,
    FREE_TEXT_KEYWORD,
    HEADER,
    LONG_RULE,
    ORIGINAL_MESSAGE,
    OWN_DELIMITER,
    WRITING_VERB,
)
from inbound.reading.text import fold_text

_ATTRIBUTION_START: Final = re.compile(
    r"[*\"' -]*(on|in a message|am|le|il|in data|el|em|op|den|dnia|w dniu|quoting|zitat von)\b"
)
_MAX_LINES: Final = 5  # lines of an attribution
_MAX_LENGTH: Final = 500  # characters of an attribution


class QuoteHeader(NamedTuple):
    """The lines that introduce a quote: their number, and whether the quote is marked."""

    lines: int
    marked: bool


def find_quote_header(lines: Sequence[TextLine], number: int) -> QuoteHeader | None:
    """Return the quote header that starts on this line, or None."""
    count = _count_attribution_lines(lines, number)
    if not count:
        count = _count_header_lines(lines, number)
        count += _count_attribution_lines(lines, number + count) if count else 0
    return QuoteHeader(count, marked=_rest_is_quoted(lines, number + count)) if count else None


def _count_attribution_lines(lines: Sequence[TextLine], number: int) -> int:
    """Return the number of lines of the attribution that starts here, 0 if none does."""
    for last in range(number, min(len(lines), number + _MAX_LINES)):
        line = lines[last]
        if line.quoted or line.blank:
            break
        if _may_end(line) and _find_attribution_start(lines, last) == number:
            return last - number + 1
    return 0


def _may_end(line: TextLine) -> bool:
    """Whether a line may end an attribution: with a colon, or as "---- On Monday … wrote ---"."""
    if line.text.endswith((":", ":>", ":*", "\uff1a")):
        return True
    return line.text.endswith("---") and WRITING_VERB.search(fold_text(line.start)) is not None


def _rest_is_quoted(lines: Sequence[TextLine], number: int) -> bool:
    """Whether the next text is marked as quoted or there is none."""
    following = _find_next_text(lines, number)
    return following is None or following.quoted or following.rest


def _find_next_text(lines: Sequence[TextLine], number: int) -> TextLine | None:
    """Return the next non-blank line within a few lines."""
    return next((each for each in lines[number : number + 8] if each.rest or not each.blank), None)


# "On Monday Anna wrote:" --------------------------------------------------------------------------
def _find_attribution_start(lines: Sequence[TextLine], last: int) -> int | None:
    """Return the first line of the attribution that ends on line ``last``, or None."""
    following = _find_next_text(lines, last + 1)
    quote = following is not None and (
        following.quoted or following.rest or bool(OWN_DELIMITER.search(following.start))
    )
    text = ""
    whole: int | None = None
    for first in range(last, max(-1, last - _MAX_LINES), -1):
        line = lines[first]
        if (
            line.quoted
            or line.blank
            or len(text) > _MAX_LENGTH
            or FREE_TEXT_KEYWORD.match(fold_text(line.start))
        ):
            return whole
        text = fold_text(f"{line.start} {text}")
        wrote = WRITING_VERB.search(text) is not None
        told = ADDRESS.search(text) is not None or DATE_OR_TIME.search(text) is not None
        if (wrote + told + quote) < 2:  # an attribution has two of the three
            continue
        if _ATTRIBUTION_START.match(text):
            return first
        if not _needs_name(line, text):
            return _wrapped_attribution_start(lines, first)
        if quote and whole is None and len(DATE_OR_TIME.findall(text)) > 1:
            whole = first  # date and time directly above a quote: "Also sprach Anna am …"
    return whole


def _needs_name(line: TextLine, text: str) -> bool:
    """Whether an attribution must start on a line above, where its name or date is."""
    whole = WRITING_VERB.search(text) or ADDRESS.search(fold_text(line.start))
    return line.text.startswith("<") or not whole


def _wrapped_attribution_start(lines: Sequence[TextLine], first: int) -> int:
    """Return the first line of a wrapped attribution, at most a few lines above."""
    for above in range(first - 1, max(-1, first - _MAX_LINES), -1):
        line = lines[above]
        if line.quoted or line.blank:
            break
        text = fold_text(line.start)
        if _ATTRIBUTION_START.match(text) and (DATE_OR_TIME.search(text) or ADDRESS.search(text)):
            return above
    return first


# "From: … Sent: …" --------------------------------------------------------------------------------
def _count_header_lines(lines: Sequence[TextLine], first: int) -> int:
    """Return the number of lines of a quoted header block with its rule, 0 if none starts here."""
    number = first
    opened = False
    start = fold_text(lines[number].start)
    if ORIGINAL_MESSAGE.fullmatch(start) or FORWARDED.fullmatch(start):
        opened = True
        number += 1
    elif not HEADER.match(start) and not (LONG_RULE.fullmatch(start)):
        return 0
    elif LONG_RULE.fullmatch(start):
        number += 1
    number, kinds = _header_block(lines, number)
    number = max(number, _end_of_bare_headers(lines, number)) if opened else number
    named = len(kinds & {"from", "sent", "to", "subject"})
    if opened or (named >= 2 and kinds & {"from", "sent"}):
        return number - first
    return 0


def _header_block(lines: Sequence[TextLine], number: int) -> tuple[int, set[str]]:
    """Return where a block of headers ends and which headers it contains."""
    kinds: set[str] = set()
    end, misses = number, 0
    for at in range(number, min(len(lines), number + 24)):
        line = lines[at]
        header = None if line.quoted or line.blank else HEADER.match(fold_text(line.start))
        if header:
            kinds.add(header.lastgroup or "other")
            end, misses = at + 1, 0
            continue
        misses += 1
        if line.quoted or line.rest or misses > (2 if kinds else 3):
            break
        if kinds and line.blank and "subject" in kinds:
            break
    return end, kinds


def _end_of_bare_headers(lines: Sequence[TextLine], number: int) -> int:
    """Return the end of headers without colons: one paragraph of two or more."""
    end = number
    for line in lines[number : number + _MAX_LINES]:
        if line.quoted or line.blank or BARE_HEADER.match(fold_text(line.start)) is None:
            break
        end += 1
    return end if end > number + 1 else number
