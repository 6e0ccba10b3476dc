"""A game is learned on its board: taps solve the steps; the goal strip leaves when dismissed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.test_match_page import seated
from tests.browser.test_starting import plain
from tests.games.conftest import play, start
from tests.sampling import at_length, sampled

__all__ = ["plain", "play", "seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
FIVE = {  # the square that solves each step, and one that does something else
    1: ("a1", ""),
    2: ("b2", "a1"),
    3: ("b3", "a1"),
    4: ("c2", "b4"),
    5: ("b2", "a4"),
}


def tap(page: Any, move: str) -> None:
    page.locator(f"#lesson svg a.d-link[href$='?move={move}']").first.click()


@pytest.mark.parametrize("scripts", sampled([True, False], 1))
def test_the_five_steps_of_traffic_lights_are_solved_by_taps(
    scripts: bool, page: Any, plain: Any
) -> None:
    at = page if scripts else plain
    at.set_viewport_size(PHONE)
    steps = FIVE if at_length() else {number: FIVE[number] for number in (4, 5)}
    if at_length():
        at.goto("/rules/traffic_lights.4x3/")
        at.get_by_role("link", name="Learn it in a minute").first.click()
    else:
        at.goto(f"/rules/traffic_lights.4x3/lesson/{min(steps)}/")
    for number, (right, other) in steps.items():
        expect(at.get_by_text(f"Step {number} of 5")).to_be_visible()
        if other:
            tap(at, other)
            expect(at.locator("#lesson .flash")).to_be_visible()
            expect(at.locator("#lesson .flash--success")).to_have_count(0)
        tap(at, right)
        expect(at.locator("#lesson .flash--success")).to_be_visible()
        if number < len(FIVE):
            at.get_by_role("link", name="Next step").click()
    at.get_by_role("link", name="Now play a match").click()
    at.wait_for_url(re.compile(r"play.*traffic_lights\.4x3"))


def test_a_piece_of_a_lesson_is_moved_by_two_taps(page: Any) -> None:
    page.goto("/rules/mill/lesson/")
    page.locator("#lesson svg a.d-link[aria-label^=a7]").first.click()
    page.locator("#lesson svg a.d-link[aria-label^=d6]").first.click()
    expect(page.locator("#lesson .flash--success")).to_contain_text("A mill, and one stone fewer")


@pytest.mark.parametrize("scripts", sampled([False, True], 1))
def test_the_goal_stays_until_it_is_dismissed(
    scripts: bool, alice: Any, bob: Any, start: Any, seated: Any
) -> None:
    matches = [start(alice, bob, now=timezone.now()) for _each in range(2)]
    page = seated(alice, java_script_enabled=scripts, viewport=PHONE)
    strip = page.locator(".goal")
    page.goto(matches[0].get_absolute_url())
    expect(strip).to_contain_text("RRR 1 point")
    strip.get_by_role("button", name="Got it").click()
    page.wait_for_url(f"**{matches[0].get_absolute_url()}")
    expect(strip).to_have_count(0)
    page.goto(matches[1].get_absolute_url())
    expect(strip).to_have_count(0)
