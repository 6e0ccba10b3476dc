"""Everybody can use every page: axe is content, thumbs hit, nothing scrolls sideways or errs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.utils import timezone

from games.models import Ply
from tests.browser.full_site import FullSite, fill_site
from tests.games.conftest import play, start

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RUN = """async (rules) => (await axe.run({resultTypes: ["violations"], ...rules})).violations
  .map(found => found.id + ": " + found.nodes.map(node => node.html.slice(0, 160)).join(" | "))"""
ALL = {"rules": {"target-size": {"enabled": True}}}
# What one taps, and how large it is: its label counts too, links within a sentence do not.
SMALL = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .filter(each => each.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(each => each.closest("svg") || getComputedStyle(each).display !== "inline")
  .map(each => [each, (each.closest("label") || each).getBoundingClientRect()])
  .filter(([each, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
  .map(([each, box]) => `${box.width} x ${box.height} ${each.outerHTML.slice(0, 90)}`)"""
NARROWEST, PHONE, DESK = 360, 390, 1280
# A sandboxed frame refuses the scripts by which the tests look into it; that is meant.
MEANT = "Blocked script execution"


@pytest.fixture
def site(
    settings: Any, tmp_path: Any, live: str, alice: Any, bob: Any, carol: Any, start: Any, play: Any
) -> FullSite:
    """Return a site in which every page has something to show."""
    settings.DEVELOPMENT = True
    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path
    return fill_site((alice, bob, carol), start, play, timezone.now())


class Auditor:
    """Looks at pages with the eyes of all and writes down what is wrong."""

    def __init__(self, page: Any) -> None:
        """Listen to the console from now on."""
        self.page, self.faults = page, list[str]()
        self.at = ""
        page.on("console", self._hear)
        page.on("pageerror", lambda fault: self._note(f"script: {fault}"))

    def audit(self, address: str, *, twice: bool = True) -> None:
        """Open a page; check it dark on a desk, light on a phone, and on the narrowest one.

        Pages of rules have all colours and columns in common; one look at each is enough.
        """
        self.at = address
        answer = self.page.goto(address)
        if answer.status != 200:
            self._note(f"status {answer.status}")
        self.page.evaluate(AXE_SCRIPT)
        for width, scheme in ((DESK, "dark"), (PHONE, "light"))[not twice :]:
            self.page.set_viewport_size({"width": width, "height": 844})
            self.page.emulate_media(color_scheme=scheme)
            for found in self.page.evaluate(RUN, ALL):
                self._note(f"{width} {scheme}: {found}")
        for small in self.page.evaluate(SMALL):
            self._note(f"hard to tap: {small}")
        self.page.set_viewport_size({"width": NARROWEST, "height": 740})
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        if wide > NARROWEST:
            self._note(f"is {wide} wide on {NARROWEST}")

    def _note(self, fault: str) -> None:
        self.faults.append(f"{self.at} {fault}")

    def _hear(self, line: Any) -> None:
        if line.type in ("error", "warning") and MEANT not in line.text:
            self._note(f"console: {line.text}")


@pytest.fixture
def auditor(browser: Any, live: str) -> Iterator[Auditor]:
    """Return an auditor; the test fails at its end with everything that was found."""
    context = browser.new_context(base_url=live, reduced_motion="reduce")
    context.set_default_timeout(10_000)
    found = Auditor(context.new_page())
    yield found
    context.close()
    assert found.faults == [], "\n".join(found.faults)


def log_in(page: Any, live: str, client: Any) -> None:
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}]
    )


def test_the_auditor_has_eyes(browser: Any) -> None:
    page = browser.new_page(viewport={"width": DESK, "height": 844})
    page.set_content(
        '<body bgcolor="#fff"><img src="data:,"><font color="#ddd">pale</font><button>'
    )
    page.evaluate(AXE_SCRIPT)
    found = {fault.partition(":")[0] for fault in page.evaluate(RUN, ALL)}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= found
    assert len(page.evaluate(SMALL)) == 1
    page.close()


def test_public_pages_are_for_everybody(site: FullSite, auditor: Auditor) -> None:
    assert any(address.endswith(".eml/") for address in site.public)
    for address in site.public:
        auditor.audit(address, twice=not address.startswith("/rules/"))


@pytest.mark.parametrize("part", ["own", "table"])
def test_pages_of_a_player_are_for_everybody(
    part: str, site: FullSite, auditor: Auditor, live: str, alice: Any, client_for: Any
) -> None:
    log_in(auditor.page, live, client_for(alice))
    for address in getattr(site, part):
        auditor.audit(address)


@pytest.mark.parametrize(
    "language", ["de", *(pytest.param(each, marks=pytest.mark.long) for each in ("fr", "it"))]
)
def test_longer_words_of_other_languages_fit_the_narrowest_phone(
    language: str, site: FullSite, page: Any, live: str, alice: Any, client_for: Any
) -> None:
    alice.language = language
    alice.save()
    log_in(page, live, client_for(alice))
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    wide = {}
    for address in dict.fromkeys((*site.table, *site.own, *site.public)):
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
