"""Everybody can use every page: axe is content, thumbs hit, nothing scrolls sideways or errs.

And no page is heavy: 60 kB come over the wire on a first visit, 20 kB after it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import Resolver404, resolve
from django.utils import timezone

from accounts.models import Player
from games.models import Ply
from tests.browser.axe import ALL, COLOURS, RUN, violations
from tests.browser.full_clubs import fill_clubs
from tests.browser.full_events import FullEvents, fill_events, gathered
from tests.browser.full_login import FACTORS, FIRST, fill_factors, prove
from tests.browser.full_site import FullSite, fill_site
from tests.browser.scales import Scales, is_heavy
from tests.games.conftest import play, start
from tests.sampling import sampled

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
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
PARTS = pytest.mark.parametrize("step", sampled([7, 1], 1), ids=["a part", "all"])
# A sandboxed frame refuses the scripts by which the tests look into it, and hears no messages.
MEANT = ("Blocked script execution", "does not match the recipient window's origin ('null')")


@pytest.fixture
def site(
    settings: Any, tmp_path: Any, live: str, alice: Any, bob: Any, carol: Any, start: Any, play: Any
) -> FullSite:
    """Return a site in which every page has something to show."""
    settings.DEVELOPMENT = True
    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path
    return fill_site((alice, bob, carol), start, play, timezone.now())


@pytest.fixture
def events(live: str, person: Any, referee: Any) -> FullEvents:
    """Return events of every kind in progress, and a referee's desk."""
    return fill_events(gathered(person, timezone.now()), referee)


@pytest.fixture
def clubs(live: str, person: Any, referee: Any) -> FullEvents:
    """Return a club with all that is led there, and questions that links answer."""
    return fill_clubs(gathered(person, timezone.now()), referee)


class Auditor:
    """Looks at pages with the eyes of all and writes down what is wrong."""

    def __init__(self, page: Any) -> None:
        """Listen to the console from now on."""
        self.page, self.faults = page, list[str]()
        self.at, self.status = "", 200
        self.scales, self.kinds = Scales(page), set[str]()
        page.on("console", self._hear)
        page.on("pageerror", lambda fault: self._note(f"script: {fault}"))

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
        same kind has shown them: then the desk is dark and the phone light.
        """
        self.at, self.status = address, status
        answer = self._send_form(address) if post else self._weigh(address)
        if answer.status != status:
            self._note(f"status {answer.status}")
        if urlsplit(answer.url).path != urlsplit(address).path and not leads_on:
            self._note(f"leads to {answer.url}")
        self.page.evaluate(AXE_SCRIPT)
        for width, scheme, rules in self._looks_at(address) if twice else LOOKS[2:]:
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

    def _looks_at(self, address: str) -> tuple[Any, ...]:
        """Return the looks that a page deserves: all, or every second where its kind is known."""
        try:
            kind = resolve(urlsplit(address).path).route
        except Resolver404:
            kind = "none"
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

    def _note(self, fault: str) -> None:
        self.faults.append(f"{self.at} {fault}")

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
    assert found.faults == [], "\n".join(found.faults)


def log_in(page: Any, live: str, client: Any) -> None:
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}]
    )


def tour(auditor: Auditor, pages: FullEvents, live: str, client_for: Any, step: int) -> None:
    """Let everybody look at their own pages, or at some of them."""
    for name, addresses in pages.by_reader.items():
        log_in(auditor.page, live, client_for(Player.objects.get(name=name)))
        for address in addresses[::step]:
            auditor.audit(address)


def test_the_auditor_has_eyes(browser: Any) -> None:
    page = browser.new_page(viewport={"width": DESK, "height": 844})
    page.set_content(
        '<body bgcolor="#fff"><img src="data:,"><font color="#ddd">pale</font><button>'
    )
    found = {fault.partition(":")[0] for fault in violations(page)}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= found
    assert len(page.evaluate(SMALL)) == 1
    page.close()


@PARTS
def test_public_pages_are_for_everybody(site: FullSite, auditor: Auditor, step: int) -> None:
    assert any(address.endswith(".eml/") for address in site.public)
    for address in site.public[::step]:
        auditor.audit(address, twice=not address.startswith("/rules/"))


@PARTS
@pytest.mark.timeout(900)
def test_pages_of_a_player_are_for_everybody(
    site: FullSite, auditor: Auditor, live: str, alice: Any, client_for: Any, step: int
) -> None:
    log_in(auditor.page, live, client_for(alice))
    for address in (*site.own, *site.table)[::step]:
        auditor.audit(address)


@PARTS
def test_odd_pages_are_for_everybody(site: FullSite, auditor: Auditor, step: int) -> None:
    for address, status in [*site.odd.items()][::step]:
        auditor.audit(address, status=status, leads_on=True)
    auditor.audit("/lobby/", status=405, post=True)


@PARTS
@pytest.mark.timeout(900)
def test_pages_of_events_and_the_desk_are_for_everybody(
    events: FullEvents, auditor: Auditor, live: str, client_for: Any, step: int
) -> None:
    tour(auditor, events, live, client_for, step)


@PARTS
def test_pages_of_clubs_and_behind_links_are_for_everybody(
    clubs: FullEvents, auditor: Auditor, live: str, client_for: Any, step: int
) -> None:
    tour(auditor, clubs, live, client_for, step)


def test_pages_about_the_login_are_for_everybody(
    auditor: Auditor, live: str, alice: Any, client_for: Any
) -> None:
    client = client_for(alice)
    prove(client, alice)
    log_in(auditor.page, live, client)
    auditor.audit(FIRST)
    addresses = fill_factors(alice)
    prove(client, alice)
    for address in addresses:
        auditor.audit(address)
    auditor.page.context.clear_cookies()
    auditor.page.goto("/account/login/")
    auditor.page.get_by_label("E-mail address").fill("alice@example.org")
    auditor.page.get_by_label("Password").fill("correct horse")
    auditor.page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    auditor.audit(f"{FACTORS}/authenticate/")


@pytest.mark.parametrize(
    ("language", "step"), sampled([("de", 4), ("de", 1), ("fr", 1), ("it", 1)], 1)
)
def test_longer_words_of_other_languages_fit_the_narrowest_phone(
    language: str, step: int, site: FullSite, page: Any, live: str, alice: Any, client_for: Any
) -> None:
    alice.language = language
    alice.save()
    log_in(page, live, client_for(alice))
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    wide = {}
    for address in [*dict.fromkeys((*site.table, *site.own, *site.public))][::step]:
        page.goto(address, wait_until="domcontentloaded")
        assert page.get_attribute("html", "lang") == language, address
        wide[address] = page.evaluate("document.documentElement.scrollWidth")
    assert {address: width for address, width in wide.items() if width > NARROWEST} == {}


def test_from_the_login_to_the_sent_move_with_nothing_but_the_keyboard(
    site: FullSite, page: Any, alice: Any
) -> None:
    def tab_to(selector: str) -> None:
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        pytest.fail(f"the Tab key never comes to {selector}")

    page.goto(f"/account/login/?next={site.turn}")
    tab_to("[name=login]")
    page.keyboard.type("alice@example.org")
    tab_to("[name=password]")
    page.keyboard.type("correct horse")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.endswith(site.turn) and "login" not in url)
    tab_to("svg a.d-link[href$='move=c1']")
    page.keyboard.press("Enter")
    page.get_by_text("Not sent yet.").wait_for()
    page.wait_for_function("document.activeElement.textContent.trim() === 'Send move'")
    page.keyboard.press("Enter")
    page.get_by_text("Sent: c1.").first.wait_for()
    assert [ply.text for ply in Ply.objects.order_by("-at")[:1]] == ["c1"]
