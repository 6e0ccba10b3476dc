"""The first minute on the site: a board to tap, a game started in three steps, the next turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Challenge, Match
from tests.browser.test_accessibility import log_in
from tests.games.conftest import play, start
from tests.web.lobby_helpers import bot, challenge

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HEADER = "document.querySelector('.site-header').getBoundingClientRect().height"


@pytest.fixture
def plain(browser: Any, live: str) -> Iterator[Any]:
    """Return a phone without scripts."""
    context = browser.new_context(
        base_url=live, viewport={"width": 390, "height": 844}, java_script_enabled=False
    )
    yield context.new_page()
    context.close()


def test_a_tap_on_the_start_page_is_answered_and_kept(page: Any) -> None:
    bot()
    page.goto("/")
    page.locator("#try a.d-link[href$='moves=b2#try']").click()
    page.get_by_text("The bot played").first.wait_for()
    assert page.evaluate("document.activeElement.matches('#try a.d-link')")
    assert "The bot played" in page.locator("#try-heard").inner_text()
    page.go_back()
    page.get_by_text("You start: tap a square.").first.wait_for()
    page.go_forward()
    page.get_by_text("The bot played").first.wait_for()
    page.get_by_role("button", name="Keep this game").click()
    page.wait_for_url("**/account/signup/**")
    assert Match.objects.get().ply_count >= 2


@pytest.mark.long
def test_without_scripts_the_board_is_played_just_as_well(plain: Any) -> None:
    bot()
    plain.goto("/")
    plain.locator("#try a.d-link[href$='moves=b2#try']").click()
    plain.get_by_text("The bot played").first.wait_for()
    plain.get_by_role("button", name="Play on as a guest").click()
    plain.wait_for_url("**/matches/*/")


@pytest.mark.long
def test_a_game_is_started_in_three_steps_without_scripts(
    plain: Any, live: str, alice: Any, bob: Any, client_for: Any
) -> None:
    log_in(plain, live, client_for(alice))
    plain.goto("/play/")
    plain.get_by_label("Search").fill("mill")
    plain.get_by_role("button", name="Filter").click()
    plain.get_by_role("link", name="Mill", exact=True).click()
    plain.get_by_label("Name of a player or bot").fill("Bo")
    plain.get_by_role("button", name="Continue").click()
    plain.get_by_text("Similar names: Bob.").wait_for()
    plain.get_by_label("Name of a player or bot").fill("Bob")
    plain.get_by_role("button", name="Continue").click()
    plain.get_by_text("3 days per move · rated · random start").wait_for()
    plain.get_by_role("button", name="Send challenge").click()
    plain.wait_for_url("**/challenges/*/")
    assert Challenge.objects.get().opponent == bob


def test_alt_n_leads_to_the_next_turn_and_the_header_of_a_phone_is_low(
    page: Any, live: str, alice: Any, bob: Any, start: Any, client_for: Any
) -> None:
    match = start(alice, bob, now=timezone.now())
    log_in(page, live, client_for(alice))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/rules/")
    assert page.evaluate(HEADER) <= 48
    expect(page.locator(".bottom-bar")).to_be_visible()
    page.keyboard.press("Alt+n")
    page.wait_for_url(f"**{match.get_absolute_url()}")


def test_open_challenges_are_filtered(page: Any, bob: Any, carol: Any) -> None:
    challenge(bob, ruleset="mill", greeting="Nine stones each")
    challenge(carol, ruleset="draughts", rated=False, greeting="Kings fly")
    page.goto("/lobby/")
    wanted = page.get_by_role("search", name="Open challenges")
    wanted.get_by_label("Game").select_option("mill")
    wanted.get_by_role("button", name="Filter").click()
    expect(page.get_by_text("Nine stones each")).to_be_visible()
    expect(page.get_by_text("Kings fly")).to_have_count(0)
    wanted.get_by_label("Game").select_option("")
    wanted.get_by_label("Rated").select_option("no")
    wanted.get_by_role("button", name="Filter").click()
    expect(page.get_by_text("Kings fly")).to_be_visible()
    expect(page.get_by_text("Nine stones each")).to_have_count(0)
