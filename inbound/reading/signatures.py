"""Finds where signatures, adverts and disclaimers begin, and how far disclaimers extend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inbound.reading.lines import TextLine
from inbound.reading.phrases import (
    ADVERT,
    DISCLAIMER,
    DISCLAIMER_WORDS,
    SIGNATURE,
    can_be_label,
    is_imprint,
    is_label,
)
from inbound.reading.text import fold_text

_MIN_DISCLAIMER_LENGTH: Final = 60  # every disclaimer has more characters
_WRAPPED_LENGTHS: Final = range(55, 121)  # length of lines that may be wrapped


def is_paragraph_start(lines: Sequence[TextLine], number: int) -> bool:
    """Whether a line starts a paragraph or directly follows a rule."""
    above = lines[number - 1] if number else None
    return above is None or above.blank or SIGNATURE.fullmatch(above.text) is not None


def starts_signature(lines: Sequence[TextLine], number: int) -> bool:
    """Whether a signature, an advert or a disclaimer starts on this line."""
    line = lines[number]
    if SIGNATURE.fullmatch(line.text):
        return True
    start = fold_text(line.start)[:240]
    advert = ADVERT.fullmatch(start) is not None or is_label(start) or can_be_label(start)
    return advert or is_imprint(start) or starts_disclaimer(lines, number)


def starts_disclaimer(lines: Sequence[TextLine], number: int) -> bool:
    """Whether a disclaimer starts on this line."""
    line = lines[number]
    if not DISCLAIMER.match(fold_text(line.start)[:240]):
        return False
    below = [each.start for each in lines[number + 1 : number + 3] if not each.quoted]
    text = fold_text(" ".join([line.start, *below]))
    return len(text) > _MIN_DISCLAIMER_LENGTH and DISCLAIMER_WORDS.search(text) is not None


def is_rest_of_disclaimer(lines: Sequence[TextLine], number: int) -> bool:
    """Whether a line may continue a disclaimer, judging by line lengths."""
    above = lines[number - 1].text if number else ""
    return len(lines[number].text) >= _WRAPPED_LENGTHS.start or len(above) in _WRAPPED_LENGTHS
