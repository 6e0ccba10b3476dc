"""Cases and pages for the tests of the referee desk."""

from __future__ import annotations

import re
from datetime import timedelta

DAY = timedelta(days=1)


def hidden(page) -> dict[str, str]:
    """Return the hidden fields and values of a page's forms."""
    found = re.findall(r"<input[^>]*>|<textarea[^>]*>.*?</textarea>", page.content.decode(), re.S)
    fields = {}
    for tag in found:
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and 'type="hidden"' in tag:
            fields[name[1]] = value[1] if value else ""
    return fields


def text_of(page) -> str:
    """Return a page without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())
