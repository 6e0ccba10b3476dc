"""What a browser would send of a form as it stands on a page."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class Forms(HTMLParser):
    """Collects the forms of a page: name, and every value that would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, list[str]]] = []
        self.form: dict[str, list[str]] | None = None
        self.select: list[tuple[str, bool]] | None = None
        self.area: list[str] | None = None
        self.name = ""

    def send(self, name: str | None, value: str) -> None:
        if self.form is not None and name:
            self.form.setdefault(name, []).append(value)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own: dict[str, Any] = dict(attrs)
        if tag == "form":
            self.form = {}
            self.found.append(self.form)
        elif tag == "input" and own.get("type") not in ("submit", "button"):
            if own.get("type") not in ("checkbox", "radio") or "checked" in own:
                default = "on" if own.get("type") in ("checkbox", "radio") else ""
                self.send(own.get("name"), own.get("value") or default)
        elif tag == "select":
            self.name, self.select = own.get("name") or "", []
        elif tag == "option" and self.select is not None:
            self.select.append((own.get("value") or "", "selected" in own))
        elif tag == "textarea":
            self.name, self.area = own.get("name") or "", []

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.area.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select" and self.select is not None:
            chosen = [value for value, marked in self.select if marked]
            first = [value for value, _marked in self.select[:1]]
            for value in chosen or first:
                self.send(self.name, value)
            self.select = None
        elif tag == "textarea" and self.area is not None:
            self.send(self.name, "".join(self.area).removeprefix("\n"))
            self.area = None


def form_with(page: str, field: str) -> dict[str, list[str]]:
    """Return what would be sent of the form that has this field."""
    reader = Forms()
    reader.feed(page)
    (own,) = [each for each in reader.found if field in each]
    return own
