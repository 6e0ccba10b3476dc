"""Pages stand still while they load: what has been shown does not jump."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.browser.test_match_page import seated
from tests.games.conftest import play, start
from tests.web.lobby_helpers import bot, challenge

__all__ = ["play", "seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
MAX_SHIFT = 0.1  # the score up to which a shift is called good
OBSERVE = """(() => {
  window.shifts = [];
  window.largest = "";
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type });
  watch("layout-shift", (each) => each.hadRecentInput || window.shifts.push(each.value));
  watch("largest-contentful-paint", (each) => (window.largest = each.element?.tagName || "gone"));
})()"""
# Two frames after all has loaded, scripts and fonts included.
SETTLED = """async () => {
  await document.fonts.ready;
  for (const _each of [1, 2]) await new Promise(requestAnimationFrame);
}"""


def test_nothing_jumps_while_pages_load_on_a_phone(
    alice: Any, bob: Any, start: Any, play: Any, seated: Any
) -> None:
    match = start(alice, bob, now=timezone.now())
    play(match, "b2,a1", timezone.now())
    bot()
    challenge(bob, ruleset="mill", greeting="Nine stones each")
    page = seated(alice, viewport=PHONE)
    page.add_init_script(OBSERVE)
    for address in (match.get_absolute_url(), "/lobby/", "/", "/?visitor"):
        if address == "/?visitor":
            page.context.clear_cookies()
        page.goto(address)
        page.evaluate(SETTLED)
        page.wait_for_function("window.largest")
        assert page.evaluate("window.largest") != "gone", address
        assert sum(page.evaluate("window.shifts")) <= MAX_SHIFT, address
