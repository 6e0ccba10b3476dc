"""Marks whatever was translated, so that what was not stands out."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from django.utils.translation import trans_real

from games.services.match import pictures

OPEN, CLOSE = "⟦", "⟧"
SPOKEN = frozenset({"title", "alt", "aria-label", "placeholder", "data-copied", "label"})
SILENT = frozenset({"script", "style", "code"})
WORD = re.compile(r"[^\W\d_]{2,}")


def mark(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


class MarkedTranslation:
    """A language whose every translation stands in brackets; what it lacks stays bare English."""

    def __init__(self, real: Any) -> None:
        self.real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def gettext(self, message: str) -> str:
        said = str(self.real.gettext(message))
        if message == "yes,no,maybe":  # Django cuts this one up
            return ",".join(mark(part) for part in said.split(","))
        if message in self.catalog or (message, 0) in self.catalog:
            return mark(said)
        return said

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        said = str(self.real.ngettext(singular, plural, number))
        return mark(said) if (singular, 0) in self.catalog else said

    @property
    def catalog(self) -> Any:
        return self.real._catalog


def speak_marked(monkeypatch: Any, language: str) -> None:
    """Let a language put its translations into brackets for the length of a test."""
    real = trans_real.translation(language)
    known: dict[str, Any] = vars(trans_real)["_translations"]
    monkeypatch.setitem(known, language, MarkedTranslation(real))
    monkeypatch.setattr(
        pictures, "_board_labels_in", vars(pictures)["_board_labels_in"].__wrapped__
    )


class Bare:
    """Collects what stands outside all brackets."""

    def __init__(self, known: re.Pattern[str]) -> None:
        self.known = known
        self.found: list[str] = []
        self.depth = 0

    def hear(self, text: str) -> None:
        outside = []
        for sign in text:
            self.depth += (sign == OPEN) - (sign == CLOSE)
            assert self.depth >= 0, f"a bracket too many in {text!r}"
            outside.append(" " if self.depth or sign == CLOSE else sign)
        rest = self.known.sub(" ", "".join(outside))
        if WORD.search(rest):
            self.found.append(" ".join(text.split()))


class Page(HTMLParser):
    """Reads a page as its reader would, names for screen readers included."""

    def __init__(self, html: str, known: re.Pattern[str]) -> None:
        super().__init__()
        self.seen, self.told = Bare(known), Bare(known)
        self.silence: list[str] = []
        self.feed(html)
        assert self.seen.depth == 0, "a translation was cut off"

    @property
    def found(self) -> list[str]:
        return self.seen.found + self.told.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        inside = bool(self.silence) and tag == self.silence[-1]
        if inside or tag in SILENT or _is_left_alone(values):
            self.silence.append(tag)
        for name, value in attrs:
            if value and (name in SPOKEN or _is_said(tag, name, values)) and not self.silence:
                self.told.depth = 0
                self.told.hear(value)

    def handle_endtag(self, tag: str) -> None:
        if self.silence and tag == self.silence[-1]:
            self.silence.pop()

    def handle_data(self, data: str) -> None:
        if not self.silence:
            self.seen.hear(data)


def _is_left_alone(values: dict[str, str | None]) -> bool:
    """Whether the element holds the rules (a file for each language) or the names of zones."""
    return values.get("class") == "rules" or values.get("name") == "time_zone"


def _is_said(tag: str, name: str, values: dict[str, str | None]) -> bool:
    button = tag == "input" and name == "value" and values.get("type") in {"submit", "button"}
    described = tag == "meta" and name == "content" and values.get("name") == "description"
    return button or described
