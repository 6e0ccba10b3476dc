"""Somebody who has nothing but pages: they follow links and send forms that they find there."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin


@dataclass
class Button:
    """A button that sends a form: its words, and what it adds to what is sent."""

    words: str = ""
    sends: dict[str, str] = field(default_factory=dict)
    action: str = ""


@dataclass
class Form:
    """A form as it stands on a page: where it goes, what it would send, what else it knows."""

    action: str
    method: str
    values: dict[str, list[str]] = field(default_factory=dict)
    offered: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)


class Page(HTMLParser):
    """The links and forms of a page, by their words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.reading: list[str] | None = None
        self.href = self.name = ""
        self.button: Button | None = None
        self.marked: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.href, self.reading = own.get("href", ""), []
        elif tag == "form":
            self.form = Form(own.get("action", ""), own.get("method", "get"))
            self.forms.append(self.form)
        elif self.form is not None:
            self._field(tag, own, self.form)

    def _field(self, tag: str, own: dict[str, str], form: Form) -> None:
        """Write down a part of a form."""
        name, kind = own.get("name", ""), own.get("type", "")
        if tag == "button":
            sends = {name: own.get("value", "")} if name else {}
            self.button, self.reading = Button("", sends, own.get("formaction", "")), []
            form.buttons.append(self.button)
        elif tag == "input" and name:
            value = own.get("value", "on" if kind in ("checkbox", "radio") else "")
            form.offered.setdefault(name, []).append(value)
            if kind not in ("checkbox", "radio") or "checked" in own:
                form.values.setdefault(name, []).append(value)
        elif tag == "select":
            self.name, self.marked = name, []
            form.offered.setdefault(name, [])
        elif tag == "option" and self.name:
            form.offered[self.name].append(own.get("value", ""))
            if "selected" in own:
                self.marked.append(own.get("value", ""))
        elif tag == "textarea":
            self.name, self.reading = name, []
            form.offered.setdefault(name, [])

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self.reading is not None:
            self.reading.append(data)

    def handle_endtag(self, tag: str) -> None:
        said = " ".join("".join(self.reading or ()).split())
        if tag == "a" and self.reading is not None:
            self.links.append((said, self.href))
            self.reading = None
        elif tag == "button" and self.button is not None:
            self.button.words, self.button, self.reading = said, None, None
        elif tag == "textarea" and self.form is not None and self.reading is not None:
            self.form.values[self.name] = ["".join(self.reading).removeprefix("\n")]
            self.reading, self.name = None, ""
        elif tag == "select" and self.form is not None:
            chosen = self.marked or self.form.offered[self.name][:1]
            self.form.values[self.name] = chosen
            self.name = ""
        elif tag == "form":
            self.form = None


class Reader:
    """A person at the pages; ``page`` is the one they look at."""

    def __init__(self, client: Any, at: str = "/") -> None:
        self.client, self.address = client, at
        self.open(at)

    def open(self, address: str) -> Reader:
        """Open an address that stands on the page, or in an e-mail."""
        return self._shown(self.client.get(urljoin(self.address, address), follow=True))

    def follow(self, words: str) -> Reader:
        """Follow the link with these words."""
        exact = [href for said, href in self.page.links if words == said]
        found = exact or [href for said, href in self.page.links if words in said]
        assert found, f"no link “{words}” on {self.address}: {self.page.links}"
        return self.open(found[0])

    def send(self, button: str, **fields: Any) -> Reader:
        """Send the form with this button and these fields filled in; it must be taken."""
        return self.tries(button, **fields).taken()

    def tries(self, button: str, **fields: Any) -> Reader:
        """Send a form, whatever comes of it."""
        form, own = self._form(button, fields)
        values = form.values | {name: _values(value) for name, value in fields.items()}
        for name, value in own.sends.items():
            values[name] = [value]
        where = urljoin(self.address, own.action or form.action or self.address)
        ask = self.client.post if form.method.lower() == "post" else self.client.get
        return self._shown(ask(where, values, follow=True))

    def _form(self, button: str, fields: dict[str, Any]) -> tuple[Form, Button]:
        """Find the form that has this button and all these fields."""
        for form in self.page.forms:
            for own in form.buttons:
                if button in own.words and fields.keys() <= form.offered.keys():
                    return form, own
        known = [([b.words for b in f.buttons], sorted(f.offered)) for f in self.page.forms]
        raise AssertionError(f"no form “{button}” with {sorted(fields)} on {self.address}: {known}")

    def taken(self) -> Reader:
        """See that what was sent has been accepted."""
        assert self.status == 200, (self.status, self.address, self.page.text)
        return self

    def _shown(self, answer: Any) -> Reader:
        self.status = answer.status_code
        self.address = answer.request["PATH_INFO"]
        if answer.request.get("QUERY_STRING"):
            self.address += "?" + answer.request["QUERY_STRING"]
        self.raw = answer.content.decode()
        self.page = Page(self.raw)
        return self

    def sees(self, *words: str) -> Reader:
        """See that these words stand on the page."""
        for each in words:
            assert each in self.page.text, (each, self.address, self.page.text)
        return self


def _values(value: Any) -> list[str]:
    """Return what a field sends: nothing for a box that is not ticked."""
    if isinstance(value, list):
        return [str(each) for each in value]
    return [] if value is False else ["on" if value is True else str(value)]
