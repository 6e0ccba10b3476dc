"""How boards look is chosen and stays; the widest boards are played on a phone."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import clocks
from tests.browser.test_match_page import seated
from tests.games.conftest import play, start
from tests.sampling import sampled

__all__ = ["play", "seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
BOARD = ".match-table > .board:not(.board--near) svg"
STYLE = "(each, name) => getComputedStyle(each)[name]"


def first(page: Any, selector: str, style: str) -> str:
    """Return how the first such element of the board is drawn."""
    return str(page.locator(f"{BOARD} {selector}").first.evaluate(STYLE, style))


def test_looks_are_switched_on_for_ones_boards(
    alice: Any, bob: Any, start: Any, play: Any, seated: Any
) -> None:
    match = start(alice, bob, now=timezone.now())
    play(match, "b2", timezone.now())
    page = seated(alice, viewport=PHONE)
    page.goto(match.get_absolute_url())
    assert first(page, ".d-letter", "display") == "none"
    plain = first(page, ".d-r", "fill")
    page.goto("/settings/boards/")
    for label in ("Letters on the pieces", "Patterns on the pieces"):
        page.get_by_label(label).check()
    page.get_by_role("button", name="Save").click()
    page.goto(match.get_absolute_url())
    assert first(page, ".d-letter", "display") != "none"
    assert "pattern-r" in first(page, ".d-r", "fill")
    page.goto("/settings/boards/")
    for label in ("Letters on the pieces", "Patterns on the pieces"):
        page.get_by_label(label).uncheck()
    page.get_by_label("Colour-blind palette").check()
    page.get_by_role("button", name="Save").click()
    page.goto(match.get_absolute_url())
    assert first(page, ".d-letter", "display") == "none"
    assert first(page, ".d-r", "fill") not in (plain, "none")


def test_a_visitor_keeps_a_look_in_the_browser(page: Any) -> None:
    page.goto("/settings/boards/")
    page.get_by_label("High contrast").check()
    page.get_by_role("button", name="Save").click()
    page.goto("/rules/mill/")
    expect(page.locator("html[data-board=contrast]")).to_have_count(1)


@pytest.mark.parametrize("ruleset", sampled(["halma", "tri_plan"], 1))
def test_the_largest_boards_are_played_on_a_phone(
    ruleset: str, alice: Any, bob: Any, carol: Any, start: Any, seated: Any
) -> None:
    control = clocks.TimeControl(per_turn=timedelta(days=3), on_flag="skip")
    for player in (bob, carol):
        player.language = "en"
        player.save()
    match = start(alice, bob, carol, ruleset=ruleset, control=control, now=timezone.now())
    awaited = match.seats.get(awaited_since__isnull=False).player
    page = seated(awaited, viewport=PHONE, has_touch=True)
    page.goto(match.get_absolute_url())
    box = page.locator(BOARD).bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    page.locator(f"{BOARD} a.d-link").first.tap()
    near = page.locator(".match-table > .board--near svg")
    expect(near).to_be_visible()
    for _tap in range(3):  # a piece and where it goes; or a place alone
        if page.locator(".send-bar").is_visible():
            break
        target = near.locator("a.d-link").last
        size = target.bounding_box()
        assert min(size["width"], size["height"]) >= 24
        before = page.url
        target.tap()
        page.wait_for_url(lambda url, old=before: url != old)
        page.locator(".send-bar, .clicks__so-far").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Send move", exact=True).tap()
    page.get_by_text("Sent: ").first.wait_for()
    match.refresh_from_db()
    assert match.ply_count == 1
