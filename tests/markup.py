"""Pages as tests look at them: without the white space that only lays out their source."""

from __future__ import annotations

import re
from typing import Any

_BLOCKS = "dd|dt|div|form|h[1-6]|li|ol|option|p|section|table|tbody|td|tfoot|th|thead|tr|ul"


def tidy(html: str) -> str:
    """Return HTML with single blanks, and none where no browser shows one: inside of elements'
    edges and between block elements."""
    text = re.sub(r"\s+", " ", html)
    text = re.sub(r"(<[a-z][^<>]*>) ", r"\1", text)
    text = re.sub(r" (</)", r"\1", text)
    return re.sub(rf"(</?(?:{_BLOCKS})\b[^<>]*>) (?=<)", r"\1", text)


def text_of(response: Any) -> str:
    """Return the HTML of a page, tidied."""
    return tidy(response.content.decode())
