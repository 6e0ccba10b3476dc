"""Everybody can use every page: axe is content, thumbs hit, nothing scrolls sideways or errs.

And no page is heavy: 60 kB come over the wire on a first visit, 20 kB after it.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Ply
from tests.browser.auditing import DESK, NARROWEST, SMALL, Auditor, auditor, part
from tests.browser.axe import violations
from tests.browser.full_clubs import fill_clubs
from tests.browser.full_events import FullEvents, fill_events, gathered
from tests.browser.full_login import FACTORS, FIRST, fill_factors, prove
from tests.browser.full_site import FullSite, fill_site
from tests.games.conftest import play, start
from tests.sampling import sampled

__all__ = ["auditor", "play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PARTS = pytest.mark.parametrize("step", sampled([12, 1], 1), ids=["a part", "all"])


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


def log_in(page: Any, live: str, client: Any) -> None:
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}]
    )


def tour(auditor: Auditor, pages: FullEvents, live: str, client_for: Any, step: int) -> None:
    """Let everybody look at their own pages, or at some of them."""
    for name, addresses in pages.by_reader.items():
        log_in(auditor.page, live, client_for(Player.objects.get(name=name)))
        for address in part(addresses, step):
            auditor.audit(address)


def test_the_auditor_has_eyes(browser: Any) -> None:
    page = browser.new_page(viewport={"width": DESK, "height": 844})
    page.set_content(
        '<body bgcolor="#fff"><img src="data:,"><font color="#ddd">pale</font><button>'
    )
    found = {error.partition(":")[0] for error in violations(page)}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= found
    assert len(page.evaluate(SMALL)) == 1
    page.close()


@PARTS
@pytest.mark.timeout(900)
def test_public_pages_and_odd_ones_are_for_everybody(
    site: FullSite, auditor: Auditor, step: int
) -> None:
    assert any(address.endswith(".eml/") for address in site.public)
    for address in part(site.public, step):
        auditor.audit(address, twice=not address.startswith("/rules/"))
    for address, status in [*site.odd.items()][::step]:
        auditor.audit(address, status=status, leads_on=True)
    auditor.audit("/lobby/", status=405, post=True)


@PARTS
@pytest.mark.timeout(900)
def test_pages_of_a_player_are_for_everybody(
    site: FullSite, auditor: Auditor, live: str, alice: Any, client_for: Any, step: int
) -> None:
    log_in(auditor.page, live, client_for(alice))
    for address in part((*site.own, *site.table), step):
        auditor.audit(address)


@pytest.mark.parametrize("step", sampled([9, 1], 1), ids=["a part", "all"])
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


@pytest.mark.parametrize("step", sampled([6, 1], 1), ids=["a part", "all"])
def test_pages_about_the_login_are_for_everybody(
    auditor: Auditor, live: str, alice: Any, client_for: Any, step: int
) -> None:
    client = client_for(alice)
    prove(client, alice)
    log_in(auditor.page, live, client)
    auditor.audit(FIRST)
    addresses = fill_factors(alice)
    prove(client, alice)
    for address in addresses[::step]:
        auditor.audit(address)
    auditor.page.context.clear_cookies()
    auditor.page.goto("/account/login/")
    auditor.page.get_by_label("E-mail address").fill("alice@example.org")
    auditor.page.get_by_label("Password").fill("correct horse")
    auditor.page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    auditor.audit(f"{FACTORS}/authenticate/")


@pytest.mark.parametrize(
    ("language", "step"), sampled([("de", 15), ("de", 1), ("fr", 1), ("it", 1)], 1)
)
def test_longer_words_of_other_languages_fit_the_narrowest_phone(
    language: str, step: int, site: FullSite, page: Any, live: str, alice: Any, client_for: Any
) -> None:
    Player.objects.update(language=language)  # what a link opens is in the language of its owner
    log_in(page, live, client_for(alice))
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    wide = {}
    for address in part(dict.fromkeys((*site.table, *site.own, *site.public)), step):
        page.goto(address, wait_until="domcontentloaded")
        assert page.get_attribute("html", "lang") == language, address
        wide[address] = page.evaluate("document.documentElement.scrollWidth")
    assert {address: width for address, width in wide.items() if width > NARROWEST} == {}


def test_from_the_login_to_the_sent_move_with_nothing_but_the_keyboard(
    page: Any, alice: Any, bob: Any, start: Any
) -> None:
    turn = start(alice, bob, now=timezone.now()).get_absolute_url()

    def tab_to(selector: str) -> None:
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        pytest.fail(f"the Tab key never comes to {selector}")

    page.goto(f"/account/login/?next={turn}")
    tab_to("[name=login]")
    page.keyboard.type("alice@example.org")
    tab_to("[name=password]")
    page.keyboard.type("correct horse")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.endswith(turn) and "login" not in url)
    tab_to("svg a.d-link[href$='move=c1']")
    page.keyboard.press("Enter")
    page.get_by_text("Not sent yet.").wait_for()
    page.wait_for_function("document.activeElement.textContent.trim() === 'Send move'")
    page.keyboard.press("Enter")
    page.get_by_text("Sent: c1.").first.wait_for()
    assert [ply.text for ply in Ply.objects.order_by("-at")[:1]] == ["c1"]
