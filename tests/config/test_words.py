"""The words that docs/vocabulary.md tells to avoid are in no page of the documentation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "Makefile"])
PACKAGES = ("accounts", "config", "games", "inbound", "notifications", "tournaments")

# What is banned, and what is said instead. In code spans (`letters`) a word may stand.
BANNED = {
    r"(front )?doors?": "entry point",
    r"houses?|rooms?": "site, project, package",
    r"seeks?": "open challenge",
    r"(by|the) lots?|lots (decide|fall)|draws? lots": "random draw, chance",
    r"signs(?! (up|exactly|and|it))": "characters",
    r"(flag|deadline|every) sweeps?|swept": "flag check",
    r"nudge[sd]?": "wake the worker",
    r"witness(es)?|tellers?": "preview facts",
    r"dockets?|wish(es)?": "ruling request, ruling context",
    r"habits?": "schedule",
    r"he|his|him|himself|she|her|hers|herself": "they, their, them",
    r"not there yet|nothing of (this|it) exists": "what is there",
    r"post office|postman": "e-mails",
    r"anew": "again",
    r"reckon(s|ed|ing)?": "compute, count",
    r"in the language of the moment": "in the active language",
    r"(turn|login|confirmation|reminder) letters?": "e-mail",
    r"letters (go|come|arrive|are sent|about)|pages and letters": "e-mails",
}

# Where a banned word is the right one.
ALLOWED = (
    "Postman Pat",  # a bot
    "where it\nis her turn",
    "is her turn",  # Anna
    "has her e-mails",
)


def readable(text: str) -> str:
    """Return a page without code, and without the table that lists the banned words."""
    text = re.sub(r"^## Words to avoid$.*?(?=^## )", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"```.*?```|``[^`]*``|`[^`]*`", "", text, flags=re.DOTALL)
    for phrase in ALLOWED:
        text = text.replace(phrase, "")
    return text


def banned_in(text: str) -> list[str]:
    """Return the banned words of a text, each with what to say instead."""
    text = readable(text)
    return [
        f"{found[0]}: say {instead}"
        for word, instead in BANNED.items()
        for found in re.finditer(rf"\b(?:{word})\b", text, re.IGNORECASE)
    ]


@cache
def docstrings(package: str) -> list[tuple[str, str]]:
    """Return the docstrings of a package with their places."""
    return list(_docstrings(package))


def _docstrings(package: str) -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        if "migrations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                where = f"{path.relative_to(ROOT)}:{getattr(node, 'name', '')}"
                yield where, ast.get_docstring(node) or ""


@pytest.mark.parametrize("name", [str(page.relative_to(ROOT)) for page in PAGES])
def test_no_page_uses_a_word_to_avoid(name):
    assert banned_in((ROOT / name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_docstring_takes_people_for_men_or_women(package):
    people = re.compile(r"\b(he|his|him|himself|she|herself)\b", re.IGNORECASE)
    found = [where for where, text in docstrings(package) if people.search(readable(text))]
    assert found == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_docstring_uses_a_word_to_avoid(package):
    found = {where: words for where, text in docstrings(package) if (words := banned_in(text))}
    assert found == {}


def test_a_word_to_avoid_would_be_found():
    assert banned_in("The door of the house.") == [
        "door: say entry point",
        "house: say site, project, package",
    ]
    assert banned_in("`door` and ```house``` are code.") == []
