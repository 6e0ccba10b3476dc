"""Templates and style sheets stay readable: short lines, one element or declaration a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

MAX_TEMPLATE_LINE = 160
MAX_STYLE_LINE = 110
BLOCKS = "article|aside|dd|details|div|dl|dt|figure|form|h[1-6]|li|nav|ol|p|section|summary|table"
BLOCKS += "|tbody|td|tfoot|th|thead|tr|ul"
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}")


def lines_of(folder: str, *suffixes: str) -> Iterator[tuple[str, str]]:
    """Yield every line below a folder with the place where it stands."""
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix in suffixes:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                yield f"{path}:{number}", line


def test_no_line_of_a_template_is_longer_than_a_screen():
    found = lines_of("templates", ".html", ".txt")
    assert [place for place, line in found if len(line) > MAX_TEMPLATE_LINE] == []


def test_no_element_follows_the_end_of_a_block_element_on_its_line():
    crowded = re.compile(rf"</(?:{BLOCKS})>\s*<\w")
    found = lines_of("templates", ".html")
    assert [place for place, line in found if crowded.search(TAG.sub("", line))] == []


def test_a_style_sheet_has_one_selector_or_declaration_a_line():
    for place, line in chain(lines_of("static/css", ".css"), lines_of("templates", ".css")):
        bare = re.sub(r"/\*.*?(\*/|$)", "", line).rstrip()
        assert len(line) <= MAX_STYLE_LINE, place
        assert not re.search(r"[{;}]\s*\S", bare), place
