"""The service worker: the last boards without a network, gone at log-out, and notifications."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import chromium
from tests.browser.test_accessibility import log_in, play, start

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = "caches.has('boards').then((has) => has ? caches.open('boards') : null)"
KEPT = f"{NAMES}.then((kept) => kept ? kept.keys() : []).then((keys) => keys.length)"
SHOWN = (
    "navigator.serviceWorker.ready.then((each) => each.getNotifications())"
    ".then((all) => all.map((each) => [each.title, each.data.url, each.lang]))"
)
# Playwright's wait_for_function takes a promise itself for an answer: so the page waits.
AWAITED = """async () => {
  for (let round = 0; round < 200; round += 1) {
    const found = await (%s);
    if (%s) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  return await (%s);
}"""


def awaited(page: Any, promise: str, enough: str) -> Any:
    """Return what the promise comes to, as soon as that is ``enough``, or after ten seconds."""
    return page.evaluate(AWAITED % (promise, enough, promise))


@pytest.fixture
def page(browser: Any, live: str) -> Iterator[Any]:
    """Return a page of a Chromium that shows notifications."""
    with chromium.whole(browser) as beside:
        yield beside.new_page(base_url=live)


def test_boards_without_a_network_and_notifications(
    page: Any, live: str, start: Any, alice: Any, bob: Any, client_for: Any
) -> None:
    match = start(alice, bob)
    log_in(page, live, client_for(alice))
    page.goto(f"/matches/{match.pk}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    assert awaited(page, KEPT, "found === 1") == 1
    page.goto("/settings/emails/")
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()

    page.context.grant_permissions(["notifications"], origin=live)
    tools = page.context.new_cdp_session(page)
    found: list[Any] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.append(told))
    tools.send("ServiceWorker.enable")
    page.evaluate("0")
    number = found[0]["registrations"][0]["registrationId"]
    told = {"title": "[4×3] your move 3", "url": f"{live}/matches/{match.pk}/", "tag": "t"}
    payload = {"origin": live, "registrationId": number, "data": json.dumps(told | {"lang": "en"})}
    tools.send("ServiceWorker.deliverPushMessage", payload)
    # Read once: without a screen Chromium may forget a notification that it has already listed.
    shown = awaited(page, SHOWN, "found.length > 0")
    assert shown == [[told["title"], told["url"], "en"]]

    page.context.set_offline(True)
    page.goto("/lobby/")
    assert page.get_by_role("heading", level=1).inner_text() == "No connection"
    card = page.get_by_role("article")
    expect(card.get_by_role("link", name="Alice – Bob")).to_have_count(1)
    expect(card.locator("svg .d-board")).to_have_count(1)
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.card')).borderTopWidth") != "0px"
    )
    page.context.set_offline(False)
    page.goto("/")
    page.locator("details.menu summary").first.click()
    page.get_by_role("button", name="Log out").click()
    assert awaited(page, KEPT, "found === 0") == 0
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.get_by_role("article")).to_have_count(0)
    expect(page.get_by_text("No board has been saved")).to_be_visible()
