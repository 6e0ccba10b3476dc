"""The page about the API tells the truth."""

from __future__ import annotations

import re
from pathlib import Path

from games.families.phrases import merged_texts
from games.services import refusals

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text()
ERRORS = TEXT.split("## Errors")[1]


def told() -> dict[str, set[int]]:
    """Return the statuses that the table gives for each code."""
    found: dict[str, set[int]] = {}
    for statuses, codes in re.findall(r"^\| ([\d, ]+) \| (.+?) \|", ERRORS, re.MULTILINE):
        for code in re.findall(r"`([a-z_]+)`", codes):
            found.setdefault(code, set()).update(int(each) for each in statuses.split(", "))
    return found


def test_every_refusal_is_told_with_its_status() -> None:
    table = told()
    for code in [*refusals.SENTENCES, *merged_texts(lambda family: family.refusals())]:
        assert refusals.status_of(code) in table.get(code, set()), code


def test_every_address_is_told() -> None:
    from config.api.urls import v1

    for pattern in v1[1:-1]:
        last = [part for part in str(pattern.pattern).split("/") if part and "<" not in part][-1]
        assert last in TEXT, pattern
