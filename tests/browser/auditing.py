"""Looks at pages with the eyes of all: axe, thumbs, narrow screens, the console, the scales."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import Resolver404, resolve

from tests.browser.axe import ALL, COLOURS, RUN
from tests.browser.scales import Scales, is_heavy
from tests.sampling import at_length

# What one taps, and how large it is: its label counts too, links within a sentence do not. Eight
# columns and their letters leave 42 pixels for a place; a button of the same aim makes up for less.
SMALL = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .filter(each => each.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(each => each.closest("svg") || getComputedStyle(each).display !== "inline")
  .filter(each => !(each.closest(".board") && [...document.querySelectorAll(".clicks a")]
    .some(button => button.getAttribute("href") === each.getAttribute("href"))))
  .map(each => [each, (each.closest("label") || each).getBoundingClientRect(),
    each.closest(".board") ? 42 : 43.5])
  .filter(([each, box, least]) => box.width > 1 && (box.width < least || box.height < least))
  .map(([each, box]) => `${box.width} x ${box.height} ${each.outerHTML.slice(0, 90)}`)"""
# A board of many columns is shown whole; who wants to tap its places enlarges it.
ENLARGE = """() => document.querySelectorAll(".board--far .board__whole input:not(:checked)")
  .forEach(each => each.click())"""
POST = """address => {
  const form = document.querySelector("main form:has([name=csrfmiddlewaretoken])");
  form.action = address;
  form.submit();
}"""
NARROWEST, PHONE, DESK = 360, 390, 1280
LOOKS = (
    (DESK, "dark", ALL),
    (DESK, "light", COLOURS),
    (PHONE, "light", ALL),
    (PHONE, "dark", COLOURS),
)
# The default run looks with all rules at one width and with colours at the other, in turn. The
# phone comes last: there one taps.
TURNS = (
    ((DESK, "dark", COLOURS), (PHONE, "light", ALL)),
    ((DESK, "dark", ALL), (PHONE, "light", COLOURS)),
)
# A sandboxed frame refuses the scripts by which the tests look into it, and hears no messages.
MEANT = ("Blocked script execution", "does not match the recipient window's origin ('null')")


class Auditor:
    """Looks at pages with the eyes of all and writes down what is wrong."""

    def __init__(self, page: Any) -> None:
        """Listen to the console from now on."""
        self.page, self.errors = page, list[str]()
        self.at, self.status = "", 200
        self.scales, self.kinds = Scales(page), set[str]()
        self.turns = cycle(TURNS)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._note(f"script: {error}"))

    def audit(
        self,
        address: str,
        *,
        twice: bool = True,
        status: int = 200,
        post: bool = False,
        leads_on: bool = False,
    ) -> None:
        """Open a page, or send a form there; look on a desk, a phone and 360 px, light and dark.

        Pages of rules have all columns in common; one width is enough. The second scheme of a
        width changes colours only, so only they are looked at again; and not where a page of the
        same kind has shown them: then the desk is dark and the phone light. The default run looks
        twice at each page.
        """
        self.at, self.status = address, status
        answer = self._send_form(address) if post else self._weigh(address)
        if answer.status != status:
            self._note(f"status {answer.status}")
        if urlsplit(answer.url).path != urlsplit(address).path and not leads_on:
            self._note(f"leads to {answer.url}")
        self.page.evaluate(AXE_SCRIPT)
        for width, scheme, rules in self._looks_at(address, twice=twice):
            self.page.set_viewport_size({"width": width, "height": 844})
            self.page.emulate_media(color_scheme=scheme)
            for found in self.page.evaluate(RUN, rules):
                self._note(f"{width} {scheme}: {found}")
            self._keep(f"{width} {scheme}")
        self.page.evaluate(ENLARGE)
        for small in self.page.evaluate(SMALL):
            self._note(f"hard to tap: {small}")
        self.page.set_viewport_size({"width": NARROWEST, "height": 740})
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        if wide > NARROWEST:
            self._note(f"is {wide} wide on {NARROWEST}")

    def _looks_at(self, address: str, *, twice: bool) -> tuple[Any, ...]:
        """Return the looks that a page deserves: all, or every second where its kind is known."""
        if not at_length():
            return next(self.turns)
        if not twice:
            return LOOKS[2:]
        kind = kind_of(address)
        known = kind in self.kinds
        self.kinds.add(kind)
        return LOOKS[::2] if known else LOOKS

    def _weigh(self, address: str) -> Any:
        """Open a page, note if it is heavy, and return the answer."""
        self.scales.clear()
        answer = self.page.goto(address)
        weight = self.scales.weigh()
        if is_heavy(weight):
            self._note(f"weighs {weight}")
        return answer

    def _send_form(self, address: str) -> Any:
        """Send a form to a page that takes none; return the answer."""
        self.page.goto("/account/login/")
        with self.page.expect_navigation() as sent:
            self.page.evaluate(POST, address)
        return sent.value

    def _note(self, error: str) -> None:
        self.errors.append(f"{self.at} {error}")

    def _hear(self, line: Any) -> None:
        meant = any(each in line.text for each in MEANT) or (
            self.status != 200 and f"status of {self.status}" in line.text
        )
        if line.type in ("error", "warning") and not meant:
            self._note(f"console: {line.text}")

    def _keep(self, seen: str) -> None:
        """Keep a picture where PICTURES names a folder."""
        if folder := os.environ.get("PICTURES"):
            name = re.sub(r"\W+", "-", f"{self.at[-60:]} {seen}")
            self.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.fixture
def auditor(browser: Any, live: str) -> Iterator[Auditor]:
    """Return an auditor; the test fails at its end with everything that was found."""
    context = browser.new_context(base_url=live, reduced_motion="reduce")
    found = Auditor(context.new_page())
    yield found
    context.close()
    assert found.errors == [], "\n".join(found.errors)


def kind_of(address: str) -> str:
    """Return the route of an address; pages of one route are built alike."""
    try:
        return str(resolve(urlsplit(address).path).route)
    except Resolver404:
        return "none"


def part(addresses: Iterable[str], step: int) -> list[str]:
    """Return all addresses, or the first of its kind of every so many kinds."""
    every = list(addresses)
    if step == 1:
        return every
    first = {kind_of(address): address for address in reversed(every)}
    return [address for address in every if first[kind_of(address)] == address][::step]
