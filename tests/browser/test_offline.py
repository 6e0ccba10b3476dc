"""The service worker: the last boards without a network, gone at log-out, and notifications."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import chromium
from tests.browser.test_accessibility import log_in, play, start
from tests.patience import until

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = "caches.has('boards').then((has) => has ? caches.open('boards') : null)"
KEPT = f"{NAMES}.then((kept) => kept ? kept.keys() : []).then((keys) => keys.length)"
# A list of notifications that is read while one is being shown makes Chromium forget that one: so
# the service worker notes what it asked for, as soon as Chromium has shown it.
NOTING = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.shown = [];
  self.registration.showNotification = async (title, options) => {
    await show(title, options);
    self.shown.push([title, options.data.url, options.lang]);
  };
}"""


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
    until(lambda: page.evaluate(KEPT) == 1, "the board has been kept")
    page.goto("/settings/emails/")
    expect(page.get_by_role("button", name="Turn on notifications")).to_be_visible()

    page.context.grant_permissions(["notifications"], origin=live)
    tools = page.context.new_cdp_session(page)
    found: list[Any] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.append(told))
    tools.send("ServiceWorker.enable")
    until(lambda: page.evaluate("0") == 0 and found, "the service worker is registered")
    (worker,) = page.context.service_workers
    worker.evaluate(NOTING)
    number = found[0]["registrations"][0]["registrationId"]
    told = {"title": "[4×3] your move 3", "url": f"{live}/matches/{match.pk}/", "tag": "t"}
    payload = {"origin": live, "registrationId": number, "data": json.dumps(told | {"lang": "en"})}
    tools.send("ServiceWorker.deliverPushMessage", payload)
    shown = until(lambda: worker.evaluate("() => self.shown"), "a notification has been shown")
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
    until(lambda: page.evaluate(KEPT) == 0, "the board is gone")
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.get_by_role("article")).to_have_count(0)
    expect(page.get_by_text("No board has been saved")).to_be_visible()
